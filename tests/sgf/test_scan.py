"""The compiled scanner against its slow twin, against the tree reader, and against itself in pieces."""

import math
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tengen.sgf import GameRecord, SgfError, SgfTree, main_line, parse_sgf, reader
from tests.reference import sgf_scan
from tests.sgf.samples import ODD_GAMES, SMALL_GAME, PlainGame, broken_games, sgf_texts, stream_all

fuzz = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def naive_games(data: bytes) -> tuple[list[PlainGame], int]:
    games, n_bad = sgf_scan.scan(data)
    return [
        PlainGame(
            game.start,
            game.stop,
            game.truncated,
            game.size,
            None if math.isnan(game.komi) else round(game.komi, 4),
            game.handicap,
            game.winner,
            game.ending,
            None if math.isnan(game.margin) else round(game.margin, 4),
            game.setup,
            game.moves,
        )
        for game in games
    ], n_bad


def streamed(data: bytes, folder: Path, chunk_bytes: int = 1 << 16):
    path = folder / "games.sgf"
    path.write_bytes(data)
    result = stream_all([path], chunk_bytes=chunk_bytes)
    bad = [record for record in result.bad if record.reason != "no game found"]
    return result, bad


def check_twin(data: bytes, folder: Path) -> None:
    result, bad = streamed(data, folder)
    games, n_bad = naive_games(data)
    assert result.games == games
    assert len(bad) == n_bad


def check_tree_reader(data: bytes, folder: Path) -> None:
    """The reader refuses a file for one bad tree; the stream only loses the bad trees and never guesses."""
    result, bad = streamed(data, folder)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(reader, "_assumed_codec", lambda _: "latin-1")
            trees = parse_sgf(data)
    except SgfError:
        assert bad or not result.games
        return
    records = [record for tree in trees if (record := main_line_or_none(tree)) is not None]
    assert len(trees) - len(records) == len(bad)
    assert [as_plain(record) for record in records] == [game[2:] for game in result.games]


@pytest.mark.parametrize("text", ODD_GAMES)
def test_an_odd_game_is_the_same_game_whoever_reads_it(text, tmp_path):
    check_twin(text.encode(), tmp_path)
    check_tree_reader(text.encode(), tmp_path)


@given(data=st.one_of(sgf_texts, broken_games(), st.binary(max_size=60)))
@fuzz
def test_the_scanner_agrees_with_its_slow_twin(data, tmp_path):
    check_twin(data, tmp_path)


@given(data=st.one_of(sgf_texts, broken_games()), chunk_bytes=st.integers(1, 80))
@fuzz
def test_chunks_of_any_size_give_the_same_games(data, chunk_bytes, tmp_path):
    whole, bad_whole = streamed(data, tmp_path)
    pieces, bad_pieces = streamed(data, tmp_path, chunk_bytes)
    assert [game[2:] for game in pieces.games] == [game[2:] for game in whole.games]
    assert pieces.texts == whole.texts
    assert pieces.origins == whole.origins
    assert bad_pieces == bad_whole


@given(data=st.one_of(sgf_texts, broken_games()))
@fuzz
def test_the_tree_reader_sees_the_same_games(data, tmp_path):
    check_tree_reader(data, tmp_path)


def main_line_or_none(tree: SgfTree) -> GameRecord | None:
    try:
        return main_line(tree)
    except SgfError:
        return None


def as_plain(record: GameRecord) -> tuple:
    result = record.parsed_result()
    return PlainGame(
        0,
        0,
        record.truncated,
        record.size,
        None if record.komi is None else round(record.komi, 4),
        -1 if record.handicap is None else record.handicap,
        -1 if result.winner is None else result.winner,
        result.ending,
        None if result.margin is None else round(result.margin, 4),
        list(zip(record.setup_points.tolist(), record.setup_colours.tolist())),
        list(zip(record.moves.tolist(), record.colours.tolist())),
    )[2:]


def test_a_game_cut_anywhere_keeps_only_true_moves(tmp_path):
    (whole,) = streamed(SMALL_GAME, tmp_path)[0].games
    for length in range(len(SMALL_GAME)):
        result, bad = streamed(SMALL_GAME[:length], tmp_path)
        assert not bad
        for game in result.games:
            assert game.truncated == (length < len(SMALL_GAME.rstrip()))
            assert game.moves == whole.moves[: len(game.moves)]


def test_games_behind_a_cut_game_are_read(tmp_path):
    """Every place of the first game is a place to cut it; the second game is the same each time."""
    second = b"(;FF[4]SZ[9];B[aa];W[bb])\n"
    (expected,) = streamed(second, tmp_path)[0].games
    for length in range(3, len(SMALL_GAME.rstrip())):
        result, bad = streamed(SMALL_GAME[:length] + b"\n" + second, tmp_path)
        assert not bad
        assert result.games[-1][2:] == expected[2:]
        assert len(result.games) == 2
        assert result.games[0].truncated


@pytest.mark.parametrize("end", ["", ")"])
def test_the_main_line_is_the_first_variation_at_each_fork(end, tmp_path):
    data = b"(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd];W[ee]))(;W[ff]))" + end.encode()
    (game,) = streamed(data, tmp_path)[0].games
    assert [colour for _, colour in game.moves] == [1, 2, 1]
    assert [move for move, _ in game.moves] == [21, 42, 63]


def test_an_empty_variation_is_no_variation(tmp_path):
    (game,) = streamed(b"(;SZ[9];B[aa](())();W[bb](;B[cc]))", tmp_path)[0].games
    assert len(game.moves) == 3
