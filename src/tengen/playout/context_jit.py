# mypy: allow-untyped-defs, no-check-untyped-defs
"""Contextual Monte Carlo (Rimmel & Teytaud 2010, reviewed by Baier & Drake in section III.B).

Playouts in which one player made both of two moves form a tile; tiles overlap. A tile remembers how
often its player won. After its own previous move a player takes, with a given probability, the move
whose tile with that one won most often, if it won more than half the time; else the default policy
moves. The order of the two moves does not matter.

Learning looks at all pairs of a player's moves: its cost grows with the square of a playout's length.

PAST, the predicate average sampling technique (Finnsson & Björnsson), with predicates of Go.

States that share a true predicate are similar (Baier & Drake 2010, section III.B). For each predicate
and each move the playouts are counted in which the move was made while the predicate held. A move is
worth its best win rate over the predicates that hold now and have seen it, one half if none has, and
a move is drawn by exp(value / T).

The predicates, for the player to move:
- it is a position (always true);
- the board is filled to the first, second, third or last quarter;
- there is a ko that may not be retaken;
- an own chain beside the last move is in atari;
- the last move's chain, or another enemy chain beside the last move, is in atari;
- the last move was X, for every point X (the predicates to which LGR-1 keeps);
- the own last move was X, for every point X.
"""

import numpy as np

from tengen.core.board_jit import is_atari
from tengen.core.jit import jit
from tengen.core.points_jit import BLACK, N_POINTS, NO_MOVE, PASS, WHITE, east, north, opponent, south, west
from tengen.playout.lgrf_jit import is_playable
from tengen.playout.softmax_jit import count_move, draw_by_rates, win_rate

GOOD = 0.5  # a tile must have won more often than this to be followed


@jit
def select_contextual(board, rates, opening, own_previous, colour):
    """The available move of the best tile with the own previous move, or PASS; the first of equals."""
    best = np.uint32(PASS)
    if own_previous <= NO_MOVE:
        return best
    best_rate = GOOD
    for index in range(board.n_candidates):
        point = np.uint32(board.candidate[np.uint32(index)])
        rate = win_rate(rates, np.uint32(colour), own_previous, point)
        if rate > best_rate and is_playable(board, point, colour, opening):
            best = point
            best_rate = rate
    return best


@jit
def learn_tiles(rates, seen, moves, n_moves, first_colour, winner):
    """Count every pair of different points that one player played; each pair once, both ways round.

    seen -- (3, N_POINTS) uint8, scratch: all 0 before and after
    """
    for parity in range(2):
        colour = np.uint32(first_colour if parity == 0 else 3 - first_colour)
        for later in range(parity, n_moves, 2):
            move = np.uint32(moves[np.uint32(later)])
            if move == PASS or seen[colour, move] != 0:
                continue
            for point in range(NO_MOVE + 1, seen.shape[1]):
                if seen[colour, point] != 0:
                    count_move(rates, colour, np.uint32(point), move, colour == winner)
                    count_move(rates, colour, move, np.uint32(point), colour == winner)
            seen[colour, move] = 1
        for index in range(parity, n_moves, 2):
            seen[colour, moves[np.uint32(index)]] = 0


# --- PAST -----------------------------------------------------------------------------------------


# Rows of the table: the last move X is row X, the own last move X row N_POINTS + X, then these.
_ALWAYS = 2 * N_POINTS
_FIRST_QUARTER = _ALWAYS + 1
_KO = _ALWAYS + 5
_OWN_ATARI = _ALWAYS + 6
_ENEMY_ATARI = _ALWAYS + 7
MAX_TRUE = 7  # predicates that can hold at once


@jit
def true_predicates(board, before, previous, colour, rows):
    """Write the rows of the predicates that hold for the colour to move; returns how many.

    before, previous -- the last two moves: the own one and the opponent's
    """
    area = np.int64(board.board_size) * np.int64(board.board_size)
    stones = np.int64(board.stones[BLACK]) + np.int64(board.stones[WHITE])
    rows[0] = _ALWAYS
    rows[1] = _FIRST_QUARTER + min(3, 4 * stones // area)
    n_true = 2
    if board.ko != PASS and board.ko_colour == colour:
        rows[n_true] = _KO
        n_true += 1
    if before > NO_MOVE:
        rows[n_true] = N_POINTS + before
        n_true += 1
    if previous > NO_MOVE:
        rows[n_true] = previous
        n_true += 1
        if _is_atari_around(board, previous, colour):
            rows[n_true] = _OWN_ATARI
            n_true += 1
        if _is_atari_around(board, previous, opponent(colour)):
            rows[n_true] = _ENEMY_ATARI
            n_true += 1
    return n_true


@jit
def _is_atari_around(board, point, colour):
    """Whether a chain of the colour on the point or beside it is in atari."""
    for at in (point, north(point), west(point), east(point), south(point)):
        if board.colour[at] == colour and is_atari(board.liberties[board.chain[at]]):
            return True
    return False


@jit
def select_past(board, rates, scratch, opening, temperature, before, previous, colour, rng_state):
    """A move drawn by its best win rate over the predicates that hold, or PASS."""
    n_true = true_predicates(board, before, previous, colour, scratch.rows)
    return draw_by_rates(board, rates, scratch, n_true, opening, temperature, colour, rng_state)


@jit
def note_predicates(board, before, previous, colour, noted, index):
    """Keep the predicates that hold before a move, (moves, MAX_TRUE) uint16, 0 where there are fewer."""
    row = noted[index]
    n_true = true_predicates(board, before, previous, colour, row)
    for number in range(n_true, MAX_TRUE):
        row[number] = 0


@jit
def learn_predicates(rates, noted, moves, n_moves, first_colour, winner):
    """Count every move of a playout under each predicate that held before it."""
    colour = np.uint32(first_colour)
    for index in range(n_moves):
        move = np.uint32(moves[np.uint32(index)])
        if move != PASS:
            for number in range(MAX_TRUE):
                row = np.uint32(noted[index, number])
                if row != 0:
                    count_move(rates, colour, row, move, colour == winner)
        colour = np.uint32(opponent(colour))
