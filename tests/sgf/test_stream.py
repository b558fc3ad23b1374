"""Files and folders as a stream of batches."""

import gzip
import lzma
import os
import random
import tracemalloc
from pathlib import Path

import numba
import numpy as np
import pytest

from tengen.core.points_jit import BLACK, EMPTY, WHITE
from tengen.sgf import POINTS, RESIGNATION, UNKNOWN, BadRecord, Limits, parse_sgf, stream_games
from tests.sgf.samples import SMALL_GAME, stream_all


def random_game(rng: random.Random, n_moves: int = 30) -> bytes:
    moves = [f";{'BW'[i % 2]}[{rng.choice('abcdefghi')}{rng.choice('abcdefghi')}]" for i in range(n_moves)]
    return f"(;GM[1]FF[4]SZ[9]KM[{rng.choice([5.5, 6.5, 7])}]{''.join(moves)})\n".encode()


def random_games(seed: int, n_games: int) -> bytes:
    rng = random.Random(seed)
    return b"".join(random_game(rng) for _ in range(n_games))


def write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_a_batch_tells_what_training_needs(tmp_path):
    texts = [
        "(;SZ[9]KM[6.5]RE[B+3.5];B[aa];W[bb])",
        "(;SZ[19]AB[dd][pp]HA[2]RE[W+R];W[qd])",
        "(;RE[0];B[];W[tt];B[aa])",
        "(;SZ[13]KM[x]HA[y]RE[?])",
    ]
    path = write(tmp_path / "games.sgf", "\n".join(texts).encode())
    (batch,) = stream_games([path])
    games = batch.games
    assert len(batch) == 4
    assert games.first.tolist() == [0, 2, 3, 6, 6]
    assert games.first_setup.tolist() == [0, 0, 2, 2, 2]
    assert games.moves.tolist() == [21, 42, 97, 0, 0, 21]
    assert games.colours.tolist() == [BLACK, WHITE, WHITE, BLACK, WHITE, BLACK]
    assert games.setup_points.tolist() == [84, 336]
    assert games.setup_colours.tolist() == [BLACK, BLACK]
    assert games.size.tolist() == [9, 19, 19, 13]
    assert np.isnan(games.komi[1:]).all()
    assert games.komi[0] == 6.5
    assert games.handicap.tolist() == [0, 2, 0, UNKNOWN]
    assert games.winner.tolist() == [BLACK, WHITE, EMPTY, UNKNOWN]
    assert games.ending.tolist() == [POINTS, RESIGNATION, POINTS, 0]
    assert games.margin[0] == 3.5
    assert games.margin[2] == 0.0
    assert not games.truncated.any()
    assert [batch.sgf(i).decode() for i in range(4)] == texts
    assert batch.origin(3) == f"{path}, game 4"
    assert [array.dtype.name for array in games[:5]] == ["uint16", "uint8", "int64", "uint16", "uint8"]


def test_the_text_of_a_game_gives_its_other_properties(tmp_path):
    path = write(tmp_path / "games.sgf", b"(;SZ[9]XT[B+1];B[aa])\n(;SZ[9]XT[W+2];B[aa])\n")
    (batch,) = stream_games([path])
    assert [parse_sgf(batch.sgf(i))[0].root.text("XT") for i in range(2)] == ["B+1", "W+2"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lzma.compress])
def test_packed_and_plain_files_give_the_same_games(pack, tmp_path):
    data = random_games(1, 50)
    plain = write(tmp_path / "plain.sgf", data)
    suffix = {gzip.compress: ".gz", lzma.compress: ".xz"}.get(pack, "")
    packed = write(tmp_path / f"packed.sgf{suffix}", pack(data))
    assert stream_all([packed], chunk_bytes=1000).games == stream_all([plain], chunk_bytes=1000).games
    assert len(stream_all([plain]).games) == 50


