# mypy: allow-untyped-defs, no-check-untyped-defs
"""Counters for the reply tables: what look-ups find, how long replies stay, how far they lie.

They repeat the experiments of Baier & Drake (2010), section V.D: Table 1, mean durations, figures 8
and 9. They are asked for by `parameters.counting`; when that is off, nothing here runs. With several
threads a few counts may get lost, so count with one.

A reply lives from the playout that put it into its table to the playout that puts another one there or
deletes it, perhaps 0 playouts later; a playout that stores the same reply again changes nothing.
Replies still there at the end are not counted.
"""

from typing import Any

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.points_jit import EMPTY, N_POINTS, NO_MOVE, column_of, opponent, row_of
from tengen.playout.lgrf_jit import NO_REPLY, is_playable, learned

PLAYABLE, UNPLAYABLE, NONE = range(3)
RESULT_NAMES = ("playable", "unplayable", "none")
MAX_DURATION = 4096  # longer lives are counted together under the last one

COUNTS = np.dtype(
    [
        ("n_playouts", np.int64),
        ("lookups", np.int64, (2, 3)),  # [table: to one move, to two moves; PLAYABLE ... NONE]
        ("since_one", np.int64, (3, N_POINTS)),  # the playout that stored each reply
        ("since_two", np.int64, (3, N_POINTS, N_POINTS)),
        ("n_lives", np.int64, 2),  # [table] replies that came to an end
        ("duration_sum", np.int64, 2),  # [table] in playouts
        ("n_by_duration", np.int64, (2, MAX_DURATION + 1)),
        ("distance_by_duration", np.float64, (2, MAX_DURATION + 1)),  # sums of Euclidean distances
    ],
    align=True,
)


@jit
def count_lookups(counts, board, replies, with_two, opening, before, previous, colour):
    """What the tables answer here; the one-move table is asked only if the other leaves it open."""
    if with_two:
        result = _lookup(board, replies.to_two[np.uint32(colour), before, previous], colour, opening)
        counts.lookups[1, result] += 1
        if result == PLAYABLE:
            return
    result = _lookup(board, replies.to_one[np.uint32(colour), previous], colour, opening)
    counts.lookups[0, result] += 1


@jit_inline
def _lookup(board, stored, colour, opening):
    reply = np.uint32(stored)
    if reply == NO_REPLY:
        return NONE
    if board.colour[reply] == EMPTY and is_playable(board, reply, colour, opening):
        return PLAYABLE
    return UNPLAYABLE


@jit
def learn_and_count(
    counts, replies, moves, n_moves, first_colour, winner, before, previous, with_two, forget
):
    """What `learn_replies` does, move by move, with an eye on which replies end and which begin."""
    counts.n_playouts += 1
    colour = np.uint32(first_colour)
    for index in range(n_moves):
        move = np.uint32(moves[np.uint32(index)])
        won = colour == winner
        old = np.uint32(replies.to_one[colour, previous])
        new = learned(old, move, won, forget)
        _count_change(counts, 0, old, new, counts.since_one[colour], previous)
        replies.to_one[colour, previous] = new
        if with_two:
            old = np.uint32(replies.to_two[colour, before, previous])
            new = learned(old, move, won, forget)
            _count_change(counts, 1, old, new, counts.since_two[colour, before], previous)
            replies.to_two[colour, before, previous] = new
        before = previous
        previous = move
        colour = np.uint32(opponent(colour))


@jit_inline
def _count_change(counts, table, old, new, since, previous):
    """The end of the old reply and the beginning of the new one, if they differ."""
    if old == new:
        return
    if old != NO_REPLY:
        duration = counts.n_playouts - since[previous]
        kept = min(duration, MAX_DURATION)
        counts.n_lives[table] += 1
        counts.duration_sum[table] += duration
        if previous > NO_MOVE:
            counts.n_by_duration[table, kept] += 1
            counts.distance_by_duration[table, kept] += distance(old, previous)
    since[previous] = counts.n_playouts


@jit
def distance(point, other):
    """The Euclidean distance of two points."""
    rows = np.float64(row_of(point) - row_of(other))
    columns = np.float64(column_of(point) - column_of(other))
    return np.sqrt(rows * rows + columns * columns)


def lookup_shares(counts: Any, table: int) -> list[float]:
    """Playable, unplayable, none as shares of all look-ups in a table; empty if there were none."""
    lookups = counts["lookups"][table]
    total = int(lookups.sum())
    return [int(n) / total for n in lookups] if total else []


def mean_duration(counts: Any, table: int) -> float:
    """Playouts that a reply of a table stayed in it, on average; nan if none came to its end."""
    n_lives = int(counts["n_lives"][table])
    return int(counts["duration_sum"][table]) / n_lives if n_lives else float("nan")
