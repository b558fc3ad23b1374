"""A game of Go for Python: rules, moves, undo and score around the compiled board."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import copy_board, new_board
from tengen.core.errors import GoError, IllegalMoveError
from tengen.core.notation import (
    board_svg,
    format_diagram,
    format_vertex,
    is_on_board,
    parse_diagram,
    parse_vertex,
)
from tengen.core.play_jit import play_move, set_up
from tengen.core.points_jit import BLACK, EMPTY, MAX_AREA, N_POINTS, PASS, WHITE
from tengen.core.rules import Rules, parse_rules
from tengen.core.rules_jit import area_lead, is_legal, legal_points, position_key, repeats_position

COLOUR_NAMES = {BLACK: "Black", WHITE: "White"}


class Game:
    """A game from its first move to its score; every change can be undone.

    Moves are vertices ("D4", "pass") or points; colours are `tengen.BLACK` and `tengen.WHITE`.
    """

    def __init__(self, size: int = 9, komi: float = 7.5, rules: str | Rules = "chinese-kgs") -> None:
        if isinstance(size, bool) or not isinstance(size, int):
            raise GoError(f"the board size must be a whole number, not {size!r}")
        if not np.isfinite(komi):
            raise GoError(f"komi must be a number of points, not {komi}")
        try:
            self._board = new_board(size)
        except ValueError as error:
            raise GoError(str(error)) from None
        self.size = size
        self.komi = float(komi)
        self.rules = parse_rules(rules) if isinstance(rules, str) else rules
        self._start()

    @classmethod
    def from_diagram(
        cls, diagram: str, to_play: int = BLACK, komi: float = 7.5, rules: str | Rules = "chinese-kgs"
    ) -> "Game":
        """A game that begins from a drawn position."""
        size, colours = parse_diagram(diagram)
        return cls.from_colours(size, colours, to_play, komi, rules)

    @classmethod
    def from_colours(
        cls,
        size: int,
        colours: npt.NDArray[np.uint8],
        to_play: int = BLACK,
        komi: float = 7.5,
        rules: str | Rules = "chinese-kgs",
    ) -> "Game":
        """A game that begins from the colours of all points, (N_POINTS,) uint8."""
        game = cls(size, komi, rules)
        if not set_up(game._board, size, colours):
            raise GoError("the position has stones without a liberty")
        game._board.to_play = to_play
        game._start()
        return game

    def _start(self) -> None:
        """Forget the past: the position on the board is the first of the game."""
        self._undo_stack: list[np.record] = []
        self._moves: list[tuple[int, int]] = []
        self._history = np.zeros(64, np.uint64)  # one key a position; room is doubled when full
        self._remember(self.to_play)

    @property
    def board(self) -> np.record:
        """The compiled board, a record of `core.board.BOARD`: copy it before you change it."""
        return self._board

    @property
    def to_play(self) -> int:
        """The colour whose turn it is."""
        return int(self._board.to_play)

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The moves so far as (colour, point), passes included."""
        return list(self._moves)

    @property
    def n_moves(self) -> int:
        """How many moves were played; `moves` copies them all."""
        return len(self._moves)

    @property
    def last_move(self) -> int | None:
        """The last move, or None at the beginning."""
        return self._moves[-1][1] if self._moves else None

    @property
    def is_over(self) -> bool:
        """Whether the last two moves were passes; one may still play on, as after a dispute."""
        return len(self._moves) >= 2 and self._moves[-1][1] == self._moves[-2][1] == PASS

    @property
    def history(self) -> npt.NDArray[np.uint64]:
        """The superko keys of all positions so far, (moves + 1,) uint64."""
        return self._history[: len(self._moves) + 1]

    def play(self, move: str | int, colour: int | None = None) -> None:
        """Play a vertex, point or pass for the colour to play, or for the colour named."""
        point = self._point(move)
        colour = self._colour(colour)
        reason = self._why_illegal(point, colour)
        if reason:
            where = format_vertex(point, self.size)
            raise IllegalMoveError(f"{COLOUR_NAMES[colour]} may not play {where}: {reason}")
        self._undo_stack.append(copy_board(self._board))
        self._remember(colour)  # out of turn, the one who was to play is the one who did
        play_move(self._board, point, colour)
        self._moves.append((colour, point))
        self._remember(self.to_play)

    def undo(self) -> None:
        """Take back the last move; every field of the board is as before."""
        if not self._moves:
            raise GoError("there is no move to take back")
        self._moves.pop()
        self._board = self._undo_stack.pop()

    def is_legal(self, move: str | int, colour: int | None = None) -> bool:
        """Whether a move may be played; a pass always may."""
        return not self._why_illegal(self._point(move), self._colour(colour))

    def legal(self, colour: int | None = None) -> list[str]:
        """All vertices where the colour may play, row by row from the top; pass is not listed."""
        points = np.zeros(MAX_AREA, np.uint16)
        n_points = legal_points(
            self._board,
            self._colour(colour),
            self.rules.suicide,
            self.rules.superko,
            self._history,
            len(self._moves) + 1,
            points,
        )
        return [format_vertex(int(point), self.size) for point in points[:n_points]]

    def captures(self, colour: int) -> int:
        """How many stones the colour has taken."""
        return int(self._board.prisoners[self._colour(colour)])

    def score(self, dead: Iterable[str | int] = ()) -> float:
        """Black's area minus White's minus komi, after the chains of the dead stones are removed."""
        return self._count(dead)[0] - self.komi

    def owners(self, dead: Iterable[str | int] = ()) -> npt.NDArray[np.uint8]:
        """Who owns each point, (N_POINTS,) uint8: BLACK, WHITE, EMPTY if neutral, BORDER outside."""
        return self._count(dead)[1]

    def result(self, dead: Iterable[str | int] = ()) -> str:
        """The score as SGF writes it: "B+3.5", "W+12", or "0" for a draw."""
        return format_result(self.score(dead))

    def diagram(self) -> str:
        """The board as text with coordinates; the last move in brackets."""
        return format_diagram(self._board.colour, self.size, self.last_move or PASS)

    __str__ = diagram

    def __repr__(self) -> str:
        return (
            f"<Game {self.size}x{self.size} {self.rules.name} komi {self.komi:g}, {len(self._moves)} moves>"
        )

    def _repr_svg_(self) -> str:
        return board_svg(self._board.colour, self.size, self.last_move or PASS)

    def copy(self) -> "Game":
        """An independent copy with the same past."""
        other = Game.__new__(Game)
        other.size, other.komi, other.rules = self.size, self.komi, self.rules
        other._board = copy_board(self._board)
        other._undo_stack = list(self._undo_stack)  # snapshots are never changed, so they are shared
        other._moves = list(self._moves)
        other._history = self._history.copy()
        return other

    def _remember(self, to_play: int) -> None:
        """Write the present position into the history that superko looks at."""
        n_positions = len(self._moves) + 1
        if n_positions > len(self._history):
            self._history = np.concatenate([self._history, np.zeros_like(self._history)])
        self._history[n_positions - 1] = position_key(self._board.hash, to_play, self.rules.superko)

    def _why_illegal(self, point: int, colour: int) -> str:
        """What forbids a move, or an empty text."""
        if point == PASS:
            return ""
        if self._board.colour[point] != EMPTY:
            return "the point is taken"
        if not is_legal(self._board, np.uint32(point), colour, self.rules.suicide):
            if point == self._board.ko:
                return "the ko may not be retaken at once"
            return "it would be suicide"
        n_positions = len(self._moves) + 1
        if repeats_position(
            self._board, np.uint32(point), colour, self.rules.superko, self._history, n_positions
        ):
            return f"it repeats an earlier position ({self.rules.ko} superko)"
        return ""

    def _count(self, dead: Iterable[str | int]) -> tuple[int, npt.NDArray[np.uint8]]:
        colours = self._board.colour.copy()
        for stone in dead:
            point = self._point(stone)
            if point == PASS or self._board.colour[point] == EMPTY:
                raise GoError(f"there is no stone at {format_vertex(point, self.size)} to be dead")
            colours[self._board.chain == self._board.chain[point]] = EMPTY
        owner = np.zeros(N_POINTS, np.uint8)
        lead = area_lead(colours, self.size, owner, np.zeros(MAX_AREA, np.uint16))
        return int(lead), owner

    def _point(self, move: str | int) -> int:
        if isinstance(move, str):
            return parse_vertex(move, self.size)
        if move == PASS or is_on_board(move, self.size):
            return int(move)
        raise GoError(f"{move!r} is not a point of a {self.size}x{self.size} board")

    def _colour(self, colour: int | None) -> int:
        if colour is None:
            return self.to_play
        if colour not in COLOUR_NAMES:
            raise GoError(f"{colour!r} is not a colour: use tengen.BLACK or tengen.WHITE")
        return colour


def format_result(score: float) -> str:
    """A score from Black's side as SGF writes it."""
    if score == 0:
        return "0"
    return f"{'B' if score > 0 else 'W'}+{abs(score):g}"


def with_turn(game: Game, colour: int) -> Game:
    """The game if it is the colour's turn, otherwise a copy in which it is."""
    if game.to_play == colour:
        return game
    other = game.copy()
    other.board.to_play = colour
    return other


def first_position(game: Game) -> Game:
    """The game before its first move."""
    first = game.copy()
    while first.moves:
        first.undo()
    return first


def under_rules(game: Game, rules: Rules) -> Game:
    """The same moves by other rules, as superko keys depend on them; GoError if one is illegal."""
    first = first_position(game)
    other = Game.from_colours(game.size, first.board.colour, first.to_play, game.komi, rules)
    for colour, point in game.moves:
        other.play(point, colour)
    return with_turn(other, game.to_play)
