"""Games with variations as SGF, and back. Analyses are inside.

Black's win rate stands in SBKV, in per cent, where Sabaki looks for it, and Black's lead in V, as FF[4] has
it; what a move gave away follows from its neighbours. Values that are no such numbers are left out.
"""

import math

import numpy as np

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import BLACK, WHITE
from tengen.core.rules import NAMED_RULES
from tengen.gtp.record_commands import replay
from tengen.records import (
    GameRecord,
    SgfNode,
    SgfTree,
    escape_text,
    format_sgf,
    main_line,
    parse_sgf,
    record_to_tree,
)
from tengen.records.properties import format_move
from tengen.web.game_tree import ROOT, GameTree, Node
from tengen.web.messages.requests import SMALLEST_BOARD

_MAX_COMMENT = 10_000
_MOVES = {"B": BLACK, "W": WHITE}
_DEFAULT_RULES = "chinese-kgs"
_DEFAULT_KOMI = 7.5


def tree_to_text(tree: GameTree, black: str, white: str, result: str) -> str:
    """A game as SGF."""
    first = tree.first
    colours = first.board.colour
    stones = np.flatnonzero((colours == BLACK) | (colours == WHITE))
    record = GameRecord(
        size=first.size,
        moves=np.zeros(0, np.uint16),
        colours=np.zeros(0, np.uint8),
        komi=first.komi,
        handicap=tree.handicap,
        rules=first.rules.name,
        result=result,
        black_name=black,
        white_name=white,
        setup_points=stones.astype(np.uint16),
        setup_colours=colours[stones],
    )
    sgf = record_to_tree(record)
    if stones.size and first.to_play == WHITE:
        sgf.root.properties.append(("PL", ["W"]))
    places: dict[int, int] = {}
    for node in tree.in_order():
        place = 0 if node.parent is None else sgf.add_node(places[node.parent])
        places[node.number] = place
        written = sgf.nodes[place]
        if node.parent is not None:
            written.properties.append(("B" if node.colour == BLACK else "W", [format_move(node.point)]))
        _write_notes(written, node)
    return format_sgf([sgf]).decode("utf-8")


def _write_notes(sgf: SgfNode, node: Node) -> None:
    if node.win_rate is not None:
        sgf.properties.append(("SBKV", [f"{100 * node.win_rate:.2f}"]))
    if node.score is not None:
        sgf.properties.append(("V", [f"{node.score:.2f}"]))
    if node.comment:
        sgf.properties.append(("C", [escape_text(node.comment)]))


def tree_from_text(text: str) -> tuple[GameTree, GameRecord]:
    """The first game of a text, and its main line for names and result; GoError names the first wrong move.

    A variation ends before stones that are set up after a move, and before a move that is illegal; on the
    main line that is an error.
    """
    trees = parse_sgf(text.encode("utf-8"))
    sgf = trees[0]
    record = main_line(sgf)
    if record.size < SMALLEST_BOARD:
        raise GoError(f"the board has {record.size} lines; the page shows {SMALLEST_BOARD} and more")
    rules = NAMED_RULES.get(record.rules.strip().lower(), NAMED_RULES[_DEFAULT_RULES])
    replay(record, sgf, _DEFAULT_KOMI, rules, None)
    first = replay(record, sgf, _DEFAULT_KOMI, rules, 1)
    tree = GameTree(first, record.handicap or 0)
    _hang_nodes(tree, sgf, first)
    tree.go_to(ROOT)
    return tree, record


def _hang_nodes(tree: GameTree, sgf: SgfTree, first: Game) -> None:
    """Play all variations, depth first; a node without a move leaves its comment to the one before."""
    stack = [(0, ROOT)]
    has_moved = {ROOT: False}
    while stack:
        place, parent = stack.pop()
        node = sgf.nodes[place]
        tree.go_to(parent)
        if not _play_node(tree, node, first.size, has_moved[parent]):
            continue
        has_moved[tree.current] = tree.current != ROOT
        _read_notes(tree.node, node)
        stack += [(child, tree.current) for child in reversed(node.children)]


def _play_node(tree: GameTree, node: SgfNode, size: int, has_moved: bool) -> bool:
    """Play the moves of a node; False if the variation ends before it."""
    if has_moved and any(name in ("AB", "AW", "AE") for name, _ in node.properties):
        return False
    for name, values in node.properties:
        if name in _MOVES:
            try:
                tree.play(_point(values[0], size), _MOVES[name])
            except GoError:
                return False
    return True


def _point(value: str, size: int) -> int:
    """The point of a value, as a record of one move tells it; GoError if it is none."""
    one = SgfTree()
    one.root.properties += [("SZ", [str(size)]), ("B", [value])]
    return int(main_line(one).moves[0])


def _read_notes(node: Node, sgf: SgfNode) -> None:
    win_rate, score = _number(sgf, "SBKV"), _number(sgf, "V")
    if win_rate is not None and 0 <= win_rate <= 100:
        node.win_rate = win_rate / 100
    if score is not None and abs(score) <= 1000:
        node.score = score
    if comment := sgf.text("C"):
        node.comment = f"{node.comment}\n{comment}".strip()[:_MAX_COMMENT]


def _number(sgf: SgfNode, name: str) -> float | None:
    try:
        value = float(sgf.text(name) or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None
