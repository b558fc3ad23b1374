"""Python, the packages, their versions, the files of the installation, and the page."""

import base64
import hashlib
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, PackagePath, distribution, version
from pathlib import Path

from tengen.cli.doctor.finding import Finding, count, note, ok, problem
from tengen.core.errors import GoError
from tengen.core.system_info import EXTRAS, checkout, commit, install_command, missing_packages

_SHOWN = 5  # names in a sentence
_CHUNK = 1 << 20


def program() -> Iterator[Finding]:
    """Which Tengen, and which Python."""
    where = checkout() or Path(__file__).parents[2]
    built = f", commit {commit()}" if commit() else ""
    yield ok(f"Tengen {version('tengen')}{built} in {where}")
    needed = distribution("tengen").metadata["Requires-Python"]
    oldest = tuple(map(int, needed.removeprefix(">=").split(".")))
    found = f"Python {platform.python_version()} in {sys.prefix}"
    yield ok(found) if sys.version_info >= oldest else problem(f"{found}: Tengen needs {needed}")


def packages() -> Iterator[Finding]:
    """What Tengen needs is there, in versions that it can work with."""
    from packaging.requirements import Requirement

    needed = [Requirement(text) for text in distribution("tengen").requires or [] if "extra ==" not in text]
    wrong = []
    for requirement in needed:
        try:
            there = version(requirement.name)
        except PackageNotFoundError:
            wrong.append(f"{requirement.name} is not installed")
            continue
        if not requirement.specifier.contains(there, prereleases=True):
            wrong.append(f"{requirement.name} is {there}, and Tengen needs {requirement.specifier}")
    for sentence in wrong:
        yield problem(sentence, install_command())
    if not wrong:
        yield ok(f"{count(len(needed), 'package')} that Tengen needs, in versions that it allows")
    yield from _pins()


def _pins() -> Iterator[Finding]:
    """In a checkout: whether the versions are those that are tested together."""
    root = checkout()
    if root is None or not (root / "constraints.txt").exists():
        return
    other = []
    for line in (root / "constraints.txt").read_text().split():
        name, _, pinned = line.partition("==")
        try:
            there = version(name)
        except PackageNotFoundError:
            continue
        if there != pinned:
            other.append(f"{name} {there} (tested: {pinned})")
    if other:
        yield note(f"in other versions than those tested together: {_listed(other)}", "make clean play")
    else:
        yield ok("the versions are those of constraints.txt")


def extras() -> Iterator[Finding]:
    """What only some commands need."""
    for extra in EXTRAS:
        if missing := missing_packages(extra):
            yield note(f"{extra}: there is no {' and no '.join(missing)}", install_command(extra))
        else:
            yield ok(f"{extra} is installed")


def whole() -> Iterator[Finding]:
    """The files are those that were installed: pip noted the hash of each."""
    installed = distribution("tengen")
    checked = [file for file in installed.files or [] if file.hash is not None]
    damaged = [str(file) for file in checked if not _is_whole(installed, file)]
    if damaged:
        remedy = install_command().replace(" install ", " install --force-reinstall --no-deps ")
        yield problem(f"changed or missing since they were installed: {_listed(damaged)}", remedy)
    else:
        yield ok(f"{count(len(checked), 'installed file')} as installed")


def _is_whole(installed: Distribution, file: PackagePath) -> bool:
    assert file.hash is not None
    digest = hashlib.new(file.hash.mode)
    try:
        with open(str(installed.locate_file(file)), "rb") as content:
            while chunk := content.read(_CHUNK):
                digest.update(chunk)
    except OSError:
        return False
    return base64.urlsafe_b64encode(digest.digest()).rstrip(b"=").decode() == file.hash.value


def page() -> Iterator[Finding]:
    """The page of `tengen play` is built, and from the sources that are there."""
    from tengen.web.server import STATIC

    root = checkout()
    if root is None:
        if (STATIC / "index.html").exists():
            yield ok("the page is built")
        else:
            yield problem("the page is missing from the package: install it from a wheel", install_command())
        return
    if not (STATIC / "index.html").exists():
        yield problem("the page has not been built", "make page", lambda: _make(root, "page"))
    elif _run([sys.executable, "hatch_build.py", "built"], root).returncode != 0:
        yield problem("the page is older than its sources", "make page", lambda: _make(root, "page"))
    else:
        yield ok("the page is built from the sources that are there")


def _make(root: Path, target: str) -> None:
    done = _run(["make", target], root)
    if done.returncode != 0:
        raise GoError(f"`make {target}` failed: {' '.join((done.stderr or done.stdout).split())[-300:]}")


def _run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
