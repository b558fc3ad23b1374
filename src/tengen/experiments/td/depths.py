"""Table II of Mayer: the best net with alpha-beta search of several depths against the three opponents.

Depth 0 is no search at all, the best move by the net's value, as in Figures 2 and 3. Depth 1 values the same
moves, but knows the result where a second pass would end the game. Games are played in blocks, a JSON file
each, in a folder named by the net and digits of its weights.

The page of Table II of Mayer: win rates by search depth beside the paper's, and whether depth helps.
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from tengen.core.game import Game
from tengen.core.points_jit import BLACK, WHITE
from tengen.core.random_jit import rng_state
from tengen.experiments.answers import Answer, Answers
from tengen.experiments.document import Block, Bullets, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, RunSummary, Sources, Watch, Where
from tengen.experiments.statistics import SIGNIFICANT, Rate
from tengen.experiments.td.nets import check_one_net, td_fingerprints, td_label, td_nets_of
from tengen.match.executors.serial import Executor
from tengen.match.intervals import format_rate, two_proportions
from tengen.players.heuristic_players import NaivePlayer, PatternPlayer, RandomPlayer
from tengen.players.player import Player
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.td.alphabeta import AlphaBeta
from tengen.td.games_jit import OPPONENTS, choose_best
from tengen.td.network import TdNet
from tengen.td.value_jit import new_accumulator
from tengen.td.weights import find_td_net

_KOMI = 0.0
_SEED_STEP = 1 << 20  # random numbers of the net are not those of its opponent

Choose = Callable[[Game], int]


@dataclass(frozen=True)
class DepthJob:
    """Some games, as plain values that can travel."""

    weights: str  # digits of the net
    depth: int
    opponent: str
    first: int  # number of the first game
    n_games: int
    version: int = 1
    net: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """In a folder of the net."""
        block = f"depth-{self.depth}-{self.opponent}-{self.first:05}-{self.n_games}"
        return f"{td_label(self.net)}-{self.weights}/{block}"


@dataclass(frozen=True)
class DepthResult:
    """What came of the games of a job."""

    points: float  # of the net, draws counted half
    n_moves: int  # that the net chose
    seconds: float  # that it took for them


@dataclass(frozen=True)
class DepthCell:
    """All games of a depth against an opponent so far."""

    depth: int
    opponent: str
    points: float
    n_games: int
    n_moves: int
    seconds: float


def play_block(job: DepthJob) -> DepthResult:
    """Games of a net, the even ones with Black."""
    file = find_td_net(job.net)
    net, size = file.net(), file.architecture.size
    points, n_moves, seconds = 0.0, 0, 0.0
    _chooser(net, size, job.depth, 0)(Game(size, _KOMI, "chinese"))  # compiled before a clock runs
    for number in range(job.first, job.first + job.n_games):
        choose = _chooser(net, size, job.depth, number)
        own_colour = BLACK if number % 2 == 0 else WHITE
        game, own_moves, own_seconds = play_game(choose, _opponent(job.opponent, number), own_colour, size)
        lead = game.score() if own_colour == BLACK else -game.score()
        points += 0.5 * (1 + np.sign(lead))
        n_moves, seconds = n_moves + own_moves, seconds + own_seconds
    return DepthResult(float(points), n_moves, seconds)


def play_game(choose: Choose, other: Player, own_colour: int, size: int) -> tuple[Game, int, float]:
    """One game by the rules of the trials, the moves of the net's colour and the time for them."""
    game, n_moves, seconds = Game(size, _KOMI, "chinese"), 0, 0.0
    while not game.is_over and len(game.moves) < MOVE_LIMIT_PER_POINT * size * size:
        if game.to_play == own_colour:
            started = time.monotonic()
            move = choose(game)
            seconds, n_moves = seconds + time.monotonic() - started, n_moves + 1
        else:
            move = other.choose_move(game)
        game.play(move)
    return game, n_moves, seconds


