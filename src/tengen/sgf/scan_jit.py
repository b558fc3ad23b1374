# mypy: allow-untyped-defs, no-check-untyped-defs
"""Bytes straight into arrays of moves: the main lines of many games in one compiled call.

The main line takes the first variation at every fork. In the text all its nodes come before the
first `)` that closes a variation with a node in it, so no tree is needed: behind that bracket the
scanner only looks for the end of the game. The rules for odd games are those of `main_line`.

Numba counts references whenever arrays travel in a tuple, so the game being read lives in two
plain arrays, `state` and `amounts`, and goes into the named tuple once, when it is whole.
"""

from typing import NamedTuple

import numpy as np

from tengen.core.jit import jit
from tengen.core.points_jit import BLACK, MAX_SIZE, WHITE, point_at
from tengen.sgf.grammar_jit import (
    AT_END,
    CLOSE,
    DEPTH,
    END,
    FAULT,
    FAULT_CODE,
    GAME_BEGIN,
    GAME_END,
    MAX_NODES,
    N_NODES,
    N_VALUES,
    NAME,
    NO_MORE,
    NODE,
    POSITION,
    START,
    STOP,
    STRAY_SEEN,
    TRUNCATED,
    UNFINISHED,
    VALUE,
    B,
    W,
    step,
)
from tengen.sgf.scan_state_jit import (
    CUT,
    ENDING,
    FARTHEST,
    FARTHEST_OFFSET,
    FAULT_OFFSET,
    FIRST_MOVE,
    FIRST_SETUP,
    GAME_FAULT,
    GAME_START,
    HANDICAP,
    KOMI,
    LINE_OVER,
    MARGIN,
    MAX_BYTES,
    MAX_SETUP,
    N_FAULTS,
    N_GAMES,
    N_MOVES,
    N_SEEN,
    N_SETUP,
    NODE_DEPTH,
    NODE_MOVES,
    RECOVERING,
    SIZE,
    WINNER,
    note_fault,
    note_value,
)
from tengen.sgf.value_scanner_jit import (
    GAME_TOO_LARGE,
    OFF_THE_BOARD,
    ROUND_OPEN,
    SEMICOLON,
    SQUARE_CLOSE,
    SQUARE_OPEN,
    VALUE_TOO_LONG,
)
from tengen.sgf.values_jit import NO_ENDING, UNKNOWN

_PLAIN_MOVE = len(";B[dd]")
_A = ord("a")


class FoundFaults(NamedTuple):
    """Bad games met by a scan, F at most."""

    code: np.ndarray  # (F,) int64
    offset: np.ndarray  # (F,) int64 into the data


@jit
def scan_games(data, state, games, faults, scratch, amounts):
    """Read games into the arrays; tells whether it stopped because they are full.

    Otherwise all data is read: what remains from state[POSITION] on is the beginning of a game, to
    be scanned again with more data behind it.

    data (n,) uint8; state (N_SCAN_SLOTS,) int64; games with room for n / 3 moves; scratch (N_SCRATCH,)
    uint8 and amounts (N_AMOUNTS,) float64 are for the game at hand and need not be kept.
    """
    moves, colours = games.moves, games.colours
    setup_points, setup_colours = games.setup_points, games.setup_colours
    while True:
        if state[RECOVERING] == 1 and not _recover(data, state):
            return False
        if state[DEPTH] == 0 and _is_full(state, games, faults):
            return True
        kind = step(data, state)
        if kind == VALUE:
            if state[LINE_OVER] == 0:
                note_value(data, state, amounts, scratch, moves, colours, setup_points, setup_colours)
            if state[LINE_OVER] == 0:
                _read_plain_moves(data, state, moves, colours)
        elif kind == NODE:
            if state[LINE_OVER] == 0:
                state[NODE_MOVES], state[NODE_DEPTH] = state[N_MOVES], state[DEPTH]
        elif kind == CLOSE:
            if state[DEPTH] < state[NODE_DEPTH]:
                state[LINE_OVER] = 1
        elif kind == GAME_BEGIN:
            _begin_game(state, amounts, games)
        elif kind == GAME_END:
            _end_game(state, amounts, games, faults)
        elif kind == FAULT:
            note_fault(state, state[FAULT_CODE], state[START])
            if state[FAULT_CODE] == VALUE_TOO_LONG:
                _skip_game(state, faults, state[STOP])
        elif kind == NO_MORE:
            if state[END] - state[POSITION] > state[MAX_BYTES]:
                state[POSITION] = state[END]  # a parenthesis and nothing but white space since
            return False
        elif kind == UNFINISHED:
            if state[END] - state[GAME_START] <= state[MAX_BYTES]:
                state[POSITION] = state[GAME_START]
                state[DEPTH] = 0
                return False
            _skip_large_game(state, faults)


