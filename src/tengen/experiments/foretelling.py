"""How likely nets find the moves that were played in games kept for tests (Wu & Baldi, Table 2, Figure 2b).

A cell is a net and a place: games of one size with the moves that are looked at. Games are looked at in
blocks, each kept as a file of its own in a folder named by the net and digits of its weights. One set of
files serves the table and the figure.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tengen.core.errors import GoError
from tengen.experiments.document import Block
from tengen.experiments.experiment import Findings, Run, Watch
from tengen.experiments.net_games import (
    Archives,
    GameSource,
    Kept,
    check_net_run,
    fingerprint,
    label_of,
    nets_of,
    split_warning,
)
from tengen.files import replace_file
from tengen.machine import commit, describe_machine
from tengen.match.here import GameFarm
from tengen.match.stop_signals import stop_signals
from tengen.nets.dag_rnn_data import Drawn, PackedGames
from tengen.nets.dag_rnn_evaluation import Seen, look_at_games
from tengen.nets.shipped_nets import find_net

HOME = "dag-table2"  # keeps the blocks of both experiments
VALIDATION_PLACE = "9x9-validation"  # its positions choose temperatures and are in no table
_GAMES_A_BLOCK = 10
_SEED = 1  # of the moves that are drawn


@dataclass(frozen=True)
class Place:
    """Games of one size and the moves of each that are looked at."""

    name: str
    size: int
    n_drawn: int  # moves of a game, drawn at random
    numbers: tuple[int, ...] = ()  # of moves, instead of drawn ones

    def times(self, length: int, rng: np.random.Generator) -> list[int]:
        """Before which moves of a game to look, the first being 0."""
        if self.numbers:
            return [number - 1 for number in self.numbers if number <= length]
        return sorted(rng.choice(length, min(self.n_drawn, length), replace=False).tolist())


# The paper's moves on 19x19 are the 80th to 83rd; three others tell of other phases.
PAPER_MOVES = (80, 81, 82, 83)
PLACES = (
    Place(VALIDATION_PLACE, 9, 4),
    Place("9x9", 9, 4),
    Place("13x13", 13, 8),
    Place("19x19", 19, 0, (20, *PAPER_MOVES, 140, 200)),
)


@dataclass(frozen=True)
class BlockJob:
    """Some games to look at with a net, as plain values that can travel."""

    net: str
    place: str
    number: int
    size: int
    moves: list[list[int]]
    owners: list[list[int]]  # [] where they are not known
    times: list[list[int]]


class Told(NamedTuple):
    """A position and what was foretold of it."""

    time: int  # before the move of this number, the first being 0
    seen: Seen


@dataclass(frozen=True)
class CellRows:
    """All positions of a net at a place."""

    net: str
    place: str
    rows: list[Told]


def look_at_block(job: BlockJob) -> list[list[Any]]:
    """The time and the figures of each position; games have their numbers among all of the place."""
    games = _packed(job)
    numbers = np.repeat(np.arange(len(job.times)), [len(times) for times in job.times])
    times = np.array([time for times in job.times for time in times], np.int64)
    drawn = Drawn(numbers, times, np.zeros_like(times))
    rows = []
    for time, seen in zip(times.tolist(), look_at_games(find_net(job.net), games, drawn)):
        rows.append([time, job.number * _GAMES_A_BLOCK + seen.game, *seen[1:]])
    return rows


def _packed(job: BlockJob) -> PackedGames:
    first = np.cumsum([0, *map(len, job.moves)], dtype=np.int64)
    known = [bool(owners) for owners in job.owners]
    owners = [owners or [0] * job.size**2 for owners in job.owners]
    moves = np.array([move for moves in job.moves for move in moves], np.uint16)
    is_known = np.array(known, np.bool_)
    return PackedGames(job.size, moves, first, np.array(owners, np.uint8), is_known, is_known)


@dataclass(frozen=True)
class Foretelling:
    """Nets look at moves of games; `show` makes the report, with warnings about splits."""

    show: Callable[[str, list[CellRows], list[str]], list[Block]]
    places: tuple[Place, ...] = PLACES
    games: int = 300  # a place, or as many as there are
    source: GameSource = field(default_factory=Archives)

    def check(self, run: Run) -> None:
        """GoError if a net or the games are missing."""
        check_net_run(run)
        self.source.check(run)

    def play(self, run: Run, farm: GameFarm, watch: Watch) -> str:
        """Look at the blocks that have no file yet."""
        n_blocks = self._n_blocks(run)
        done = dict.fromkeys(self._cells(run), 0)
        for cell in done:
            done[cell] = sum(_path(run, *cell, number).exists() for number in range(n_blocks))
            watch(f"{label_of(cell[0])} {cell[1].name}", done[cell], n_blocks, "")
        try:
            with stop_signals() as signals:
                for job, rows in farm.run(look_at_block, self._missing(run)):
                    with signals.held():
                        self._keep(run, job, rows)
                        cell = next(one for one in done if (one[0], one[1].name) == (job.net, job.place))
                        done[cell] += 1
                        watch(
                            f"{label_of(job.net)} {job.place}", done[cell], n_blocks, f"{len(rows)} positions"
                        )
        except KeyboardInterrupt:
            return "interrupted"
        return ""

    def findings(self, run: Run) -> Findings:
        """The report of the blocks that are there."""
        kept: list[dict[str, Any]] = []
        cells = []
        for net, place in self._cells(run):
            paths = [_path(run, net, place, number) for number in range(self._n_blocks(run))]
            found = [_read(path) for path in paths if path.exists()]
            rows = [Told(row[0], Seen(*row[1:])) for block in found for row in block["rows"]]
            cells.append(CellRows(label_of(net), place.name, rows))
            kept += found
        n_games = self._n_blocks(run) * _GAMES_A_BLOCK
        return Findings(
            n_done=len(kept),
            n_wanted=len(cells) * self._n_blocks(run),
            scale=f"blocks of {_GAMES_A_BLOCK} games, up to {n_games:,} games for each net and board, nets "
            + ", ".join(map(label_of, nets_of(run))),
            date=max((block["ended"][:10] for block in kept), default=""),
            commits=tuple(sorted({block["commit"] for block in kept} - {""})),
            machines=tuple(sorted({block["machine"] for block in kept})),
            blocks=self.show(run.id, cells, sorted({block["warning"] for block in kept} - {""})),
        )

    def _cells(self, run: Run) -> list[tuple[str, Place]]:
        return [(net, place) for net in nets_of(run) for place in self.places]

    def _n_blocks(self, run: Run) -> int:
        return -(-run.wanted.games_of(self.games) // _GAMES_A_BLOCK)

    def _missing(self, run: Run) -> Iterator[BlockJob]:
        """Blocks of all cells in turn, so that a run stopped early has all alike."""
        for number in range(self._n_blocks(run)):
            for net, place in self._cells(run):
                if not _path(run, net, place, number).exists():
                    yield self._job(run, net, place, number)

    def _job(self, run: Run, net: str, place: Place, number: int) -> BlockJob:
        games, _ = self._kept(run, place)
        order = np.random.default_rng([_SEED, place.size]).permutation(len(games))
        moves, owners, times = [], [], []
        for game in order[number * _GAMES_A_BLOCK : (number + 1) * _GAMES_A_BLOCK].tolist():
            moves.append(games.moves[games.first[game] : games.first[game + 1]].tolist())
            owners.append(games.owners[game].tolist() if games.final[game] else [])
            times.append(place.times(len(moves[-1]), np.random.default_rng([_SEED, place.size, game])))
        return BlockJob(net, place.name, number, place.size, moves, owners, times)

    def _kept(self, run: Run, place: Place) -> Kept:
        return self.source.kept(run, place.size, validating=place.name == VALIDATION_PLACE)

    def _keep(self, run: Run, job: BlockJob, rows: list[list[Any]]) -> None:
        place = next(place for place in self.places if place.name == job.place)
        kept = {
            "rows": rows,
            "warning": split_warning(job.net, find_net(job.net).origin, self._kept(run, place)),
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
            "machine": describe_machine(),
            "commit": commit(),
        }
        replace_file(_path(run, job.net, place, job.number), json.dumps(kept).encode())


def _path(run: Run, net: str, place: Place, number: int) -> Path:
    """The file of a block, in the folder of its cell."""
    return run.folder / HOME / f"{label_of(net)}-{fingerprint(net)}-{place.name}" / f"block-{number:04}.json"


def _read(path: Path) -> dict[str, Any]:
    """A block from its file; GoError if it is damaged."""
    try:
        block: dict[str, Any] = json.loads(path.read_bytes())
        for row in block["rows"]:
            Seen(*row[1:])
        return {name: block[name] for name in ("rows", "warning", "ended", "machine", "commit")}
    except (ValueError, TypeError, KeyError) as error:
        raise GoError(f"{path} is no block of games, or a damaged one: {error}") from None
