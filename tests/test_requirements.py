"""What `make` installs is pinned and hashed, all of it, and says the same everywhere."""

import json
import re
import tomllib
from pathlib import Path

import hatch_build
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
_LOCKED = re.compile(
    r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ]+)(?P<hashes>( \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)


def locked(path):
    """Version by name; a line that is neither a comment nor locked is an error."""
    _, _, text = path.read_text().partition("\n")
    assert _LOCKED.sub("", text) == ""
    return {found["name"]: found["version"] for found in _LOCKED.finditer(text)}


def pins():
    lines = (ROOT / "constraints.txt").read_text().split()
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


def test_each_package_is_locked_in_one_place_in_the_version_of_the_constraints():
    found = [item for path in FILES for item in locked(path).items()]
    assert sorted(found) == sorted(pins().items())


@pytest.mark.parametrize("extra", [*PROJECT["project"]["optional-dependencies"], "play"])
def test_what_the_package_names_is_locked_in_a_version_that_it_allows(extra):
    versions = pins()
    there = {**locked(ROOT / "requirements" / "play.txt"), **locked(ROOT / "requirements" / f"{extra}.txt")}
    if extra == "test":
        there = versions
    named = PROJECT["project"]["optional-dependencies"].get(extra, PROJECT["project"]["dependencies"])
    for requirement in map(Requirement, named):
        assert requirement.specifier.contains(there[canonicalize_name(requirement.name)])


def test_what_builds_the_package_is_pinned_and_locked():
    there = locked(ROOT / "requirements" / "play.txt")
    for requirement in map(Requirement, PROJECT["build-system"]["requires"]):
        assert str(requirement.specifier) == f"=={there[canonicalize_name(requirement.name)]}"
    name, _, version = hatch_build.NODE_PACKAGE.partition("==")
    assert locked(ROOT / "requirements" / "node.txt") == {name: version}


def test_make_installs_nothing_else():
    """Each pip of the Makefile asks for hashes, but for the project itself and for `make constraints`."""
    text = (ROOT / "Makefile").read_text().replace("\\\n", "")
    assert text.count("pip install") == 2  # PIP_INSTALL and UNLOCKED
    for line in text.splitlines():
        if "$(PIP_INSTALL)" in line:
            assert line.startswith(("LOCKED :=", "PROJECT :="))
        if "$(UNLOCKED)" in line:
            assert "packaging" in line or "lock.py list" in line
    assert "LOCKED := $(PIP_INSTALL) --require-hashes --only-binary :all: --no-deps" in text
    assert "PROJECT := $(PIP_INSTALL) --no-index --no-deps --no-build-isolation" in text


def test_what_the_page_is_built_from_is_locked_with_hashes():
    lock = json.loads((ROOT / "src" / "tengen" / "web" / "page" / "package-lock.json").read_text())
    assert all(
        package["integrity"].startswith("sha512-") for name, package in lock["packages"].items() if name
    )
    assert 'run_npm("ci", ' in Path(hatch_build.__file__).read_text()
    assert 'run_npm("install"' not in Path(hatch_build.__file__).read_text()
