"""Distance to the last move along chains: moves near it are mostly the ones to look at first.

Two points are neighbours if they share a line, and all stones of a chain are one place (the common
fate graph of Graepel and others): around a long chain everything is near.
"""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points import BORDER, EMPTY, NO_MOVE, east, north, south, west
from tengen.search.tree import RUNS, WINS

FAR = 4  # distances are told apart up to 3


@jit
def add_distance_priors(stats, node, worker, near):
    """Virtual wins for empty points at distance 1, 2 and 3 of the last move; near -- (3,) how many."""
    previous = np.uint32(worker.playout.previous)
    if previous <= NO_MOVE:
        return
    n_reached = write_distances(worker.board, previous, worker.distance, worker.queue)
    for index in range(n_reached):
        point = np.uint32(worker.queue[index])
        distance = np.uint32(worker.distance[point])
        if worker.board.colour[point] == EMPTY and distance > 0:
            entry = worker.entry_of[point]
            stats[node, RUNS, entry] += near[np.uint32(distance - 1)]
            stats[node, WINS, entry] += near[np.uint32(distance - 1)]
        worker.distance[point] = FAR


@jit
def write_distances(board, start, distance, queue):
    """Distances of all points nearer than FAR to a stone; returns how many, they are in the queue.

    distance -- (N_POINTS,) uint8, FAR everywhere before
    """
    n_reached = _reach(board, start, 0, distance, queue, 0)
    index = 0
    while index < n_reached:
        point = np.uint32(queue[index])
        index += 1
        further = distance[point] + 1
        if further == FAR:
            break
        for beside in (north(point), west(point), east(point), south(point)):
            if distance[beside] == FAR and board.colour[beside] != BORDER:
                n_reached = _reach(board, beside, further, distance, queue, n_reached)
    return n_reached


@jit
def _reach(board, point, at, distance, queue, n_reached):
    """Give a point, or a stone's whole chain, its distance and put it into the queue."""
    stone = np.uint32(point)
    while True:
        distance[stone] = at
        queue[n_reached] = stone
        n_reached += 1
        if board.colour[point] == EMPTY:
            return n_reached
        stone = np.uint32(board.next_stone[stone])
        if stone == point:
            return n_reached
