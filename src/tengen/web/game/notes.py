"""What the nodes of a record say beside moves: comments, marks, analyses; in the root when and where it was.

Black's win rate stands in SBKV, in per cent, where Sabaki looks for it, and Black's lead in V, as FF[4] has
it. Values that are no such numbers are left alone.
"""

import math
import re
from collections.abc import Iterator
from itertools import cycle
from string import ascii_lowercase

from tengen.core.notation import format_vertex
from tengen.core.points_jit import point_at
from tengen.sgf import SgfNode
from tengen.sgf.charsets import read_text
from tengen.sgf.record import parse_points, without_space
from tengen.web.messages.game import Mark, MarkKind

_MAX_COMMENT = 10_000
_MAX_MARKS = 1_000  # of a node
_MAX_LABEL = 8
_MAX_FACT = 300
_KINDS: dict[str, MarkKind] = {
    "TR": "triangle",
    "SQ": "square",
    "CR": "circle",
    "MA": "cross",
    "SL": "selected",
    "TB": "black",
    "TW": "white",
    "LB": "label",
    "M": "cross",  # of FF[3], as is L: letters in their order
    "L": "label",
}
_FACTS = {
    "GN": "game",
    "EV": "event",
    "RO": "round",
    "DT": "date",
    "PC": "place",
    "RE": "result",
    "TM": "time",
    "OT": "overtime",
    "ON": "opening",
    "AN": "annotator",
    "SO": "source",
    "US": "recorded by",
    "CP": "copyright",
    "GC": "about",
}
_LABEL = re.compile(r"((?:[^\\:]|\\.)*):(.*)", re.DOTALL)  # at the first colon without a backslash


def comment_of(sgf: SgfNode) -> str:
    """What is said of a node, as much of it as the page shows."""
    return (sgf.text("C") or "")[:_MAX_COMMENT]


def analysis_of(sgf: SgfNode) -> tuple[float | None, float | None]:
    """Black's win rate and lead, where a record tells them."""
    win_rate, score = _number(sgf, "SBKV"), _number(sgf, "V")
    if win_rate is not None and not 0 <= win_rate <= 100:
        win_rate = None
    if score is not None and abs(score) > 1000:
        score = None
    return None if win_rate is None else win_rate / 100, score


def put_analysis(sgf: SgfNode, win_rate: float | None, score: float | None) -> None:
    """Write an analysis into a node where it is another one than that which is there."""
    known = analysis_of(sgf)
    if win_rate is not None and win_rate != known[0]:
        sgf.put("SBKV", [f"{100 * win_rate:.2f}"])
    if score is not None and score != known[1]:
        sgf.put("V", [f"{score:.2f}"])


def marks_of(sgf: SgfNode, size: int) -> list[Mark]:
    """The marks and labels of a node; values that name no point of the board are left out."""
    marks: list[Mark] = []
    for name, values in sgf.properties:
        if (kind := _KINDS.get(name)) is None:
            continue
        for value, letter in zip(values, cycle(ascii_lowercase)):
            label = _LABEL.fullmatch(value) if name == "LB" else None
            text = letter if name == "L" else ""
            if label:
                text = read_text(label[2], is_simple=True)[:_MAX_LABEL]
            for vertex in _vertices(label[1] if label else value, size):
                if len(marks) == _MAX_MARKS:
                    return marks
                marks.append(Mark(vertex=vertex, kind=kind, text=text))
    return marks


def facts_of(root: SgfNode) -> dict[str, str]:
    """What the root tells of the game, by name, in the order in which people would tell it."""
    told = {fact: (root.text(name) or "").strip()[:_MAX_FACT] for name, fact in _FACTS.items()}
    return {fact: text for fact, text in told.items() if text}


def _vertices(value: str, size: int) -> Iterator[str]:
    """The points of `dd` or `aa:cc`."""
    area = parse_points(without_space(read_text(value, is_simple=True)))
    if area is None or max(area.right, area.bottom) >= size:
        return
    for row in range(area.top, area.bottom + 1):
        for column in range(area.left, area.right + 1):
            yield format_vertex(int(point_at(row, column)), size)


def _number(sgf: SgfNode, name: str) -> float | None:
    try:
        value = float(sgf.text(name) or "")
    except ValueError:
        return None
    return value if math.isfinite(value) else None
