# mypy: allow-untyped-defs, no-check-untyped-defs
"""What an alpha-beta search remembers of positions: a table of bounds, found by the hash of the position.

A position is its stones, the ko point, the side to move, and whether the last move was a pass. An entry holds
for one depth, so that a search gives the value that plain minimax gives; only exact values, which owe nothing
to the net, also hold for larger depths. A newer entry replaces an older one.

What came before a position is not in its key. But superko forbids moves by the past, so an entry may tell
what is not true after another line of moves (the graph history interaction problem). On 2x2 a search that
trusts the table proves a win by 4 points where the truth is 1. So nothing is called exact before a search
proved it that used the table only for the order of moves. A table without entries is never asked.

The compiled part of alpha-beta search over a self-taught net: one loop that goes down and up a tree.

Values are those of `td/alphabeta.py`: what is worth v to one colour is worth 1 - v to the other. A position
is searched for a window from alpha to beta. A value inside it is right, one outside is a bound: from alpha
down the true value is at most that, from beta up, where the search of a position ends, at least that.

Every ply has a frame, a board and sums of its own instead of a call of its own: Numba's cache cannot keep
functions that call themselves.

Costs of a position: its board is copied and all its moves are valued, so that the best can be searched first;
at the last ply moves are only valued, one by one, until one is good enough.
"""

from typing import Any, NamedTuple

import numpy as np

from tengen.core.board_jit import new_boards
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import play, play_pass
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, PASS
from tengen.core.random_jit import KO_HASH, random_below
from tengen.core.rules_jit import area_lead, position_hash, position_key, repeats_position
from tengen.td.network import TdNet
from tengen.td.value_jit import (
    Accumulator,
    list_moves,
    new_accumulator,
    scale_row,
    sign_of,
    value_moves,
    value_of_sums,
    weigh_move,
)

VALUE, AT_LEAST, AT_MOST = 0, 1, 2

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.float64),  # for the side to move
        ("move", np.uint16),  # the best one, or that which proved the bound
        ("depth", np.uint8),
        ("bound", np.uint8),  # VALUE, AT_LEAST or AT_MOST
        ("is_exact", np.bool_),  # owes nothing to the net
    ],
    align=True,
)

_PASSED_HASH = KO_HASH[PASS]  # the pass is no point, so no ko has this word


def new_table(n_entries: int) -> np.ndarray:
    """A table of at most so many entries: a power of two, or none."""
    n_slots = 1 << (n_entries.bit_length() - 1) if n_entries > 0 else 0
    return np.zeros(n_slots, ENTRY).view(np.recarray)


@jit_inline
def key_of(board, salt):
    """The key of a position; with another salt no older entry is found."""
    key = position_hash(board) ^ salt
    if board.last_move == PASS:
        key ^= _PASSED_HASH
    return key


@jit_inline
def find_entry(table, key):
    """The one entry where a key may be."""
    return table[np.uint32(key & np.uint64(len(table) - 1))]


@jit_inline
def is_answer(entry, key, depth, alpha, beta):
    """Whether an entry tells all that a search to this depth with this window would."""
    if entry.key != key:
        return False
    if entry.depth != depth and not (entry.is_exact and entry.depth < depth):
        return False
    if entry.bound == AT_LEAST:
        return entry.value >= beta
    return entry.bound == VALUE or entry.value <= alpha


@jit_inline
def write_entry(table, key, depth, frame, move):
    """Remember what a search found (`alphabeta_search.FRAME`), in place of what was there."""
    entry = find_entry(table, key)
    entry.key = key
    entry.value = frame.best
    entry.move = move
    entry.depth = depth
    entry.is_exact = frame.is_exact
    if frame.best >= frame.beta:
        entry.bound = AT_LEAST
    elif frame.best <= frame.alpha:
        entry.bound = AT_MOST
    else:
        entry.bound = VALUE


# --- The search -----------------------------------------------------------------------------------


SURE = 1e6  # counted results are farther from 0.5 than that, values of nets nearer
MAX_DEPTH = 64

# At the root moves are searched from a little below the best value, so that those which equal it are known.
_BELOW = 2.0**-20

FRAME = np.dtype(
    [
        ("alpha", np.float64),
        ("beta", np.float64),
        ("best", np.float64),  # the largest value so far
        ("n_moves", np.int64),  # to be searched
        ("index", np.int64),  # of the next of them
        ("n_equal", np.int64),  # moves with the best value
        ("is_new", np.bool_),  # nothing is known yet
        ("is_exact", np.bool_),  # nothing so far was valued by the net
    ],
    align=True,
)

