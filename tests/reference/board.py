"""The slow, obvious twin of the Go board: the rules of Go in their plainest form.

It shares no code with `tengen`, so that a misunderstanding of the rules has to be made twice before
the tests overlook it. Nothing is kept up to date as stones fall: groups, liberties and repetition are
found again from the whole position every time they are asked for.

A *point* is (row, column) from 0, row 0 at the top of the diagram; a *move* is a point or None, a pass.
A *colour* is "X" (black) or "O" (white); an empty point is ".".
A *position* is a tuple of rows of those signs: position[row][column]. Any rectangle from 1x1 will do.

The rules of ko, chosen by name:

- "simple": if the very last move captured exactly one stone, with a stone that is a group of one and
  whose only liberty is the point of the capture, the other colour may not play on that point.
- "positional": a play may not bring back any earlier position, the starting one included.
- "situational": a play may not bring back an earlier position in which the opponent of the player was
  the next to move. Who was next to move is known of every position but the present one: the colour
  that did move (or pass) there. In the present position it is the player himself.

The superko rules need no word about simple ko: taking back a ko brings back the position in which the
other colour made the first capture, so both forbid it. A pass is always legal. A single stone's suicide
leaves the position as it was: "positional" therefore forbids it, and the other two do not as such.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

BLACK = "X"
WHITE = "O"
EMPTY = "."
KO_RULES = ("simple", "positional", "situational")

Point = tuple[int, int]
Move = Point | None
Position = tuple[str, ...]


class IllegalMove(ValueError):  # noqa: N818 - the words of the rules
    """A play that the rules forbid; the message says which rule."""


def opponent(colour: str) -> str:
    """The other colour."""
    return WHITE if colour == BLACK else BLACK


# --- Positions -----------------------------------------------------------------------------------


def empty_position(rows: int, columns: int) -> Position:
    """A position without stones."""
    return (EMPTY * columns,) * rows


def parse_position(text: str) -> Position:
    """Read a diagram: one row a line, signs with or without blanks between them."""
    position = tuple("".join(line.split()) for line in text.strip().splitlines())
    if not position or not position[0]:
        raise ValueError("a position has at least one point")
    if len({len(row) for row in position}) > 1:
        raise ValueError(f"rows of different lengths: {position}")
    if strange := set("".join(position)) - {BLACK, WHITE, EMPTY}:
        raise ValueError(f"unknown signs: {sorted(strange)}")
    return position


def format_position(position: Position) -> str:
    """Draw a position: one row a line, signs with a blank between them."""
    return "\n".join(" ".join(row) for row in position)


def all_points(position: Position) -> list[Point]:
    """Every point, row by row from the top left."""
    return [(row, column) for row in range(len(position)) for column in range(len(position[0]))]


def colour_at(position: Position, point: Point) -> str:
    """The sign on a point."""
    row, column = point
    return position[row][column]


def changed(position: Position, points: Iterable[Point], sign: str) -> Position:
    """The position with one sign written on all the points."""
    rows = [list(row) for row in position]
    for row, column in points:
        rows[row][column] = sign
    return tuple("".join(row) for row in rows)


def _on_board(position: Position, points: Iterable[Point]) -> list[Point]:
    return [
        (row, column) for row, column in points if 0 <= row < len(position) and 0 <= column < len(position[0])
    ]


def neighbours(position: Position, point: Point) -> list[Point]:
    """The two to four points beside a point (fewer on boards one point wide)."""
    row, column = point
    return _on_board(position, [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)])


def diagonals(position: Position, point: Point) -> list[Point]:
    """The one, two or four points diagonal to a point (none on boards one point wide)."""
    row, column = point
    corners = [(row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1)]
    return _on_board(position, corners)


def group_of(position: Position, point: Point) -> set[Point]:
    """The points of the same sign that connect to a point: a group of stones, or an empty region."""
    sign = colour_at(position, point)
    group = {point}
    frontier = [point]
    while frontier:
        for neighbour in neighbours(position, frontier.pop()):
            if neighbour not in group and colour_at(position, neighbour) == sign:
                group.add(neighbour)
                frontier.append(neighbour)
    return group


def liberties_of_group(position: Position, group: set[Point]) -> set[Point]:
    """The empty points beside a group."""
    beside = {neighbour for point in group for neighbour in neighbours(position, point)}
    return {point for point in beside if colour_at(position, point) == EMPTY}


def every_group_has_a_liberty(position: Position) -> bool:
    """Whether a position is legal by itself: no stone on it should have been taken off."""
    return all(
        colour_at(position, point) == EMPTY or liberties_of_group(position, group_of(position, point))
        for point in all_points(position)
    )


def areas(position: Position, dead: Iterable[Point] = ()) -> dict[str, int]:
    """Points of each colour by Tromp and Taylor, and of neither: stones, and regions that reach one colour.

    The stones on the points in `dead` are taken off beforehand.
    """
    position = changed(position, dead, EMPTY)
    points_of = {BLACK: 0, WHITE: 0, EMPTY: 0}
    for point in all_points(position):
        owner = colour_at(position, point)
        if owner == EMPTY:
            region = group_of(position, point)
            reached = {colour_at(position, n) for p in region for n in neighbours(position, p)} - {EMPTY}
            owner = reached.pop() if len(reached) == 1 else EMPTY
        points_of[owner] += 1
    return points_of


def area_score(position: Position, komi: float = 0.0, dead: Iterable[Point] = ()) -> float:
    """Black's points less White's and komi: above 0 Black wins, below 0 White."""
    points_of = areas(position, dead)
    return points_of[BLACK] - points_of[WHITE] - komi


def symmetric_point(point: Point, size: int, symmetry: int) -> Point:
    """Where symmetry 0..7 of a square board takes a point: transpose (4), then flip rows (2), columns (1)."""
    row, column = point
    if symmetry & 4:
        row, column = column, row
    if symmetry & 2:
        row = size - 1 - row
    if symmetry & 1:
        column = size - 1 - column
    return row, column


def symmetric_position(position: Position, symmetry: int) -> Position:
    """A square position under symmetry 0..7; see `symmetric_point`."""
    size = len(position)
    if size != len(position[0]):
        raise ValueError("only square boards have eight symmetries")
    image = empty_position(size, size)
    for point in all_points(position):
        image = changed(image, [symmetric_point(point, size, symmetry)], colour_at(position, point))
    return image


# --- Games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NaiveBoard:
    """A position with all that came before it. A board never changes: `play` answers with a new one."""

    position: Position
    ko_rule: str = "simple"
    suicide: bool = False  # whether a play may leave its own group without liberties, which is taken off
    history: tuple[Position, ...] = ()  # every earlier position, the starting one first
    moves: tuple[tuple[str, Move], ...] = ()  # moves[i] was made by its colour in history[i]
    captured: tuple[int, int] = (0, 0)  # stones taken off by black and by white; a suicide is the opponent's
    ko_point: Point | None = None  # where simple ko forbids a play to ko_colour, whatever the ko rule
    ko_colour: str | None = None

    def __post_init__(self) -> None:
        """Refuse a ko rule that does not exist."""
        if self.ko_rule not in KO_RULES:
            raise ValueError(f"ko rule {self.ko_rule!r} is none of {KO_RULES}")

    @classmethod
    def empty(cls, rows: int, columns: int | None = None, **rules) -> "NaiveBoard":
        """A board without stones, square unless `columns` says otherwise; rules: `ko_rule`, `suicide`."""
        return cls(empty_position(rows, rows if columns is None else columns), **rules)

    @classmethod
    def from_diagram(cls, text: str, **rules) -> "NaiveBoard":
        """A board that starts from a drawing; rules: `ko_rule`, `suicide`."""
        return cls(parse_position(text), **rules)

    def diagram(self) -> str:
        """The position as a drawing."""
        return format_position(self.position)

    @property
    def rows(self) -> int:
        """How many rows."""
        return len(self.position)

    @property
    def columns(self) -> int:
        """How many columns."""
        return len(self.position[0])

    @property
    def points(self) -> list[Point]:
        """Every point, row by row from the top left."""
        return all_points(self.position)

    def at(self, point: Point) -> str:
        """The sign on a point."""
        return colour_at(self.position, point)

    def stones(self, colour: str) -> list[Point]:
        """The points with stones of a colour, in order."""
        return [point for point in self.points if self.at(point) == colour]

    def group_at(self, point: Point) -> set[Point]:
        """The stones connected to the stone on a point."""
        if self.at(point) == EMPTY:
            raise ValueError(f"no stone at {point}")
        return group_of(self.position, point)

    def liberties_of(self, point: Point) -> set[Point]:
        """The liberties of the group on a point."""
        return liberties_of_group(self.position, self.group_at(point))

    def captures(self, colour: str) -> int:
        """How many of the opponent's stones a colour has taken off, suicides of the opponent included."""
        return self.captured[0 if colour == BLACK else 1]

    @property
    def n_passes(self) -> int:
        """How many passes in a row ended the game so far."""
        n = 0
        while n < len(self.moves) and self.moves[-1 - n][1] is None:
            n += 1
        return n

    @property
    def is_over(self) -> bool:
        """Whether the last two moves were passes."""
        return self.n_passes >= 2

    def play(self, colour: str, move: Move) -> "NaiveBoard":
        """The board after a move by either colour, or IllegalMove; nobody asks whose turn it is."""
        if move is None:
            return self._after(colour, None, self.position, self.captured)
        if self.at(move) != EMPTY:
            raise IllegalMove("occupied")
        position = changed(self.position, [move], colour)
        taken = set()
        for neighbour in neighbours(position, move):
            if colour_at(position, neighbour) == opponent(colour):
                group = group_of(position, neighbour)
                if not liberties_of_group(position, group):
                    taken |= group
        position = changed(position, taken, EMPTY)
        group = group_of(position, move)
        lost = group if not liberties_of_group(position, group) else set()
        if lost and not self.suicide:
            raise IllegalMove("suicide")
        position = changed(position, lost, EMPTY)
        self._check_repetition(colour, move, position)
        black, white = self.captured
        if colour == BLACK:
            captured = black + len(taken), white + len(lost)
        else:
            captured = black + len(lost), white + len(taken)
        is_ko = len(taken) == 1 and len(group) == 1 and liberties_of_group(position, group) == taken
        return self._after(colour, move, position, captured, *taken if is_ko else ())

    def _check_repetition(self, colour: str, move: Point, position: Position) -> None:
        """Raise IllegalMove if the ko rule forbids a play that leads to a position."""
        if self.ko_rule == "simple":
            if move == self.ko_point and colour == self.ko_colour:
                raise IllegalMove("ko")
        elif self.ko_rule == "positional":
            if position in (*self.history, self.position):
                raise IllegalMove("positional superko")
        else:
            next_to_move = (mover for mover, _ in self.moves)
            if (position, opponent(colour)) in zip(self.history, next_to_move):
                raise IllegalMove("situational superko")

    def _after(
        self,
        colour: str,
        move: Move,
        position: Position,
        captured: tuple[int, int],
        ko_point: Point | None = None,
    ) -> "NaiveBoard":
        return replace(
            self,
            position=position,
            history=(*self.history, self.position),
            moves=(*self.moves, (colour, move)),
            captured=captured,
            ko_point=ko_point,
            ko_colour=None if ko_point is None else opponent(colour),
        )

    def is_legal(self, colour: str, move: Move) -> bool:
        """Whether a move may be made."""
        try:
            self.play(colour, move)
        except IllegalMove:
            return False
        return True

    def legal_moves(self, colour: str) -> list[Point]:
        """The points a colour may play on, in order; a pass is legal too and not in the list."""
        return [point for point in self.points if self.is_legal(colour, point)]

    def score(self, komi: float = 0.0, dead: Iterable[Point] = ()) -> float:
        """Black's area less White's and komi."""
        return area_score(self.position, komi, dead)

    def is_eye_for(self, colour: str, point: Point) -> bool:
        """Whether a light playout leaves a point alone: an empty point with own stones on every side of it.

        Of the diagonal points the opponent may hold one in the interior, none on the edge.
        """
        beside = neighbours(self.position, point)
        if self.at(point) != EMPTY or any(self.at(neighbour) != colour for neighbour in beside):
            return False
        n_enemies = sum(self.at(diagonal) == opponent(colour) for diagonal in diagonals(self.position, point))
        is_interior = len(beside) == 4
        return n_enemies < (2 if is_interior else 1)


def uniform_playout(
    board: NaiveBoard, to_play: str, choose: Callable[[list[Point]], Point], move_limit: int
) -> tuple[list[tuple[str, Move]], float, NaiveBoard]:
    """A light playout: its moves, the area score without komi with every stone alive, and the last board.

    Each turn `choose` picks from the sorted points that are legal (simple ko, no suicide, no superko,
    whatever the rules of the board) and not the player's own one-point eyes; without any, it is a pass.
    The playout ends after two passes of its own in a row, or as soon as it has `move_limit` moves, passes
    included. A ko left by the last move before the playout still counts.
    """
    board = replace(board, ko_rule="simple", suicide=False)
    moves: list[tuple[str, Move]] = []
    while len(moves) < move_limit and [move for _, move in moves[-2:]] != [None, None]:
        legal = board.legal_moves(to_play)
        candidates = [point for point in legal if not board.is_eye_for(to_play, point)]
        move = choose(candidates) if candidates else None
        board = board.play(to_play, move)
        moves.append((to_play, move))
        to_play = opponent(to_play)
    return moves, board.score(), board
