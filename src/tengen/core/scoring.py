"""Area scoring: a point belongs to the colour whose stone is on it, or who alone surrounds it.

Tromp-Taylor and Chinese counting give the same area; they differ in who removes dead stones first,
so colours come in as an array from which dead stones may have been taken. Cost: proportional to the
area of the board.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import BLACK, BORDER, EMPTY, WHITE, east, north, point_at, south, west


@jit
def area_lead(colours, size, owner, stack):
    """Black's area minus White's; writes the owner of each point.

    colours -- (N_POINTS,) uint8, read only
    owner   -- (N_POINTS,) uint8, filled with BLACK, WHITE, EMPTY for neutral points, BORDER outside
    stack   -- (MAX_AREA,) uint16, scratch
    """
    owner[:] = BORDER
    lead = 0
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            if colours[point] != EMPTY:
                owner[point] = colours[point]
                lead += 3 - 2 * np.int64(colours[point])
            elif owner[point] == BORDER:
                lead += _fill_region(colours, point, owner, stack)
    return lead


@jit
def _fill_region(colours, first, owner, stack):
    """Give an empty region its owner; returns its points counted for Black minus for White."""
    seen = 0
    stack[0] = first
    owner[first] = EMPTY
    n_points = 1
    index = 0
    while index < n_points:
        point = np.uint32(stack[index])
        index += 1
        for neighbour in (north(point), west(point), east(point), south(point)):
            at = colours[neighbour]
            if at in (BLACK, WHITE):
                seen |= np.int64(at)
            elif at == EMPTY and owner[neighbour] == BORDER:
                owner[neighbour] = EMPTY
                stack[n_points] = neighbour
                n_points += 1
    if seen != BLACK and seen != WHITE:
        return 0
    for index in range(n_points):
        owner[stack[index]] = seen
    return n_points * (3 - 2 * seen)
