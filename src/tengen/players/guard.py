"""A watch over another program: if we are killed without a word, the program ends as well.

Most programs end when their standard input does, but one that hangs or thinks does not look there. The
kernel can send a signal when a parent dies (PR_SET_PDEATHSIG), but that must be asked for between fork
and exec, where Python code is not safe beside other threads, and it comes already when the thread ends
that started the program. So a small shell waits for the end of a pipe that nobody but us holds open, and
then kills the program with its group, and whoever else carries its mark (family.py).
"""

import subprocess
from contextlib import suppress

from tengen.core.errors import GoError

_SHELL = "/bin/sh"
_SCRIPT = """
read -r group && read -r mark || exit 1
read -r never
kill -s KILL -- "-$group"
for time in 1 2 3; do
    for found in $(grep -lsF -- "$mark" /proc/[0-9]*/environ); do
        found=${found#/proc/}
        kill -s KILL "${found%/environ}"
    done
    sleep 1
done
"""


class Guard:
    """A shell that outlives us for a moment, to kill a process group."""

    def __init__(self) -> None:
        """Start the shell; it has nothing to kill yet."""
        try:
            self._shell = subprocess.Popen(
                [_SHELL, "-c", _SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise GoError(f"cannot start {_SHELL}, which watches over programs: {error}") from None

    def watch(self, group: int, mark: str) -> None:
        """Name the process group that shall not outlive us, nor who carries the mark."""
        assert self._shell.stdin
        with suppress(BrokenPipeError):  # somebody killed the shell; the program is none the worse
            self._shell.stdin.write(f"{group}\n{mark}\n".encode())

    def end(self) -> None:
        """End the watch; to be called while the group's id is still in use, or another might get it."""
        assert self._shell.stdin
        self._shell.kill()
        self._shell.wait()
        self._shell.stdin.close()
