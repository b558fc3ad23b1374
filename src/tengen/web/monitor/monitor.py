"""Watching matches, tournaments and reproductions of this machine, also while they run. Nothing is changed.

A folder is one experiment. What was read of a store is kept until the store changes, so that pages may ask
every second.
"""

import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tengen.core.errors import GoError
from tengen.core.files import is_plain_file, read_plain_file
from tengen.experiments.catalogue import PAGES
from tengen.experiments.document import Figure, to_markdown
from tengen.experiments.report import Report, page_path, state_in
from tengen.experiments.strength import GridCell as PlannedMatch
from tengen.match.export import game_to_sgf
from tengen.match.ratings import rate
from tengen.match.store import locked_stores, open_reader
from tengen.web.messages.experiments import Cell, Experiment, ExperimentRow, Experiments
from tengen.web.messages.game import Record
from tengen.web.monitor.discovery import (
    DEFAULT_FOLDERS,
    FoundExperiment,
    changed_at,
    find_experiments,
    page_name,
    planned_matches,
    report_now,
)
from tengen.web.monitor.store import MAX_GAMES, WatchedStore

_MAX_PAGE_BYTES = 1 << 20
_MAX_FIGURES = 20
_FIGURE = re.compile(r"^!\[[^\]]*\]\(([A-Za-z0-9_-]+\.svg)\)$", re.MULTILINE)
_N_REASONS = 3
_SECONDS_A_REPORT = 15.0  # one of 2,000 games takes about a second
_SHOWN = 40


@dataclass(frozen=True)
class _Match:
    """A store of an experiment, and how many games it is to have."""

    store: WatchedStore
    n_wanted: int | None


@dataclass(frozen=True)
class _Seen:
    """An experiment as it stands."""

    found: FoundExperiment
    matches: list[_Match]  # those of the plan first
    n_wanted: int | None  # of the plan

    @property
    def n_done(self) -> int:
        """Games played; where there is a plan, those of it."""
        counted = [match for match in self.matches if self.n_wanted is None or match.n_wanted is not None]
        return sum(match.store.n_games for match in counted)


@dataclass(frozen=True)
class _Made:
    """A report that was made."""

    at: float
    changed: int  # when the experiment had changed last
    text: str
    figures: list[str]