def _chooser(net: TdNet, size: int, depth: int, seed: int) -> Choose:
    """How the net chooses its moves."""
    state = rng_state(_SEED_STEP + seed)
    if depth == 0:
        sight = new_accumulator(net)
        return lambda game: int(choose_best(net, sight, game.board, state)[0])
    search = AlphaBeta(net, size)
    return lambda game: search.search(game, depth, _KOMI, state).move


def _opponent(name: str, seed: int) -> Player:
    if name == "random":
        return RandomPlayer(seed, moves="all")
    return PatternPlayer(seed) if name == "pattern" else NaivePlayer(seed)


@dataclass(frozen=True)
class Depths:
    """A net at several depths; `show` makes the report."""

    show: Callable[[str, list[DepthCell]], list[Block]]
    depths: tuple[int, ...] = (0, 1, 2, 4)
    games: int = 1000  # a depth and opponent
    games_a_block: int = 50

    takes: ClassVar[tuple[str, ...]] = ("scale", "games", "nets")
    where: ClassVar[Where] = "farm"

    def check(self, run: Run) -> None:
        """GoError if the net is missing or games are odd."""
        self._n_games(run)
        check_one_net(run)

    def play(self, run: Run, farm: Executor, watch: Watch) -> str:
        """Play the blocks that have no file yet, all cells in turn."""
        jobs, answers = self._jobs(run), _answers(run)
        done = answers.find_all(jobs)

        def tell(job: DepthJob) -> None:
            cell = _cell(job.depth, job.opponent, done)
            rate = format_rate(cell.points, cell.n_games)
            watch(f"depth {job.depth}, {job.opponent}", cell.n_games, self._n_games(run), rate)

        def on_block(job: DepthJob, found: Answer[DepthResult]) -> None:
            done[job] = found
            tell(job)

        for job in jobs[: len(self.depths) * len(OPPONENTS)]:
            tell(job)
        return answers.find_out([job for job in jobs if job not in done], play_block, farm, on_block)

    def findings(self, run: Run) -> RunSummary:
        """The report of the blocks that are there; without any the net need not be there."""
        done = _answers(run).find_all(self._jobs(run)) if run.home.exists() else {}
        n_games = self._n_games(run)
        cells = [_cell(depth, opponent, done) for depth in self.depths for opponent in OPPONENTS]
        return RunSummary(
            n_done=sum(cell.n_games for cell in cells),
            n_wanted=n_games * len(cells),
            unit="games",
            scale=f"net {td_label(td_nets_of(run)[0])}, {n_games:,} games ({self.games:,} in the paper) for "
            "each depth and opponent",
            sources=Sources.of(done.values()),
            blocks=self.show(run.id, cells),
        )

    def _n_games(self, run: Run) -> int:
        return run.wanted.games_of(self.games, in_pairs=True)

    def _jobs(self, run: Run) -> list[DepthJob]:
        """Blocks of all cells in turn, so that a run stopped early has all alike."""
        n_games, net, weights = self._n_games(run), td_nets_of(run)[0], td_fingerprints(run)[0]
        return [
            DepthJob(weights, depth, opponent, first, min(self.games_a_block, n_games - first), net=net)
            for first in range(0, n_games, self.games_a_block)
            for depth in self.depths
            for opponent in OPPONENTS
        ]


def _cell(depth: int, opponent: str, done: Mapping[DepthJob, Answer[DepthResult]]) -> DepthCell:
    """The sums over the blocks of a cell."""
    own = {job: one.value for job, one in done.items() if (job.depth, job.opponent) == (depth, opponent)}
    return DepthCell(
        depth,
        opponent,
        sum(one.points for one in own.values()),
        sum(job.n_games for job in own),
        sum(one.n_moves for one in own.values()),
        sum(one.seconds for one in own.values()),
    )


def _answers(run: Run) -> Answers[DepthJob, DepthResult]:
    return Answers(run.home, lambda value: DepthResult(**value), _older)


def _older(folder: Path, job: DepthJob) -> Answer[DepthResult] | None:
    """A block that was kept before files were named by keys: its name has all of its question."""
    path = folder / f"{job.name}.json"
    if job.version != 1 or not path.exists():
        return None
    kept: dict[str, Any] = json.loads(path.read_bytes())
    made = [str(kept.pop(name)) for name in ("ended", "machine", "commit")]
    return Answer(DepthResult(**kept), *made)


