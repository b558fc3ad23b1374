"""The slow, obvious twins of the opponents of Mayer's experiments, built on the naive board alone.

Where a player may choose at random, the twin answers with the set of all moves it may choose; None is a pass.
"""

from functools import cache

from tests.reference.board import Move, NaiveBoard, Point, neighbours, opponent
from tests.reference.playout_rules import captures, is_self_atari


def any_moves(board: NaiveBoard, colour: str) -> set[Move]:
    """What Random draws from: all legal moves and the pass."""
    return {None, *board.legal_moves(colour)}


def naive_moves(board: NaiveBoard, colour: str) -> set[Move]:
    """What Naive may play: capture, else rescue, else strengthen the weak, else what is sensible, or pass."""
    moves = (
        captures(board, colour)
        or rescues(board, colour, 1)
        or rescues(board, colour, 2)
        or sensible_moves(board, colour)
    )
    return {*moves} or {None}


def rescues(board: NaiveBoard, colour: str, n_left: int) -> set[Point]:
    """The moves that give the most stones with so many liberties more of them, and of those most liberties.

    Where more than the last liberty is left, own eyes are not filled for it.
    """
    worth = {}
    for point in board.legal_moves(colour):
        beside = [stone for stone in neighbours(board.position, point) if board.at(stone) == colour]
        weak = [board.group_at(stone) for stone in beside if len(board.liberties_of(stone)) == n_left]
        n_liberties = len(board.play(colour, point).liberties_of(point))
        if weak and n_liberties > n_left and not (n_left == 2 and board.is_eye_for(colour, point)):
            worth[point] = len(set.union(*weak)), n_liberties
    return {point for point, value in worth.items() if value == max(worth.values())}


def sensible_moves(board: NaiveBoard, colour: str) -> set[Point]:
    """The legal moves that fill no own eye and are no self-atari, unless it takes something."""
    return {
        point
        for point in board.legal_moves(colour)
        if not board.is_eye_for(colour, point)
        and (_takes(board, colour, point) or not is_self_atari(board, point, colour))
    }


def _takes(board: NaiveBoard, colour: str, point: Point) -> bool:
    enemy = opponent(colour)
    return len(board.play(colour, point).stones(enemy)) < len(board.stones(enemy))


# --- Shapes: the drawings, word for word, in their order --------------------------------------------

SHAPES = """
two eyes on the edge | nakade on the edge | two eyes in the corner | nakade in the corner
_ _ _ _ _            | _ _ _ _ _          | _ _ _ _ _              | _ _ _ _ _
_ # # # _            | _ O O O _          | _ = = = _              | _ = = = _
# . * . #            | O . * . O          | _ = * . #              | _ = * . O
_ = = = _            | _ = = = _          | _ = . # _              | _ = . O _
_ _ _ _ _            | _ _ _ _ _          | _ _ # _ _              | _ _ O _ _

cut   | connection | wedge | connection against a peep
# O ? | O # ?      | ? # ? | ? O ?
O * ? | # * ?      | O * O | # * #
? ? ? | ? ? ?      | + + + | o o o

net       | hane at the head of two | hane  | stretch | turn  | block of a hane
_ # _ _ _ | # O O                   | # O . | O # .   | # O ? | O # ?
# O . _ _ | . * .                   | . * . | . * .   | # * . | O * .
_ . * _ _ | ? . ?                   | ? . ? | ? . ?   | ? . ? | ? . ?
_ _ _ _ _
_ _ _ _ _

block of a push | push out | open centre | bamboo joint | one-space jump | knight's move
# O #           | O # O    | . . . . .   | _ _ _ _ _    | _ _ _ _ _      | _ _ _ _ _
. * .           | . * .    | . . . . .   | # . # _ _    | _ . . . _      | # . . . _
? ? ?           | ? ? ?    | . . * . .   | # . * _ _    | # . * . _      | _ . * . _
                |          | . . . . .   | _ _ _ _ _    | _ . . . _      | _ . . . _
                |          | . . . . .   | _ _ _ _ _    | _ _ _ _ _      | _ _ _ _ _

solid extension | cap       | shoulder hit | tiger's mouth | diagonal move
. # .           | _ _ O _ _ | O . .        | # . .         | # . .
. * .           | _ . . . _ | . * .        | . * .         | . * .
. . .           | _ . * . _ | . . .        | # . .         | . . .
                | _ . . . _
                | _ _ _ _ _

connection on the first line | connection underneath | crawl on the first line | hane on the first line
? # ?                        | ? O ?                 | O . ?                   | ? O #
o * O                        | + * #                 | # * ?                   | ? * +
= = =                        | = = =                 | = = =                   | = = =

cut on the first line | block on the first line | descent
? O #                 | # . ?                   | ? # O
# * O                 | O * ?                   | ? * ?
= = =                 | = = =                   | = = =
"""
NOT_A = {
    "cut": (("#O?", "O*O", "?.?"), ("#O?", "O*.", "?O?")),
    "connection": (("O#?", "#*#", "?.?"), ("O#?", "#*.", "?#?")),
}
MEANINGS = {"#": "#", "O": "O", ".": ".", "+": "#.", "o": "O.", "?": "#O.", "=": "=", "_": "#O.=", "*": "."}

