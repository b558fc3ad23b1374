# mypy: allow-untyped-defs, no-check-untyped-defs
"""The game being read: the slots that hold it, and what each value of its main line changes there."""

import numpy as np

from tengen.core.jit import jit
from tengen.core.points_jit import BLACK, EMPTY, MAX_SIZE, MIN_SIZE, PASS, WHITE, point_at
from tengen.sgf.errors import Limits
from tengen.sgf.grammar_jit import (
    AB,
    AE,
    AW,
    N_NODES,
    N_SLOTS,
    N_VALUES,
    NAME,
    START,
    STOP,
    B,
    W,
    start_state,
)
from tengen.sgf.value_scanner_jit import (
    BAD_POINT,
    BAD_SIZE,
    NOT_GO,
    TOO_MUCH_SETUP,
    UNPLAYABLE_SIZE,
    name_code,
)
from tengen.sgf.values_jit import (
    MAX_SGF_SIZE,
    NOT_A_NUMBER,
    NOT_A_POINT,
    copy_plain,
    corners,
    handicap_of,
    komi_of,
    move_at,
    result_of,
    size_of,
    whole_number,
)

# Further slots of the state, behind those of the grammar.
N_GAMES = N_SLOTS  # whole games in the arrays
N_FAULTS = N_SLOTS + 1
N_SEEN = N_SLOTS + 2  # games of this source so far, bad ones included
RECOVERING = N_SLOTS + 3  # 1 while looking for the next line that begins a game
MAX_BYTES = N_SLOTS + 4  # of a game
MAX_SETUP = N_SLOTS + 5  # stones of a game
GAME_START = N_SLOTS + 6  # the rest is about the game being read
FIRST_MOVE = N_SLOTS + 7  # where its moves and its set-up begin in the arrays
FIRST_SETUP = N_SLOTS + 8
N_MOVES = N_SLOTS + 9  # up to and with this game
N_SETUP = N_SLOTS + 10
LINE_OVER = N_SLOTS + 11  # 1 when the main line has ended
NODE_DEPTH = N_SLOTS + 12  # of the last node of the main line
NODE_MOVES = N_SLOTS + 13  # N_MOVES when that node began
CUT = N_SLOTS + 14  # 1 if stones were set up after a move
GAME_FAULT = N_SLOTS + 15  # first fault of the game, 0 for none
FAULT_OFFSET = N_SLOTS + 16
FARTHEST = N_SLOTS + 17  # largest column or row of a stone
FARTHEST_OFFSET = N_SLOTS + 18
SIZE = N_SLOTS + 19
HANDICAP = N_SLOTS + 20
WINNER = N_SLOTS + 21
ENDING = N_SLOTS + 22
SEEN_GM = N_SLOTS + 23  # 1 if the property was met: only the first one counts
SEEN_SZ = N_SLOTS + 24
SEEN_KM = N_SLOTS + 25
SEEN_HA = N_SLOTS + 26
SEEN_RE = N_SLOTS + 27
N_SCAN_SLOTS = N_SLOTS + 28

# Slots of the amounts, a float64 array about the game being read.
KOMI = 0
MARGIN = 1
N_AMOUNTS = 2

_GM, _SZ = name_code("GM"), name_code("SZ")
_KM, _HA, _RE = name_code("KM"), name_code("HA"), name_code("RE")


def start_scan(limits: Limits) -> np.ndarray:
    """The state before the first byte; the caller sets POSITION, END and AT_END."""
    state = np.zeros(N_SCAN_SLOTS, dtype=np.int64)
    state[:N_SLOTS] = start_state(limits)
    state[MAX_BYTES], state[MAX_SETUP] = limits.file_bytes, limits.setup_stones
    return state


@jit
def note_fault(state, code, offset):
    """Remember the first fault of a game; the game is read on to find its end."""
    if state[GAME_FAULT] == 0:
        state[GAME_FAULT] = code
        state[FAULT_OFFSET] = offset


