# mypy: allow-untyped-defs, no-check-untyped-defs
"""The strength of a net: games against the opponents of the paper (Mayer, sections II.D and III).

The net plays its best move, each colour in half of the games, without komi; strength is its share of wins,
draws counted half. Costs of a game: about those of learning one.

Games of two self-taught nets against each other (Mayer, section IV.C), and the best move in any position.

Both nets play their best moves; equal ones are drawn, so two nets may play different games, but often few.
All moves are written down, that these can be counted. Costs of a game: about those of learning one.
"""

import numpy as np

from tengen.core.board_jit import clear_board
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import play_move
from tengen.core.points_jit import BLACK, PASS, WHITE
from tengen.core.rules_jit import area_lead
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.playout.uniform_jit import select_any
from tengen.td.learning_jit import best_move
from tengen.td.naive_opponent_jit import select_naive
from tengen.td.pattern_opponent_jit import select_by_shape
from tengen.td.value_jit import apply_move, set_sight, value_moves

PATTERN, NAIVE, RANDOM = 0, 1, 2
OPPONENTS = {"pattern": PATTERN, "naive": NAIVE, "random": RANDOM}


# --- Two networks ---------------------------------------------------------------------------------


_ZERO = np.float32(0.0)


@jit
def play_eval_games(net, desk, size, other, n_games, rng_state):
    """Games of a net against one of OPPONENTS; returns its wins, draws counted half."""
    board = desk.boards[0]
    points = 0.0
    for game in range(n_games):
        own_colour = BLACK if game % 2 == 0 else WHITE
        _play_game(net, desk, size, own_colour, other, rng_state)
        lead = area_lead(board.colour, board.board_size, desk.owner, desk.stack)
        points += 0.5 * (1 + np.sign(lead if own_colour == BLACK else -lead))
    return points


@jit_inline
def _play_game(net, desk, size, own_colour, other, rng_state):
    """One game on the desk's board."""
    sight, board = desk.sight, desk.boards[0]
    clear_board(board, size)
    sight.stones[:] = _ZERO
    sight.sums[:] = _ZERO
    n_passes = 0
    n_moves = 0
    while n_passes < 2 and n_moves < MOVE_LIMIT_PER_POINT * size * size:
        colour = np.int64(board.to_play)
        if colour == own_colour:
            move = sight.moves[best_move(sight.values, value_moves(net, sight, board, colour), rng_state)]
        else:
            move = _others_move(board, colour, other, desk.stack, rng_state)
        apply_move(net, sight, board, move, colour)
        play_move(board, move, colour)
        n_passes = n_passes + 1 if move == PASS else 0
        n_moves += 1


@jit_inline
def _others_move(board, colour, other, points, rng_state):
    if other == PATTERN:
        return select_by_shape(board, colour, points, rng_state)
    if other == NAIVE:
        return select_naive(board, colour, points, rng_state)
    return select_any(board, colour, points, rng_state)


@jit
def play_match(black, white, black_desk, white_desk, size, moves, n_moves, leads, rng_state):
    """Games of two nets, as many as there are rows of `moves`; a game ends where its row ends.

    moves   -- (games, move limit) uint16, written
    n_moves -- (games,) int64, written
    leads   -- (games,) int64: Black's area minus White's at the end, written
    """
    board = black_desk.boards[0]
    black_sight, white_sight = black_desk.sight, white_desk.sight
    for game in range(len(moves)):
        clear_board(board, size)
        for row in (black_sight.stones, black_sight.sums, white_sight.stones, white_sight.sums):
            row[:] = _ZERO
        n_moves[game] = _play_duel(black, white, black_sight, white_sight, board, moves[game], rng_state)
        leads[game] = area_lead(board.colour, board.board_size, black_desk.owner, black_desk.stack)


@jit_inline
def _play_duel(black, white, black_sight, white_sight, board, moves, rng_state):
    """One game on a cleared board; returns its moves."""
    n_passes = 0
    n_moves = 0
    while n_passes < 2 and n_moves < len(moves):
        colour = np.int64(board.to_play)
        if colour == BLACK:
            n_choices = value_moves(black, black_sight, board, colour)
            move = black_sight.moves[best_move(black_sight.values, n_choices, rng_state)]
        else:
            n_choices = value_moves(white, white_sight, board, colour)
            move = white_sight.moves[best_move(white_sight.values, n_choices, rng_state)]
        apply_move(black, black_sight, board, move, colour)
        apply_move(white, white_sight, board, move, colour)
        play_move(board, move, colour)
        n_passes = n_passes + 1 if move == PASS else 0
        moves[n_moves] = move
        n_moves += 1
    return n_moves


@jit
def choose_best(net, sight, board, rng_state):
    """The best move of the colour to play in any position, and what the net says of it."""
    set_sight(net, sight, board)
    n_choices = value_moves(net, sight, board, np.int64(board.to_play))
    best = best_move(sight.values, n_choices, rng_state)
    return sight.moves[best], sight.values[best]