Drawing = tuple[str, ...]


def _read_drawings(text: str) -> dict[str, Drawing]:
    """Name -> the rows, in the order of the text."""
    drawings = {}
    for block in text.strip().split("\n\n"):
        lines = [[cell.strip() for cell in line.split("|")] for line in block.splitlines()]
        for number, name in enumerate(lines[0]):
            rows = [line[number].replace(" ", "") for line in lines[1:] if number < len(line)]
            drawings[name] = tuple(row for row in rows if row)
    return drawings


def _turned(drawing: Drawing) -> Drawing:
    """A quarter turn."""
    return tuple("".join(column) for column in zip(*drawing[::-1]))


def _image(drawing: Drawing, symmetry: int) -> Drawing:
    """Symmetry 0..7 of a drawing: up to three quarter turns, and perhaps a mirror."""
    for _ in range(symmetry % 4):
        drawing = _turned(drawing)
    return tuple(row[::-1] for row in drawing) if symmetry >= 4 else drawing


DRAWINGS = _read_drawings(SHAPES)
IMAGES = {
    name: [
        (_image(drawing, symmetry), [_image(no, symmetry) for no in NOT_A.get(name, ())])
        for symmetry in range(8)
    ]
    for name, drawing in DRAWINGS.items()
}


def _look(board: NaiveBoard, point: Point, colour: str) -> Drawing:
    """The 5x5 around a point as it would be drawn for a mover of the colour."""
    signs = {colour: "#", opponent(colour): "O", ".": "."}
    row, column = point
    return tuple(
        "".join(
            signs[board.at((r, c))] if 0 <= r < board.rows and 0 <= c < board.columns else "="
            for c in range(column - 2, column + 3)
        )
        for r in range(row - 2, row + 3)
    )


def _fits(look: Drawing, drawing: Drawing) -> bool:
    if len(drawing) == 3:
        look = tuple(line[1:4] for line in look[1:4])
    return all(sign in MEANINGS[drawn] for line, row in zip(look, drawing) for sign, drawn in zip(line, row))


@cache
def _shapes_in(look: Drawing) -> tuple[str, ...]:
    return tuple(
        name
        for name, images in IMAGES.items()
        if any(_fits(look, image) and not any(_fits(look, no) for no in nots) for image, nots in images)
    )


def shapes_at(board: NaiveBoard, point: Point, colour: str) -> tuple[str, ...]:
    """The names of the shapes that an empty point shows to the mover, in the order of the table."""
    return _shapes_in(_look(board, point, colour))


def pattern_moves(board: NaiveBoard, colour: str) -> set[Move]:
    """What the pattern player may play: a capture, a rescue, the first shape, what is sensible, or a pass."""
    if urgent := captures(board, colour) or rescues(board, colour, 1):
        return {*urgent}
    sensible = sensible_moves(board, colour)
    order = list(DRAWINGS)
    first = {
        point: order.index(shapes[0]) for point in sensible if (shapes := shapes_at(board, point, colour))
    }
    shapely = {point for point, number in first.items() if number == min(first.values())}
    return {*(shapely or sensible)} or {None}
