# mypy: allow-untyped-defs, no-check-untyped-defs
"""Learning the move prior from games: which of all moves was played, by multinomial logistic regression.

A position is a choice: the probability of a move is its odds divided by those of all legal moves that fill
no eye. Weights follow the gradient of the log-likelihood, each with a rate of its own (Adagrad), position by
position. Facts are found anew each time a game is replayed, so that memory does not grow with the games.
Cost: passes x games x moves x empty points.
"""

import numpy as np

from tengen.core.board_jit import clear_board
from tengen.core.jit import jit
from tengen.core.play_jit import play_move
from tengen.core.playable_jit import is_feasible
from tengen.core.points_jit import MAX_AREA, NO_MOVE, PASS, point_at
from tengen.core.rules_jit import is_legal
from tengen.mcts.move_prior.features_jit import facts_of

N_FACTS = 5

CHOICE = np.dtype(
    [
        ("facts", np.int32, (MAX_AREA, N_FACTS)),  # slots of the learned weights, by candidate
        ("odds", np.float64, MAX_AREA),
        ("n_moves", np.int64),  # candidates
        ("played", np.int64),  # which of them was played
    ],
    align=True,
)
LESSON = np.dtype(
    [("n_positions", np.int64), ("n_hits", np.int64), ("log_likelihood", np.float64)], align=True
)

_SMALLEST_GRADIENT = 1e-4  # candidates that hardly count are passed over
_FIRST_SQUARES = 1e-2


@jit
def replay_game(board, size, moves, slots, weights, squares, rate, choice, lesson):
    """Replay a game and judge every move by the weights; with a rate above 0 learn from it, too.

    slots   -- the learned weight of each slot (`learned_slots`)
    squares -- the sum of squared gradients of each weight so far
    choice  -- scratch, a record of CHOICE
    lesson  -- a record of LESSON; counts what was seen and how often the likeliest move was played
    """
    clear_board(board, size)
    last, before = np.uint32(NO_MOVE), np.uint32(NO_MOVE)
    for index in range(len(moves)):
        move = np.uint32(moves[index])
        colour = np.int64(board.to_play)
        if move != PASS:
            if not is_legal(board, move, colour, False):
                return
            list_candidates(board, colour, move, last, before, slots, choice)
            best = weigh(weights, choice)
            lesson.n_positions += 1
            lesson.n_hits += best == choice.played
            lesson.log_likelihood += np.log(choice.odds[choice.played])
            if rate > 0:
                improve(weights, squares, rate, choice)
        play_move(board, move, colour)
        last, before = move, last


@jit
def list_candidates(board, colour, played, last, before, slots, choice):
    """Write the facts about all legal moves that fill no eye, and about the one that was played."""
    choice.n_moves = 0
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            if point == played:
                choice.played = choice.n_moves
            elif not (is_legal(board, point, colour, False) and is_feasible(board, point, colour, False)):
                continue
            facts = facts_of(board, point, colour, last, before)
            for number in range(N_FACTS):
                choice.facts[choice.n_moves, number] = slots[facts[number]]
            choice.n_moves += 1


@jit
def weigh(weights, choice):
    """Turn the facts into probabilities, in `odds`; returns the likeliest candidate."""
    best = 0
    for index in range(choice.n_moves):
        strength = 0.0
        for number in range(N_FACTS):
            strength += weights[choice.facts[index, number]]
        choice.odds[index] = strength
        if strength > choice.odds[best]:
            best = index
    highest = choice.odds[best]
    total = 0.0
    for index in range(choice.n_moves):
        choice.odds[index] = np.exp(choice.odds[index] - highest)
        total += choice.odds[index]
    for index in range(choice.n_moves):
        choice.odds[index] /= total
    return best


@jit
def improve(weights, squares, rate, choice):
    """One step up the gradient of the log-likelihood: 1 - p for the move played, -p for others."""
    for index in range(choice.n_moves):
        gradient = np.float64(index == choice.played) - choice.odds[index]
        if abs(gradient) < _SMALLEST_GRADIENT:
            continue
        for number in range(N_FACTS):
            slot = choice.facts[index, number]
            squares[slot] += gradient * gradient
            weights[slot] += rate * gradient / np.sqrt(squares[slot] + _FIRST_SQUARES)
