# mypy: allow-untyped-defs, no-check-untyped-defs
"""The inputs of the territory net at each point of a position (Wu & Baldi, Table 1), as data and as numbers.

All is seen by the colour to play: "own" and "other". A *plane* is one number for each point; an input is a
plane at the point itself or at a fixed step from it, and 0 off the board. `INPUTS` lists them in the order of
the input vector. What the paper leaves open, and our choice:

- *Neighbourhood*: stones of all points within two steps, influence of the point and the four beside it,
  propensity of the 3x3 around it. With 16 hidden units this makes near 6,000 weights, as in the paper.
- *Counts* are divided by a fixed number and cut off at 1, as the planes say.
- *Empty points* have no chain: eyes and liberties are 0. Their adjacent chains are those beside the point, of
  both colours, and the stone type tells whose they are; of two as strong as each other own ones come first.
  Adjacent chains of a stone are the enemy's.
- *Lines* (distance from the edges) are not in the paper's list; they cost two inputs, and a point next to the
  edge of a small and of a large board looks the same to the net.

Nets that foretell moves see the last moves and the ko, too: people answer where they were attacked. These
inputs come last, so a net for territory alone reads the first N_POSITION_INPUTS.

Cost: see docs/performance.md.
"""

from typing import NamedTuple

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import (
    BLACK,
    EMPTY,
    MAX_SIZE,
    N_POINTS,
    NO_MOVE,
    column_of,
    east,
    north,
    opponent,
    point_at,
    row_of,
    south,
    west,
)
from tengen.dag_rnn.features.chains_jit import CHAINS, N_ORDERS, NO_CHAIN, find_chains, weaker_two
from tengen.dag_rnn.features.influence_jit import INFLUENCE, saturated, spread_influence
from tengen.dag_rnn.features.propensity_jit import write_propensity

MOST_EYES = 2
MOST_LIBERTIES = 8  # of the first order, of a point's own chain and of those beside it
MOST_FURTHER = 16  # liberties of each higher order
MOST_LINES = 4
N_LAST_MOVES = 3


class Plane(NamedTuple):
    """One number for each point."""

    name: str
    meaning: str


PLANES = (
    Plane("own", "1 if the stone is the player's"),
    Plane("other", "1 if the stone is the opponent's"),
    Plane("empty", "1 if there is no stone"),
    Plane("own influence", "of own stones, any enemy blocks: s / (1 + s)"),
    Plane("other influence", "of the opponent's stones, any enemy blocks: s / (1 + s)"),
    Plane("own stringent", "of own stones, stronger enemies block: s / (1 + s)"),
    Plane("other stringent", "of the opponent's stones, stronger enemies block: s / (1 + s)"),
    Plane("propensity", "of the 3x3 patterns over the point to make it the player's, -1 to 1"),
    Plane("eyes", f"true eyes of the chain / {MOST_EYES}, at most 1"),
    Plane("liberties 1", f"liberties of the chain / {MOST_LIBERTIES}, at most 1"),
    Plane("liberties 2", f"of 2nd order / {MOST_FURTHER}, at most 1"),
    Plane("liberties 3", f"of 3rd order / {MOST_FURTHER}, at most 1"),
    Plane("liberties 4", f"of 4th order / {MOST_FURTHER}, at most 1"),
    Plane("weakest", "weakest adjacent chain: 1 own, -1 the opponent's, 0 none"),
    Plane("weakest liberties", f"its liberties / {MOST_LIBERTIES}, at most 1"),
    Plane("weakest eyes", f"its true eyes / {MOST_EYES}, at most 1"),
    Plane("second", "second weakest adjacent chain: 1 own, -1 the opponent's, 0 none"),
    Plane("second liberties", f"its liberties / {MOST_LIBERTIES}, at most 1"),
    Plane("second eyes", f"its true eyes / {MOST_EYES}, at most 1"),
    Plane("near line", f"lines to the nearest edge / {MOST_LINES}, at most 1; 0 on the edge"),
    Plane("far line", f"lines to the nearest edge of the other direction / {MOST_LINES}, at most 1"),
    Plane("ko", "1 where the player may not retake at once"),
    Plane("last move", "1 where the opponent has just moved"),
    Plane("move before", "1 where the player moved before that"),
    Plane("near last", "2 / (2 + distance) from the last move; distance: rows + columns + more of the two"),
    Plane("near before", "the same from the move before it"),
    Plane("near third", "the same from the third last move"),
)
_FIRST_OF_MOVES = 21  # planes from here on are those of nets that foretell moves
N_PLANES = len(PLANES)
_PLANE = {plane.name: number for number, plane in enumerate(PLANES)}

