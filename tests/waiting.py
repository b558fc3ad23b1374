"""Waiting for something to happen, on a machine that may be busy.

No test judges by the clock: what happens at all is waited for, so long that only a fault can take longer.
tests/test_clocks.py looks for tests that do judge.
"""

import time

PATIENCE = 300.0  # seconds


def wait_until(holds, otherwise="it never happened", pause=0.01, patience=PATIENCE):
    """Return what `holds` gives as soon as that is true; fail after a patience that no load can exhaust."""
    deadline = time.monotonic() + patience
    while not (found := holds()):
        assert time.monotonic() < deadline, otherwise() if callable(otherwise) else otherwise
        time.sleep(pause)
    return found
