"""Programs for tests, scripted in Python; and whether a process lives."""

import sys
from pathlib import Path

from tengen.players.controller import Controller

# A program that does what is scripted for each command but quit; -S -E: it starts fast.
LOOP = """
import os, signal, subprocess, sys, time
for line in sys.stdin:
    number, _, rest = line.strip().partition(" ")
    def answer(text=""):
        print(f"={number} {text}\\n", flush=True)
    if rest == "quit":
        sys.exit(answer())
"""


def scripted(*lines, **options):
    """A program that runs these lines of Python for each command."""
    text = LOOP + "".join(f"    {line}\n" for line in lines)
    return Controller([sys.executable, "-S", "-E", "-c", text], **options)


def is_running(process_id):
    """Whether a process lives; a zombie does not."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