@pytest.mark.parametrize("pack, suffix", [(gzip.compress, ".gz"), (lzma.compress, ".xz")])
def test_several_packed_streams_behind_each_other_are_one(pack, suffix, tmp_path):
    path = write(tmp_path / f"games{suffix}", pack(random_games(1, 3)) + pack(random_games(2, 4)))
    assert len(stream_all([path]).games) == 7


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path):
    for name in [
        "b.sgf",
        "a.sgf",
        "f/1.sgf",
        "c/a.sgf",
        "B.SGF",
        "e/1.sgf",
        "c/b/x.sgf.gz",
        "readme.txt",
        "c/notes",
        "d/1.sgf",
    ]:
        data = f"(;PB[{name}];B[aa])".encode()
        write(tmp_path / name, gzip.compress(data) if name.endswith(".gz") else data)
    result = stream_all([tmp_path])
    names = [Path(origin.rsplit(",")[0]).relative_to(tmp_path).as_posix() for origin in result.origins]
    assert names == ["B.SGF", "a.sgf", "b.sgf", "c/a.sgf", "c/b/x.sgf.gz", "d/1.sgf", "e/1.sgf", "f/1.sgf"]
    assert not result.bad


def test_a_file_named_by_the_caller_is_read_whatever_its_name(tmp_path):
    assert len(stream_all([write(tmp_path / "games.txt", SMALL_GAME)]).games) == 1


def test_small_files_share_a_batch_and_big_ones_are_split(tmp_path):
    small = [write(tmp_path / f"{i}.sgf", SMALL_GAME) for i in range(20)]
    assert [len(batch) for batch in stream_games(small)] == [20]
    big = write(tmp_path / "big.sgf", random_games(1, 100))
    sizes = [len(batch) for batch in stream_games([big], chunk_bytes=3000)]
    assert sum(sizes) == 100
    assert len(sizes) > 5


def test_bad_games_are_reported_with_their_place_and_skipped(tmp_path):
    good = "(;SZ[9];B[aa])\n"
    path = write(
        tmp_path / "games.sgf", (good + "(;SZ[9];B[aa]\n;W[jj])\n" + good + "(;GM[2])" + good).encode()
    )
    for chunk_bytes in (5, 16, 1 << 16):
        result = stream_all([path], chunk_bytes=chunk_bytes)
        assert len(result.games) == 3
        assert [str(bad) for bad in result.bad] == [
            f"{path}: line 3, column 4: a move or stone outside the board",
            f"{path}: line 5, column 6: not a game of Go (GM is not 1)",
        ]
        assert [origin.rsplit(" ", 1)[1] for origin in result.origins] == ["1", "3", "5"]


def test_without_a_callback_bad_games_are_only_counted(tmp_path):
    stream = stream_games([write(tmp_path / "games.sgf", b"(;B[x])(;B[aa])")])
    assert [len(batch) for batch in stream] == [1]
    assert (stream.n_games, stream.n_bad) == (1, 1)


def test_a_bad_record_says_where_it_is():
    assert str(BadRecord("a.sgf", 3, 7, "why")) == "a.sgf: line 3, column 7: why"
    assert str(BadRecord("a.sgf", None, None, "why")) == "a.sgf: why"


def test_an_error_in_the_callback_is_the_callers(tmp_path):
    def stop(bad):
        raise KeyboardInterrupt(str(bad))

    with pytest.raises(KeyboardInterrupt):
        list(stream_games([write(tmp_path / "games.sgf", b"(;B[x])")], on_error=stop))


def test_files_that_cannot_be_read_are_reported_and_skipped(tmp_path):
    os.mkfifo(tmp_path / "pipe.sgf")
    (tmp_path / "gone.sgf").symlink_to(tmp_path / "nowhere")
    write(tmp_path / "empty.sgf", b"")
    write(tmp_path / "noise.sgf.gz", b"this is not packed")
    write(tmp_path / "noise.sgf.xz", b"this is not packed")
    write(tmp_path / "z.sgf", SMALL_GAME)
    result = stream_all([tmp_path / "missing", tmp_path])
    assert len(result.games) == 1
    reasons = {Path(bad.source).name: bad.reason.split(":")[0] for bad in result.bad}
    assert reasons == {
        "missing": "FileNotFoundError",
        "pipe.sgf": "not a regular file",
        "gone.sgf": "FileNotFoundError",
        "empty.sgf": "no game found",
        "noise.sgf.gz": "error",
        "noise.sgf.xz": "LZMAError",
    }


