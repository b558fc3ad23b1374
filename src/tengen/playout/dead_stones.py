"""Which stones are dead, asked of light playouts: a chain is dead if it mostly ends as the opponent's.

A playout ends with an owner for each point; over a few hundred of them the owners of a chain's points
tell whether it lives. Light playouts know no tactics: clear cases come out right, close fights and
seki need not. No search is needed before, and the same position always gets the same answer.
"""

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import new_boards
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, WHITE
from tengen.core.random_jit import rng_state
from tengen.core.rules_jit import area_lead
from tengen.playout.playout_jit import light_playouts, new_playout


def dead_stones(game: Game, n_playouts: int) -> list[int]:
    """The points of all stones that are dead in the present position, row by row."""
    return chains_of_others(game, ownership(game, n_playouts) / n_playouts)[0]


def chains_of_others(
    game: Game, owners: npt.NDArray[np.float64], *, dead: float = 0.0, sure: float = 0.0
) -> tuple[list[int], list[tuple[int, ...]]]:
    """The stones of chains that end as the opponent's, row by row, and chains that might end otherwise.

    owners -- (N_POINTS,) from 1, always Black's, to -1, always White's
    dead   -- a chain is dead if its mean owner is the opponent by more than this
    sure   -- a chain whose mean owner is nearer to 0 than this might end otherwise
    """
    colours, chains = game.board.colour, game.board.chain
    taken: list[int] = []
    unsure: list[tuple[int, ...]] = []
    for colour, sign in ((BLACK, 1), (WHITE, -1)):
        for chain in np.unique(chains[colours == colour]):
            stones = np.flatnonzero((chains == chain) & (colours == colour)).tolist()
            mean = sign * float(owners[stones].mean())
            if mean < -dead:
                taken += stones
            if abs(mean) < sure:
                unsure.append(tuple(stones))
    return sorted(taken), sorted(unsure)


def ownership(game: Game, n_playouts: int) -> npt.NDArray[np.int64]:
    """In how many playouts more each point ended as Black's than as White's, (N_POINTS,)."""
    boards, playout, state = new_boards(1), new_playout(), rng_state(0)
    owner, stack = np.zeros(N_POINTS, np.uint8), np.zeros(MAX_AREA, np.uint16)
    balance = np.zeros(N_POINTS, np.int64)
    for _ in range(n_playouts):
        light_playouts(game.board, boards, 1, 0.0, state, playout)
        area_lead(boards[0].colour, game.size, owner, stack)
        balance += owner == BLACK
        balance -= owner == WHITE
    return balance
