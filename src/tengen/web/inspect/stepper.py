"""A search in slow motion: one playout at a time, told in full.

Each is a playout of the real, compiled search: select, expand, play out, back up, learn and forget. What it
does is traced beforehand on a copy of the state, and what it changed is read off afterwards.
"""

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import EMPTY
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import PlayerSpec, make_player, parse_player
from tengen.playout.lgrf_jit import NO_REPLY
from tengen.web.inspect.playout import PlayoutTrace
from tengen.web.inspect.replies import ReplyTables
from tengen.web.inspect.search_inspector import SearchInspector
from tengen.web.inspect.tree import branch_of, branches, tried_moves
from tengen.web.messages.encoding import colour_name, vertex_of
from tengen.web.messages.search import Branch, Playout, ReplyChange, StepDone

_MEMORY_MB = 32  # for the tree: a class never sees so many playouts
_MOST_BRANCHES = 60


class SearchStepper:
    """A search of its own about one position, on one thread, with an empty tree to begin with."""

    def __init__(self, game: Game, player: str) -> None:
        """A lesson with a player's settings; GoError if the player does not search a tree."""
        spec = parse_player(player)
        settings = {**spec.settings, "threads": 1, "memory_mb": _MEMORY_MB}
        made = make_player(PlayerSpec(spec.name, settings) if spec.name == "mcts" else spec)
        if not isinstance(made, MctsPlayer):
            raise GoError(f"a lesson needs a player that searches a tree, mcts, and not {spec.name}")
        self._game = game.copy()
        self._searcher = made.searcher_for(game)
        self._opened = SearchInspector(self._searcher)
        self._opened.begin_search(game)
        self._root = self._opened.node_of(game)
        self._number = 0

    @property
    def bytes_used(self) -> int:
        """Memory that the search has touched."""
        return self._searcher.bytes_used

    def step(self, count: int) -> StepDone:
        """Run so many playouts, and tell of the last one."""
        self._run(count - 1)
        replies, n_free = ReplyTables.of(self._searcher), self._n_free()
        playout = self._traced_run()
        tree_moves = [move.vertex for move in playout.moves if move.rule == "tree"]
        return StepDone(
            number=self._number,
            selected=tree_moves,
            expanded=tree_moves if self._n_free() < n_free else None,
            playout=playout,
            backed_up=self._backed_up(),
            replies=self._changed_since(replies),
            tree=branches(self._searcher, self._game, _MOST_BRANCHES),
        )

    def _run(self, count: int) -> None:
        """Playouts that nobody looks at."""
        end = self._number + count
        while self._number < end:
            self._number += self._opened.run_playout(self._root, self._opened.first_thread)

    def _traced_run(self) -> Playout:
        """One playout, traced first; one that comes to a node due for advice begins anew."""
        while True:
            thread, number = self._opened.first_thread, self._number
            traced = PlayoutTrace(self._opened, self._root, thread.copy()).run()
            self._number += self._opened.run_playout(self._root, thread)
            if self._number > number:
                return traced

    def _n_free(self) -> int:
        return int(self._opened.tree.n_free[0, 1])

    def _backed_up(self) -> list[Branch]:
        """The moves that the last playout was counted for, with their new counts; a void one counts nowhere.

        The last of them may be a move of the playout's rules, made in a node that was just expanded. If a
        node excludes that move, its counts are not told.
        """
        worker, at = self._opened.first_thread.worker, self._game.copy()
        if worker.playout.winner == EMPTY:
            return []
        path, moves = worker.path[: worker.depth].tolist(), worker.playout.moves[: worker.depth].tolist()
        found = []
        for depth, (node, move) in enumerate(zip(path, moves)):
            if depth > 0:
                at.play(moves[depth - 1])
            found += [
                branch_of(one, at.size) for one in tried_moves(self._opened, node, at) if one.move == move
            ]
        return found

    def _changed_since(self, then: ReplyTables) -> list[ReplyChange]:
        """What the last playout taught the reply tables, and what they forgot."""
        now, size = ReplyTables.of(self._searcher), self._game.size
        return [
            ReplyChange(
                colour=colour_name(context.colour),
                before=None if context.before is None else vertex_of(context.before, size),
                previous=vertex_of(context.previous, size),
                old=_reply_vertex(then.reply(context), size),
                new=_reply_vertex(now.reply(context), size),
            )
            for context in now.changed_since(then)
        ]


def _reply_vertex(reply: int, size: int) -> str | None:
    return None if reply == NO_REPLY else format_vertex(reply, size)
