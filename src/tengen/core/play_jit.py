# mypy: allow-untyped-defs, no-check-untyped-defs
"""Playing a stone: chains join, liberties go, chains without liberties are taken off.

`play` trusts its caller that the move is legal and does no test that a playout can do without. Its
cost is a constant plus the stones taken off and relabelled; the smaller chain is relabelled, so a
stone changes its label at most log2(361) < 9 times before it is captured.

The four neighbours are handled as bit masks rather than by branches on colours: on random boards
such branches are mispredicted half the time, and that was most of the cost of a move.

Setting up a position from an array of colours, without playing it move by move.
"""

import numpy as np

from tengen.core.board_jit import BESIDE, LIBERTY_WORD, clear_board, is_atari, pseudo_liberties, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.playable_jit import (
    SETTLED,
    add_candidate,
    remove_candidate,
    wake,
    wake_broken_eyes,
    wake_last_liberty,
)
from tengen.core.points_jit import (
    EMPTY,
    NEIGHBOUR_OFFSETS,
    PASS,
    STRIDE,
    east,
    north,
    opponent,
    point_at,
    south,
    west,
)
from tengen.core.random_jit import STONE_HASH

# [mask of neighbours] -> offset to the first of them; the empty mask leads to the point itself.
FIRST_NEIGHBOUR = np.array(
    [0] + [NEIGHBOUR_OFFSETS[(mask & -mask).bit_length() - 1] for mask in range(1, 16)], np.int64
)


@jit_inline
def play(board, point, colour):
    """Play a stone on an empty point where the colour may play; suicide takes its own chain off."""
    own_side, other_side = sides(board, point, colour)
    own = own_side & ~other_side & BESIDE
    other = other_side & ~own_side & BESIDE
    if board.place[point] == SETTLED:
        wake(board, point)
    remove_candidate(board, point)
    _put_stone(board, point, colour)
    left = LIBERTY_WORD[point]
    north_word = _take_liberty(board, north(point), left)
    west_word = _take_liberty(board, west(point), left)
    east_word = _take_liberty(board, east(point), left)
    south_word = _take_liberty(board, south(point), left)
    fresh = _liberties_of_stone(point, ~(own_side | other_side) & BESIDE)
    chain = _join(board, point, own, fresh)

    board.ko = PASS
    dead = other & mask_of_four(north_word == 0, west_word == 0, east_word == 0, south_word == 0)
    if dead:
        _capture(board, point, colour, dead)
    if board.liberties[chain] == 0:
        board.prisoners[opponent(colour)] += remove_chain(board, chain, colour)
    if board.n_settled:
        threatened = other & mask_of_four(
            is_atari(north_word), is_atari(west_word), is_atari(east_word), is_atari(south_word)
        )
        while threatened:
            wake_last_liberty(board, board.chain[first_neighbour(point, threatened)])
            threatened &= threatened - 1
        wake_last_liberty(board, chain)
        wake_broken_eyes(board, point)
    board.to_play = opponent(colour)
    board.last_move = point


@jit
def play_move(board, move, colour):
    """Play a point or pass, for callers that enter compiled code once a move."""
    if move == PASS:
        play_pass(board, colour)
    else:
        play(board, np.uint32(move), colour)


@jit
def add_stone(board, point, colour):
    """Put a stone on an empty point and join it to its chains; nothing is taken off."""
    own_side, other_side = sides(board, point, colour)
    remove_candidate(board, point)
    _put_stone(board, point, colour)
    for neighbour in (north(point), west(point), east(point), south(point)):
        _take_liberty(board, neighbour, LIBERTY_WORD[point])
    fresh = _liberties_of_stone(point, ~(own_side | other_side) & BESIDE)
    _join(board, point, own_side & ~other_side & BESIDE, fresh)


@jit_inline
def play_pass(board, colour):
    """Pass: the ko is lifted and the other colour is to play."""
    board.ko = PASS
    board.to_play = opponent(colour)
    board.last_move = PASS


@jit_inline
def mask_of_four(north_bit, west_bit, east_bit, south_bit):
    """Four truths about the neighbours beside a point as one mask, in the order of `around`."""
    return (
        np.int64(north_bit)
        | (np.int64(west_bit) << 1)
        | (np.int64(east_bit) << 2)
        | (np.int64(south_bit) << 3)
    )


@jit_inline
def first_neighbour(point, mask):
    """The first neighbour of a mask; the point itself if the mask is empty."""
    return np.uint32(point + FIRST_NEIGHBOUR[np.uint32(mask)])


@jit_inline
def _put_stone(board, point, colour):
    """Write the stone into colours, counts, hash and neighbourhoods; chains come later."""
    board.colour[point] = colour
    board.stones[colour] += 1
    board.hash ^= STONE_HASH[np.uint32(colour), point]
    _toggle_around(board, point, colour)


