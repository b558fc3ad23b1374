"""What a figure depends on: this machine, the versions in use, and the commit."""

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path


def processor() -> str:
    """The processor's name as the system knows it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit() -> str:
    """The commit of a checkout, "+" if it has changes, or "" outside one."""
    folder = Path(__file__).parent
    try:
        described = subprocess.run(
            ["git", "-C", str(folder), "describe", "--always", "--dirty=+", "--abbrev=10"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return described.stdout.strip()


def describe_machine() -> str:
    """One line that belongs beside every measured figure."""
    parts = [
        processor(),
        f"Python {platform.python_version()}",
        f"Numba {version('numba')}",
        f"NumPy {version('numpy')}",
        f"Tengen {version('tengen')}",
    ]
    where = commit()
    return ", ".join([*parts, f"commit {where}"] if where else parts)
