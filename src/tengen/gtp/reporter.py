"""Writing down what a search reports, without a way for a vanished listener to break the search."""

from collections.abc import Callable

from tengen.players.analysis import Analysis, Analyst


class Reporter:
    """Writes each analysis that has something to tell.

    A report is called from within a search. If it cannot be written, the search is stopped, and the
    error is raised by `check`, when the search has ended.
    """

    def __init__(self, analyst: Analyst, write: Callable[[Analysis], None]) -> None:
        self.n_written = 0
        self._analyst = analyst
        self._write = write
        self._error: OSError | None = None

    def __call__(self, analysis: Analysis) -> None:
        """Write a report."""
        if self._error is not None or not analysis.candidates:
            return
        try:
            self._write(analysis)
            self.n_written += 1
        except OSError as error:
            self._error = error
            self._analyst.stop()

    def check(self) -> None:
        """Raise what went wrong in a report."""
        if self._error is not None:
            raise self._error
