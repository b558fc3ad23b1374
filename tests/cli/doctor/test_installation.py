"""The installation: what is missing, other or damaged is named, with what mends it."""

import base64
import hashlib
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, PackagePath
from types import SimpleNamespace

import pytest

from tengen.cli.doctor import installation
from tests.cli.doctor.found import notes, problems, repair


@pytest.fixture(autouse=True)
def command(monkeypatch):
    """What adds something here is the business of tests/core/test_extras.py."""
    monkeypatch.setattr(installation, "install_command", lambda extra="": f"pip install {extra or 'all'}")


def test_this_installation_is_well():
    for check in (installation.program, installation.packages, installation.whole):
        assert problems(check) == []


@pytest.fixture
def versions(monkeypatch):
    """Other versions, by name; None for none."""
    others = {}
    real = installation.version

    def version(name):
        if (found := others.get(name, "as it is")) is None:
            raise PackageNotFoundError(name)
        return real(name) if found == "as it is" else found

    monkeypatch.setattr(installation, "version", version)
    return others


def test_a_missing_package_and_a_version_too_old_are_named(versions):
    versions.update(uvicorn=None, numba="0.1")
    assert problems(installation.packages) == [
        "numba is 0.1, and Tengen needs >=0.61",
        "uvicorn is not installed",
    ]
    assert {found.remedy for found in installation.packages() if found.remedy} >= {"pip install all"}


def test_other_versions_than_those_tested_are_a_note_in_a_checkout_alone(versions, monkeypatch, tmp_path):
    (tmp_path / "constraints.txt").write_text("numba==0.61\nrich==99\n")
    monkeypatch.setattr(installation, "checkout", lambda: tmp_path)
    versions.update(rich="98", numba="0.61")
    (told,) = notes(installation.packages)
    assert told == "in other versions than those tested together: rich 98 (tested: 99)"
    monkeypatch.setattr(installation, "checkout", lambda: None)
    assert notes(installation.packages) == []


def test_python_too_old_is_named(monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10))
    assert ["Tengen needs >=3.11" in told for told in problems(installation.program)] == [True]


def test_a_missing_extra_is_a_note_with_the_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(installation, "EXTRAS", {"report": ("matplotlib",)})
    (found,) = installation.extras()
    assert (found.says, found.remedy) == ("report: there is no matplotlib", "pip install report")


def noted(path, content):
    """A file as pip notes it, with the hash of what was installed."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    file = PackagePath(path.name)
    file.hash = SimpleNamespace(mode="sha256", value=digest)
    path.write_bytes(content)
    return file


def test_files_that_changed_since_they_were_installed_are_named(monkeypatch, tmp_path):
    files = [noted(tmp_path / name, name.encode()) for name in ("a.py", "b.py", "c.py")]
    files[0].hash = None  # as that of the list itself
    installed = SimpleNamespace(files=files, locate_file=tmp_path.joinpath)
    monkeypatch.setattr(installation, "distribution", lambda _name: installed)
    assert problems(installation.whole) == []
    (tmp_path / "a.py").unlink()
    (tmp_path / "b.py").unlink()
    (tmp_path / "c.py").write_text("x")
    (found,) = installation.whole()
    assert found.says == "changed or missing since they were installed: b.py, c.py"
    assert found.remedy == "pip install --force-reinstall --no-deps all"


@pytest.fixture
def page(monkeypatch, tmp_path):
    """A checkout whose page is made by a stand-in of make; what it was asked to do."""
    asked = []

    def run(command, **_options):
        asked.append(command)
        if command[0] == "make":
            (tmp_path / "index.html").write_text("new")
        is_new = (tmp_path / "index.html").read_text() == "new"
        return SimpleNamespace(returncode=0 if is_new else 1, stdout="", stderr="")

    monkeypatch.setattr("tengen.web.server.STATIC", tmp_path)
    monkeypatch.setattr(installation, "checkout", lambda: tmp_path)
    monkeypatch.setattr(subprocess, "run", run)
    return tmp_path / "index.html", asked


@pytest.mark.parametrize("there", ["", "old"])
def test_a_page_that_is_missing_or_old_is_built(page, there):
    index, asked = page
    if there:
        index.write_text(there)
    assert len(problems(installation.page)) == 1
    assert repair(installation.page) == 1
    assert ["make", "page"] in asked
    assert problems(installation.page) == []


def test_a_package_without_its_page_is_to_be_installed_again(page, monkeypatch):
    monkeypatch.setattr(installation, "checkout", lambda: None)
    (found,) = installation.page()
    assert (found.remedy, found.repair) == ("pip install all", None)
    page[0].write_text("new")
    assert problems(installation.page) == []
