"""Other programs, and the machine."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from tengen.cli.doctor.finding import Finding, count, megabytes, note, ok, problem
from tengen.core import jit
from tengen.core.errors import GoError
from tengen.core.system_info import processor

_PATIENCE_SECONDS = 60.0
_LOW_MEMORY = 1_000_000_000  # bytes; a search on 19x19 with a net, and the page
_LOW_DISK = 1_000_000_000
_NO_DISK = 50_000_000  # bytes; compiled code is 30 MB
_DAY = 24 * 3600


def gnugo() -> Iterator[Finding]:
    """The opponent and referee of the papers."""
    from tengen.players.external import GnuGoPlayer

    try:
        path = GnuGoPlayer().command_line()[0]
    except GoError as error:
        name, _, remedy = str(error).partition(": ")
        yield note(f"{name}; the papers' experiments and second opinions on scores need it", remedy)
        return
    try:
        answer = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=_PATIENCE_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        yield problem(f"{path} does not start: {error}")
        return
    found = re.search(r"GNU Go (\S+)", answer.stdout)
    if found is None:
        yield problem(f"{path} does not say that it is GNU Go")
    elif found[1] != "3.8":
        yield note(f"{path} is GNU Go {found[1]}; published games were played against 3.8")
    else:
        yield ok(f"GNU Go 3.8 in {path}")


def browser() -> Iterator[Finding]:
    """What `tengen play` opens the page with."""
    try:
        found = webbrowser.get()
    except webbrowser.Error:
        yield note("no browser is found: open the address that `tengen play` prints, with a tunnel from afar")
        return
    yield ok(f"a browser, {getattr(found, 'name', type(found).__name__)}")


def machine() -> Iterator[Finding]:
    """Processor, memory and disks."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    yield ok(f"{processor()}, {count(usable, 'core')}")
    free = free_memory()
    if free is not None:
        low = free < _LOW_MEMORY
        told = f"{megabytes(free)} of memory are free"
        yield note(f"{told}: large searches may fail", "end other programs") if low else ok(told)
    places = {Path.cwd(), Path(tempfile.gettempdir()), jit.FOLDER or Path.cwd()}
    for place in sorted(places):
        left = shutil.disk_usage(place).free
        told = f"{megabytes(left)} are free on the disk of {place}"
        if left < _NO_DISK:
            yield problem(f"only {told}", "make room: games that are played cannot be kept")
        elif left < _LOW_DISK:
            yield note(f"only {told}")
        else:
            yield ok(told)


def free_memory() -> int | None:
    """Bytes that programs can still have; None where nobody says."""
    try:
        found = re.search(r"^MemAvailable: +(\d+) kB", Path("/proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        return None
    return 1024 * int(found[1]) if found else None


def clock() -> Iterator[Finding]:
    """Games and records carry the date: it cannot be before Tengen itself was written."""
    now, written = time.time(), Path(__file__).stat().st_mtime
    told = time.strftime("%Y-%m-%d %H:%M:%S %Z", time.localtime(now))
    if now < written - _DAY:
        yield problem(
            f"the clock says {told}, which is before Tengen was installed", "timedatectl set-ntp true"
        )
    else:
        yield ok(f"the clock says {told}")