TASK = np.dtype(
    [
        ("komi", np.float64),
        ("superko", np.int64),
        ("salt", np.uint64),  # of the keys of the table: other searches are forgotten
        ("n_positions", np.int64),  # of the game so far, the present one included
        ("n_nodes", np.int64),  # positions reached, those that were only valued included
        ("max_nodes", np.int64),
        ("trusts_table", np.bool_),  # else the table only tells which move to search first
    ],
    align=True,
)


class Room(NamedTuple):
    """Memory of one thread; where the first axis is `plies`, each ply has its own."""

    frames: Any  # (plies,) FRAME
    boards: Any  # (plies,) BOARD
    sums: np.ndarray  # (plies, width) float32: sums of the first layer as Black sees them
    moves: np.ndarray  # (plies, area + 1) uint32
    values: np.ndarray  # (plies, area + 1) float32: what the net says of the moves
    lines: np.ndarray  # (plies, plies) uint16: the best moves from a ply on
    n_line: np.ndarray  # (plies,) int64: how many of them are known
    history: np.ndarray  # (positions of the game + plies,) uint64: keys for superko
    table: Any  # (power of two or 0,) alphabeta_table.ENTRY
    sight: Accumulator  # scratch of all plies
    owner: np.ndarray  # scratch for counting, see `core.scoring.area_lead`
    stack: np.ndarray


def new_room(net: TdNet, n_entries: int) -> Room:
    """Room for searches with nets like this one, and a table of at most so many entries."""
    area, width = net.by_stone.shape
    plies = MAX_DEPTH + 1
    return Room(
        np.zeros(plies, FRAME).view(np.recarray),
        new_boards(plies),
        np.zeros((plies, width), np.float32),
        np.zeros((plies, area + 1), np.uint32),
        np.zeros((plies, area + 1), np.float32),
        np.zeros((plies, plies), np.uint16),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.uint64),
        new_table(n_entries),
        new_accumulator(net),
        np.zeros(N_POINTS, np.uint8),
        np.zeros(MAX_AREA, np.uint16),
    )


@jit
def search_tree(net, room, task, depth, alpha, beta, rng_state):
    """Search the board of ply 0 to a depth; returns whether that could be done before nodes ran out.

    What was found is left in `room.frames[0]` and `room.lines[0]`. At the root one of the moves with exactly
    equal values is drawn.
    """
    ply = 0
    begin_node(room, 0, alpha, beta)
    while True:
        frame = room.frames[ply]
        if frame.is_new:
            open_node(net, room, task, ply, depth - ply, rng_state)
        elif frame.index < frame.n_moves and frame.best < frame.beta:
            if task.n_nodes > task.max_nodes:
                return False
            move = next_move(room, ply)
            if is_to_search(room, task, ply, move):
                follow(net, room, task, ply, move)
                lowest = max(frame.alpha, frame.best - _BELOW if ply == 0 else frame.best)
                ply += 1
                begin_node(room, ply, 1 - frame.beta, 1 - lowest)
        else:
            if len(room.table) > 0 and frame.n_moves > 0:
                key, move = key_of(room.boards[ply], task.salt), room.lines[ply, 0]
                write_entry(room.table, key, depth - ply, frame, move)
            if ply == 0:
                return True
            ply -= 1
            move = room.moves[ply, room.frames[ply].index - 1]
            take_value(room, ply, move, 1 - frame.best, frame.is_exact, rng_state)


@jit_inline
def begin_node(room, ply, alpha, beta):
    """Nothing is known of the position at a ply."""
    frame = room.frames[ply]
    frame.alpha = alpha
    frame.beta = beta
    frame.best = -np.inf
    frame.n_moves = 0
    frame.index = 0
    frame.is_new = True
    frame.is_exact = True
    room.n_line[ply] = 0


@jit_inline
def open_node(net, room, task, ply, depth, rng_state):
    """Write into the frame what is known without a search, and how many moves are to be searched."""
    frame = room.frames[ply]
    frame.is_new = False
    task.n_nodes += 1
    if task.trusts_table and ply > 0:
        key = key_of(room.boards[ply], task.salt)
        entry = find_entry(room.table, key)
        if is_answer(entry, key, depth, frame.alpha, frame.beta):
            frame.best = entry.value
            frame.is_exact = entry.is_exact
            return
    room.n_line[ply + 1] = 0
    if room.boards[ply].last_move == PASS:
        take_value(room, ply, np.uint32(PASS), value_of_end(room, task, ply), True, rng_state)
    if frame.best < frame.beta and depth > 1:
        frame.n_moves = order_moves(net, room, task, ply)
    elif frame.best < frame.beta:
        value_leaves(net, room, task, ply, rng_state)


