"""What a player thinks of a position, as the page is told: in frames while it thinks, and when it rests.

Only views that the page has open are made: a frame with all of them takes some milliseconds of the thread
that waits for the search (docs/web.md).
"""

import time
from collections.abc import Callable

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import BLACK
from tengen.players.analysis import Analysis, Analyst, Report
from tengen.players.mcts_player import MctsPlayer
from tengen.search.searcher import Searcher
from tengen.web.inside.book_view import book_rows
from tengen.web.inside.branches import branches
from tengen.web.inside.candidates import candidate_rows, tree_view
from tengen.web.inside.replies import ReplyWatcher
from tengen.web.inside.td_view import td_rows
from tengen.web.inside.territory import territory
from tengen.web.limits import MEMORY_MB
from tengen.web.messages import Event, Thought, TreeView, View
from tengen.web.words import colour_name

_N_CANDIDATES = 40


def new_analyst(seed: int) -> MctsPlayer:
    """The player that analyses for the page, on one thread; it counts how old replies are."""
    return MctsPlayer(seed=seed, memory_mb=2 * MEMORY_MB, counting=True)


class Thinker:
    """Makes thoughts; `views` and `point` are what the page looks at."""

    def __init__(self, analyst: MctsPlayer) -> None:
        self.views: frozenset[View] = frozenset()
        self.point: str | None = None
        self._analyst = analyst
        self._source: MctsPlayer = analyst  # who thought last, and can be looked into
        self._watched: tuple[Searcher, ReplyWatcher] | None = None
        self._last: Thought | None = None

    def reporter(self, player: Analyst, game: Game, node: int, tell: Callable[[Event], None]) -> Report:
        """What a player calls while it thinks about a position."""
        if isinstance(player, MctsPlayer):
            self._source = player
        started, first_visits = time.monotonic(), None

        def report(analysis: Analysis) -> None:
            nonlocal first_visits
            if first_visits is None:
                first_visits = analysis.visits
            seconds = max(time.monotonic() - started, 1e-3)
            rate = (analysis.visits - first_visits) / seconds
            self._last = self._thought(game, node, analysis, rate, running=True)
            tell(self._last)

        return report

    def tell_last(self, tell: Callable[[Event], None]) -> None:
        """The last frame once more, when the search has ended."""
        if self._last is not None:
            tell(self._last.model_copy(update={"running": False}))

    def thought_of(self, game: Game, node: int) -> Thought:
        """What is known of a position without thinking about it."""
        analysis = None
        if (searcher := self._source.searcher) is not None and searcher.tree.points.size == game.size**2 + 1:
            found = candidate_rows(searcher, game)
            analysis = self._source.known_analysis(game) if found else None
        return self._thought(game, node, analysis, 0.0, running=False)

    def tree_view(self, game: Game, path: list[str]) -> TreeView:
        """A node of the tree of whoever thought last."""
        if (searcher := self._source.searcher) is None:
            raise GoError("nothing has been searched yet: switch the analysis on")
        return tree_view(searcher, game, path)

    def _thought(
        self, game: Game, node: int, analysis: Analysis | None, rate: float, *, running: bool
    ) -> Thought:
        searcher, views = self._source.searcher, self.views
        is_black = game.to_play == BLACK
        win_rate = analysis.win_rate if analysis else 0.5
        score = analysis.score_lead if analysis else 0.0
        thought = Thought(
            node=node,
            running=running,
            colour=colour_name(game.to_play),
            visits=analysis.visits if analysis else 0,
            playouts_a_second=rate,
            win_rate=win_rate if is_black else 1 - win_rate,
            score=score if is_black else -score,
        )
        if "candidates" in views:
            thought.candidates = candidate_rows(searcher, game)[:_N_CANDIDATES] if searcher else []
        if "territory" in views:
            thought.territory = territory(analysis, game)
        if "replies" in views and searcher:
            thought.replies = self._reply_watcher(searcher).rows(game, self.point)
        if "book" in views:
            thought.book = book_rows(self._analyst, game)
        if "tree" in views and searcher:
            thought.tree = branches(searcher, game)
        if "td" in views:
            thought.td = td_rows(game)
        return thought

    def _reply_watcher(self, searcher: Searcher) -> ReplyWatcher:
        if self._watched is None or self._watched[0] is not searcher:
            self._watched = searcher, ReplyWatcher(searcher)
        return self._watched[1]
