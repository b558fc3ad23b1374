"""The slow, obvious twin of the opening books: dictionaries of drawn positions, turned and mirrored by hand.

Points, moves, colours and boards are those of tests.reference.board. A *view* is a drawing with the colour to
play; the name of a position is the first by alphabet of the views that count as the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from tests.reference.board import BLACK, WHITE, NaiveBoard, Point, Position

CORNERS = ("top left", "top right", "bottom left", "bottom right")

Game = list[Point]  # alternate moves, Black first
View = tuple[Position, str]
Counts = dict[View, Counter[Point]]
Images = Callable[[Position], Iterable[Position]]


def mirrored(position: Position) -> Position:
    """Left and right exchanged."""
    return tuple(row[::-1] for row in position)


def turned_upside_down(position: Position) -> Position:
    """Top and bottom exchanged."""
    return position[::-1]


def transposed(position: Position) -> Position:
    """Rows and columns exchanged."""
    return tuple("".join(column) for column in zip(*position))


def colours_exchanged(position: Position) -> Position:
    """Black stones white, and white ones black."""
    return tuple(row.translate(str.maketrans("XO", "OX")) for row in position)


def marked(position: Position, point: Point) -> Position:
    """The position with a star on a point, to see where it goes."""
    row, column = point
    return (*position[:row], position[row][:column] + "*" + position[row][column + 1 :], *position[row + 1 :])


def place_of_mark(position: Position) -> Point:
    """Where the star is."""
    (found,) = [(number, row.index("*")) for number, row in enumerate(position) if "*" in row]
    return found


def board_images(position: Position) -> Iterator[Position]:
    """The eight images of a board."""
    for one in (position, transposed(position)):
        for other in (one, mirrored(one)):
            yield from (other, turned_upside_down(other))


def cut_out(position: Position, corner: str, lines: int) -> Position:
    """A corner, seen as if it were at the top left."""
    if "bottom" in corner:
        position = turned_upside_down(position)
    if "right" in corner:
        position = mirrored(position)
    return tuple(row[:lines] for row in position[:lines])


def corner_images(position: Position) -> Iterator[Position]:
    """The two images of a corner at the top left."""
    yield from (position, transposed(position))


def name(position: Position, move: Point, images: Images) -> tuple[Position, Point]:
    """The first image by alphabet, and the move on it: where images are equal, the first move."""
    pairs = zip(images(position), (place_of_mark(image) for image in images(marked(position, move))))
    return min(pairs)


def count_fuseki(games: Iterable[tuple[Game, str]], depth: int, winner_only: bool, size: int) -> Counts:
    """Whole-board positions with the moves made there; games come with their winner."""
    counts: Counts = defaultdict(Counter)
    for board, colour, move in _moves(games, depth, winner_only, size):
        image, image_of_move = name(board.position, move, board_images)
        counts[image, colour][image_of_move] += 1
    return counts


def count_joseki(
    games: Iterable[tuple[Game, str]], depth: int, winner_only: bool, size: int, lines: int
) -> Counts:
    """Corners with the moves made in them; the one to play is Black in every view."""
    counts: Counts = defaultdict(Counter)
    for board, colour, move in _moves(games, depth, winner_only, size):
        seen = board.position if colour == BLACK else colours_exchanged(board.position)
        for corner in CORNERS:
            with_move = cut_out(marked(seen, move), corner, lines)
            if any("*" in row for row in with_move):
                view = cut_out(seen, corner, lines)
                image, image_of_move = name(view, place_of_mark(with_move), corner_images)
                counts[image, BLACK][image_of_move] += 1
    return counts


def _moves(
    games: Iterable[tuple[Game, str]], depth: int, winner_only: bool, size: int
) -> Iterator[tuple[NaiveBoard, str, Point]]:
    """The counted moves of all games with the boards before them."""
    for moves, winner in games:
        board, colour = NaiveBoard.empty(size), BLACK
        for move in moves[:depth]:
            if colour == winner or not winner_only:
                yield board, colour, move
            board, colour = board.play(colour, move), WHITE if colour == BLACK else BLACK


def keep(counts: Counts, theta: int, rho: int, sigma: float) -> dict[View, dict[Point, int]]:
    """What the thresholds keep; positions without a move are not stored."""
    book = {}
    for view, moves in counts.items():
        total = sum(moves.values())
        kept = {move: count for move, count in moves.items() if count >= rho and count * 100 >= sigma * total}
        if kept and total >= theta:
            book[view] = kept
    return book


def all_images(position: Position, move: Point, images: Images) -> set[Point]:
    """Where a move can be made in a position that may be its own mirror image."""
    return {
        place_of_mark(image)
        for image, plain in zip(images(marked(position, move)), images(position))
        if plain == position
    }


class NaiveBook:
    """Both books as dictionaries, asked about a board."""

    def __init__(self, games: list[tuple[Game, str]], settings: object) -> None:
        """The books of some games; settings are those of the compiled builder."""
        self.settings = settings
        size, winner_only = settings.size, settings.winner_only
        fuseki = count_fuseki(games, settings.fuseki_depth, winner_only, size)
        joseki = count_joseki(games, settings.joseki_depth, winner_only, size, settings.corner)
        self.fuseki = keep(fuseki, settings.fuseki.theta, settings.fuseki.rho, settings.fuseki.sigma)
        self.joseki = keep(joseki, settings.joseki.theta, settings.joseki.rho, settings.joseki.sigma)

    def on_board(self, board: NaiveBoard, colour: str) -> dict[Point, int]:
        """What the fuseki book knows."""
        found = {}
        for point in board.points:
            if board.position[point[0]][point[1]] == ".":
                image, move = name(board.position, point, board_images)
                if move in self.fuseki.get((image, colour), {}):
                    found[point] = self.fuseki[image, colour][move]
        return found

    def in_corner(self, board: NaiveBoard, colour: str, corner: str) -> dict[Point, int]:
        """What the joseki book knows for one corner."""
        seen = board.position if colour == BLACK else colours_exchanged(board.position)
        view, found = cut_out(seen, corner, self.settings.corner), {}
        for point in board.points:
            with_move = cut_out(marked(seen, point), corner, self.settings.corner)
            is_inside = any("*" in row for row in with_move)
            if is_inside and board.position[point[0]][point[1]] == ".":
                image, move = name(view, place_of_mark(with_move), corner_images)
                if move in self.joseki.get((image, BLACK), {}):
                    found[point] = self.joseki[image, BLACK][move]
        return found

    def known_moves(self, board: NaiveBoard, colour: str, number: int) -> dict[Point, float]:
        """All known moves with their weights: shares of the most frequent move of a board or corner."""
        parts = [self.on_board(board, colour)] if number < self.settings.fuseki_depth else []
        if number < self.settings.joseki_depth:
            parts += [self.in_corner(board, colour, corner) for corner in CORNERS]
        weights: dict[Point, float] = {}
        for part in parts:
            for point, count in part.items():
                weights[point] = max(weights.get(point, 0.0), count / max(part.values()))
        return weights

    def chances(self, board: NaiveBoard, colour: str, number: int) -> dict[Point, float]:
        """All known moves with their chances; corners count only where the whole board is not known."""
        on_board = self.on_board(board, colour) if number < self.settings.fuseki_depth else {}
        parts = [(on_board, 1.0)]
        if number < self.settings.joseki_depth:
            for corner in CORNERS:
                likely = 0.0 if on_board else self._chance_of_corner(board, corner)
                parts.append((self.in_corner(board, colour, corner), likely))
        chances: dict[Point, float] = {}
        for part, likely in parts:
            for point, count in part.items():
                chances[point] = max(chances.get(point, 0.0), likely * count / sum(part.values()))
        return chances

    def _chance_of_corner(self, board: NaiveBoard, corner: str) -> float:
        """How likely the next move of the game is a book move in this corner."""
        lines = self.settings.corner
        empty = [one for one in CORNERS if set("".join(cut_out(board.position, one, lines))) == {"."}]
        if corner in empty:
            return 0.35 / len(empty)
        _, last = board.moves[-1]  # there is a stone, so there was a move
        if any("*" in row for row in cut_out(marked(board.position, last), corner, lines)):
            return 0.4 if empty else 0.75
        return 0.0