@pytest.mark.parametrize("pack, suffix", [(gzip.compress, ".gz"), (lzma.compress, ".xz")])
def test_a_cut_packed_file_gives_the_games_before_the_cut(pack, suffix, tmp_path):
    packed = pack(random_games(1, 100))
    result = stream_all([write(tmp_path / f"games{suffix}", packed[: len(packed) // 2])])
    assert [bad.reason.split(":")[0] for bad in result.bad] == ["EOFError"]
    assert 20 < len(result.games) < 80
    assert [game.truncated for game in result.games[:-1]] == [False] * (len(result.games) - 1)


def test_an_xz_file_that_wants_too_much_memory_is_refused(tmp_path):
    path = write(tmp_path / "games.sgf.xz", lzma.compress(SMALL_GAME, preset=9))
    assert len(stream_all([path]).games) == 1
    result = stream_all([path], limits=Limits(unpacker_bytes=1 << 20))
    assert "LZMAError" in result.bad[0].reason
    assert not result.games


def test_a_game_beyond_a_limit_is_skipped_and_the_next_line_is_read(tmp_path):
    good = b"(;SZ[9]C[short];B[aa])\n"
    value = b"(;SZ[9]C[" + 1000 * b"long\n" + b"];B[bb]\n(;W[cc])\n(;W[dd]))\n"
    path = write(tmp_path / "games.sgf", good + value + good)
    for chunk_bytes in (10, 100, 1 << 16):
        for limits in (Limits(value_bytes=50), Limits(file_bytes=450)):
            result = stream_all([path], limits=limits, chunk_bytes=chunk_bytes)
            assert len(result.games) == 2
            assert [bad.line for bad in result.bad] == [2]


@pytest.mark.parametrize(
    "limits, reason",
    [(Limits(nodes=4), "more nodes"), (Limits(depth=2), "nested"), (Limits(setup_stones=3), "set-up stones")],
)
def test_the_other_limits_hold_in_the_stream_too(limits, reason, tmp_path):
    text = b"(;AB[aa:bb]C[x];B[cc];W[cd](;B[dd](;W[ee])))"
    path = write(tmp_path / "games.sgf", text + b"(;B[aa])")
    assert len(stream_all([path]).games) == 2
    result = stream_all([path], limits=limits)
    assert len(result.games) == 1
    assert reason in result.bad[0].reason


def test_the_limit_on_nodes_holds_where_moves_are_read_fast(tmp_path):
    path = write(tmp_path / "games.sgf", b"(;C[x];B[aa];W[bb];B[cc])")
    assert len(stream_all([path], limits=Limits(nodes=4)).games) == 1
    assert "more nodes" in stream_all([path], limits=Limits(nodes=3)).bad[0].reason


def test_many_bad_games_are_all_reported(tmp_path):
    path = write(tmp_path / "games.sgf", 3000 * b"(;B[x])" + b"(;B[aa])")
    result = stream_all([path])
    assert len(result.bad) == 3000
    assert result.bad[-1].column == 2999 * 7 + 5
    assert result.origins == [f"{path}, game 3001"]


def test_setup_stones_in_plenty_fill_several_batches(tmp_path):
    path = write(tmp_path / "games.sgf", 300 * b"(;AB[aa:ss])")
    result = stream_all([path], limits=Limits(setup_stones=361))
    assert [len(game.setup) for game in result.games] == 300 * [361]


def peak_memory(path: Path, limits: Limits) -> tuple[int, int]:
    """The most memory that Python held while streaming a file, and the number of games."""
    for _ in stream_games([write(path.parent / "small.sgf", SMALL_GAME)]):
        pass  # compile, or load compiled code
    tracemalloc.start()
    stream = stream_games([path], limits=limits, chunk_bytes=1 << 17)
    for _ in stream:
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, stream.n_games


needs_compiler = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="the interpreted scanner is too slow for megabytes"
)


@needs_compiler
def test_memory_is_bounded_by_the_chunk_and_not_by_the_file(tmp_path):
    path = write(tmp_path / "games.sgf", 20 * random_games(1, 4000))
    assert path.stat().st_size > 15_000_000
    peak, n_games = peak_memory(path, Limits())
    assert n_games == 80_000
    assert peak < 6_000_000


@needs_compiler
@pytest.mark.parametrize(
    "start, filling", [(b"", b" "), (b"(", b" "), (b"(", b"A"), (b"(;C[", b"x"), (b"(;", b";")]
)
def test_a_bomb_in_a_packed_file_does_not_fill_the_memory(start, filling, tmp_path):
    path = write(tmp_path / "bomb.sgf.gz", gzip.compress(start + 30_000_000 * filling + b"\n" + SMALL_GAME))
    peak, n_games = peak_memory(path, Limits(file_bytes=1 << 18, value_bytes=1 << 17))
    assert n_games == 1
    assert peak < 10_000_000
