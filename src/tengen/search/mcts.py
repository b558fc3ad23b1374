"""Monte-Carlo tree search: select, expand, play out, back up (Baier & Drake 2010, section II; Orego)."""

import numpy as np

from tengen.core.jit import jit, jit_inline
from tengen.core.legality import is_legal, position_key, repeats_position
from tengen.core.play import play_move
from tengen.core.points import BLACK, EMPTY, N_POINTS, NO_MOVE, PASS, WHITE
from tengen.core.rng import random_below
from tengen.core.scoring import area_lead
from tengen.playout.ataris import note_ataris
from tengen.playout.feasibility import is_feasible
from tengen.playout.lgr import learn_replies
from tengen.playout.parameters import DEFAULT, LGR2, LGRF1, LGRF2
from tengen.playout.playout import MOVE_LIMIT_PER_POINT, heavy_playout, lead_after_two_passes
from tengen.search.priors import add_playout_priors
from tengen.search.rave import update_rave, write_earlier, write_values
from tengen.search.tree import NO_NODE, RUNS, WINS, add_node, find_node, position_hash

MAX_MOVES = 3 * 361 + 4

WORKER = np.dtype(
    [
        ("path", np.int32, MAX_MOVES),  # the node before each move, up to the first position without
        ("earlier", np.int16, MAX_MOVES),
        ("last_seen", np.int16, N_POINTS),
        ("values", np.float32, N_POINTS),
        ("depth", np.int64),  # nodes on the path
        ("number", np.int64),
        ("n_moves", np.int64),  # of all playouts so far, for speed reports
    ],
    align=True,
)


@jit_inline
def select(nodes, stats, node, board, worker, history, n_history, parameters, search, rng_state):
    """The move to try in a node: the last winner, else the best value; illegal ones are excluded."""
    colour = np.int64(board.to_play)
    if search.win_stay:
        move = np.uint32(nodes[node].winning_move)
        if move != NO_MOVE and is_allowed(board, move, colour, history, n_history, parameters, search):
            return move
    write_values(stats, node, search.rave_bias, worker.values)
    worker.values[PASS] = stats[node, WINS, PASS] / stats[node, RUNS, PASS]
    row = stats.shape[2]
    while True:
        best = np.uint32(PASS)
        start = np.int64(random_below(rng_state, row))
        for step in range(row):
            point = start + step
            if point >= row:
                point -= row
            if worker.values[np.uint32(point)] > worker.values[best]:
                best = np.uint32(point)
        if best == PASS or is_allowed(board, best, colour, history, n_history, parameters, search):
            return best
        worker.values[best] = -np.inf
        stats[node, WINS, best] = -np.inf


@jit_inline
def is_allowed(board, move, colour, history, n_history, parameters, search):
    """Whether a move may be tried in the tree: feasible, legal, and no repetition."""
    if move == PASS:
        return True
    return (
        is_legal(board, move, colour, False)
        and is_feasible(board, move, colour, parameters.opening)
        and not repeats_position(board, move, colour, search.superko, history, n_history)
    )


@jit_inline
def descend(
    nodes, stats, children, buckets, free, n_free, root, board, ataris, playout, worker, history, n_history,
    parameters, search, rng_state,
):  # fmt: skip
    """Walk down the tree from the root, playing on the board, and add at most one node."""
    node = root
    worker.depth = 0
    while playout.n_passes < 2:
        move = select(
            nodes,
            stats,
            node,
            board,
            worker,
            history,
            n_history + worker.depth,
            parameters,
            search,
            rng_state,
        )
        is_ripe = stats[node, RUNS, move] > search.expand_at
        worker.path[worker.depth] = node
        worker.depth += 1
        make_move(board, ataris, playout, move)
        history[n_history + worker.depth - 1] = position_key(board.hash, board.to_play, search.superko)
        child = children[node, move]
        if child == NO_NODE:
            if is_ripe:
                child = expand(
                    nodes,
                    stats,
                    children,
                    buckets,
                    free,
                    n_free,
                    worker.number,
                    board,
                    ataris,
                    playout,
                    search,
                )
                children[node, move] = child
            return
        node = child