HERE = ((0, 0),)
BESIDE = (*HERE, (-1, 0), (0, -1), (0, 1), (1, 0))
AROUND = (*BESIDE, (-1, -1), (-1, 1), (1, -1), (1, 1))
TWO_STEPS = (*AROUND, (-2, 0), (0, -2), (0, 2), (2, 0))
_STEPS = {
    "own": TWO_STEPS,
    "other": TWO_STEPS,
    "empty": BESIDE,
    "own influence": BESIDE,
    "other influence": BESIDE,
    "own stringent": BESIDE,
    "other stringent": BESIDE,
    "propensity": AROUND,
}  # all other planes at the point itself


class Input(NamedTuple):
    """One number of the input vector: a plane at a step from the point."""

    name: str
    plane: str
    row: int  # the step, in rows downwards
    column: int  # and in columns to the right
    meaning: str


def _name(plane: str, row: int, column: int) -> str:
    """The plane and, away from the point itself, the step: "own 1 up 2 right"."""
    words = [plane]
    for step, back, forth in ((row, "up", "down"), (column, "left", "right")):
        if step:
            words.append(f"{abs(step)} {back if step < 0 else forth}")
    return " ".join(words)


INPUTS = tuple(
    Input(_name(plane.name, row, column), plane.name, row, column, plane.meaning)
    for plane in PLANES
    for row, column in _STEPS.get(plane.name, HERE)
)
N_INPUTS = len(INPUTS)
N_POSITION_INPUTS = [one.plane for one in INPUTS].index(PLANES[_FIRST_OF_MOVES].name)


# Planes lie point by point with a margin of two, so that a step is a constant and off the board is 0.
_MARGIN = 2
_STRIDE = MAX_SIZE + 2 * _MARGIN
_N_CELLS = _STRIDE * _STRIDE
_SOURCE = np.array(
    [(step.row * _STRIDE + step.column) * N_PLANES + _PLANE[step.plane] for step in INPUTS], np.int64
)

SCRATCH = np.dtype(
    [
        ("chains", CHAINS),
        ("influence", INFLUENCE),
        ("window_sums", np.int32, N_POINTS),
        ("propensity", np.float32, N_POINTS),
        ("planes", np.float32, _N_CELLS * N_PLANES),  # by cell, then by plane
    ],
    align=True,
)


def new_scratch() -> np.record:
    """What `write_inputs` needs for itself; one for each thread."""
    scratch: np.record = np.zeros(1, SCRATCH).view(np.recarray)[0]
    return scratch


@jit
def write_inputs(board, last_moves, table, scratch, inputs):
    """Write the inputs of all points of a position, for the colour to play.

    last_moves -- (N_LAST_MOVES,) the last move first; PASS or NO_MOVE are nowhere
    table      -- propensities (`propensity.spread_rows`)
    scratch    -- a record of SCRATCH
    inputs     -- (area or more, N_INPUTS or N_POSITION_INPUTS) float32, row by row of the board
    """
    find_chains(board, scratch.chains)
    spread_influence(board, scratch.chains, scratch.influence)
    own = np.int64(board.to_play)
    write_propensity(board, own, table, scratch.window_sums, scratch.propensity)
    scratch.planes[:] = 0
    size = np.int64(board.board_size)
    for row in range(size):
        for column in range(size):
            _write_planes(board, own, row, column, scratch)
            if inputs.shape[1] == N_INPUTS:
                _write_last_moves(board, last_moves, row, column, scratch.planes)
    for row in range(size):
        for column in range(size):
            cell = _first_plane(row, column)
            index = np.uint32(row * size + column)
            for number in range(inputs.shape[1]):
                inputs[index, number] = scratch.planes[np.uint32(cell + _SOURCE[number])]


