"""Ending a search from outside: at a new line, at `# interrupt`, or when the input has ended."""

import contextlib
import threading
from collections.abc import Callable, Iterator

from tengen.gtp.line_queue import END_GRACE_SECONDS
from tengen.gtp.protocol import SessionEnd
from tengen.gtp.session import Session
from tengen.players.analysis import Analyst

LAST_SEARCH_SECONDS = 1.4  # after an end without `quit` no search begins later than this
_LOOK_SECONDS = 0.05
_REPEAT_SECONDS = 0.01


@contextlib.contextmanager
def stopping(
    changed: threading.Condition, is_wanted: Callable[[], bool], stop: Callable[[], None]
) -> Iterator[None]:
    """Call `stop` when and while it is wanted, until the block is left.

    Again and again, for a search that is just beginning may not have heard the first call.
    """
    done = False

    def watch() -> None:
        while not done:
            wanted = is_wanted()
            if wanted:
                stop()
            with changed:
                if not done:
                    changed.wait(_REPEAT_SECONDS if wanted else _LOOK_SECONDS)

    watcher = threading.Thread(target=watch, name="stopper of a search", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        with changed:
            done = True
            changed.notify_all()
        watcher.join()


@contextlib.contextmanager
def searching(session: Session, analyst: Analyst, *, at_any_line: bool = False) -> Iterator[None]:
    """A block in which the player searches: it is stopped as soon as the input asks for it.

    at_any_line -- also a new line ends the search, even an empty one, and the end of any input
    """
    lines = session.lines
    if lines is None:  # nobody is served: nothing can come in
        yield
        return

    def is_wanted() -> bool:
        if lines.is_interrupted or lines.is_abandoned:
            return True
        return at_any_line and (lines.has_more or (lines.seconds_since_end or 0) > END_GRACE_SECONDS)

    if lines.is_abandoned and (lines.seconds_since_end or 0) > LAST_SEARCH_SECONDS:
        raise SessionEnd
    with stopping(lines.changed, is_wanted, analyst.stop):
        yield