@jit_inline
def make_move(board, ataris, playout, move):
    """Play a move of the tree and remember it in the playout."""
    play_move(board, move, np.int64(board.to_play))
    if move == PASS:
        playout.n_passes += 1
    else:
        note_ataris(board, ataris, move)
        playout.n_passes = 0
    playout.moves[np.uint32(playout.n_moves)] = move
    playout.n_moves += 1
    playout.before = playout.previous
    playout.previous = move


@jit
def expand(nodes, stats, children, buckets, free, n_free, number, board, ataris, playout, search):
    """The node of the position on the board: the one it has already, or a fresh one with its priors."""
    key = position_hash(board)
    node = find_node(nodes, buckets, key)
    if node == NO_NODE:
        node = add_node(nodes, stats, children, buckets, free, n_free, number, board, key)
        if node != NO_NODE and search.prior > 0:
            add_playout_priors(stats, node, board, ataris, np.uint32(playout.previous), search.prior)
    return node


@jit_inline
def back_up(nodes, stats, playout, worker, first_colour, winner):
    """Count the result for every move made from a node of the path, and for its RAVE moves."""
    n_moves = np.int64(playout.n_moves)
    write_earlier(playout.moves, n_moves, worker.last_seen, worker.earlier)
    colour = np.int64(first_colour)
    for depth in range(min(worker.depth, n_moves)):
        node = worker.path[np.uint32(depth)]
        move = np.uint32(playout.moves[np.uint32(depth)])
        won = np.float32(colour == winner)
        stats[node, RUNS, move] += np.float32(1)
        stats[node, WINS, move] += won
        nodes[node].n_runs += 1
        nodes[node].winning_move = move if colour == winner else np.uint32(NO_MOVE)
        update_rave(stats, node, playout.moves, worker.earlier, n_moves, depth, won)
        colour = 3 - colour


@jit_inline
def winner_of(board, playout, komi):
    """Who won a playout, or EMPTY if it was cut off by the move limit."""
    lead = np.int64(board.stones[BLACK]) - np.int64(board.stones[WHITE])
    if playout.n_passes == 2:
        lead = lead_after_two_passes(board)
    elif not playout.is_mercy:
        return EMPTY
    return BLACK if lead > komi else WHITE


@jit
def search_slice(
    nodes, stats, children, buckets, free, n_free, root, start, start_ataris, boards, all_ataris, playout,
    worker, history, n_history, replies, parameters, search, n_playouts, stop, rng_state,
):  # fmt: skip
    """Run playouts from the root until there were enough or the stop flag is set; returns how many."""
    board = boards[0]
    ataris = all_ataris[0]
    before, previous = np.uint32(playout.before), np.uint32(playout.previous)
    n_passes = playout.n_passes
    move_limit = MOVE_LIMIT_PER_POINT * np.int64(start.board_size) * np.int64(start.board_size)
    with_two = parameters.policy == LGR2 or parameters.policy == LGRF2
    forget = parameters.policy == LGRF1 or parameters.policy == LGRF2
    for done in range(n_playouts):
        if stop[0] != 0:
            return done
        boards[0] = start
        all_ataris[0] = start_ataris
        playout.before, playout.previous = before, previous
        playout.n_moves = 0
        playout.n_passes = n_passes
        playout.is_mercy = False
        descend(
            nodes, stats, children, buckets, free, n_free, root, board, ataris, playout, worker, history,
            n_history, parameters, search, rng_state,
        )  # fmt: skip
        if playout.n_passes < 2:
            follow = find_node(nodes, buckets, position_hash(board))
            if follow != NO_NODE:
                worker.path[worker.depth] = follow
                worker.depth += 1
            heavy_playout(board, ataris, replies, parameters, playout, move_limit, rng_state)
            winner = winner_of(board, playout, parameters.komi)
        else:
            lead = area_lead(board.colour, board.board_size, playout.owner, playout.stack)
            winner = BLACK if lead > parameters.komi else WHITE
        playout.winner = winner
        worker.n_moves += playout.n_moves
        if winner == EMPTY:
            continue
        back_up(nodes, stats, playout, worker, start.to_play, winner)
        if parameters.policy != DEFAULT:
            learn_replies(
                replies,
                playout.moves,
                playout.n_moves,
                start.to_play,
                winner,
                before,
                previous,
                with_two,
                forget,
            )
    return n_playouts