@jit_inline
def _first_plane(row, column):
    """Where the planes of a point begin."""
    return ((row + _MARGIN) * _STRIDE + column + _MARGIN) * N_PLANES


@jit
def _write_planes(board, own, row, column, scratch):
    """Write all planes of a point, in the order of PLANES."""
    at = np.uint32(_first_plane(row, column))
    point = point_at(row, column)
    planes, influence = scratch.planes, scratch.influence
    colour = np.int64(board.colour[point])
    planes[at] = colour == own
    planes[at + 1] = colour == opponent(own)
    planes[at + 2] = colour == EMPTY
    us, them = np.uint32(own - BLACK), np.uint32(opponent(own) - BLACK)
    planes[at + 3] = saturated(influence.exact[us, point])
    planes[at + 4] = saturated(influence.exact[them, point])
    planes[at + 5] = saturated(influence.stringent[us, point])
    planes[at + 6] = saturated(influence.stringent[them, point])
    planes[at + 7] = scratch.propensity[point]
    _write_chains(board, own, point, scratch.chains, planes, at + 8)
    size = np.int64(board.board_size)
    first, second = min(row, size - 1 - row), min(column, size - 1 - column)
    planes[at + 19] = _share(min(first, second), MOST_LINES)
    planes[at + 20] = _share(max(first, second), MOST_LINES)


@jit
def _write_last_moves(board, last_moves, row, column, planes):
    """Write the planes about ko and last moves of a point."""
    at = np.uint32(_first_plane(row, column) + _FIRST_OF_MOVES)
    point = point_at(row, column)
    planes[at] = (board.ko == point) & (board.ko_colour == board.to_play)
    planes[at + 1] = last_moves[0] == point
    planes[at + 2] = last_moves[1] == point
    for number in range(N_LAST_MOVES):
        move = last_moves[number]
        if move > NO_MOVE:
            rows, columns = abs(row_of(move) - row), abs(column_of(move) - column)
            planes[at + 3 + number] = np.float32(2) / np.float32(2 + rows + columns + max(rows, columns))


@jit_inline
def _write_chains(board, own, point, chains, planes, at):
    """Write the eleven planes about the chain of a point and those beside it."""
    chain = np.uint32(chains.number[point])
    weakest, second = np.int64(chains.weakest[chain, 0]), np.int64(chains.weakest[chain, 1])
    if chain == NO_CHAIN:
        for neighbour in (north(point), west(point), east(point), south(point)):
            beside = np.int64(chains.number[neighbour])
            if beside != NO_CHAIN:
                weakest, second = weaker_two(chains, own, weakest, second, beside)
    planes[at] = _share(chains.eyes[chain], MOST_EYES)
    planes[at + 1] = _share(chains.liberties[chain, 0], MOST_LIBERTIES)
    for order in range(1, N_ORDERS):
        planes[at + 1 + order] = _share(chains.liberties[chain, order], MOST_FURTHER)
    _write_neighbour(chains, np.uint32(weakest), own, planes, at + 5)
    _write_neighbour(chains, np.uint32(second), own, planes, at + 8)


@jit_inline
def _write_neighbour(chains, chain, own, planes, at):
    """Write the three planes about an adjacent chain; all are 0 for NO_CHAIN."""
    if chain != NO_CHAIN:
        planes[at] = 1 if chains.colours[chain] == own else -1
        planes[at + 1] = _share(chains.liberties[chain, 0], MOST_LIBERTIES)
        planes[at + 2] = _share(chains.eyes[chain], MOST_EYES)


@jit_inline
def _share(count, most):
    """A count from 0 to 1, cut off."""
    return np.float32(min(np.int64(count), most)) / np.float32(most)
