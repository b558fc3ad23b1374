"""What a player thinks of a position, as the page is told: in frames while it thinks, and when it rests.

Only views that the page has open are made: a frame with all of them takes some milliseconds of the thread
that waits for the search (docs/web.md).
"""

import time
from collections import deque
from collections.abc import Callable

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK
from tengen.mcts.searcher import Searcher
from tengen.mcts.turns import Turns
from tengen.players.mcts_player import MctsPlayer
from tengen.players.player import Analysis, Analyst, Report
from tengen.web.inspect.position import book_rows, td_rows, territory
from tengen.web.inspect.replies import ReplyTableMonitor
from tengen.web.inspect.tree import branches, candidate_rows, tree_view
from tengen.web.limits import MEMORY_MB
from tengen.web.messages.encoding import colour_name
from tengen.web.messages.game import Problem
from tengen.web.messages.requests import View
from tengen.web.messages.schema import Event
from tengen.web.messages.search import Branch, Thought

_N_CANDIDATES = 40
_N_BRANCHES = 100
_SECONDS_A_TREE = 1.0  # a picture of the tree takes as long as some hundred playouts

Tell = Callable[[Event], None]


def new_analyst(seed: int, turns: Turns) -> MctsPlayer:
    """The player that analyses for the page, on one thread; it counts how old replies are."""
    analyst = MctsPlayer(seed=seed, memory_mb=2 * MEMORY_MB, counting=True)
    analyst.turns = turns
    return analyst


class AnalysisPublisher:
    """Makes thoughts; `views` and `point` are what the page looks at."""

    def __init__(self, analyst: MctsPlayer) -> None:
        self.views: frozenset[View] = frozenset()
        self.point: str | None = None
        self._analyst = analyst
        self._source: MctsPlayer = analyst  # who thought last, and can be looked into
        self._watched: tuple[Searcher, ReplyTableMonitor] | None = None
        self._last: Thought | None = None
        self._tree: tuple[float, Branch] = (-1.0, Branch(vertex="", visits=0, win_rate=0.5, children=[]))
        self._asked: deque[tuple[list[str], Tell]] = deque(maxlen=1)  # the node that somebody wants to see

    def reporter(self, player: Analyst, game: Game, node: int, tell: Tell) -> Report:
        """What a player calls while it thinks about a position."""
        if isinstance(player, MctsPlayer):
            self._source = player
        self._tree = -1.0, self._tree[1]
        started, first_visits = time.monotonic(), None

        def report(analysis: Analysis) -> None:
            nonlocal first_visits
            if first_visits is None:
                first_visits = analysis.visits
            rate = (analysis.visits - first_visits) / max(time.monotonic() - started, 1e-3)
            self._last = self._thought(game, node, analysis, rate)
            tell(self._last)
            self.answer_asked(game)

        return report

    def thought_of(self, game: Game, node: int) -> Thought:
        """What is known of a position without thinking about it: what was told last, if it was about it."""
        if self._last is not None and self._last.node == node:
            known = self._last.model_copy(update={"running": False})
            return self._with_views(known, game, is_searched=True)
        return self._with_views(_blank(game, node), game, is_searched=False)

    def knows(self, game: Game) -> bool:
        """Whether the analyst has a tree for a position."""
        searcher = self._analyst.searcher
        return searcher is not None and bool(candidate_rows(searcher, game))

    def ask_tree(self, path: list[str], tell: Tell) -> None:
        """Somebody wants to be told a node of the tree of whoever thought last; see `answer_asked`."""
        self._asked.append((path, tell))

    def answer_asked(self, game: Game) -> None:
        """Tell of the node that was asked for, if any, once.

        Not while a search takes over another position, for then its tree must not be read: a running search
        does this with its frames, and who ends a search afterwards.
        """
        try:
            path, tell = self._asked.pop()
        except IndexError:
            return
        tell(self._answer_path(game, path))

    def _answer_path(self, game: Game, path: list[str]) -> Event:
        try:
            if (searcher := self._source.searcher) is None:
                raise GoError("nothing has been searched yet: switch the analysis on")
            return tree_view(searcher, game, path)
        except GoError as error:
            return Problem(text=str(error))

    def forget(self) -> None:
        """Another game: what was thought about nodes of the old one means nothing."""
        self._last, self._watched, self._source = None, None, self._analyst
        self._asked.clear()

    def _thought(self, game: Game, node: int, analysis: Analysis, rate: float) -> Thought:
        """A frame of a running search."""
        is_black = game.to_play == BLACK
        frame = Thought(
            node=node,
            running=True,
            colour=colour_name(game.to_play),
            visits=analysis.visits,
            playouts_a_second=rate,
            win_rate=analysis.win_rate if is_black else 1 - analysis.win_rate,
            score=analysis.score_lead if is_black else -analysis.score_lead,
        )
        return self._with_views(frame, game, is_searched=True)

    def _with_views(self, thought: Thought, game: Game, *, is_searched: bool) -> Thought:
        """The views that the page has open; those of the search only if it is about this position."""
        views = self.views
        searcher = self._source.searcher if is_searched else None
        if "candidates" in views:
            thought.candidates = candidate_rows(searcher, game)[:_N_CANDIDATES] if searcher else []
        if "territory" in views:
            thought.territory = territory(searcher.root if searcher else None, game)
        if "replies" in views and searcher:
            thought.replies = self._reply_watcher(searcher).rows(game, self._point_on(game))
        if "book" in views:
            thought.book = book_rows(self._analyst, game)
        if "tree" in views and searcher:
            thought.tree = self._branches(searcher, game, fresh=not thought.running)
        if "td" in views:
            thought.td = td_rows(game)
        return thought

    def _point_on(self, game: Game) -> str | None:
        """Where somebody points, unless that was on a larger board."""
        try:
            parse_vertex(self.point or "pass", game.size)
        except GoError:
            return None
        return self.point

    def _branches(self, searcher: Searcher, game: Game, *, fresh: bool) -> Branch:
        """The tree as a picture, a new one once a second."""
        now = time.monotonic()
        if fresh or now > self._tree[0] + _SECONDS_A_TREE:
            self._tree = now, branches(searcher, game, _N_BRANCHES)
        return self._tree[1]

    def _reply_watcher(self, searcher: Searcher) -> ReplyTableMonitor:
        if self._watched is None or self._watched[0] is not searcher:
            self._watched = searcher, ReplyTableMonitor(searcher)
        return self._watched[1]


def _blank(game: Game, node: int) -> Thought:
    """A position that nobody has thought about."""
    return Thought(
        node=node,
        running=False,
        colour=colour_name(game.to_play),
        visits=0,
        playouts_a_second=0,
        win_rate=0.5,
        score=0,
    )
