# mypy: allow-untyped-defs, no-check-untyped-defs
"""Who owns each point when playouts end: territory as a search sees it.

Monte-Carlo tree search: select, expand, play out, back up (Baier & Drake 2010, section II; Orego).
"""

import numpy as np

from tengen.book.cursor_jit import place_bookmark, turn_page
from tengen.core.jit import jit, jit_inline
from tengen.core.play_jit import play_move
from tengen.core.playable_jit import is_feasible
from tengen.core.points_jit import BLACK, EMPTY, NO_MOVE, PASS, WHITE, point_at
from tengen.core.random_jit import random_below
from tengen.core.rules_jit import area_lead, is_legal, position_hash, position_key, repeats_position
from tengen.mcts.priors_jit import add_book_priors, add_learned_priors, add_playout_priors, add_table_priors
from tengen.mcts.rave_jit import EXCLUDED, VALUE_UNIT, best_value, update_rave, write_earlier, write_values
from tengen.mcts.tree_jit import NO_NODE, RAVE_RUNS, RAVE_WINS, RUNS, UNTRIED, WINS, add_node, find_node
from tengen.playout.atari_jit import note_ataris
from tengen.playout.memory_jit import learn
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.playout.playout_jit import heavy_playout, lead_after_two_passes
from tengen.playout.policy_jit import note_context


@jit
def count_owners(worker):
    """Count the end of a playout: the owner of each point, and the lead of Black in points."""
    board, playout = worker.board, worker.playout
    lead = np.float64(area_lead(board.colour, board.board_size, playout.owner, playout.stack))
    for row in range(board.board_size):
        for column in range(board.board_size):
            point = point_at(row, column)
            owner = playout.owner[point]
            worker.owner_balance[point] += np.int32(owner == BLACK) - np.int32(owner == WHITE)
    worker.n_owned += 1
    worker.lead_sum += lead
    worker.lead_square_sum += lead * lead


# --- The search -----------------------------------------------------------------------------------


_COLLECTED_AT_MOST = 8  # playouts, before a thread among several tells the root its RAVE counts
_EXCLUDED_VALUE = np.int32(EXCLUDED * VALUE_UNIT)


@jit_inline
def select(nodes, stats, points, node, worker, history, parameters, search, rng_state):
    """The entry of the move to try in a node: the last winner, else the best value.

    Among equals the first from a random start on; a pass only if no point is worth as much. Moves found
    to be illegal or infeasible are excluded in the node for good; those that repeat a position only now,
    for others come to the node by other positions.
    """
    if search.win_stay:
        move = np.uint32(nodes[node].winning_move)
        if move != NO_MOVE and is_allowed(worker, history, move, parameters, search):
            entry = np.uint32(worker.entry_of[move])
            if (not search.book_prune) or stats[node, WINS, entry] >= 0:  # a playout is free to make others
                return entry
    values = worker.values
    write_values(stats, node, search.rave_bias, search.exploration, values)
    row = np.uint32(len(points))
    while True:
        best = best_value(values, row)
        if values[PASS] == best:
            return np.uint32(PASS)
        entry = random_below(rng_state, row)
        while values[entry] != best:
            entry = np.uint32(entry + 1)
            if entry == row:
                entry = np.uint32(0)
        move = np.uint32(points[entry])
        if is_allowed(worker, history, move, parameters, search):
            return entry
        values[entry] = _EXCLUDED_VALUE
        if not is_playable(worker.board, move, parameters):
            stats[node, WINS, entry] = -np.inf


@jit_inline
def is_allowed(worker, history, move, parameters, search):
    """Whether a move may be tried in the tree by this walk: playable, and no repetition."""
    if move == PASS:
        return True
    board = worker.board
    n_history = worker.n_history + worker.depth
    return is_playable(board, move, parameters) and not repeats_position(
        board, move, np.int64(board.to_play), search.superko, history, n_history
    )


@jit_inline
def is_playable(board, move, parameters):
    """Whether a point is legal and feasible in a position, however it was reached."""
    colour = np.int64(board.to_play)
    return is_legal(board, move, colour, False) and is_feasible(board, move, colour, parameters.opening)