@jit
def _read_plain_moves(data, state, moves, colours):
    """Take the nodes `;B[dd]` and `;W[dd]` that follow a value: a short cut through most of the text.

    It leaves the state as if `step` had been asked for every event; what a value before it has
    settled (a node has begun, on the main line) needs no change.
    """
    position, last = state[POSITION], state[END] - _PLAIN_MOVE
    n_moves, farthest = state[N_MOVES], state[FARTHEST]
    n_nodes, max_nodes = state[N_NODES], state[MAX_NODES]
    while position <= last and n_nodes < max_nodes and data[position] == SEMICOLON:
        name = data[position + 1]
        if name not in (B, W) or data[position + 2] != SQUARE_OPEN or data[position + 5] != SQUARE_CLOSE:
            break
        column, row = np.int64(data[position + 3]) - _A, np.int64(data[position + 4]) - _A
        if not (0 <= column < MAX_SIZE and 0 <= row < MAX_SIZE):
            break
        if max(column, row) > farthest:
            farthest = max(column, row)
            state[FARTHEST_OFFSET] = position + 3
        moves[n_moves] = point_at(row, column)
        colours[n_moves] = BLACK if name == B else WHITE
        n_moves += 1
        n_nodes += 1
        position += _PLAIN_MOVE
    if n_moves > state[N_MOVES]:
        state[POSITION], state[N_NODES] = position, n_nodes
        state[NAME], state[N_VALUES], state[STRAY_SEEN] = np.int64(data[position - 5]), 1, 0
        state[N_MOVES], state[NODE_MOVES], state[FARTHEST] = n_moves, n_moves - 1, farthest


@jit
def _is_full(state, games, faults):
    return (
        state[N_GAMES] == len(games.size)
        or state[N_FAULTS] == len(faults.code)
        or games.first_setup[state[N_GAMES]] + state[MAX_SETUP] > len(games.setup_points)
    )


@jit
def _begin_game(state, amounts, games):
    state[GAME_START:] = 0
    state[GAME_START] = state[START]
    state[FIRST_MOVE] = state[N_MOVES] = games.first[state[N_GAMES]]
    state[FIRST_SETUP] = state[N_SETUP] = games.first_setup[state[N_GAMES]]
    state[FARTHEST] = -1
    state[SIZE] = MAX_SIZE
    state[WINNER], state[ENDING] = UNKNOWN, NO_ENDING
    amounts[:] = np.nan


@jit
def _end_game(state, amounts, games, faults):
    if state[STOP] - state[GAME_START] > state[MAX_BYTES]:
        _skip_large_game(state, faults)
        return
    if state[FARTHEST] >= state[SIZE]:
        note_fault(state, OFF_THE_BOARD, state[FARTHEST_OFFSET])
    state[N_SEEN] += 1
    if state[GAME_FAULT] != 0:
        _report(state, faults)
        return
    game = state[N_GAMES]
    state[N_GAMES] += 1
    games.first[game + 1], games.first_setup[game + 1] = state[N_MOVES], state[N_SETUP]
    games.size[game], games.handicap[game] = state[SIZE], state[HANDICAP]
    games.winner[game], games.ending[game] = state[WINNER], state[ENDING]
    games.komi[game], games.margin[game] = amounts[KOMI], amounts[MARGIN]
    games.truncated[game] = state[TRUNCATED] == 1 or state[CUT] == 1
    games.text_start[game], games.text_stop[game] = state[GAME_START], state[STOP]
    games.number[game] = state[N_SEEN]


@jit
def _report(state, faults):
    faults.code[state[N_FAULTS]] = state[GAME_FAULT]
    faults.offset[state[N_FAULTS]] = state[FAULT_OFFSET]
    state[N_FAULTS] += 1


@jit
def _skip_large_game(state, faults):
    note_fault(state, GAME_TOO_LARGE, state[GAME_START])
    _skip_game(state, faults, state[GAME_START] + state[MAX_BYTES])


@jit
def _skip_game(state, faults, position):
    """Give up a game that goes beyond a limit; look on where it did, so no byte is read often."""
    state[N_SEEN] += 1
    _report(state, faults)
    state[DEPTH] = 0
    state[POSITION] = position
    state[RECOVERING] = 1


@jit
def _recover(data, state):
    """Go to the next line that begins with `(;`, but not with `(;B[` or `(;W[`: a variation does."""
    position, end = state[POSITION], state[END]
    last = end - 2 if state[AT_END] == 1 else end - 4
    while position < last and not _is_first_line(data, position, end):
        position += 1
    if position < last:
        state[POSITION] = position + 1
        state[RECOVERING] = 0
        return True
    state[POSITION] = end if state[AT_END] == 1 else position
    return False


@jit
def _is_first_line(data, position, end):
    if not (data[position] == 10 or data[position] == 13):
        return False
    if data[position + 1] != ROUND_OPEN or data[position + 2] != SEMICOLON:
        return False
    if position + 4 >= end or data[position + 4] != SQUARE_OPEN:
        return True
    return not (data[position + 3] == B or data[position + 3] == W)
