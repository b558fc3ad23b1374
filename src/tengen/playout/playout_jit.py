# mypy: allow-untyped-defs, no-check-untyped-defs
"""The playout: both sides move by a policy until two passes or the move limit, then count.

Light playouts use the uniform policy. The cost of one is proportional to its moves, about 1.37
times the area on 9x9 and 1.26 times on 19x19; a move costs nearly the same on all sizes.
"""

import numpy as np

from tengen.book.cursor_jit import BOOKMARK, turn_page
from tengen.core.board_jit import BESIDE, sides
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import play, play_pass
from tengen.core.points_jit import BLACK, EMPTY, MAX_AREA, N_POINTS, PASS, WHITE, opponent, point_at
from tengen.core.rules_jit import area_lead
from tengen.playout.atari_jit import note_ataris
from tengen.playout.context_jit import MAX_TRUE
from tengen.playout.lgrf_jit import look_up
from tengen.playout.memory_jit import N_COPIES
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT, uses_two_moves
from tengen.playout.policy_jit import note_context, select_move
from tengen.playout.uniform_jit import select_uniform

MERCY_KOMI = 7  # whatever the komi of the game, as in Orego
_SMALLEST_WITH_MERCY = 5  # on smaller boards that komi alone would end nearly every playout

PLAYOUT = np.dtype(
    [
        ("moves", np.uint16, MOVE_LIMIT_PER_POINT * MAX_AREA),  # the moves, passes included
        ("owner", np.uint8, N_POINTS),  # scratch for counting
        ("stack", np.uint16, MAX_AREA),  # scratch for counting
        ("third", np.uint32),  # the last three moves before the playout: context of its first moves
        ("before", np.uint32),
        ("previous", np.uint32),
        ("thread", np.int64),  # the number of the thread, and of how many, see playout/memory_jit.py
        ("n_threads", np.int64),
        ("is_mercy", np.bool_),  # ended because one side was hopelessly behind
        ("winner", np.uint32),  # of a playout in a search, or EMPTY if it is void
        ("n_moves", np.int32),
        ("n_passes", np.int32),  # passes in a row at the end: 2 unless the move limit came first
        ("lead", np.int32),  # Black's area minus White's at the end, komi not counted
        ("predicates", np.uint16, (MOVE_LIMIT_PER_POINT * MAX_AREA, MAX_TRUE)),  # before each move, for past
        ("points", np.uint16, MAX_AREA),  # scratch for drawing a move by its value
        ("values", np.float64, MAX_AREA),
        ("rows", np.uint16, MAX_TRUE),
        ("seen", np.uint8, (3, N_POINTS)),  # scratch for learning, all 0 between playouts
        ("bookmark", BOOKMARK),  # where the opening book is open
    ],
    align=True,
)


def new_playout() -> np.record:
    """Room for one playout: its moves, its result, and what counting needs."""
    playout: np.record = np.zeros(1, PLAYOUT).view(np.recarray)[0]
    return playout


@jit_inline
def light_playout(board, move_limit, rng_state, playout):
    """Play the board out in place by the uniform policy and write moves and result."""
    if board.ko_colour != board.to_play:
        board.ko = PASS  # in playouts colours alternate, so only the colour kept from a ko is asked
    colour = np.int64(board.to_play)
    n_moves = 0
    n_passes = 0
    while n_passes < 2 and n_moves < move_limit:
        point = select_uniform(board, colour, False, 0, rng_state)
        if point == PASS:
            play_pass(board, colour)
            n_passes += 1
        else:
            play(board, point, colour)
            n_passes = 0
        playout.moves[np.uint32(n_moves)] = point
        n_moves += 1
        colour = opponent(colour)
    playout.n_moves = n_moves
    playout.n_passes = n_passes
    if n_passes == 2:
        playout.lead = lead_after_two_passes(board)
    else:
        playout.lead = area_lead(board.colour, board.board_size, playout.owner, playout.stack)


@jit_inline
def lead_after_two_passes(board):
    """The area lead when no two empty points are adjacent, as when neither side could move."""
    lead = np.int64(board.stones[BLACK]) - np.int64(board.stones[WHITE])
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            black_side, white_side = sides(board, point, BLACK)
            balance = np.int64(black_side & BESIDE == BESIDE) - np.int64(white_side & BESIDE == BESIDE)
            lead += np.int64(board.colour[point] == EMPTY) * balance
    return lead


@jit
def light_playouts(start, boards, n_playouts, komi, rng_state, playout):
    """Many light playouts from one position; returns Black's wins, and the moves of all.

    boards -- (1,) BOARD, scratch: the position is copied there for each playout
    """
    board = boards[0]
    move_limit = MOVE_LIMIT_PER_POINT * start.board_size * start.board_size
    black_wins = 0
    n_moves = 0
    for _ in range(n_playouts):
        boards[0] = start
        light_playout(board, move_limit, rng_state, playout)
        black_wins += playout.lead > komi
        n_moves += playout.n_moves
    return black_wins, n_moves


@jit_inline
def heavy_playout(board, ataris, memory, book, parameters, playout, move_limit, rng_state):
    """Play the board out in place by the policy; goes on behind `playout.n_moves` moves already made.

    The lead decides; a playout cut off by the move limit is void (n_passes below 2, not ended by mercy).
    """
    if board.ko_colour != board.to_play:
        board.ko = PASS  # as in a light playout
    area = np.int64(board.board_size) * np.int64(board.board_size)
    n_moves = np.int64(playout.n_moves)
    third = np.uint32(playout.third)
    before = np.uint32(playout.before)
    previous = np.uint32(playout.previous)
    n_passes = np.int64(playout.n_passes)
    playout.is_mercy = False
    has_mercy = parameters.mercy and board.board_size >= _SMALLEST_WITH_MERCY
    with_two = uses_two_moves(parameters.policy)
    tables = memory.replies[playout.thread % N_COPIES]
    replies = look_up(tables, with_two, before, previous, np.int64(board.to_play))
    while n_passes < 2 and n_moves < move_limit:
        note_context(board, parameters, playout, before, previous, n_moves)
        move = select_move(
            board, ataris, memory, book, parameters, playout, third, before, previous, replies, rng_state
        )
        colour = np.int64(board.to_play)
        replies = look_up(tables, with_two, previous, move, opponent(colour))
        if parameters.book > 0:
            turn_page(book, playout.bookmark, board, move, colour)
        if move == PASS:
            play_pass(board, colour)
            n_passes += 1
        else:
            play(board, move, colour)
            note_ataris(board, ataris, move)
            n_passes = 0
        playout.moves[np.uint32(n_moves)] = move
        n_moves += 1
        third = before
        before = previous
        previous = move
        stone_lead = np.int64(board.stones[BLACK]) - np.int64(board.stones[WHITE])
        if has_mercy and abs(stone_lead - MERCY_KOMI) > area // 2:
            playout.is_mercy = True
            break
    playout.n_moves = n_moves
    playout.n_passes = n_passes
