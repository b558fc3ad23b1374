# mypy: allow-untyped-defs, no-check-untyped-defs
"""TD(0) over two plies (Mayer, section II): a net plays itself and learns from what it expects later.

After each move of a colour, the value of its move before is moved towards that of the new one (Eq. 1); at the
end of a game both roles learn the result from the last position. A move *wanders* if it was drawn at random
without regard to values (epsilon-greedy). The paper omits a learning step that is affected by such a move,
which we read as: if the move at t, the answer to it, or the move at t + 2 wandered. Results are always
learned.

Where the paper is silent: value and gradient of the move at t are those of the weights at t, to the letter of
Eq. 1; a draw is worth 0.5; a game of more than three moves for each point is counted as it stands.

Costs of a game: its moves x legal moves x the units of a net, plus moves x weights for learning.
"""

from typing import NamedTuple

import numpy as np

from tengen.core.board_jit import clear_board, new_boards
from tengen.core.dense_jit import logistic_all
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import play, play_pass
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, PASS, opponent
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import area_lead
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.td.network import TdNet
from tengen.td.value_jit import (
    Accumulator,
    add_row,
    apply_move,
    dot,
    new_accumulator,
    scale_row,
    sign_of,
    value_moves,
    weigh_move,
)

GREEDY, CREATIVE = 0, 1
SELECTIONS = {"greedy": GREEDY, "creative": CREATIVE}
RATE = 0.01
EXPLORATION = 0.05  # epsilon, or the creativity c

_ZERO, _ONE = np.float32(0.0), np.float32(1.0)
_PARTS = 1 << 30


class PendingUpdates(NamedTuple):
    """The last move of each colour, (3, ...) arrays: its value, and the gradient of the value."""

    value: np.ndarray  # (3,) float32
    is_known: np.ndarray  # (3,) bool
    stones: np.ndarray  # (3, whole tiles) float32: 1 own, -1 the opponent's, by place
    alike: np.ndarray  # (3, whole tiles) float32: how alike they look to a stone on each place
    first: np.ndarray  # (3, width) float32: active units of the first layer
    first_slope: np.ndarray  # (3, width) float32: derivative of the value by their sums
    last: np.ndarray  # (3, last width) float32: the same for the last hidden layer
    last_slope: np.ndarray  # (3, last width) float32


def new_roles(net: TdNet) -> PendingUpdates:
    """Room for both colours."""
    n_places, width, last_width = net.alike.shape[1], net.first.shape[1], len(net.output)

    def rows(length: int) -> np.ndarray:
        return np.zeros((3, length), np.float32)

    return PendingUpdates(
        np.zeros(3, np.float32),
        np.zeros(3, np.bool_),
        rows(n_places),
        rows(n_places),
        rows(width),
        rows(width),
        rows(last_width),
        rows(last_width),
    )


class TrainingBuffers(NamedTuple):
    """All that one thread needs to play and learn."""

    sight: Accumulator
    roles: PendingUpdates
    boards: np.ndarray  # (1,) BOARD
    owner: np.ndarray  # scratch for counting, see `core.scoring.area_lead`
    stack: np.ndarray


def new_training_buffers(net: TdNet) -> TrainingBuffers:
    """A desk for nets like this one."""
    owner, stack = np.zeros(N_POINTS, np.uint8), np.zeros(MAX_AREA, np.uint16)
    return TrainingBuffers(new_accumulator(net), new_roles(net), new_boards(1), owner, stack)


@jit
def self_play(net, desk, size, selection, exploration, rate, n_games, rng_state):
    """Play games against itself and learn; returns their moves, and Black's wins, draws counted half."""
    sight, roles, board = desk.sight, desk.roles, desk.boards[0]
    move_limit = MOVE_LIMIT_PER_POINT * size * size
    n_moves = 0
    points = 0.0
    for _ in range(n_games):
        clear_board(board, size)
        n_moves += _play_game(net, sight, roles, board, move_limit, selection, exploration, rate, rng_state)
        lead = area_lead(board.colour, board.board_size, desk.owner, desk.stack)
        reward = np.float32(0.5 * (1 + np.sign(lead)))  # Black's
        points += reward
        mover = np.int64(opponent(board.to_play))
        for colour in (mover, opponent(mover)):
            learn(net, sight, roles, colour, reward if colour == BLACK else _ONE - reward, rate)
    return n_moves, points


