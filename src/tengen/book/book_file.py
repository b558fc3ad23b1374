"""What a book is built from and what is kept: a value that travels in the header of the file.

The three thresholds of Baier & Winands (2011), section 5, one set for each book. All of them count
*samples*: a position with the move that a counted player made there, the winner or, with `both`, anybody.

theta -- a position is kept if it has at least so many samples
rho   -- a move is kept if it has at least so many of them
sigma -- ... and at least this percentage of the samples of its position, those of moves that are
         not kept included
A position none of whose moves is kept is not stored. The paper's values are the defaults: 0, 5, 5 % for
the fuseki book, 0, 20, 2 % for the joseki book.

A book as one file: a preamble, a header for people and programs, and the arrays as they are.

    16 bytes  MAGIC
     4 bytes  version of the format          all numbers little-endian
     4 bytes  length of the header
     8 bytes  length of the file
    32 bytes  BLAKE2b of all that follows
    header    JSON: settings, games counted and left out, their digest, numbers of positions and moves,
              command and commit; blanks up to a multiple of 8 bytes
    arrays    of the fuseki book, then of the joseki book, in the order of ARRAYS, each filled up to a
              multiple of 8 bytes

A file of 3 MB is read and checked in some milliseconds. Nothing in it is code, and nothing is believed: a
file that is not a book, newer than this program, cut off or changed is refused by name, in one sentence.
"""

import json
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from struct import Struct
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.book.hashes_jit import Geometry, book_geometry
from tengen.book.table_jit import BookTable, book_table
from tengen.core.errors import GoError
from tengen.core.files import read_plain_file, write_atomically
from tengen.core.points_jit import MAX_SIZE, MIN_SIZE, N_POINTS, point_at

MAX_DEPTH = 250  # the number of stones of a position is stored in one byte


@dataclass(frozen=True)
class Thresholds:
    """What is frequent enough to be kept."""

    theta: int
    rho: int
    sigma: float  # in per cent

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if self.theta < 0 or self.rho < 0:
            raise GoError(f"theta and rho are numbers of games from 0, not {self.theta} and {self.rho}")
        if not 0 <= self.sigma <= 100:
            raise GoError(f"sigma is a percentage from 0 to 100, not {self.sigma}")


@dataclass(frozen=True)
class BookSettings:
    """Which part of which games is read, and what is kept of it."""

    size: int = 19  # games on other boards are left out
    corner: int = 10  # lines of a corner; 10 of 19 share the middle lines
    fuseki_depth: int = 50  # moves 1 to 50, and the positions before them
    joseki_depth: int = 100
    winner_only: bool = True
    hold_out: int = 0  # so many games at the beginning are left out, to test the book on
    fuseki: Thresholds = field(default_factory=lambda: Thresholds(0, 5, 5.0))
    joseki: Thresholds = field(default_factory=lambda: Thresholds(0, 20, 2.0))

    def __post_init__(self) -> None:
        """Refuse what cannot be meant."""
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise GoError(f"a book is for boards of {MIN_SIZE} to {MAX_SIZE} lines, not {self.size}")
        if not 1 <= self.corner <= self.size:
            raise GoError(f"a corner of this board has 1 to {self.size} lines, not {self.corner}")
        for depth in (self.fuseki_depth, self.joseki_depth):
            if not 0 <= depth <= MAX_DEPTH:
                raise GoError(f"the depth of a book is 0 to {MAX_DEPTH} moves, not {depth}")
        if self.hold_out < 0:
            raise GoError(f"the number of games held out cannot be {self.hold_out}")

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the header of a file."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "BookSettings":
        """The settings of a header; TypeError or GoError if they are none."""
        plain = {name: value for name, value in values.items() if name not in ("fuseki", "joseki")}
        return cls(**plain, fuseki=Thresholds(**values["fuseki"]), joseki=Thresholds(**values["joseki"]))


# --- The file -------------------------------------------------------------------------------------


SHIPPED = {size: Path(__file__).parent / f"{size}x{size}.book" for size in (9, 19)}

MAGIC = b"Tengen book\r\n\x1a\n\0"
VERSION = 1
BOOKS = ("fuseki", "joseki")
_PREAMBLE = Struct("<16sIIQ32s")
_ALIGNED = 8
_LARGEST = 1 << 30  # bytes; no book is as large, and no more is read of a foreign file

# Name, type in the file, type in memory, and whether it has an entry for each move rather than position.
ARRAYS = (
    ("keys", "<u8", np.uint64, False),
    ("seen", "<u4", np.uint32, False),
    ("counts", "<u4", np.uint32, True),
    ("points", "<u2", np.uint16, True),
    ("n_moves", "<u2", np.int64, False),
    ("stones", "<u1", np.uint8, False),
)


