# mypy: allow-untyped-defs, no-check-untyped-defs
"""The grammar of SGF as events, one compiled step at a time: all leniency lives here.

The tree reader and the fast scanner both read by `step`, so they cannot disagree on what a file
says. Nothing recurses: the depth of variations is a number.

What real files get wrong, and what we make of it:

- Text before, between and after games is skipped. A game begins at `(` and `;` with at most white
  space between, or at a `(` directly followed by a name and `[`.
- A `;` may be missing behind a parenthesis. Lower-case letters of a name do not count: `White` is W.
- A `]` without a backslash may belong to the text (see `brackets`).
- A game that is not closed ends, marked truncated, at the end of the data or where the next game
  begins: at a line that begins with `(;` and a property that only a root may have. The unfinished
  value or name is dropped.
- Other stray characters, and names without a value, are skipped. But where a stone could be lost
  or misread (B or W without a value, a value without a name, stray characters before stones in
  the same node) there is a fault.
"""

from typing import NamedTuple

import numpy as np

from tengen.core.jit import jit
from tengen.sgf.errors import Limits
from tengen.sgf.value_scanner_jit import (
    MOVE_WITHOUT_VALUE,
    NOT_NAMED,
    ROUND_CLOSE,
    ROUND_OPEN,
    SEMICOLON,
    SQUARE_OPEN,
    STRAY_BEFORE_STONES,
    TOO_DEEP,
    TOO_MANY_NODES,
    VALUE_TOO_LONG,
    VALUE_WITHOUT_NAME,
    charset_width,
    find_value_end,
    is_capital,
    is_next_game,
    is_space,
    is_structure,
    name_code,
    packed_name,
    skip_name,
    skip_space,
)

# Events of `step`.
NO_MORE = 0  # no further game; what lies before POSITION can be forgotten
UNFINISHED = 1  # the data ends inside a game, and more may come
GAME_BEGIN = 2  # START: its `(`
GAME_END = 3  # STOP: behind its last byte; TRUNCATED: whether its `)` is missing
OPEN = 4
CLOSE = 5
NODE = 6  # START: its `;`
VALUE = 7  # START, STOP: the raw value; NAME, N_VALUES: whose it is, and the how-manieth
STRAY = 8  # START, STOP: what was skipped
FAULT = 9  # START: where it lies; FAULT_CODE: what it is. The next step reads on behind it

# Slots of the state, an int64 array that `step` changes.
POSITION = 0  # of the next byte to read
END = 1  # of the data
AT_END = 2  # 1 if no data will follow END
DEPTH = 3  # open parentheses; 0 between games
FRESH = 4  # 1 behind a parenthesis: a property needs a node to begin
NAME = 5  # code of the property being read, 0 for none
NAME_START = 6
NAME_STOP = 7
N_VALUES = 8  # of that property so far
STRAY_SEEN = 9  # 1 if stray characters lie in this node
CHARSET = 10  # how bytes make characters, NOT_NAMED before CA
START = 11
STOP = 12
N_NODES = 13  # of this game so far
TRUNCATED = 14
FAULT_CODE = 15
MAX_NODES = 16
MAX_DEPTH = 17
MAX_VALUE = 18
ASSUMED = 19  # how bytes make characters before CA and in a game without it
N_SLOTS = 20

B, W = name_code("B"), name_code("W")
AB, AW, AE = name_code("AB"), name_code("AW"), name_code("AE")
_CA = name_code("CA")


class Events(NamedTuple):
    """A block of K events for the tree reader."""

    kind: np.ndarray  # (K,) uint8
    start: np.ndarray  # (K,) int64
    stop: np.ndarray  # (K,) int64
    name_start: np.ndarray  # (K,) int64, of a VALUE
    name_stop: np.ndarray  # (K,) int64, of a VALUE
    detail: np.ndarray  # (K,) int64  N_VALUES of a VALUE, FAULT_CODE of a FAULT, TRUNCATED of a GAME_END


def empty_events(n_events: int) -> Events:
    """Room for a block of events."""
    offsets = [np.empty(n_events, dtype=np.int64) for _ in range(5)]
    return Events(np.empty(n_events, dtype=np.uint8), *offsets)


def start_state(limits: Limits) -> np.ndarray:
    """The state before the first byte; the caller sets POSITION, END and AT_END."""
    state = np.zeros(N_SLOTS, dtype=np.int64)
    state[MAX_NODES], state[MAX_DEPTH], state[MAX_VALUE] = limits.nodes, limits.depth, limits.value_bytes
    return state


@jit
def record_events(data, state, events):
    """Fill the block with the next events and return how many; the very last one is NO_MORE."""
    for n in range(len(events.kind)):
        kind = step(data, state)
        events.kind[n] = kind
        events.start[n], events.stop[n] = state[START], state[STOP]
        events.name_start[n], events.name_stop[n] = state[NAME_START], state[NAME_STOP]
        events.detail[n] = state[N_VALUES]
        if kind == FAULT:
            events.detail[n] = state[FAULT_CODE]
        elif kind == GAME_END:
            events.detail[n] = state[TRUNCATED]
        elif kind == NO_MORE:
            return n + 1
    return len(events.kind)


