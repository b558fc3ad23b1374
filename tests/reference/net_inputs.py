"""The slow, obvious twins of what the territory net is told of a position, on the naive board alone.

Points, colours and positions are those of tests.reference.board.
"""

from tests.reference.board import (
    BLACK,
    EMPTY,
    WHITE,
    NaiveBoard,
    Point,
    Position,
    all_points,
    colour_at,
    group_of,
    liberties_of_group,
    neighbours,
    opponent,
    symmetric_position,
)

Group = frozenset[Point]
Window = tuple[str, str, str]  # three rows of three signs


# --- Chains --------------------------------------------------------------------------------------


def groups(position: Position) -> set[Group]:
    """Every chain of stones."""
    stones = [point for point in all_points(position) if colour_at(position, point) != EMPTY]
    return {frozenset(group_of(position, stone)) for stone in stones}


def beside(position: Position, points: Group) -> set[Point]:
    """The points next to a set that are not in it."""
    return {neighbour for point in points for neighbour in neighbours(position, point)} - points


def eyes(position: Position, group: Group) -> int:
    """How many empty regions of up to seven points beside a group belong to its colour alone."""
    colour = colour_at(position, min(group))
    regions = {frozenset(group_of(position, point)) for point in liberties_of_group(position, set(group))}
    return sum(_is_eye_region(position, region, colour) for region in regions)


def _is_eye_region(position: Position, region: Group, colour: str) -> bool:
    if len(region) > 7 or any(colour_at(position, point) != colour for point in beside(position, region)):
        return False
    return len(region) > 1 or NaiveBoard(position).is_eye_for(colour, min(region))


def liberties(position: Position, group: Group) -> list[int]:
    """How many empty points are reached at one, two, three and four steps over empty points."""
    counts, reached, last = [], set(group), set(group)
    for _ in range(4):
        last = liberties_of_group(position, last) - reached
        reached |= last
        counts.append(len(last))
    return counts


def strength(position: Position, group: Group) -> tuple[int, int]:
    """Eyes first, then liberties."""
    return eyes(position, group), len(liberties_of_group(position, set(group)))


def enemies(position: Position, group: Group) -> list[Group]:
    """The enemy chains that touch a group, the weakest first."""
    enemy = opponent(colour_at(position, min(group)))
    touched = [point for point in beside(position, group) if colour_at(position, point) == enemy]
    found = {frozenset(group_of(position, point)) for point in touched}
    return sorted(found, key=lambda other: strength(position, other))


# --- Influence -----------------------------------------------------------------------------------


def influence(position: Position, stringent: bool) -> dict[tuple[str, Point], float]:
    """Colour and point -> the sum over stones of one half to the power of the steps, four at most."""
    strength_at = {stone: strength(position, group) for group in groups(position) for stone in group}
    totals = {(colour, point): 0.0 for colour in (BLACK, WHITE) for point in all_points(position)}
    for stone, own in strength_at.items():
        colour = colour_at(position, stone)
        for point, steps in _steps(position, stone, own, stringent, strength_at).items():
            totals[colour, point] += 0.5**steps
    return totals


def _steps(position, stone, own, stringent, strength_at) -> dict[Point, int]:
    """The points that a stone reaches, each with its distance; blockers are reached, not passed."""
    colour = colour_at(position, stone)
    steps = {stone: 0}
    for distance in range(1, 5):
        for point in [known for known, steps_to in steps.items() if steps_to == distance - 1]:
            is_enemy = colour_at(position, point) == opponent(colour)
            if is_enemy and not (stringent and strength_at[point] <= own):
                continue
            for neighbour in neighbours(position, point):
                steps.setdefault(neighbour, distance)
    return steps


# --- Propensity ----------------------------------------------------------------------------------

Place = tuple[int, int]
_EXCHANGED = str.maketrans({BLACK: WHITE, WHITE: BLACK})


def exchanged(position: Position) -> Position:
    """The position with the colours exchanged."""
    return tuple(row.translate(_EXCHANGED) for row in position)


def windows(position: Position) -> list[tuple[Place, Window, list[Point]]]:
    """Every 3x3 square: its place, the signs in it, and its points row by row."""
    size = len(position)
    found = []
    for row in range(size - 2):
        for column in range(size - 2):
            drawing = tuple(position[row + n][column : column + 3] for n in range(3))
            points = [(row + n, column + m) for n in range(3) for m in range(3)]
            found.append(((_line(row, size), _line(column, size)), drawing, points))
    return found


def _line(first: int, size: int) -> int:
    """-3, -2, -1 near the top or left edge (-3 on it), 1, 2, 3 near the other, 0 in the middle."""
    from_top, from_bottom = first, size - 3 - first
    if from_top == from_bottom or min(from_top, from_bottom) >= 3:
        return 0
    return from_top - 3 if from_top < from_bottom else 3 - from_bottom


