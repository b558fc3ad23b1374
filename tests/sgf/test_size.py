"""Large and hostile inputs: deep, long, and made to be read over and over. All must end soon."""

import contextlib
import time
from pathlib import Path

import numba
import pytest

from tengen.sgf import Limits, SgfError, format_sgf, main_line, parse_sgf, stream_games
from tests.sgf.samples import stream_all

needs_compiler = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="the interpreted scanner is too slow for megabytes"
)


@pytest.fixture(autouse=True, scope="module")
def _compiled(tmp_path_factory):
    """Compile before the clock starts."""
    path = tmp_path_factory.mktemp("warm") / "game.sgf"
    path.write_bytes(b"(;SZ[9];B[aa])")
    parse_sgf(path.read_bytes())
    stream_all([path])


def seconds(action) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def read_both_ways(data: bytes, path: Path) -> None:
    """Read as trees and as a stream; the stream must not raise, the reader only SgfError."""
    path.write_bytes(data)
    for _ in stream_games([path]):
        pass
    with contextlib.suppress(SgfError):
        parse_sgf(data)


@needs_compiler
def test_100_000_nested_variations_are_read_written_and_compared(tmp_path):
    n = 100_000
    data = n * b"(;B[aa]" + n * b")"

    def round_trip():
        (tree,) = parse_sgf(data)
        assert len(tree.nodes) == n
        assert parse_sgf(format_sgf([tree])) == [tree]
        assert len(main_line(tree).moves) == n

    assert seconds(round_trip) < 15
    path = tmp_path / "deep.sgf"
    path.write_bytes(data)
    (game,) = stream_all([path]).games
    assert len(game.moves) == n


@needs_compiler
@pytest.mark.slow
def test_100_000_forks_are_written_and_read(tmp_path):
    n = 100_000
    data = b"(;B[aa]" + n * b"(;W[bb](;B[cc])" + n * b"(;B[dd]))" + b")"
    (tree,) = parse_sgf(data)
    assert len(tree.nodes) == 3 * n + 1
    assert parse_sgf(format_sgf([tree])) == [tree]


@needs_compiler
def test_300_000_nodes_in_a_line_are_read_soon(tmp_path):
    data = b"(" + 300_000 * b";B[aa]" + b")"
    path = tmp_path / "long.sgf"
    path.write_bytes(data)
    assert seconds(lambda: parse_sgf(data)) < 5
    (game,) = stream_all([path]).games
    assert len(game.moves) == 300_000


def test_more_variations_than_the_limit_are_refused():
    with pytest.raises(SgfError, match="nested"):
        parse_sgf(200 * b"(;B[aa]", Limits(depth=199))


@needs_compiler
@pytest.mark.parametrize(
    "start, piece",
    [
        (b"", b"\\"),
        (b"", b"["),
        (b"", b"("),
        (b"(;C[", b"\\"),
        (b"(;C[", b"["),
        (b"(;C[", b"("),
        (b"(;", b"\\"),
        (b"(;", b"["),
        (b"(;", b"("),
        (b"(;", b")"),
        (b"(;B", b"[aa]"),
        (b"(;C[", b"]x"),
        (b"(;C[", b"]\n"),
        (b"(;C[", b"];"),
        (b"(;C[", b"]A"),
        (b"(;C[x] y", b" [ "),
        (b"", b"\n(;C["),
        (b"", b"\n(;"),
        (b"", b"\n(;GM["),
        (b"", b"\n(;C[]x"),
        (b"", b"\n(;GM[1]"),
        (b"", b"(     "),
        (b"", b"(Aaaaa"),
        (b"", b"(;B[x])"),
        (b"(;AB", b"[aa:ss]"),
        (b"(;", b"A"),
        (b"(;", b" "),
        (b"(;", b";x"),
        (b"(;CA[Big5]C[", b"\x81\\"),
    ],
)
def test_megabytes_of_one_thing_are_soon_read_or_refused(start, piece, tmp_path):
    n_bytes = 5_000_000 if len(piece) == 1 else 500_000
    data = start + (n_bytes // len(piece)) * piece
    assert seconds(lambda: read_both_ways(data, tmp_path / "huge.sgf")) < 4


@needs_compiler
def test_a_stream_of_games_that_never_close_is_read_in_linear_time(tmp_path):
    path = tmp_path / "open.sgf"
    path.write_bytes(1_000_000 * b"\n(;B")
    assert seconds(lambda: stream_all([path], limits=Limits(file_bytes=100_000), chunk_bytes=10_000)) < 4


@needs_compiler
def test_a_long_game_in_small_chunks_is_not_read_over_and_over(tmp_path):
    path = tmp_path / "long.sgf"
    path.write_bytes(b"(;C[x]" + 200_000 * b";B[aa]" + b")")
    assert seconds(lambda: stream_all([path], chunk_bytes=16)) < 4
