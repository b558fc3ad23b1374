"""Small SGF texts for the tests, written here: random games, and ways to break them."""

import math
from pathlib import Path
from typing import NamedTuple

from hypothesis import strategies as st

from tengen.sgf import BadRecord, GameBatch, Limits, stream_games
from tengen.sgf.errors import DEFAULT_LIMITS

SMALL_GAME = (
    b"(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]HA[0]RU[Chinese]RE[W+2.5]PB[Ann]PW[Bob \\[3k\\]]"
    b";B[ee];W[gc]C[joseki?];B[cg]\n;W[gg](;B[cc]TR[ee][gc];W[];B[tt])(;B[dc];W[dd](;B[ed])(;B[cd])))\n"
)


class PlainGame(NamedTuple):
    """A game of a batch in plain Python, to compare."""

    start: int
    stop: int
    truncated: bool
    size: int
    komi: float | None
    handicap: int
    winner: int
    ending: int
    margin: float | None
    setup: list[tuple[int, int]]
    moves: list[tuple[int, int]]


def plain_games(batch: GameBatch) -> list[PlainGame]:
    """The games of a batch; start and stop are offsets into its text."""
    games = batch.games
    plain = []
    for i in range(len(batch)):
        moves = slice(games.first[i], games.first[i + 1])
        setup = slice(games.first_setup[i], games.first_setup[i + 1])
        plain.append(
            PlainGame(
                start=int(games.text_start[i]),
                stop=int(games.text_stop[i]),
                truncated=bool(games.truncated[i]),
                size=int(games.size[i]),
                komi=_number(games.komi[i]),
                handicap=int(games.handicap[i]),
                winner=int(games.winner[i]),
                ending=int(games.ending[i]),
                margin=_number(games.margin[i]),
                setup=list(zip(games.setup_points[setup].tolist(), games.setup_colours[setup].tolist())),
                moves=list(zip(games.moves[moves].tolist(), games.colours[moves].tolist())),
            )
        )
    return plain


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(float(value), 4)


class Streamed(NamedTuple):
    """What a stream gave."""

    games: list[PlainGame]
    texts: list[bytes]
    bad: list[BadRecord]
    origins: list[str]


def stream_all(paths: list[Path], limits: Limits = DEFAULT_LIMITS, chunk_bytes: int = 1 << 16) -> Streamed:
    """Everything that a stream gives."""
    streamed = Streamed([], [], [], [])
    stream = stream_games(paths, limits=limits, chunk_bytes=chunk_bytes, on_error=streamed.bad.append)
    for batch in stream:
        streamed.games.extend(plain_games(batch))
        streamed.texts.extend(batch.sgf(i) for i in range(len(batch)))
        streamed.origins.extend(batch.origin(i) for i in range(len(batch)))
    assert stream.n_games == len(streamed.games)
    assert stream.n_bad == len(streamed.bad)
    return streamed


# One text for each rule about odd games, to be read in every way we have.
ODD_GAMES = [
    "(;KM[-7.5])",
    "(;KM[+7,5])",
    "(;KM[375])",
    "(;KM[-375])",
    "(;KM[100])",
    "(;KM[123456789012345])",
    "(;KM[0.123456789012345])",
    "(;KM[0.12345678901234])",
    "(;KM[])",
    "(;KM[.])",
    "(;KM[nan])",
    "(;KM[x]KM[6.5])",
    "(;KM[6.5]KM[5.5];KM[4.5])",
    "(;B[aa](;KM[6.5]RE[B+R])(;KM[5.5]))",
    "(;B[aa](;W[bb])(;KM[5.5]))",
    "(;HA[2])",
    "(;HA[361])",
    "(;HA[362])",
    "(;HA[1234])",
    "(;HA[ 3 ]HA[4])",
    "(;HA[-1])",
    "(;RE[B+R]RE[W+R])",
    "(;RE[\\\\B+R])",
    "(;RE[B+12345678901234567890123456789012345])",
    "(;RE[Resigned by White in a game that went on for very long])",
    "(;RE[W+Resigned in a game that went on for very long indeed])",
    "(;RE[ draw ])",
    "(;SZ[9]SZ[13];B[aa])",
    "(;FF[4];SZ[9];B[ss])",
    "(;SZ[ 9 : 9 ])",
    "(;SZ[99999999999999999999999999999999999:9])",
    "(;GM[1]GM[2])",
    "(;FF[4];GM[2])",
    "(;SZ[9];B[ii];W[ij])",
    "(;SZ[9]AB[ii]AW[ia:ij])",
    "(;AB[a1])",
    "(;AB[1a])",
    "(;AB[aa:c1])",
    "(;AB[aa;cc])",
    "(;RE[X+3])",
    "(;FF[4]C[x\n(y];B[aa])",
    "(;FF[4]C[x\n(;GM[é];B[aa])",
    "(;FF[4]C[x\n(;GM[[1];B[aa])",
    "(;B[aa];W[bb];AB[cc];W[dd])",
    "(;B[aa];W[bb];B[cc]AE[aa];W[dd])",
    "(;B[aa];W[bb];KM[6.5]AB[dd]HA[2];W[ee])",
    "(;B[aa];W[bb]AB[];B[cc])",
    "(;AB[aa];AW[bb];B[cc]AE[aa];W[dd])",
    "(;B[aa]B[bb];AB[cc])",
    "(;B[aa][bb]W[cc][dd];B[ee])",
    "(;x C[y];B[aa]W[bb])",
    "(;x B[aa];W[bb])",
    "(;C[y];B[aa]W;B[bb])",
    "(;B[aa] [bb];W[cc])",
    "(;B[aa];W[bb];B[cc](;W[dd];B[ee]);W[ff])",
    "(;C[x];B[aa]())",
    "(;C[x];B[aa]()W[bb])",
    "(;C[x];B[aa](;W[bb];B[cc]())(;W[dd]))",
    "(;B[tt];W[tT];B[Aa])",
    "(;LONGNAMEB[aa];BBBBBBBBB[bb];B[cc])",
    "(;C[see [1] x[2] y];B[aa])",
    "(;FF[4]\r(;FF[4];B[aa])",
    "(;FF[4]C[x\r(;FF[4];B[aa])",
    "(;FF[4]C[x\n(; GM [1];B[aa])",
    "(;FF[4]C[x\n( ; GM[1];B[aa])",
    "(;FF[4]C[x\n(;GM[1\\]];B[aa])",
    "(;FF[4]C[x\n(;PB[1];B[aa])",
]

