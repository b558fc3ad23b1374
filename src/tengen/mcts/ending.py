"""How a position ends: which stones are dead, whose each point is, and whether anything is left to gain.

Playouts that know no tactics bring dead stones back to life and kill living ones, and a search that has
already won does not mind. So the position is searched with the komi at which the doubt lies. A first look
gives some counts that may be right, as more or fewer of the chains in doubt are dead. Between two counts
stands a komi: who wins with it, whoever moves first, tells which of them is nearer. The count that is left is
searched with the komi at which one point decides: a side that moves first and wins has something to gain.

The memory of a search is used for this position alone, and its seed is always the same: the same position
gets the same answer.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.points_jit import BLACK, EMPTY, MAX_AREA, PASS, STRIDE, WHITE
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.dead_stones import chains_of_others, ownership
from tengen.playout.parameters_jit import new_parameters

N_PLAYOUTS = 2000  # for a count that people see: 0.2 s on 19x19
_DEAD = 0.25  # a chain is lost in five eighths of the playouts; in a seki or an open fight in about half
_SURE = 0.6  # the stones of a chain end as one side's in four fifths of the playouts
_SETTLED = 0.5  # so does a point in three quarters of them
_GAIN = 0.55  # a side to move wins so often with a point less; in finished games at most 0.35
_GAIN_IF_OPEN = 0.35  # where something is open: more in fights, less in a seki
_DOUBTS = (0.0, -0.3, 0.3, -0.6, 0.6)  # owners may be wrong by this much, all in favour of one side
_ROUNDS = 4  # in which a new doubt may come up
_MEMORY_MB = 8
_HALF = 0.5
_REFUSE = 0.9  # idle self-ataris, so that stones in seki stay where they are

Owners = npt.NDArray[np.float64]  # (N_POINTS,) from 1, always Black's in the end, to -1, always White's


@dataclass(frozen=True)
class PlayedOn:
    """What is expected if one colour moves first."""

    owners: Owners
    best: int  # its best move other than a pass, PASS if there is none
    win_rate: float  # of that move


First = dict[int, PlayedOn]  # by the colour that moves first


@dataclass(frozen=True)
class Ending:
    """How a position ends."""

    first: First  # where one point more than the count wins
    dead: tuple[int, ...]  # the stones that will be taken, row by row
    unsure: tuple[tuple[int, ...], ...]  # chains of which one playout in five or more thinks otherwise
    is_settled: bool  # each point has an owner, but for empty ones between both colours

    def gains(self, colour: int) -> bool:
        """Whether a colour that moves first may get more than the count gives it."""
        return self.first[colour].win_rate >= (_GAIN if self.is_settled else _GAIN_IF_OPEN)


def judge_ending(game: Game, n_playouts: int = N_PLAYOUTS) -> Ending:
    """Play a position on; the game is left as it was.

    n_playouts -- of each of two searches, one for each colour that may move first; half as many look first
    """
    counts = _Counts(game)
    counts.add(expected_owners(game, n_playouts))
    for _ in range(_ROUNDS):
        while len(counts.open) > 1:
            komi = counts.middle()
            first = _play_on(game, komi, komi, n_playouts)
            counts.narrow(komi, first)
            counts.add(_mean_owners(first))
        ((lead, dead),) = counts.open.items()
        first = _play_on(game, lead + _HALF, lead - _HALF, n_playouts)
        owners = _mean_owners(first)
        counts.add(owners)
        if len(counts.open) == 1:
            break
    unsure = chains_of_others(game, owners, dead=_DEAD, sure=_SURE)[1]
    return Ending(first, tuple(dead), tuple(unsure), is_settled(game, owners))


def expected_owners(game: Game, n_playouts: int) -> Owners:
    """Who owns what in the end, at a look."""
    return _mean_owners(_play_on(game, game.komi, game.komi, (n_playouts + 1) // 2))


def is_settled(game: Game, owners: Owners) -> bool:
    """Whether nothing is open: a count says little of a position in which anything is."""
    colours = game.board.colour
    touched = [_next_to(colours == colour) for colour in (BLACK, WHITE)]
    is_neutral = (colours == EMPTY) & touched[0] & touched[1]
    return bool((np.abs(owners[(colours <= WHITE) & ~is_neutral]) >= _SETTLED).all())


@dataclass
class _Counts:
    """Counts of a game that may be right, and what is known of where the right one lies."""

    game: Game
    open: dict[float, list[int]] = field(default_factory=dict)  # by Black's lead: the dead stones
    low: float = -2.0 * MAX_AREA
    high: float = 2.0 * MAX_AREA

    def add(self, owners: Owners) -> None:
        """The counts by these owners, and if they are wrong in favour of one side."""
        for doubt in _DOUBTS:
            dead, _ = chains_of_others(self.game, owners + doubt, dead=0.0 if doubt else _DEAD)
            lead = self.game.score(dead) + self.game.komi
            if self.low < lead < self.high:
                self.open.setdefault(lead, dead)

    def middle(self) -> float:
        """A komi with which nobody draws, with as many counts below as above."""
        leads = sorted(self.open)
        half = len(leads) // 2
        return (leads[half - 1] + leads[half]) // 2 + _HALF

    def narrow(self, komi: float, first: First) -> None:
        """Keep what is on the side of the komi that wins more, whoever moves first."""
        if first[BLACK].win_rate > first[WHITE].win_rate:
            self.low = komi
        else:
            self.high = komi
        self.open = {lead: dead for lead, dead in self.open.items() if self.low < lead < self.high}


def _mean_owners(first: First) -> Owners:
    return (first[BLACK].owners + first[WHITE].owners) / 2


def _next_to(points: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """All points beside those, (N_POINTS,): the border keeps the ends of rows apart."""
    beside: npt.NDArray[np.bool_] = np.logical_or.reduce(
        [np.roll(points, step) for step in (1, -1, STRIDE, -STRIDE)]
    )
    return beside


def _play_on(game: Game, komi_if_black: float, komi_if_white: float, n_playouts: int) -> First:
    """Search a position with each colour moving first, and a komi of its own."""
    return {
        colour: _search(game, colour, komi, n_playouts)
        for colour, komi in ((BLACK, komi_if_black), (WHITE, komi_if_white))
    }


def _search(game: Game, colour: int, komi: float, n_playouts: int) -> PlayedOn:
    position = Game.from_colours(game.size, game.board.colour, colour, komi, game.rules)
    searcher = Searcher(  # no mercy: with such a komi one side may lead by half the board and lose
        game.size,
        new_parameters("lgrf2", komi, opening=False, mercy=False, refuse=_REFUSE),
        new_search_parameters(ownership=True, superko=game.rules.superko),
        memory_mb=_MEMORY_MB,
    )
    searcher.think(position, playouts=n_playouts, avoid=frozenset({PASS}))
    if 2 * int(searcher.threads[0].worker.n_owned) < n_playouts:
        return _played_by_chance(game, n_playouts)
    owners = searcher.root.ownership()
    best = next((one for one in searcher.root.candidates() if one.move != PASS), None)
    return PlayedOn(
        owners if colour == BLACK else -owners,
        best.move if best else PASS,
        best.win_rate if best and best.visits else 0.0,
    )


def _played_by_chance(game: Game, n_playouts: int) -> PlayedOn:
    """Where playouts that know tactics do not end, as in several kos that nobody gives up, light ones do."""
    return PlayedOn(ownership(game, n_playouts) / n_playouts, PASS, 1.0)
