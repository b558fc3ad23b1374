"""The search tree as a picture: its most visited nodes, parents before children.

Visits and win rates are those of playouts alone, as in the table of candidates: what a node began with is
taken off. A win rate counts two more playouts that are half won, so that one visit does not make certainty.
Positions that are reached in several orders share a node of the search; in the picture it hangs under each
of them, and below it the same counts are told each time.
"""

import heapq
from itertools import count
from typing import NamedTuple

import numpy as np

from tengen.core.game import Game
from tengen.core.vertex import format_vertex
from tengen.search.root import Candidate
from tengen.search.searcher import Searcher
from tengen.search.tree import NO_NODE, RUNS, WINS
from tengen.web.inside.opened_search import OpenedSearch
from tengen.web.messages.search import Branch

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
    opened = OpenedSearch(searcher)
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


def _bud_of(opened: OpenedSearch, twig: _Twig, number: int) -> _Bud | None:
    """The node after a move, if the tree has one and the search may go that way."""
    bud = twig.bud
    node = opened.child(bud.way[-1], twig.move)
    # Known by another order of moves, a move may be a repetition in this one.
    if node == NO_NODE or node in bud.way or not bud.game.is_legal(twig.move):
        return None
    after = bud.game.copy()
    after.play(twig.move)
    return _Bud(-int(opened.tree.nodes[node].n_runs), number, twig.branch, after, (*bud.way, node))


def tried_moves(opened: OpenedSearch, node: int, game: Game) -> list[Candidate]:
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