# --- The report -----------------------------------------------------------------------------------


DEPTH_CLAIMS = ("strength grows with the depth of the search", "against GOjen it does not grow steadily")

_PAPERS = {  # by opponent and depth
    "pattern": {1: 0.6500, 2: 0.5830, 4: 0.6560},
    "naive": {1: 0.7370, 2: 0.8920, 4: 0.9110},
    "random": {1: 0.9860, 2: 1.0, 4: 1.0},
    "all three": {1: 0.7527, 2: 0.7753, 4: 0.8320},
}
_ALL = "all three"


def show_depths(name: str, cells: list[DepthCell]) -> list[Block]:
    """All parts of the report but its head and its foot."""
    depths = list(dict.fromkeys(cell.depth for cell in cells))
    rates = {(cell.opponent, cell.depth): Rate(cell.points, cell.n_games) for cell in cells}
    for depth in depths:
        own = [rates[opponent, depth] for opponent in OPPONENTS]
        rates[_ALL, depth] = Rate(sum(one.points for one in own), sum(one.games for one in own))
    columns = ("against", *(f"depth {depth}" if depth else "no search" for depth in depths))
    return [
        Heading("Setting"),
        Bullets(
            (
                "Alpha-beta search over the net (`td/alphabeta.py`): d plies on, the net is asked. Half of "
                "the games with each colour, no komi; equal best moves are drawn.",
                "Without search the net plays its best move, as in Figures 2 and 3. Depth 1 values the same "
                "moves, but counts the board where a second pass would end the game.",
                "`pattern` stands in for GOjen and is another player: see `td-fig3`.",
            )
        ),
        Heading("Result"),
        Paragraph("Share of wins with 95 % Wilson intervals, in brackets; then the paper's."),
        Table(columns, tuple(_row(opponent, depths, rates) for opponent in (*OPPONENTS, _ALL))),
        Paragraph(
            "The last row is over all games. The paper's strength is not the mean of its rows (0.7910, "
            "0.8250 and 0.8557); it is shown as printed."
        ),
        Table(("", *columns[1:]), (("milliseconds a move", *(_pace(cells, depth) for depth in depths)),)),
        Heading("The paper's claims"),
        Paragraph("Each depth against the one before, by the two-sided z-test of two proportions, p < 0.05."),
        Table(("against", "depths", "shares", "p", "verdict"), tuple(_claims(depths, rates))),
    ]


def _row(opponent: str, depths: list[int], rates: dict[tuple[str, int], Rate]) -> tuple[str, ...]:
    cells = []
    for depth in depths:
        papers = _PAPERS[opponent].get(depth)
        cells.append(format_rate(*rates[opponent, depth]) + (f"; {papers:.1%}" if papers else ""))
    return opponent if opponent == _ALL else f"`{opponent}`", *cells


def _pace(cells: list[DepthCell], depth: int) -> str:
    own = [cell for cell in cells if cell.depth == depth]
    n_moves, seconds = sum(cell.n_moves for cell in own), sum(cell.seconds for cell in own)
    return f"{1000 * seconds / n_moves:.2f}" if n_moves else "-"


def _claims(depths: list[int], rates: dict[tuple[str, int], Rate]) -> list[tuple[str, ...]]:
    """Whether a deeper search is stronger, for the depths of the paper."""
    rows: list[tuple[str, ...]] = []
    for opponent in (_ALL, *OPPONENTS):
        for low, high in pairwise(depth for depth in depths if depth):
            first, second = rates[opponent, low], rates[opponent, high]
            if first.games and second.games:
                test = two_proportions(*first, *second)
                change = "stronger" if test.z < 0 else "weaker"
                verdict = change if test.p < SIGNIFICANT else "no difference seen"
                shares = f"{first.value:.1%} and {second.value:.1%}"
                rows.append((opponent, f"{low} and {high}", shares, f"{test.p:.2g}", verdict))
    return rows
