# mypy: allow-untyped-defs, no-check-untyped-defs
"""Influence: how strongly stones radiate over the board (Chen's method, as Wu & Baldi use it).

What is publicly known of the method (Z. Chen, ICGA Journal 25(4), 2002; his note on the program Handtalk): a
stone radiates influence over the points around it, less with distance; the influences of stones add up, but
not without limit; and by Wu & Baldi an enemy stone blocks the propagation, in the *exact* form always, in the
*stringent* form only if it is stronger than the stone that radiates (eyes first, then liberties). The
formula itself is in neither text. Our choice:

- A stone gives 2^-d to the points at d steps, up to `REACH` steps, also to its own point (1). Steps go along
  the lines over empty points, stones of its own colour, and enemy stones that do not block.
- A blocking stone takes the influence and does not pass it on. A stone of equal strength does not block.
- Influences of a colour add up to a total s, and s / (1 + s) is what the net sees: from 0 to 1.

Cost: for each stone the points in its reach, twice where a weaker enemy is near.
"""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import (
    BLACK,
    BORDER,
    EMPTY,
    N_POINTS,
    east,
    north,
    opponent,
    point_at,
    south,
    west,
)

REACH = 4  # steps
_N_IN_REACH = 2 * REACH * (REACH + 1) + 1
_WEIGHTS = np.array([2.0**-steps for steps in range(REACH + 1)], np.float32)

INFLUENCE = np.dtype(
    [
        ("exact", np.float32, (2, N_POINTS)),  # [0 of Black, 1 of White, point]: sums
        ("stringent", np.float32, (2, N_POINTS)),
        ("seen", np.int64, N_POINTS),  # scratch: the last walk that met a point
        ("walk", np.int64),  # the number of the last walk
        ("queue", np.uint16, _N_IN_REACH),  # scratch: the points in reach of a stone, itself first
        ("steps", np.uint8, _N_IN_REACH),  # scratch: how far they are
    ],
    align=True,
)


@jit
def spread_influence(board, chains, influence):
    """Write the sums of both forms for all points; `chains` must be those of the board."""
    influence.exact[:] = 0
    influence.stringent[:] = 0
    for row in range(board.board_size):
        for column in range(board.board_size):
            stone = point_at(row, column)
            if board.colour[stone] == EMPTY:
                continue
            plane = np.uint32(board.colour[stone] - BLACK)
            n_points, stopped_by_weaker = _walk(board, chains, stone, False, influence)
            _add(influence, n_points, influence.exact[plane])
            if stopped_by_weaker:  # else the walk would be the same
                n_points, _ = _walk(board, chains, stone, True, influence)
            _add(influence, n_points, influence.stringent[plane])


@jit
def _walk(board, chains, stone, passes_weaker, influence):
    """Find the points in reach of a stone, in `queue` with their `steps`.

    Returns how many, and whether some enemy that is not stronger than the stone stopped the walk.
    """
    enemy = opponent(np.int64(board.colour[stone]))
    strength = chains.strength[np.uint32(chains.number[stone])]
    stopped_by_weaker = False
    influence.walk += 1
    influence.seen[stone] = influence.walk
    influence.queue[0] = stone
    n_found, index = 1, 0
    for steps in range(1, REACH + 1):
        n_before = n_found
        while index < n_before:
            point = np.uint32(influence.queue[np.uint32(index)])
            index += 1
            if board.colour[point] == enemy:
                is_stronger = chains.strength[np.uint32(chains.number[point])] > strength
                if is_stronger or not passes_weaker:
                    stopped_by_weaker |= not is_stronger
                    continue
            for neighbour in (north(point), west(point), east(point), south(point)):
                if board.colour[neighbour] != BORDER and influence.seen[neighbour] != influence.walk:
                    influence.seen[neighbour] = influence.walk
                    influence.queue[np.uint32(n_found)] = neighbour
                    influence.steps[np.uint32(n_found)] = steps
                    n_found += 1
    return n_found, stopped_by_weaker


@jit_inline
def _add(influence, n_points, sums):
    """Add the influence of a stone to the points of its walk."""
    for index in range(n_points):
        point = np.uint32(influence.queue[np.uint32(index)])
        sums[point] += _WEIGHTS[np.uint32(influence.steps[np.uint32(index)])]


@jit_inline
def saturated(total):
    """A sum of influences as the net sees it, from 0 to 1."""
    return total / (np.float32(1) + total)