@dataclass(frozen=True, eq=False)
class Book:
    """Both books and where they come from; compiled look-ups take the tables and the geometry."""

    settings: BookSettings
    fuseki: BookTable
    joseki: BookTable
    games: dict[str, int]  # read, used, and left out by reason
    data: str  # digest of the games used, whatever their order
    command: str
    commit: str

    @property
    def geometry(self) -> Geometry:
        """The tables that hashes are kept with."""
        return book_geometry(self.settings.size, self.settings.corner)

    def header(self) -> dict[str, Any]:
        """What the file says about itself."""
        numbers = {
            name: {"positions": len(table.keys), "moves": len(table.points)}
            for name, table in zip(BOOKS, (self.fuseki, self.joseki))
        }
        return {
            "settings": self.settings.to_json(),
            "games": self.games,
            "data": self.data,
            **numbers,
            "command": self.command,
            "commit": self.commit,
        }


def save_book(path: Path, book: Book) -> None:
    """Replace a file in one step; whatever happens before, the old one stays."""
    try:
        write_atomically(path, book_bytes(book))
    except OSError as error:
        raise GoError(f"cannot write the book {path}: {error.strerror or error}") from None


def book_bytes(book: Book) -> bytes:
    """The whole file."""
    header = json.dumps(book.header(), sort_keys=True).encode()
    header += b" " * (-len(header) % _ALIGNED)
    body = header + b"".join(_array_bytes(table) for table in (book.fuseki, book.joseki))
    length = _PREAMBLE.size + len(body)
    return _PREAMBLE.pack(MAGIC, VERSION, len(header), length, _digest(body)) + body


def _digest(body: bytes | memoryview) -> bytes:
    return blake2b(body, digest_size=32).digest()


def _array_bytes(table: BookTable) -> bytes:
    columns = {**table._asdict(), "n_moves": np.diff(table.first)}
    parts = (np.ascontiguousarray(columns[name], dtype).tobytes() for name, dtype, _, _ in ARRAYS)
    return b"".join(part + b"\0" * (-len(part) % _ALIGNED) for part in parts)


@cache
def shipped_book(size: int) -> Book:
    """The book of the package for boards of so many lines; GoError if there is none."""
    if size not in SHIPPED:
        sizes = " and ".join(map(str, SHIPPED))
        raise GoError(f"there is no shipped book for boards of {size} lines, only for {sizes} lines")
    return load_book(SHIPPED[size])


def load_book(path: Path) -> Book:
    """Read and check a book; GoError if it is none."""
    try:
        content = read_plain_file(path, _LARGEST)
    except OSError as error:
        raise GoError(f"cannot read the book {path}: {error.strerror or error}") from None
    try:
        return parse_book(content)
    except GoError as error:
        raise GoError(f"{path} {error}") from None


def parse_book(content: bytes) -> Book:
    """The book in the bytes of a file; GoError says what is wrong with "it"."""
    if content[: len(MAGIC)] != MAGIC or len(content) < _PREAMBLE.size:
        raise GoError("is not a book of Tengen")
    _, version, header_length, length, digest = _PREAMBLE.unpack_from(content)
    if version != VERSION:
        raise GoError(f"has format {version} of a book, and this program reads format {VERSION} only")
    if len(content) != length:
        raise GoError(f"is damaged: it has {len(content)} bytes and says {length}")
    body = memoryview(content)[_PREAMBLE.size :]
    if _digest(body) != digest:
        raise GoError("is damaged: its checksum is wrong")
    try:
        header = json.loads(bytes(body[:header_length]))
        settings = BookSettings.from_json(header["settings"])
        tables = _read_tables(body[header_length:], header)
        told = {name: header[name] for name in ("games", "data", "command", "commit")}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise GoError(f"has a header that makes no sense: {error}") from None
    for table, lines in zip(tables, (settings.size, settings.corner)):
        _check_table(table, lines)
    fuseki, joseki = tables
    return Book(settings, fuseki, joseki, **told)


def _read_tables(content: memoryview, header: dict[str, Any]) -> list[BookTable]:
    """The arrays of both books; ValueError if there are more or fewer bytes than the header says."""
    tables, at = [], 0
    for book in BOOKS:
        columns: dict[str, npt.NDArray[Any]] = {}
        for name, in_file, in_memory, by_move in ARRAYS:
            count = header[book]["moves" if by_move else "positions"]
            columns[name] = np.frombuffer(content, in_file, count, at).astype(in_memory)
            at += -(-count * np.dtype(in_file).itemsize // _ALIGNED) * _ALIGNED
        tables.append(book_table(**columns))
    if at != len(content):
        raise ValueError(f"{at} bytes of arrays are expected and {len(content)} are there")
    return tables


def _check_table(table: BookTable, lines: int) -> None:
    """GoError unless a look-up can trust the table: order, and moves within so many lines at the top left."""
    if (table.keys[1:] <= table.keys[:-1]).any():
        raise GoError("is damaged: its positions are not in order")
    if (np.diff(table.first) < 1).any() or table.first[-1] != len(table.points):
        raise GoError("is damaged: its numbers of moves do not add up")
    allowed = np.zeros(N_POINTS, np.bool_)
    allowed[[int(point_at(row, column)) for row in range(lines) for column in range(lines)]] = True
    if len(table.points) and (table.points.max() >= N_POINTS or not allowed[table.points].all()):
        raise GoError("is damaged: it has moves that are not on the board")
