"""The moves of a position as the search weighs them, at the root or further down the tree."""

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import PASS
from tengen.core.vertex import format_vertex
from tengen.search.root import Candidate
from tengen.search.searcher import Searcher
from tengen.search.tree import NO_NODE, RAVE_RUNS, RAVE_WINS, START_RUNS, START_WINS
from tengen.web.inside.opened_search import Floats, OpenedSearch
from tengen.web.messages.search import CandidateRow, TreeView
from tengen.web.words import board_rows


def candidate_rows(searcher: Searcher, game: Game) -> list[CandidateRow]:
    """The moves of the position, best first; none if the search has not looked at it."""
    opened = OpenedSearch(searcher)
    node = opened.node_of(game)
    return [] if node == NO_NODE else _rows(opened, node, game)


def tree_view(searcher: Searcher, game: Game, path: list[str]) -> TreeView:
    """The same for the node that some moves lead to; GoError names the first that the tree does not know."""
    opened, at = OpenedSearch(searcher), game.copy()
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


def _rows(opened: OpenedSearch, node: int, game: Game) -> list[CandidateRow]:
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
