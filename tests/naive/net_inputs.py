"""The slow, obvious twins of what the territory net is told of a position, on the naive board alone.

Points, colours and positions are those of tests.naive.board.
"""

from tests.naive.board import (
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