@jit_inline
def descend(tree, priors, root, worker, history, parameters, search, move_limit, rng_state):
    """Walk down the tree from the root, playing on the board, and add at most one node.

    At a node that is due for advice the walk ends; `worker.asked` names it.
    """
    nodes, stats, children, _, _, _, points = tree
    playout, board = worker.playout, worker.board
    node = root
    worker.depth = 0
    while playout.n_passes < 2 and playout.n_moves < move_limit:
        if nodes[node].n_runs >= worker.ask_at and not nodes[node].is_asked:
            worker.asked = node
            break
        entry = select(nodes, stats, points, node, worker, history, parameters, search, rng_state)
        is_ripe = stats[node, RUNS, entry] > search.expand_at
        stats[node, RUNS, entry] += search.virtual_loss
        worker.path[worker.depth] = node
        worker.depth += 1
        note_context(board, parameters, playout, playout.before, playout.previous, playout.n_moves)
        make_move(worker, priors.book, np.uint32(points[entry]))
        history[worker.n_history + worker.depth - 1] = position_key(board.hash, board.to_play, search.superko)
        child = children[node, entry]
        if child == UNTRIED:
            children[node, entry] = NO_NODE
            break
        if child == NO_NODE:
            if is_ripe and playout.n_passes < 2:
                children[node, entry] = expand(tree, priors, worker, parameters, search)
            break
        node = child
    worker.n_virtual = worker.depth


@jit_inline
def make_move(worker, book, move):
    """Play a move of the tree and remember it in the playout."""
    board, playout = worker.board, worker.playout
    turn_page(book, playout.bookmark, board, move, np.int64(board.to_play))
    play_move(board, move, np.int64(board.to_play))
    if move == PASS:
        playout.n_passes += 1
    else:
        note_ataris(board, worker.ataris, move)
        playout.n_passes = 0
    playout.moves[np.uint32(playout.n_moves)] = move
    playout.n_moves += 1
    playout.third = playout.before
    playout.before = playout.previous
    playout.previous = move


@jit
def expand(tree, priors, worker, parameters, search):
    """The node of the position on the board: the one it has already, or a fresh one with its priors."""
    nodes, stats, children, buckets, _, _, points = tree
    key = position_hash(worker.board)
    node = find_node(nodes, buckets, key)
    if node == NO_NODE:
        node = add_node(tree, worker.number, worker.board, key)
        if node != NO_NODE:
            nodes[node].previous, nodes[node].before = worker.playout.previous, worker.playout.before
            add_priors(stats, children, node, points, key, priors, worker, parameters, search)
    return node


@jit
def add_priors(stats, children, node, points, key, priors, worker, parameters, search):
    """What is believed about a fresh node before its first playout."""
    if search.prior > 0:
        previous = np.uint32(worker.playout.previous)
        add_playout_priors(stats, node, worker.entry_of, worker.board, worker.ataris, previous, search.prior)
    if search.learned > 0:
        add_learned_priors(stats, node, points, worker, priors.weights, search.learned)
    if len(priors.table.keys) > 0:
        add_table_priors(stats, node, worker.entry_of, key, priors.table)
    if (search.book_wins > 0) | search.book_prune:
        add_book_priors(stats, children, node, worker, priors.book, search, parameters.opening)


@jit_inline
def back_up(nodes, stats, worker, winner):
    """Count the result for every move made from a node of the path, and for its RAVE moves."""
    playout = worker.playout
    n_moves = np.int64(playout.n_moves)
    for index in range(n_moves):
        worker.entries[np.uint32(index)] = worker.entry_of[playout.moves[np.uint32(index)]]
    write_earlier(worker.entries, n_moves, worker.last_seen, worker.earlier)
    colour = np.int64(worker.start.to_play)
    for depth in range(min(worker.depth, n_moves)):
        node = worker.path[np.uint32(depth)]
        won = np.float32(colour == winner)
        entry = np.uint32(worker.entries[np.uint32(depth)])
        stats[node, RUNS, entry] += np.float32(1)
        stats[node, WINS, entry] += won
        nodes[node].n_runs += 1
        move = np.uint32(playout.moves[np.uint32(depth)])
        nodes[node].winning_move = move if colour == winner else np.uint32(NO_MOVE)
        if (depth == 0) & (playout.n_threads > 1):
            update_rave(worker.collected, 0, worker.entries, worker.earlier, n_moves, depth, won)
            worker.n_collected += 1
        else:
            update_rave(stats, node, worker.entries, worker.earlier, n_moves, depth, won)
        colour = 3 - colour