@jit_inline
def _play_game(net, sight, roles, board, move_limit, selection, exploration, rate, rng_state):
    """One game from the empty board, learning all the way; returns its moves."""
    sight.stones[:] = _ZERO
    sight.sums[:] = _ZERO
    roles.is_known[:] = False
    n_moves = 0
    n_passes = 0
    wandered = False  # the last move
    wandered_before = False  # the move before it
    while n_passes < 2 and n_moves < move_limit:
        colour = np.int64(board.to_play)
        n_choices = value_moves(net, sight, board, colour)
        wanders = selection == GREEDY and random_below(rng_state, _PARTS) < exploration * _PARTS
        if wanders:
            chosen = np.int64(random_below(rng_state, n_choices))
        elif selection == GREEDY:
            chosen = best_move(sight.values, n_choices, rng_state)
        else:
            chosen = creative_move(sight.values, n_choices, exploration, rng_state)
        if roles.is_known[colour] and not (wanders or wandered or wandered_before):
            learn(net, sight, roles, colour, sight.values[chosen], rate)
        move = sight.moves[chosen]
        note_move(net, sight, roles, board, move, colour)
        if move == PASS:
            play_pass(board, colour)
            n_passes += 1
        else:
            play(board, move, colour)
            n_passes = 0
        wandered_before = wandered
        wandered = wanders
        n_moves += 1
    return n_moves


@jit_inline
def best_move(values, n_values, rng_state):
    """Which value is largest; among equals one is drawn."""
    best = 0
    n_equal = 1
    for index in range(1, n_values):
        if values[index] > values[best]:
            best = index
            n_equal = 1
        elif values[index] == values[best]:
            n_equal += 1
            if random_below(rng_state, n_equal) == 0:
                best = index
    return best


@jit_inline
def creative_move(values, n_values, creativity, rng_state):
    """One of the values of at least v_max (1 - c), drawn with equal chance (Eq. 2).

    For a negative v_max that would be more than v_max; the range is then as wide below it: v_max (1 + c).
    """
    largest = values[0]
    for index in range(1, n_values):
        if values[index] > largest:
            largest = values[index]
    lowest = largest - np.float32(creativity) * abs(largest)
    chosen = 0
    n_fit = 0
    for index in range(n_values):
        if values[index] >= lowest:
            n_fit += 1
            if random_below(rng_state, n_fit) == 0:
                chosen = index
    return chosen


@jit_inline
def note_move(net, sight, roles, board, move, colour):
    """Follow a move and remember its value and gradient for its colour."""
    weigh_move(net, sight, board, move, colour, roles.first[colour])
    apply_move(net, sight, board, move, colour)
    _note_stones(net, sight, roles, colour)
    _note_units(net, sight, roles, colour)


@jit_inline
def _note_stones(net, sight, roles, colour):
    """What the colour sees, and how alike that is to a stone on each place."""
    scale_row(sight.stones, sign_of(colour), roles.stones[colour])
    scale_row(sight.stones, _ZERO, roles.alike[colour])
    for place in range(len(net.alike)):
        if sight.stones[place] != _ZERO:
            add_row(net.alike[place], roles.stones[colour, place], roles.alike[colour])


@jit_inline
def _note_units(net, sight, roles, colour):
    """From the sums in `roles.first` to the value and its derivatives."""
    bend(roles.first[colour], net.n_units[0])
    if len(net.second) > 0:
        _note_two_layers(net, sight, roles, colour)
    else:
        scale_row(roles.first[colour], _ONE, roles.last[colour])
        for unit in range(len(net.output)):
            active = roles.first[colour, unit]
            roles.first_slope[colour, unit] = net.output[unit] * active * (_ONE - active)
    roles.value[colour] = dot(roles.last[colour], net.output)
    roles.is_known[colour] = True


@jit_inline
def _note_two_layers(net, sight, roles, colour):
    """The second layer, and what it makes of changes in the first."""
    scale_row(roles.last[colour], _ZERO, roles.last[colour])
    for index in range(net.n_units[0]):
        add_row(net.second[index], roles.first[colour, index], roles.last[colour])
    bend(roles.last[colour], net.n_units[1])
    for unit in range(len(net.output)):
        active = roles.last[colour, unit]
        roles.last_slope[colour, unit] = net.output[unit] * active * (_ONE - active)
    for index in range(net.n_units[0]):
        slope = _ZERO
        for unit in range(net.n_units[1]):
            slope += net.second[index, unit] * roles.last_slope[colour, unit]
        active = roles.first[colour, index]
        roles.first_slope[colour, index] = slope * active * (_ONE - active)


@jit_inline
def learn(net, sight, roles, colour, target, rate):
    """Move the value of the colour's last move towards a target (Eq. 1); the sums of `sight` follow."""
    step = np.float32(rate) * (target - roles.value[colour])
    slope = roles.first_slope[colour]
    add_row(slope, step * dot(roles.alike[colour], sight.stones), sight.sums)
    for place in range(len(net.by_stone)):
        if roles.alike[colour, place] != _ZERO:
            add_row(slope, step * roles.alike[colour, place], net.by_stone[place])
        if roles.stones[colour, place] != _ZERO:
            add_row(slope, step * roles.stones[colour, place], net.lessons[place])
    if len(net.second) > 0:
        for index in range(net.n_units[0]):
            add_row(roles.last_slope[colour], step * roles.first[colour, index], net.second[index])
    add_row(roles.last[colour], step, net.output)


@jit_inline
def bend(units, n_units):
    """Replace sums by their logistic values; the filling becomes 0, so that it never learns."""
    logistic_all(units, len(units))
    for unit in range(n_units, len(units)):
        units[unit] = _ZERO
