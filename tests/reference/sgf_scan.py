"""The slow obvious twin of the compiled SGF scanner: a whole tree first, then its main line.

It shares no code with `tengen.sgf`. Rules are written as the documentation tells them, with
regular expressions and lists, for a file that is read whole.
"""

import math
import re
from dataclasses import dataclass, field

BLACK, WHITE, EMPTY, UNKNOWN = 1, 2, 0, -1
STONES = ("B", "W", "AB", "AW", "AE")
SPACE = b" \t\n\v\f\r"
GAME_START = re.compile(rb"\([ \t-\r]*;|\((?=[A-Z][A-Za-z0-9]*\[)")
NEXT_GAME = re.compile(rb"\([ \t-\r]*;[ \t-\r]*(?:FF|GM|SZ|CA|AP|ST)\[[ -Z^-~]*\]")
FOLLOWS_VALUE = re.compile(rb"[ \t-\r]*\[|[ \t-\r;()]*(?:\Z|[A-Z][A-Za-z0-9]*[ \t-\r]*(?:\[|\Z))")
BRACKET = re.compile(rb"\]|(?<=[A-Z0-9])\[")


@dataclass
class Game:
    """One game in plain lists."""

    start: int
    stop: int = 0
    truncated: bool = False
    size: int = 19
    komi: float = math.nan
    handicap: int = 0
    winner: int = UNKNOWN
    ending: int = 0
    margin: float = math.nan
    setup: list = field(default_factory=list)  # (point, colour)
    moves: list = field(default_factory=list)  # (point, colour)


class BadGameError(Exception):
    """The game has a fault."""


@dataclass
class Node:
    """A node of the tree, with its children inside."""

    properties: list = field(default_factory=list)
    children: list = field(default_factory=list)


def scan(data: bytes) -> tuple[list[Game], int]:
    """All good games, and the number of bad ones."""
    games, n_bad, position = [], 0, 0
    while match := GAME_START.search(data, position):
        game = Game(start=match.start())
        root, position, game.truncated, is_bad = read_tree(data, match.start())
        game.stop = position
        try:
            if is_bad:
                raise BadGameError
            follow_main_line(game, root)
            games.append(game)
        except BadGameError:
            n_bad += 1
    return games, n_bad


def read_tree(data: bytes, start: int):
    """The root of a tree, where the tree ends, whether it was cut there, and whether it has a fault."""
    super_root = Node()
    stack, current = [], super_root
    fresh = is_bad = stray = False
    name, n_values, charset, n_nodes = None, 0, None, 0
    position = start
    while position < len(data):
        byte = data[position : position + 1]
        if byte in (b" ", b"\t", b"\n", b"\v", b"\f", b"\r"):
            position += 1
            continue
        if byte == b"[":
            stop = value_end(data, position + 1, name in STONES, charset)
            if stop is None:
                return super_root.children[0], len(data), True, is_bad
            if data[stop : stop + 1] == b"(":
                return super_root.children[0], stop, True, is_bad
            value = data[position + 1 : stop]
            is_bad |= name is None or (name in STONES and stray)
            n_values += 1
            if name is not None:
                if n_values == 1:
                    current.properties.append((name, []))
                current.properties[-1][1].append(value)
            if name == "CA" and n_nodes == 1 and charset is None:
                charset = re.sub(rb"[^A-Za-z0-9]", b"", value).lower()
            position = stop + 1
            continue
        if byte == b"(" and position > start and is_next_game(data, position):
            return super_root.children[0], position, True, is_bad
        if name is not None and n_values == 0:
            is_bad |= name in ("B", "W")
            name = None
        if byte in (b"(", b")"):
            if byte == b"(":
                stack.append(current)
            else:
                current = stack.pop()
                if not stack:
                    return super_root.children[0], position + 1, False, is_bad
            fresh, name = True, None
            position += 1
        elif byte == b";" or (fresh and byte.isupper()):
            child = Node()
            current.children.append(child)
            current = child
            n_nodes += 1
            fresh, stray, name = False, False, None
            position += byte == b";"
        elif byte.isalpha() and byte.isupper():
            match = re.compile(rb"[A-Za-z0-9]+").match(data, position)
            name, n_values = re.sub("[a-z]", "", match[0].decode()), 0
            position = match.end()
        else:
            name, stray = None, True
            position = re.compile(rb".[^ \t-\rA-Z;()\[]*", re.DOTALL).match(data, position).end()
    return super_root.children[0], len(data), True, is_bad


def is_next_game(data: bytes, position: int) -> bool:
    """Whether a line and a root begin here."""
    return data[position - 1 : position] in (b"\n", b"\r") and NEXT_GAME.match(data, position) is not None


