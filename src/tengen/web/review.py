"""The analysis of a whole game: every position of a line, what each move gave away, and what was better.

Nobody makes a mistake where nothing is left to be gained, though the playouts of a search are never as sure
of that as the players: the two passes that end a game give nothing away, nor do moves before them that leave
the count as it is.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, PASS, WHITE
from tengen.players.player import Analysis
from tengen.web.game.counting import suggest_dead
from tengen.web.game.tree import GameTree, Node
from tengen.web.messages.game import GameProgress, Mistake

_N_MISTAKES = 8
_SMALLEST_MISTAKE = 0.05
_FINISHED = 0.3  # of the points are taken where a game is finished: 0.34 and more in 560 real ones


def note_analysis(node: Node, analysis: Analysis) -> None:
    """Write what a search found into a node, seen by Black."""
    if analysis.visits:
        is_black = analysis.to_play == BLACK
        node.win_rate = analysis.win_rate if is_black else 1 - analysis.win_rate
        node.score = analysis.score_lead if is_black else -analysis.score_lead


class LineReview:
    """A review of the line of a game that is looked at, on a copy of it: people may move around meanwhile.

    From its end to its beginning, so that the tree of a later position helps the one before.
    """

    def __init__(self, tree: GameTree) -> None:
        """Nothing is reviewed yet."""
        self._tree = tree
        self._line = [tree.nodes[number] for number in tree.line()]
        self._game = tree.copy_at(self._line[-1].number)
        self._before = {  # by node: the game before stones are set up there
            after.number: tree.copy_at(node.number) for node, after in pairwise(self._line) if after.begins
        }
        self._at = len(self._line)  # in the line: the present position
        self._count: float | None = None  # Black's lead where the game has ended
        self._idle: set[int] = set()  # nodes behind which nothing was left to be gained
        self._better: dict[int, tuple[int, ...]] = {}  # by node: the line that the search prefers

    @property
    def is_counted(self) -> bool:
        """Whether both have passed in the present position: no search is asked about it."""
        return self._count is not None and self._at == len(self._line) - 1

    def positions(self) -> Iterator[Game]:
        """The positions of the line, the last one first; what was found is noted before the next."""
        is_idle = self._game.is_over
        if is_idle:
            self._count = _count(self._game)
        for at, node in reversed(list(enumerate(self._line))):
            self._at = at
            for after in self._next:
                is_idle = is_idle and self._leads_nowhere(after)
                self._idle |= {after.number} if is_idle else set()
            yield self._game
            if node.begins:
                self._game = self._before.get(node.number, self._game)
            else:
                for _ in node.moves:
                    self._game.undo()

    def note(self, analysis: Analysis | None) -> GameProgress:
        """Write what was found about the present position into the tree, and tell how far the review is.

        analysis -- None where the game is counted
        """
        node = self._line[self._at]
        if analysis is not None:
            note_analysis(node, analysis)
            for after in self._next:
                self._note_loss(node, after)
                self._compare(after, analysis)
        elif self._count is not None:
            node.win_rate, node.score = 0.5 + 0.5 * float(np.sign(self._count)), self._count
        n_done = len(self._line) - self._at
        return GameProgress(done=n_done, total=len(self._line), mistakes=self._mistakes())

    @property
    def _next(self) -> list[Node]:
        """The node after the present position; none at the end."""
        return self._line[self._at + 1 : self._at + 2]

    def _leads_nowhere(self, node: Node) -> bool:
        """Whether the moves of a node, played now, leave the count at the end as it is."""
        if node.begins:
            return False
        if all(point == PASS for point, _ in node.moves):
            return True
        colours = self._game.board.colour
        n_taken = int(((colours == BLACK) | (colours == WHITE)).sum())
        return n_taken >= _FINISHED * self._game.size**2 and _count(self._game) == self._count

    def _note_loss(self, before: Node, node: Node) -> None:
        """What a move gave away."""
        if node.number in self._idle:
            node.loss = 0.0 if node.moves else None
        elif node.moves and before.win_rate is not None and node.win_rate is not None:
            sign = 1 if node.colour == BLACK else -1
            node.loss = sign * (before.win_rate - node.win_rate)

    def _compare(self, node: Node, analysis: Analysis) -> None:
        """Keep the line of the best move, if another one of the same colour was played."""
        if len(node.moves) == 1 and node.colour == analysis.to_play:
            for best in analysis.candidates[:1]:
                if best.move != node.moves[0][0]:
                    self._better[node.number] = best.line

    def _mistakes(self) -> list[Mistake]:
        """The biggest losses of the line, worst first, where the search knows something better."""
        nodes = [self._tree.nodes[number] for number in self._better if number in self._tree.nodes]
        lost = [node for node in nodes if (node.loss or 0) >= _SMALLEST_MISTAKE]
        worst = sorted(lost, key=lambda node: (-(node.loss or 0), node.n_moves))[:_N_MISTAKES]
        return [
            Mistake(
                **self._tree.row(node).model_dump(),
                line=[format_vertex(point, self._game.size) for point in self._better[node.number]],
            )
            for node in worst
        ]


def _count(game: Game) -> float:
    """Black's lead without the stones that are taken for dead."""
    return game.score(suggest_dead(game).dead)
