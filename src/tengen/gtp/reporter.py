"""Writing down what a search reports, without a way for a vanished listener to break the search."""

from collections.abc import Callable

from tengen.gtp.analysis_format import visited_moves
from tengen.players.analysis import Analysis, Analyst


class Reporter:
    """Writes each analysis that has something to tell.

    A report is called from within a search. If it cannot be written, the search is stopped and not
    broken; who writes next, outside of it, gets the error.
    """

    def __init__(self, analyst: Analyst, write: Callable[[Analysis], None]) -> None:
        self.n_written = 0
        self._analyst = analyst
        self._write = write

    def __call__(self, analysis: Analysis) -> None:
        """Write a report."""
        if not visited_moves(analysis):
            return
        try:
            self._write(analysis)
            self.n_written += 1
        except OSError:
            self._analyst.stop()