def propensities(games: list[tuple[list[Position], Position]]) -> dict[tuple[Place, Window], list[float]]:
    """Equation 3 with C = 1, as Black sees it, from the positions of games and their owners at the end.

    Every position counts in all sixteen images. Owners are drawn like a position.
    """
    lead: dict[tuple[Place, Window], list[int]] = {}
    total: dict[tuple[Place, Window], list[int]] = {}
    for positions, owners in games:
        for position in positions:
            for symmetry in range(8):
                images = [symmetric_position(one, symmetry) for one in (position, owners)]
                for drawing, final in (images, [exchanged(image) for image in images]):
                    for place, window, points in windows(drawing):
                        leads = lead.setdefault((place, window), [0] * 9)
                        totals = total.setdefault((place, window), [0] * 9)
                        for cell, point in enumerate(points):
                            owner = colour_at(final, point)
                            leads[cell] += (owner == BLACK) - (owner == WHITE)
                            totals[cell] += owner != EMPTY
    return {key: [a / (b + 1) for a, b in zip(lead[key], total[key])] for key in lead}


def propensity(
    position: Position, colour: str, known: dict[tuple[Place, Window], list[float]]
) -> dict[Point, float]:
    """The mean of each point over the windows that cover it, as a colour sees it; unknown windows are 0."""
    seen = position if colour == BLACK else exchanged(position)
    values: dict[Point, list[float]] = {point: [] for point in all_points(position)}
    for place, window, points in windows(seen):
        for cell, point in enumerate(points):
            values[point].append(known.get((place, window), [0.0] * 9)[cell])
    return {point: sum(found) / len(found) if found else 0.0 for point, found in values.items()}


# --- Planes --------------------------------------------------------------------------------------


def planes(position: Position, to_play: str) -> dict[str, dict[Point, float]]:
    """All planes of the net but propensity, by name."""
    found: dict[str, dict[Point, float]] = {}
    sums = {form: influence(position, form == "stringent") for form in ("influence", "stringent")}
    size = len(position)
    for point in all_points(position):
        colour = colour_at(position, point)
        lines = sorted(min(coordinate, size - 1 - coordinate) for coordinate in point)
        values = {"near line": min(lines[0], 4) / 4, "far line": min(lines[1], 4) / 4}
        values |= {"own": colour == to_play, "other": colour == opponent(to_play), "empty": colour == EMPTY}
        for side, whose in (("own", to_play), ("other", opponent(to_play))):
            for form, totals in sums.items():
                values[f"{side} {form}"] = totals[whose, point] / (1 + totals[whose, point])
        for name, value in (values | _chain_planes(position, point, to_play)).items():
            found.setdefault(name, {})[point] = value
    return found


def last_move_planes(board: NaiveBoard, colour: str) -> dict[str, dict[Point, float]]:
    """The planes about ko and the last three moves of a game, by name."""
    last = [*[move for _, move in reversed(board.moves)][:3], None, None, None]
    is_ko = board.ko_colour == colour
    found: dict[str, dict[Point, float]] = {
        "ko": {point: float(is_ko and point == board.ko_point) for point in board.points},
        "last move": {point: float(point == last[0]) for point in board.points},
        "move before": {point: float(point == last[1]) for point in board.points},
    }
    for name, move in zip(("near last", "near before", "near third"), last):
        found[name] = {}
        for row, column in board.points:
            away = sorted((abs(row - move[0]), abs(column - move[1]))) if move else [0, 0]
            found[name][row, column] = 2 / (2 + away[0] + 2 * away[1]) if move else 0.0
    return found


def _chain_planes(position: Position, point: Point, to_play: str) -> dict[str, float]:
    """What is said of the chain on a point and of those beside it."""
    if colour_at(position, point) == EMPTY:
        own_eyes, orders = 0, [0, 0, 0, 0]
        stones = [near for near in neighbours(position, point) if colour_at(position, near) != EMPTY]
        adjacent = list({frozenset(group_of(position, stone)) for stone in stones})
    else:
        group = frozenset(group_of(position, point))
        own_eyes, orders, adjacent = (
            eyes(position, group),
            liberties(position, group),
            enemies(position, group),
        )
    adjacent.sort(key=lambda group: (strength(position, group), colour_at(position, min(group)) != to_play))
    values = {"eyes": min(own_eyes / 2, 1), "liberties 1": min(orders[0] / 8, 1)}
    values |= {f"liberties {order}": min(orders[order - 1] / 16, 1) for order in (2, 3, 4)}
    for name, group in zip(("weakest", "second"), [*adjacent, None, None]):
        is_own = group and colour_at(position, min(group)) == to_play
        n_eyes, n_liberties = strength(position, group) if group else (0, 0)
        values[name] = 0 if not group else 1 if is_own else -1
        values[f"{name} liberties"] = min(n_liberties / 8, 1)
        values[f"{name} eyes"] = min(n_eyes / 2, 1)
    return values
