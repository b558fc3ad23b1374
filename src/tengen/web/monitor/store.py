"""One store of a match as a page sees it, read again only when it has changed.

A runner commits into the journal beside the store, so both files tell of a change. What was read is kept as
sums and rows; the games themselves would take too much room.
"""

from dataclasses import dataclass
from pathlib import Path

from tengen.match.export import sgf_result
from tengen.match.intervals import wilson
from tengen.match.job import Ending
from tengen.match.match_stats import PairResults, tally
from tengen.match.schedule import MatchConfig
from tengen.match.store import StoredGame, open_reader
from tengen.web.messages.experiments import Cell, GameRow
from tengen.web.monitor.discovery import why_not

MAX_GAMES = 200  # rows, the newest

_Stamp = tuple[tuple[int, int, int] | None, ...]


@dataclass(frozen=True)
class DatedRow:
    """A game with when it ended."""

    ended: str  # UTC, as ISO 8601 writes it
    row: GameRow


class WatchedStore:
    """The store of a path; `name` is what the page calls it."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self.reason = ""  # why it cannot be read
        self.setting: MatchConfig | None = None
        self.n_games = 0  # that count
        self.newest: list[DatedRow] = []
        self._cell: Cell | None = None
        self._judge = PairResults()
        self._judged: set[tuple[int, Ending]] = set()  # numbers and ends of the games that were judged
        self._counted_at: tuple[_Stamp, int | None] | None = None
        self._read_at: tuple[_Stamp, int | None] | None = None

    def count(self, n_wanted: int | None) -> None:
        """Bring the setting and `n_games` up to date; games beyond those wanted do not count."""
        stamp = _stamp(self.path), n_wanted
        if stamp == self._counted_at:
            return
        try:
            with open_reader(self.path) as reader:
                self.setting = reader.setting()
                self.n_games = reader.count(n_wanted)
            self.reason = ""
        except Exception as error:  # one store must not cost the page, whatever is in it
            self._leave_out(error)
        self._counted_at = stamp

    def cell(self, n_wanted: int | None) -> Cell | None:
        """The figures of the match, None if it cannot be read; `newest` is brought up to date, too."""
        self.count(n_wanted)
        stamp = _stamp(self.path), n_wanted
        if stamp != self._read_at and self.setting is not None:
            try:
                with open_reader(self.path) as reader:
                    games = reader.games()
                self._cell = self._summed(self.setting, games, n_wanted)
            except Exception as error:  # as above
                self._leave_out(error)
            self._read_at = stamp
        return self._cell

    def _leave_out(self, error: Exception) -> None:
        """Remember why the store cannot be read, without the folder it is in: a page need not know that."""
        told = f"{self.path.name} cannot be read by this version of Tengen ({type(error).__name__})"
        self.reason = why_not(error, told).replace(str(self.path), self.path.name)
        self.setting, self._cell, self.n_games, self.newest = None, None, 0, []

    def _summed(self, setting: MatchConfig, games: list[StoredGame], n_wanted: int | None) -> Cell:
        sprt = self._sprt(setting, games)
        last = 2 * self._judge.n_pairs if self._judge.verdict else n_wanted
        counted = [game for game in games if last is None or game.job.number < last]
        figures = tally(counted)
        score = figures.total
        self.newest = self._newest(counted)
        low, high = wilson(score.points, score.games)
        return Cell(
            store=self.name,
            first=setting.first,
            second=setting.second,
            games=score.games,
            total=n_wanted,
            wins=score.wins,
            losses=score.losses,
            draws=score.draws,
            voids=figures.endings.get("void", 0),
            rate=score.points / score.games if score.games else None,
            low=low if score.games else None,
            high=high if score.games else None,
            sprt=sprt,
        )

    def _sprt(self, setting: MatchConfig, games: list[StoredGame]) -> dict[str, float] | None:
        """Where the sequential test stands. It is asked after each pair, so only new games are judged."""
        if setting.sprt is None:
            return None
        ends = {(game.job.number, game.result.ending) for game in games}
        if not self._judged or not self._judged <= ends:  # a void game was played again
            self._judge, self._judged = PairResults(setting.sprt), set()
        for game in games:
            if (game.job.number, game.result.ending) not in self._judged:
                self._judge.add(game)
        self._judged = ends
        state = self._judge.state or setting.sprt.judge([0] * 5)
        return {"llr": state.llr, "lower": state.lower, "upper": state.upper}

    def _newest(self, games: list[StoredGame]) -> list[DatedRow]:
        newest = sorted(games, key=lambda game: (game.result.ended, game.job.number), reverse=True)
        return [DatedRow(game.result.ended, self._row(game)) for game in newest[:MAX_GAMES]]

    def _row(self, game: StoredGame) -> GameRow:
        return GameRow(
            store=self.name,
            number=game.job.number,
            black=game.job.black,
            white=game.job.white,
            result=sgf_result(game),
            moves=len(game.result.moves),
        )


def _stamp(path: Path) -> _Stamp:
    """What changes when a store does: time, length and number of the file and of its journal."""
    return _file_stamp(path), _file_stamp(path.with_name(path.name + "-wal"))


def _file_stamp(path: Path) -> tuple[int, int, int] | None:
    """None for a file that is not there or empty: readers of older versions leave an empty journal."""
    try:
        found = path.stat()
    except OSError:
        return None
    return (found.st_mtime_ns, found.st_size, found.st_ino) if found.st_size else None