@jit
def note_value(data, state, amounts, scratch, moves, colours, setup_points, setup_colours):
    """Take one value of the main line into the game being read."""
    name = state[NAME]
    if name in (B, W):
        if state[N_VALUES] == 1:
            _note_move(data, state, scratch, moves, colours)
    elif name in (AB, AW, AE):
        _note_setup(data, state, scratch, setup_points, setup_colours)
    elif name in (_GM, _SZ):
        if state[N_NODES] == 1:
            _note_root(data, state, scratch)
    elif name in (_KM, _HA, _RE):
        _note_game_info(data, state, amounts, scratch)


@jit
def _note_move(data, state, scratch, moves, colours):
    n = copy_plain(data, state[START], state[STOP], scratch)
    move, farthest = np.int64(NOT_A_POINT), np.int64(0)
    if n == 0:
        move = np.int64(PASS)
    elif n == 2:
        move, farthest = move_at(scratch[0], scratch[1])
    if move == NOT_A_POINT:
        note_fault(state, BAD_POINT, state[START])
        return
    _note_distance(state, farthest)
    moves[state[N_MOVES]] = move
    colours[state[N_MOVES]] = BLACK if state[NAME] == B else WHITE
    state[N_MOVES] += 1


@jit
def _note_distance(state, farthest):
    if farthest > state[FARTHEST]:
        state[FARTHEST] = farthest
        state[FARTHEST_OFFSET] = state[START]


@jit
def _note_setup(data, state, scratch, points, colours):
    n = copy_plain(data, state[START], state[STOP], scratch)
    if n == 0:
        return
    if state[NODE_MOVES] > state[FIRST_MOVE]:
        state[N_MOVES] = state[NODE_MOVES]
        state[LINE_OVER] = state[CUT] = 1
        return
    left, top, right, bottom = corners(scratch, n)
    if left == NOT_A_POINT:
        note_fault(state, BAD_POINT, state[START])
        return
    _note_distance(state, max(right, bottom))
    stone = state[N_SETUP]
    state[N_SETUP] += (right - left + 1) * (bottom - top + 1)
    if state[N_SETUP] - state[FIRST_SETUP] > state[MAX_SETUP]:
        note_fault(state, TOO_MUCH_SETUP, state[START])
        state[LINE_OVER] = 1
        return
    colour = EMPTY
    if state[NAME] == AB:
        colour = BLACK
    elif state[NAME] == AW:
        colour = WHITE
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            points[stone] = point_at(row, column)
            colours[stone] = colour
            stone += 1


@jit
def _note_root(data, state, scratch):
    """What kind of game, on what board."""
    n = copy_plain(data, state[START], state[STOP], scratch)
    if state[NAME] == _GM and state[SEEN_GM] == 0:
        state[SEEN_GM] = 1
        game_type = whole_number(scratch, 0, n)
        if game_type != NOT_A_NUMBER and game_type != 1:
            note_fault(state, NOT_GO, state[START])
    elif state[NAME] == _SZ and state[SEEN_SZ] == 0:
        state[SEEN_SZ] = 1
        columns, rows = size_of(scratch, n)
        if min(columns, rows) < 1 or max(columns, rows) > MAX_SGF_SIZE:
            note_fault(state, BAD_SIZE, state[START])
        elif columns != rows or columns < MIN_SIZE or columns > MAX_SIZE:
            note_fault(state, UNPLAYABLE_SIZE, state[START])
        else:
            state[SIZE] = columns


@jit
def _note_game_info(data, state, amounts, scratch):
    """Komi, handicap and result."""
    n = copy_plain(data, state[START], state[STOP], scratch)
    if state[NAME] == _KM and state[SEEN_KM] == 0:
        state[SEEN_KM] = 1
        amounts[KOMI] = komi_of(scratch, n)
    elif state[NAME] == _HA and state[SEEN_HA] == 0:
        state[SEEN_HA] = 1
        state[HANDICAP] = handicap_of(scratch, n)
    elif state[NAME] == _RE and state[SEEN_RE] == 0:
        state[SEEN_RE] = 1
        state[WINNER], state[ENDING], amounts[MARGIN] = result_of(scratch, n)