class ExperimentMonitor:
    """The experiments of some folders."""

    def __init__(self, folders: Sequence[Path] = DEFAULT_FOLDERS, pages: Path = PAGES) -> None:
        """Folders and stores need not be there yet; `pages` is where reports are published."""
        self._folders = tuple(folders)
        self._pages = pages
        self._stores: dict[tuple[str, Path], WatchedStore] = {}  # by experiment and path
        self._plans: dict[Path, tuple[int, list[PlannedMatch]]] = {}  # by folder: when recorded, and what
        self._made: dict[Path, _Made] = {}  # by folder
        self._lock = threading.Lock()  # pages ask from several threads

    def rows(self) -> Experiments:
        """All experiments, those that run first."""
        with self._lock:
            seen = [self._see(found) for found in find_experiments(self._folders).values()]
        held = locked_stores({match.store.path for each in seen for match in each.matches})
        rows = [
            ExperimentRow(
                name=each.found.name,
                title=self._title(each),
                done=each.n_done,
                total=each.n_wanted,
                running=any(match.store.path in held for match in each.matches),
            )
            for each in seen
        ]
        return Experiments(rows=sorted(rows, key=lambda row: not row.running))

    def experiment(self, name: str) -> Experiment:
        """One of them in full; GoError if there is none of this name."""
        with self._lock:
            seen = self._see(self._find(name))
            read = [(match, match.store.cell(match.n_wanted)) for match in seen.matches]
            cells = [cell for _, cell in read if cell is not None]
            newest = [dated for match, _ in read for dated in match.store.newest]
            title = self._title(seen)
        if seen.n_wanted is None:
            cells = in_table_order(cells)
        report, figures = self._report(seen.found)
        newest.sort(key=lambda dated: (dated.ended, dated.row.number), reverse=True)
        return Experiment(
            name=name,
            title=title,
            cells=cells,
            games=[dated.row for dated in newest[:MAX_GAMES]],
            figures=figures,
            report=report,
        )

    def game(self, name: str, store: str, number: int) -> Record:
        """A game as a record; GoError if there is no such experiment, store or game."""
        with self._lock:
            matches = self._see(self._find(name)).matches
        asked = next((match.store for match in matches if match.store.name == store), None)
        if asked is None:
            raise GoError(f"the experiment {name[:_SHOWN]!r} has no match {store[:_SHOWN]!r}")
        if asked.reason:
            raise GoError(asked.reason)
        try:
            with open_reader(asked.path) as reader:
                text = game_to_sgf(reader.game(number)).decode("utf-8")
        except GoError as error:
            raise GoError(str(error).replace(str(asked.path), store)) from None
        return Record(name=f"{store}-{number:05}", text=text)

    def _find(self, name: str) -> FoundExperiment:
        found = find_experiments(self._folders).get(name)
        if found is None:
            raise GoError(f"there is no experiment {name[:_SHOWN]!r} here")
        return found

    def _see(self, found: FoundExperiment) -> _Seen:
        """The stores of an experiment, counted; those of a plan may be in the folder of another one."""
        plan = self._plan(found)
        wanted = {match.path: match.n_games for match in plan if is_plain_file(match.path)}
        names: set[str] = set()
        matches = []
        for path in [*wanted, *(path for path in found.stores if path not in wanted)]:
            store_name = page_name(path.stem, names)
            names.add(store_name)
            store = self._stores.setdefault((found.name, path), WatchedStore(path, store_name))
            store.count(wanted.get(path))
            matches.append(_Match(store, wanted.get(path)))
        return _Seen(found, matches, sum(match.n_games for match in plan) if plan else None)

    def _plan(self, found: FoundExperiment) -> list[PlannedMatch]:
        """What the last run was asked for, worked out again when another run is recorded."""
        recorded_at = found.recorded_at
        if recorded_at is None:
            return []
        if found.path not in self._plans or self._plans[found.path][0] != recorded_at:
            self._plans[found.path] = recorded_at, planned_matches(found)
        return self._plans[found.path][1]

    def _title(self, seen: _Seen) -> str:
        """What is played, and why something was left out."""
        reproduced = seen.found.reproduced
        settings = [match.store.setting for match in seen.matches if match.store.setting is not None]
        players = {player for setting in settings for player in (setting.first, setting.second)}
        if reproduced is not None:
            state = "" if seen.matches else state_in(self._page(seen.found))
            title = reproduced.title + (f" ({state})" if state else "")
        elif len(settings) == 1:
            title = f"{settings[0].first} against {settings[0].second}, {_boards(settings[0].size)}"
        else:
            title = f"{len(players)} players, {_boards(*(setting.size for setting in settings))}"
        reasons = [match.store.reason for match in seen.matches if match.store.reason]
        if len(reasons) > _N_REASONS:
            reasons = [*reasons[:_N_REASONS], f"{len(reasons) - _N_REASONS} more"]
        return "; left out: ".join([title, *(["; ".join(reasons)] if reasons else [])])

    def _report(self, found: FoundExperiment) -> tuple[str, list[str]]:
        """The report of a reproduction and its figures: as it stands, made anew now and then while it runs.

        Where that cannot be, as without matplotlib, the page that was last written.
        """
        now, changed = time.monotonic(), changed_at(found)
        with self._lock:
            made = self._made.get(found.path)
        if made is None or (made.changed != changed and now > made.at + _SECONDS_A_REPORT):
            made = _Made(now, changed, *self._report_or_page(found))
            with self._lock:
                self._made[found.path] = made
        return made.text, made.figures

    def _report_or_page(self, found: FoundExperiment) -> tuple[str, list[str]]:
        """What there is to show, and the figures in it."""
        made = report_now(found)
        if isinstance(made, Report):
            figures = [block.svg.decode("utf-8") for block in made.blocks if isinstance(block, Figure)]
            return to_markdown(made.title, made.blocks), figures[:_MAX_FIGURES]
        page = self._page(found)
        names = _FIGURE.findall(page)[:_MAX_FIGURES]
        figures = [self._text(found.path / name) or self._text(self._pages / name) for name in names]
        if made:
            page += f"\nThis is {'the page that was last written' if page else 'no report yet'}: {made}.\n"
        return page, [figure for figure in figures if figure]

    def _page(self, found: FoundExperiment) -> str:
        """The page of a reproduction: its own, else the published one."""
        name = found.reproduced.id if found.reproduced else ""
        return name and (self._text(page_path(found.path, name)) or self._text(page_path(self._pages, name)))

    def _text(self, path: Path) -> str:
        """A file as text, "" if it is not there or not as it should be."""
        try:
            return read_plain_file(path, _MAX_PAGE_BYTES, follow_links=False).decode("utf-8", "replace")
        except OSError:
            return ""


def in_table_order(cells: list[Cell]) -> list[Cell]:
    """The pairings as the rows of a cross-table have them: those of the best player first.

    Where ratings cannot be given, because games do not join all players, they stay as they are.
    """
    played = [cell for cell in cells if cell.games and cell.first != cell.second]
    players = list(dict.fromkeys(player for cell in played for player in (cell.first, cell.second)))
    points = np.zeros((len(players), len(players)))
    for cell in played:
        first, second = players.index(cell.first), players.index(cell.second)
        points[first, second] += cell.wins + cell.draws / 2
        points[second, first] += cell.losses + cell.draws / 2
    try:
        ratings = sorted(rate(players, points), key=lambda rating: -rating.elo) if players else []
    except GoError:
        return cells
    places = {rating.player: place for place, rating in enumerate(ratings)}

    def place(cell: Cell) -> tuple[int, ...]:
        return tuple(sorted(places.get(player, len(places)) for player in (cell.first, cell.second)))

    return sorted(cells, key=place)


def _boards(*sizes: int) -> str:
    """The sizes of boards in words."""
    return ", ".join(f"{size}x{size}" for size in sorted(set(sizes))) or "no games yet"