# Pieces of SGF, right, odd and broken; moves come often, so that games grow.
_MOVES = [";B[ee]", ";W[gc]", ";B[cg]", ";W[dd]", ";B[ab]", ";White[hh]", "W[fe]", ";B[]", ";W[tt]"]
_ODD_MOVES = [";B[jj]", ";W[a\na]", ";B[\\aa]", ";W[aaa]", ";B[a]", ";B", ";W[aa][bb]", ";B[AA]", ";B[é]"]
_SETUP = ["AB[aa][bb]", "AW[ac:ca]", "AE[aa]", ";AddBlack[cc]", "AB[]", "AW[ss]", "AB[aa:", "AE[a:a]"]
_TEXTS = [
    "C[plain]",
    "PB[a\\]b]",
    "C[see [1] here]",
    "N[[x] y; z]",
    "C[\n(;GM[1]",
    "C[\n(;B[aa]]",
    "LZ2[\\\\]",
    "PW[表]",
    "C[a] b W[cc]",
    "KGSDE[x][y]",
    "LONGERNAME[]",
    "C[(;]",
]
_INFO = [
    "KM[6.5]",
    "KM[375]",
    "KM[-0,5]",
    "KM[x]",
    "KM[]",
    "HA[2]",
    "HA[two]",
    "HA[999]",
    "KM[1234567890123456]",
]
_RESULTS = [
    "RE[B+3.5]",
    "RE[W+R]",
    "RE[b+ Time]",
    "RE[W+F]",
    "RE[0]",
    "RE[Jigo]",
    "RE[?]",
    "RE[B+]",
    "RE[W+1,5]",
]
_ROOTS = [
    "GM[1]",
    "GM[2]",
    "SZ[9]",
    "SZ[9:13]",
    "SZ[x]",
    "SZ[20]",
    "FF[4]",
    "CA[Shift_JIS]",
    "CA[gb2312]",
    "CA[utf8]",
]
_STRUCTURE = [
    "(",
    ")",
    ";",
    "()",
    "(;",
    ")",
    "\n",
    " ",
    "]",
    "[",
    "\\",
    ":",
    ")\n(;GM[1]SZ[9]",
    "\n(;FF[4]",
    "(B[cc]",
]
_JUNK = ["x", "\0", "AB", "Aa1", "junk", "\ufeff", "é", "\r", "\v"]
_BYTES = [b"\x95\\", b"\x81]", b"\xb1]", b"\xff", b"\x81"]
_PIECES = [piece.encode() for piece in 4 * _MOVES + _ODD_MOVES + _SETUP + _TEXTS + _INFO + _RESULTS] + [
    piece.encode() if isinstance(piece, str) else piece for piece in _ROOTS + 2 * _STRUCTURE + _JUNK + _BYTES
]
_STARTS = [
    b"(;GM[1]SZ[9]",
    b"(;GM[1]SZ[9]",
    b"(;GM[1]SZ[9]KM[6.5];B[cc];W[dd]",
    b"(;CA[Big5]SZ[9]",
    b"(",
    b"",
]

sgf_texts = st.builds(
    lambda start, pieces: start + b"".join(pieces),
    st.sampled_from(_STARTS),
    st.lists(st.sampled_from(_PIECES), max_size=30),
)


@st.composite
def broken_games(draw: st.DrawFn) -> bytes:
    """A whole game with some bytes changed, dropped, doubled or put in."""
    data = bytearray(SMALL_GAME)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data) - 1))
        stop = start + draw(st.integers(0, 5))
        data[start:stop] = draw(st.one_of(st.binary(max_size=2), st.sampled_from(_PIECES)))
    return bytes(data)
