"""Games of two self-taught nets against each other (Mayer, section IV.C), and the best move in any position.

Both nets play their best moves; equal ones are drawn, so two nets may play different games, but often few.
All moves are written down, that these can be counted. Costs of a game: about those of learning one.
"""

import numpy as np

from tengen.core.board import clear_board
from tengen.core.jit import jit, jit_inline
from tengen.core.play import play_move
from tengen.core.points import BLACK, PASS
from tengen.core.scoring import area_lead
from tengen.nets.td_learning import best_move
from tengen.nets.td_value import see_move, set_sight, value_moves

_ZERO = np.float32(0.0)


@jit
def play_duel(black, white, black_desk, white_desk, size, moves, n_moves, leads, rng_state):
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
        n_moves[game] = _play_game(black, white, black_sight, white_sight, board, moves[game], rng_state)
        leads[game] = area_lead(board.colour, board.board_size, black_desk.owner, black_desk.stack)


@jit_inline
def _play_game(black, white, black_sight, white_sight, board, moves, rng_state):
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
        see_move(black, black_sight, board, move, colour)
        see_move(white, white_sight, board, move, colour)
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