@jit_inline
def value_leaves(net, room, task, ply, rng_state):
    """Value the moves of the last ply by the net, one by one, until one reaches beta."""
    board, sight, frame = room.boards[ply], sight_at(room, ply), room.frames[ply]
    colour = np.int64(board.to_play)
    n_moves = list_moves(board, colour, sight.moves)
    for index in range(n_moves):
        move = sight.moves[index]
        if is_to_search(room, task, ply, move):
            task.n_nodes += 1
            weigh_move(net, sight, board, move, colour, sight.units[0])
            take_value(room, ply, move, np.float64(value_of_sums(net, sight)), False, rng_state)
            if frame.best >= frame.beta:
                break


@jit_inline
def take_value(room, ply, move, value, is_exact, rng_state):
    """A move is worth so much, with the line of the next ply; from beta up that alone is proof."""
    frame = room.frames[ply]
    is_better = value > frame.best
    if is_better:
        frame.n_equal = 1
    elif ply == 0 and value == frame.best:
        frame.n_equal += 1
        is_better = random_below(rng_state, frame.n_equal) == 0
    frame.is_exact &= is_exact
    if is_better:
        frame.best = value
        set_line(room, ply, move)
        if value >= frame.beta:
            frame.is_exact = is_exact


@jit_inline
def sight_at(room, ply):
    """What the net sees at a ply."""
    scratch = room.sight
    return Accumulator(
        scratch.stones, room.sums[ply], room.moves[ply], room.values[ply], scratch.taken, scratch.units
    )


@jit_inline
def sure_value(lead):
    """What a counted result is worth to a colour that leads by so much."""
    if lead > 0:
        return SURE + lead
    return 1 - SURE + lead if lead < 0 else 0.5


@jit_inline
def value_of_end(room, task, ply):
    """What the position is worth to the colour to play if the game ends with it."""
    board = room.boards[ply]
    lead = area_lead(board.colour, board.board_size, room.owner, room.stack) - task.komi
    return sure_value(lead if board.to_play == BLACK else -lead)


@jit_inline
def is_to_search(room, task, ply, move):
    """Whether a legal move neither ends the game nor is forbidden by superko.

    As long as no stone was taken, every position is new.
    """
    board = room.boards[ply]
    if move == PASS:
        return board.last_move != PASS
    if board.prisoners[1] + board.prisoners[2] == 0:
        return True
    colour, n_positions = np.int64(board.to_play), task.n_positions + ply
    return not repeats_position(board, move, colour, task.superko, room.history, n_positions)


@jit_inline
def order_moves(net, room, task, ply):
    """List and value the moves, the one that the table knows above all; returns how many."""
    board, sight = room.boards[ply], sight_at(room, ply)
    n_moves = value_moves(net, sight, board, np.int64(board.to_play))
    if len(room.table) > 0:
        key = key_of(board, task.salt)
        entry = find_entry(room.table, key)
        for index in range(n_moves):
            if entry.key == key and sight.moves[index] == entry.move:
                sight.values[index] = np.inf
    return n_moves


@jit_inline
def next_move(room, ply):
    """The best of the moves that were not searched yet."""
    moves, values, frame = room.moves[ply], room.values[ply], room.frames[ply]
    index = frame.index
    best = index
    for other in range(index + 1, frame.n_moves):
        if values[other] > values[best]:
            best = other
    moves[index], moves[best] = moves[best], moves[index]
    values[index], values[best] = values[best], values[index]
    frame.index += 1
    return moves[index]


@jit_inline
def follow(net, room, task, ply, move):
    """Make a move: the next ply gets its board, sums and superko key."""
    board = room.boards[ply]
    colour = np.int64(board.to_play)
    sums = room.sums[ply + 1]
    weigh_move(net, sight_at(room, ply), board, move, colour, sums)
    scale_row(sums, sign_of(colour), sums)
    room.boards[ply + 1] = board
    after = room.boards[ply + 1]
    if move == PASS:
        play_pass(after, colour)
    else:
        play(after, move, colour)
    room.history[task.n_positions + ply] = position_key(after.hash, after.to_play, task.superko)


@jit_inline
def set_line(room, ply, move):
    """The best line from a ply on is a move and the line after it."""
    n_rest = room.n_line[ply + 1]
    room.lines[ply, 0] = move
    for index in range(n_rest):
        room.lines[ply, index + 1] = room.lines[ply + 1, index]
    room.n_line[ply] = n_rest + 1