@jit
def hand_over(stats, root, worker):
    """Add the RAVE counts that a thread has collected to those of the root.

    All playouts count there: threads that write at once would take its lines of cache from each other.
    """
    for plane in (RAVE_RUNS, RAVE_WINS):
        for entry in range(stats.shape[2]):
            stats[root, plane, entry] += worker.collected[0, plane, entry]
            worker.collected[0, plane, entry] = 0
    worker.n_collected = 0


@jit_inline
def take_back_virtual_losses(stats, worker, virtual_loss):
    """What the descent has counted as lost is not known to be lost any more."""
    for depth in range(worker.n_virtual):
        entry = np.uint32(worker.entry_of[worker.playout.moves[np.uint32(depth)]])
        stats[worker.path[np.uint32(depth)], RUNS, entry] -= virtual_loss


@jit_inline
def play_out(tree, priors, worker, memory, parameters, move_limit, rng_state):
    """From the leaf to the end of the game; returns who won, or EMPTY if the move limit cut it off."""
    nodes, _, _, buckets, _, _, _ = tree
    board, playout = worker.board, worker.playout
    if playout.n_passes == 2:
        playout.lead = area_lead(board.colour, board.board_size, playout.owner, playout.stack)
        return BLACK if playout.lead > parameters.komi else WHITE
    follow = find_node(nodes, buckets, position_hash(board))
    if follow != NO_NODE:
        worker.path[worker.depth] = follow
        worker.depth += 1
    heavy_playout(board, worker.ataris, memory, priors.book, parameters, playout, move_limit, rng_state)
    if playout.n_passes == 2:
        if parameters.refuse > 0:  # refused moves may leave empty points side by side
            playout.lead = area_lead(board.colour, board.board_size, playout.owner, playout.stack)
        else:
            playout.lead = lead_after_two_passes(board)
    elif playout.is_mercy:
        playout.lead = np.int64(board.stones[BLACK]) - np.int64(board.stones[WHITE])
    else:
        return EMPTY
    return BLACK if playout.lead > parameters.komi else WHITE


@jit_inline
def begin(worker):
    """Go back to the position that is searched."""
    worker.board = worker.start
    worker.ataris = worker.start_ataris
    playout = worker.playout
    place_bookmark(playout.bookmark, worker.start_hashes, worker.n_game_moves, worker.previous)
    playout.third, playout.before, playout.previous = worker.third, worker.before, worker.previous
    playout.n_passes = worker.n_passes
    playout.n_moves = 0
    playout.is_mercy = False


@jit
def search_slice(
    tree, priors, root, worker, history, memory, parameters, search, n_playouts, stop, rng_state
):  # fmt: skip
    """Run playouts from the root until there were enough; returns how many.

    It ends before when the stop flag is set, or with `worker.asked` at a node that is due for advice; the
    playout that has met it does not count and begins anew in the next slice.
    """
    nodes, stats, _, _, _, _, _ = tree
    move_limit = MOVE_LIMIT_PER_POINT * np.int64(worker.start.board_size) * np.int64(worker.start.board_size)
    third, before, previous = np.uint32(worker.third), np.uint32(worker.before), np.uint32(worker.previous)
    worker.asked = NO_NODE
    done = 0
    while done < n_playouts and stop[0] == 0:
        begin(worker)
        descend(tree, priors, root, worker, history, parameters, search, move_limit, rng_state)
        if worker.asked != NO_NODE:
            take_back_virtual_losses(stats, worker, search.virtual_loss)
            break
        done += 1
        winner = play_out(tree, priors, worker, memory, parameters, move_limit, rng_state)
        worker.playout.winner = winner
        worker.n_moves += worker.playout.n_moves
        if search.virtual_loss > 0:
            take_back_virtual_losses(stats, worker, search.virtual_loss)
        if winner == EMPTY:
            continue
        back_up(nodes, stats, worker, winner)
        learn(memory, parameters, worker.playout, worker.start.to_play, winner, third, before, previous)
        if search.ownership:
            count_owners(worker)
        if worker.n_collected == _COLLECTED_AT_MOST:
            hand_over(stats, root, worker)
    if worker.n_collected > 0:
        hand_over(stats, root, worker)
    return done
