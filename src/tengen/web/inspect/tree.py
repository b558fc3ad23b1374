"""The search tree as a picture: its most visited nodes, parents before children.

Visits and win rates are those of playouts alone, as in the table of candidates: what a node began with is
taken off. A win rate counts two more playouts that are half won, so that one visit does not make certainty.
Positions that are reached in several orders share a node of the search; in the picture it hangs under each
of them, and below it the same counts are told each time.

The moves of a position as the search weighs them, at the root or further down the tree.
"""

import heapq
from itertools import count
from typing import NamedTuple

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import PASS
from tengen.mcts.root import Candidate
from tengen.mcts.searcher import Searcher
from tengen.mcts.tree_jit import NO_NODE, RAVE_RUNS, RAVE_WINS, RUNS, START_RUNS, START_WINS, WINS
from tengen.web.inspect.search_inspector import Floats, SearchInspector
from tengen.web.messages.encoding import board_rows
from tengen.web.messages.search import Branch, CandidateRow, TreeView

ROOT = "root"  # what the first branch is called: no move of the search leads there


class _Twig(NamedTuple):
    """A move that waits to be drawn; the most visited is drawn first, of equals the first found."""

    less_visits: int
    number: int
    branch: Branch
    move: int
    bud: "_Bud"  # which it grew from


class _Bud(NamedTuple):
    """A node whose moves wait to become twigs: none of them has more visits than the node."""

    less_visits: int
    number: int
    branch: Branch
    game: Game
    way: tuple[int, ...]  # the nodes from the root to this one


def branches(searcher: Searcher, game: Game, most: int = 200) -> Branch:
    """The most visited nodes below a position, at most so many; the root alone if nothing is known."""
    opened = SearchInspector(searcher)
    node = opened.node_of(game)
    if node == NO_NODE:
        return Branch(vertex=ROOT, visits=0, win_rate=0.5, children=[])
    view = opened.view(node, game)
    top = Branch(vertex=ROOT, visits=view.visits, win_rate=1 - view.win_rate, children=[])
    numbers, twigs = count(), list[_Twig]()
    buds = [_Bud(-view.visits, next(numbers), top, game, (node,))]
    n_drawn = 1
    while n_drawn < most:
        while buds and (not twigs or buds[0].less_visits <= twigs[0].less_visits):
            bud = heapq.heappop(buds)
            for found in tried_moves(opened, bud.way[-1], bud.game):
                drawn = branch_of(found, game.size)
                heapq.heappush(twigs, _Twig(-found.visits, next(numbers), drawn, found.move, bud))
        if not twigs:
            break
        twig = heapq.heappop(twigs)
        twig.bud.branch.children.append(twig.branch)
        n_drawn += 1
        if new_bud := _bud_of(opened, twig, next(numbers)):
            heapq.heappush(buds, new_bud)
    return top


def _bud_of(opened: SearchInspector, twig: _Twig, number: int) -> _Bud | None:
    """The node after a move, if the tree has one and the search may go that way."""
    bud = twig.bud
    node = opened.child(bud.way[-1], twig.move)
    # Known by another order of moves, a move may be a repetition in this one.
    if node == NO_NODE or node in bud.way or not bud.game.is_legal(twig.move):
        return None
    after = bud.game.copy()
    after.play(twig.move)
    return _Bud(-int(opened.tree.nodes[node].n_runs), number, twig.branch, after, (*bud.way, node))


def tried_moves(opened: SearchInspector, node: int, game: Game) -> list[Candidate]:
    """The moves of a node that had playouts, without a prior; the game is at its position."""
    fresh, stats = opened.fresh_stats(node, game), opened.tree.stats[node].copy()
    visits = np.rint(stats[RUNS] - fresh[RUNS])
    tried = np.flatnonzero(np.isfinite(stats[WINS]) & (visits > 0))
    wins = np.clip(np.rint(stats[WINS, tried] - fresh[WINS, tried]), 0, visits[tried])
    return [
        Candidate(int(opened.tree.points[entry]), int(visits[entry]), int(won), 0.0)
        for entry, won in zip(tried, wins)
    ]


def branch_of(candidate: Candidate, size: int) -> Branch:
    """A move with its counts, and nothing below it."""
    vertex = format_vertex(candidate.move, size)
    return Branch(vertex=vertex, visits=candidate.visits, win_rate=candidate.win_rate, children=[])


# --- Candidates -----------------------------------------------------------------------------------


def candidate_rows(searcher: Searcher, game: Game) -> list[CandidateRow]:
    """The moves of the position, best first; none if the search has not looked at it."""
    opened = SearchInspector(searcher)
    node = opened.node_of(game)
    return [] if node == NO_NODE else _rows(opened, node, game)


def tree_view(searcher: Searcher, game: Game, path: list[str]) -> TreeView:
    """The same for the node that some moves lead to; GoError names the first that the tree does not know."""
    opened, at = SearchInspector(searcher), game.copy()
    node = opened.node_of(at)
    if node == NO_NODE:
        raise GoError("the search has not looked at this position yet")
    for number, vertex in enumerate(path, 1):
        if not at.is_legal(vertex):
            raise GoError(f"move {number} of the path, {vertex}, may not be played there")
        at.play(vertex)
        node = opened.child(node, at.moves[-1][1])
        if node == NO_NODE:
            raise GoError(f"move {number} of the path, {vertex}, has no node in the search tree")
    return TreeView(
        path=[format_vertex(move, game.size) for _, move in at.moves[len(game.moves) :]],
        visits=int(opened.tree.nodes[node].n_runs),
        board=board_rows(at.board.colour, at.size),
        rows=_rows(opened, node, at),
    )


def _rows(opened: SearchInspector, node: int, game: Game) -> list[CandidateRow]:
    stats = opened.tree.stats[node].copy()
    view = opened.view(node, game)
    return [
        _row(candidate, stats[:, opened.entry(candidate.move)], view.line(candidate.move), game.size)
        for candidate in view.candidates()
    ]


def _row(candidate: Candidate, stats: Floats, line: tuple[int, ...], size: int) -> CandidateRow:
    """One move; its counts, (N_PLANES,), tell of RAVE, to which priors add nothing."""
    is_point = candidate.move != PASS  # a pass has no RAVE counts, not even to start with
    rave_visits = round(float(stats[RAVE_RUNS]) - START_RUNS) if is_point else 0
    rave_wins = float(stats[RAVE_WINS]) - START_WINS
    return CandidateRow(
        vertex=format_vertex(candidate.move, size),
        visits=candidate.visits,
        win_rate=candidate.win_rate,
        lower_bound=candidate.lower_bound,
        rave=float(np.clip(rave_wins / rave_visits, 0, 1)) if rave_visits > 0 else None,
        rave_visits=rave_visits,
        prior=candidate.prior,
        line=[format_vertex(move, size) for move in line],
    )