@jit_inline
def _toggle_around(board, point, colour):
    """Tell the eight neighbours that a stone of the colour came or went."""
    bit = 1 << (8 * (np.int64(colour) - 1))
    board.around[np.uint32(point - STRIDE)] ^= bit << 3
    board.around[np.uint32(point - 1)] ^= bit << 2
    board.around[np.uint32(point + 1)] ^= bit << 1
    board.around[np.uint32(point + STRIDE)] ^= bit
    board.around[np.uint32(point - STRIDE - 1)] ^= bit << 7
    board.around[np.uint32(point - STRIDE + 1)] ^= bit << 6
    board.around[np.uint32(point + STRIDE - 1)] ^= bit << 5
    board.around[np.uint32(point + STRIDE + 1)] ^= bit << 4


@jit_inline
def _liberties_of_stone(point, empty):
    """The pseudo-liberties of a lone stone, given the mask of its empty neighbours."""
    return (
        (-(empty & 1) & LIBERTY_WORD[north(point)])
        + (-(empty >> 1 & 1) & LIBERTY_WORD[west(point)])
        + (-(empty >> 2 & 1) & LIBERTY_WORD[east(point)])
        + (-(empty >> 3) & LIBERTY_WORD[south(point)])
    )


@jit_inline
def _take_liberty(board, neighbour, word):
    """Take one pseudo-liberty from the chain at a neighbour; returns what is left."""
    chain = board.chain[neighbour]
    left = board.liberties[chain] - word
    board.liberties[chain] = left
    return left


@jit_inline
def _join(board, point, own, fresh):
    """Make the stone part of the chains beside it, or a chain of its own; returns its chain."""
    board.n_stones[point] = 0
    board.liberties[point] = 0
    board.next_stone[point] = point
    chain = np.uint32(board.chain[first_neighbour(point, own)])
    board.chain[point] = chain
    board.next_stone[point] = board.next_stone[chain]
    board.next_stone[chain] = point
    board.n_stones[chain] += 1
    board.liberties[chain] += fresh
    rest = own & (own - 1)
    while rest:
        other_chain = np.uint32(board.chain[first_neighbour(point, rest)])
        if other_chain != chain:
            chain = _merge(board, chain, other_chain)
        rest &= rest - 1
    return chain


@jit_inline
def _merge(board, larger, smaller):
    """Join two chains by relabelling the smaller; returns the name that remains."""
    if board.n_stones[larger] < board.n_stones[smaller]:
        larger, smaller = smaller, larger
    board.n_stones[larger] += board.n_stones[smaller]
    board.liberties[larger] += board.liberties[smaller]
    stone = smaller
    while True:
        board.chain[stone] = larger
        stone = np.uint32(board.next_stone[stone])
        if stone == smaller:
            break
    after_larger = board.next_stone[larger]
    board.next_stone[larger] = board.next_stone[smaller]
    board.next_stone[smaller] = after_larger
    return larger


@jit_inline
def _capture(board, point, colour, dead):
    """Take off the dead chains beside the point; one stone taken by a lone stone makes a ko."""
    loser = opponent(colour)
    n_taken = 0
    victim = np.uint32(PASS)
    while dead:
        victim = first_neighbour(point, dead)
        if board.colour[victim] == loser:
            n_taken += remove_chain(board, np.uint32(board.chain[victim]), loser)
        dead &= dead - 1
    board.prisoners[colour] += n_taken
    # Only a stone that is a chain of its own has liberties in the slot of its point.
    if (n_taken == 1) & (pseudo_liberties(board.liberties[point]) == 1):
        board.ko = victim
        board.ko_colour = loser


@jit_inline
def remove_chain(board, chain, colour):
    """Take a chain off the board; its points become candidates. Returns the number of stones."""
    stone = np.uint32(chain)
    n_taken = 0
    while True:
        following = np.uint32(board.next_stone[stone])
        board.colour[stone] = EMPTY
        board.chain[stone] = stone
        board.hash ^= STONE_HASH[np.uint32(colour), stone]
        _toggle_around(board, stone, colour)
        add_candidate(board, stone)
        word = LIBERTY_WORD[stone]
        board.liberties[board.chain[north(stone)]] += word
        board.liberties[board.chain[west(stone)]] += word
        board.liberties[board.chain[east(stone)]] += word
        board.liberties[board.chain[south(stone)]] += word
        n_taken += 1
        stone = following
        if stone == chain:
            board.stones[colour] -= n_taken
            return n_taken


# --- Positions from colours -----------------------------------------------------------------------


@jit
def set_up(board, size, colours):
    """Make the board show the colours, (N_POINTS,) uint8, Black to play.

    Returns False, with the board in no usable state, if some chain has no liberty.
    """
    clear_board(board, size)
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            if colours[point] != EMPTY:
                add_stone(board, point, np.int64(colours[point]))
    for row in range(size):
        for column in range(size):
            point = point_at(row, column)
            if board.colour[point] != EMPTY and board.liberties[board.chain[point]] == 0:
                return False
    return True
