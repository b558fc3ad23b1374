"""The analysis of a whole game: every position of a line, and what each move gave away."""

import threading
from collections.abc import Callable
from itertools import pairwise

from tengen.core.points import BLACK
from tengen.players.analysis import Analysis
from tengen.players.mcts_player import MctsPlayer
from tengen.web.game_tree import GameTree, Node
from tengen.web.messages.game import GameProgress, TreeNode
from tengen.web.messages.schema import Event

_N_MISTAKES = 8
_SMALLEST_MISTAKE = 0.05


def note_analysis(node: Node, analysis: Analysis) -> None:
    """Write what a search found into a node, seen by Black."""
    if analysis.visits:
        is_black = analysis.to_play == BLACK
        node.win_rate = analysis.win_rate if is_black else 1 - analysis.win_rate
        node.score = analysis.score_lead if is_black else -analysis.score_lead


def analyse_line(
    tree: GameTree,
    analyst: MctsPlayer,
    playouts: int,
    has_ended: threading.Event,
    lock: threading.RLock,
    tell: Callable[[Event], None],
) -> None:
    """Look at every position of the line that is looked at, from its end to its beginning.

    Backwards, so that the tree of a later position helps the one before; the page may move around meanwhile.
    """
    line = tree.line()
    for n_done, number in enumerate(reversed(line), 1):
        with lock:
            game = tree.copy_at(number)
        analysis = analyst.analyse(game, playouts=playouts)
        if has_ended.is_set():
            return
        with lock:
            note_analysis(tree.nodes[number], analysis)
            note_losses(tree, line)
            tell(GameProgress(done=n_done, total=len(line), mistakes=mistakes(tree, line)))


def note_losses(tree: GameTree, line: list[int]) -> None:
    """What each move of a line gave away, where the positions before and after it are known."""
    for before, after in pairwise(line):
        node = tree.nodes[after]
        rates = tree.nodes[before].win_rate, node.win_rate
        if rates[0] is not None and rates[1] is not None:
            sign = 1 if node.colour == BLACK else -1
            node.loss = sign * (rates[0] - rates[1])


def mistakes(tree: GameTree, line: list[int]) -> list[TreeNode]:
    """The biggest losses of a line, worst first."""
    lost = [tree.nodes[number] for number in line if (tree.nodes[number].loss or 0) >= _SMALLEST_MISTAKE]
    worst = sorted(lost, key=lambda node: -(node.loss or 0))[:_N_MISTAKES]
    return [tree.row(node) for node in worst]