@jit
def step(data, state):
    """Read on to the next event and return its kind."""
    if state[DEPTH] == 0:
        return _begin_game(data, state)
    while True:
        position = skip_space(data, state[POSITION], state[END])
        state[START] = state[STOP] = position
        if position >= state[END]:
            return _end_of_data(state)
        byte = data[position]
        if byte == SQUARE_OPEN:
            return _read_value(data, state, position)
        if byte == ROUND_OPEN and is_next_game(data, position, state[END]):
            return _end_truncated(state, position)
        if state[NAME] != 0 and state[N_VALUES] == 0:
            return _leave_empty_name(state)
        if byte == SEMICOLON:
            state[POSITION] = position + 1
            return _begin_node(state)
        if byte == ROUND_OPEN:
            return _open(state, position)
        if byte == ROUND_CLOSE:
            return _close(state, position)
        if not is_capital(byte):
            return _skip_stray(data, state, position)
        if state[FRESH] == 1:
            return _begin_node(state)
        _read_name(data, state, position)


@jit
def _begin_game(data, state):
    position = _find_game(data, state[POSITION], state[END], state[AT_END])
    state[START] = state[STOP] = state[POSITION] = position
    if position == state[END] or not _is_game(data, position, state[END]):
        return NO_MORE
    state[POSITION] = position + 1
    state[DEPTH] = state[FRESH] = 1
    state[NAME] = state[STRAY_SEEN] = state[N_NODES] = state[TRUNCATED] = 0
    state[CHARSET] = NOT_NAMED
    return GAME_BEGIN


@jit
def _find_game(data, position, end, at_end):
    """The next `(` that begins a game, or could if more data came."""
    while position < end:
        is_open = data[position] == ROUND_OPEN
        if is_open and (_is_game(data, position, end) or (at_end == 0 and _could_be(data, position, end))):
            return position
        position += 1
    return end


@jit
def _is_game(data, position, end):
    inside = skip_space(data, position + 1, end)
    if inside < end and data[inside] == SEMICOLON:
        return True
    if position + 1 < end and is_capital(data[position + 1]):
        inside = skip_name(data, position + 1, end)
        return inside < end and data[inside] == SQUARE_OPEN
    return False


@jit
def _could_be(data, position, end):
    if position + 1 < end and is_capital(data[position + 1]):
        return skip_name(data, position + 1, end) == end
    return skip_space(data, position + 1, end) == end


@jit
def _end_of_data(state):
    if state[AT_END] == 0:
        return UNFINISHED
    return _end_truncated(state, state[END])


@jit
def _end_truncated(state, position):
    state[POSITION] = state[STOP] = position
    state[DEPTH] = 0
    state[TRUNCATED] = 1
    return GAME_END


@jit
def _fault(state, code):
    state[FAULT_CODE] = code
    return FAULT


@jit
def _begin_node(state):
    state[FRESH] = state[NAME] = state[STRAY_SEEN] = 0
    state[N_NODES] += 1
    if state[N_NODES] > state[MAX_NODES]:
        return _fault(state, TOO_MANY_NODES)
    return NODE


@jit
def _open(state, position):
    state[POSITION] = position + 1
    state[DEPTH] += 1
    state[FRESH] = 1
    state[NAME] = 0
    if state[DEPTH] > state[MAX_DEPTH]:
        return _fault(state, TOO_DEEP)
    return OPEN


@jit
def _close(state, position):
    state[POSITION] = state[STOP] = position + 1
    state[DEPTH] -= 1
    state[FRESH] = 1
    state[NAME] = 0
    if state[DEPTH] == 0:
        return GAME_END
    return CLOSE


@jit
def _skip_stray(data, state, position):
    end = state[END]
    stop = position + 1
    while stop < end and not (is_space(data[stop]) or is_capital(data[stop]) or is_structure(data[stop])):
        stop += 1
    state[POSITION] = state[STOP] = stop
    state[NAME] = 0
    state[STRAY_SEEN] = 1
    return STRAY


@jit
def _leave_empty_name(state):
    state[START], state[STOP] = state[NAME_START], state[NAME_STOP]
    code = state[NAME]
    state[NAME] = 0
    if code in (B, W):
        return _fault(state, MOVE_WITHOUT_VALUE)
    return STRAY


@jit
def _read_name(data, state, position):
    stop = skip_name(data, position, state[END])
    state[POSITION] = state[NAME_STOP] = stop
    state[NAME_START] = position
    state[NAME] = packed_name(data, position, stop)
    state[N_VALUES] = 0


@jit
def _read_value(data, state, position):
    name = state[NAME]
    holds_stones = name in (B, W, AB, AW, AE)
    charset = state[ASSUMED] if state[CHARSET] == NOT_NAMED else state[CHARSET]
    stop, closed = find_value_end(
        data, position + 1, state[END], state[AT_END], charset, holds_stones, state[MAX_VALUE]
    )
    state[START], state[STOP] = position + 1, stop
    if stop - (position + 1) > state[MAX_VALUE]:
        state[POSITION] = stop
        return _fault(state, VALUE_TOO_LONG)
    if not closed and stop == state[END] and state[AT_END] == 0:
        return UNFINISHED
    if not closed:
        return _end_truncated(state, stop)
    state[POSITION] = stop + 1
    state[N_VALUES] += 1
    if name == 0:
        return _fault(state, VALUE_WITHOUT_NAME)
    if holds_stones and state[STRAY_SEEN] == 1:
        return _fault(state, STRAY_BEFORE_STONES)
    if name == _CA and state[N_NODES] == 1 and state[CHARSET] == NOT_NAMED:
        state[CHARSET] = charset_width(data, position + 1, stop)
    return VALUE