def value_end(data: bytes, position: int, stones: bool, charset: bytes | None) -> int | None:
    """The `]` that ends a value, or the `(` of the next game; None if the data ends first."""
    while position < len(data):
        byte = data[position : position + 1]
        if byte == b"\\":
            position += 1 + width(data, position + 1, charset)
        elif byte == b"]":
            if stones or FOLLOWS_VALUE.match(data, position + 1):
                return position
            bracket = BRACKET.search(data, position + 1)
            if bracket is None or bracket[0] == b"[":
                return position
            position += 1
        elif byte == b"(" and is_next_game(data, position):
            return position
        else:
            position += width(data, position, charset)
    return None


def width(data: bytes, position: int, charset: bytes | None) -> int:
    """The number of bytes of a character."""
    if charset is None or position + 1 >= len(data) or data[position + 1] < 0x40:
        return 1
    lead = data[position]
    if charset.startswith((b"sjis", b"shif")):
        return 2 if 0x81 <= lead <= 0x9F or 0xE0 <= lead <= 0xFE else 1
    if charset.startswith((b"gb", b"big5")):
        return 2 if 0x81 <= lead <= 0xFE else 1
    return 1


def follow_main_line(game: Game, root: Node) -> None:
    """Fill in the game from its first variations."""
    read_root(game, root)
    met, node = set(), root
    while node is not None:
        n_moves = len(game.moves)
        for name, values in node.properties:
            if name in ("B", "W"):
                game.moves.append((point(squeeze(values[0]), game.size), BLACK if name == "B" else WHITE))
            elif name in ("AB", "AW", "AE"):
                for value in filter(None, map(squeeze, values)):
                    if n_moves:
                        del game.moves[n_moves:]
                        game.truncated = True
                        return
                    colour = {"AB": BLACK, "AW": WHITE, "AE": EMPTY}[name]
                    game.setup += [(each, colour) for each in rectangle(value, game.size)]
                    if len(game.setup) > 10_000:
                        raise BadGameError
            elif name in ("KM", "HA", "RE") and name not in met:
                met.add(name)
                read_info(game, name, squeeze(values[0]))
        node = node.children[0] if node.children else None


def squeeze(value: bytes) -> str:
    """A value without backslashes and white space."""
    return re.sub(r"[ \t-\r]", "", re.sub(r"(?s)\\(.|\Z)", r"\1", value.decode("latin-1")))


def read_root(game: Game, root: Node) -> None:
    """Board size and kind of game."""
    sizes = [squeeze(values[0]) for name, values in root.properties if name == "SZ"]
    if sizes:
        match = re.fullmatch(r"(\d{1,3})(?::(\d{1,3}))?", sizes[0], re.ASCII)
        if not match or not 2 <= int(match[1]) <= 19 or int(match[2] or match[1]) != int(match[1]):
            raise BadGameError
        game.size = int(match[1])
    kinds = [squeeze(values[0]) for name, values in root.properties if name == "GM"]
    if kinds and re.fullmatch(r"\d{1,3}", kinds[0], re.ASCII) and int(kinds[0]) != 1:
        raise BadGameError


def point(text: str, size: int) -> int:
    """A move: 20 * (row + 1) + column + 1, or 0 for a pass."""
    if text in ("", "tt"):
        return 0
    if not re.fullmatch(f"[a-{chr(96 + size)}]" * 2, text):
        raise BadGameError
    return 20 * (ord(text[1]) - 96) + ord(text[0]) - 96


def rectangle(text: str, size: int) -> list[int]:
    """The points of `dd` or `aa:cc`."""
    letter = f"[a-{chr(96 + size)}]"
    if not re.fullmatch(f"{letter}{letter}(:{letter}{letter})?", text):
        raise BadGameError
    columns, rows = sorted((text[0], text[-2])), sorted((text[1], text[-1]))
    return [
        20 * (row - 96) + column - 96
        for row in range(ord(rows[0]), ord(rows[1]) + 1)
        for column in range(ord(columns[0]), ord(columns[1]) + 1)
    ]


def number(text: str) -> float:
    """A decimal number, or nan."""
    text = text.replace(",", ".")
    if not re.fullmatch(r"\d+\.?\d*|\.\d+", text, re.ASCII) or len(text.replace(".", "")) > 15:
        return math.nan
    return float(text)


def read_info(game: Game, name: str, text: str) -> None:
    """Komi, handicap or result."""
    if name == "KM":
        komi = number(text[1:] if text[:1] in ("+", "-") else text)
        if komi <= 100:
            game.komi = -komi if text[0] == "-" else komi
    elif name == "HA":
        is_number = re.fullmatch(r"\d{1,3}", text, re.ASCII) and int(text) <= 361
        game.handicap = int(text) if is_number else UNKNOWN
    elif text in ("0",) or re.fullmatch("(?i)draw|jigo", text, re.ASCII):
        game.winner, game.ending, game.margin = EMPTY, 1, 0.0
    elif re.match("[bBwW][+]", text):
        game.winner = BLACK if text[0] in "bB" else WHITE
        game.ending = {"r": 2, "t": 3, "f": 4}.get(text[2:3].lower(), 0)
        game.margin = number(text[2:])
        if not math.isnan(game.margin):
            game.ending = 1
