"""Building: which games count, bounded memory, workers, and what an interruption leaves behind."""

import numba
import numpy as np
import pytest

from tengen.book.book_file import BookSettings, Thresholds, book_bytes
from tengen.book.build import build_book, count_games
from tengen.book.external_sort import SpillingCounter, merge_runs, run_of_samples
from tengen.core.errors import GoError
from tengen.match.executors.dask_executor import DaskExecutor
from tests.book.games import random_games, sgf_of, write_games

EVERYTHING = Thresholds(0, 1, 0)
SMALL = BookSettings(size=5, corner=3, fuseki_depth=6, joseki_depth=8, fuseki=EVERYTHING, joseki=EVERYTHING)
N_GAMES = 8 if numba.config.DISABLE_JIT else 40
MOVES = ";B[bb];W[cc];B[dd];W[bd]"


def book_of(tmp_path, text, settings=SMALL, **options):
    (tmp_path / "some.sgf").write_text(text)
    return build_book([tmp_path / "some.sgf"], settings, **options)


@pytest.mark.parametrize(
    "text, verdict",
    [
        (f"(;SZ[9]RE[B+1]{MOVES})", "other size"),
        (f"(;SZ[5]RE[B+1]HA[2]{MOVES})", "handicap or set-up"),
        (f"(;SZ[5]RE[B+1]AB[aa]{MOVES})", "handicap or set-up"),
        (f"(;SZ[5]RE[B+1]{MOVES};AW[aa];B[ab])", "handicap or set-up"),
        (f"(;SZ[5]{MOVES})", "no winner"),
        (f"(;SZ[5]RE[0]{MOVES})", "no winner"),
        (f"(;SZ[5]RE[Void]{MOVES})", "no winner"),
        (f"(;SZ[5]RE[B+F]{MOVES})", "no winner"),
        (f"(;SZ[5]RE[B+1]{MOVES};B[];W[ea])", "pass or out of turn"),
        (f"(;SZ[5]RE[B+1]{MOVES};W[ea])", "pass or out of turn"),
        ("(;SZ[5]RE[B+1];W[bb];B[cc])", "pass or out of turn"),
        (f"(;SZ[5]RE[B+1]{MOVES};B[bb])", "illegal move"),
    ],
)
def test_games_are_left_out_whole_and_counted_by_reason(tmp_path, text, verdict):
    good = f"(;SZ[5]RE[W+R]{MOVES})"
    book = book_of(tmp_path, good + text)
    assert {name: n_games for name, n_games in book.games.items() if n_games} == {"used": 1, verdict: 1}
    alone = book_of(tmp_path, good)
    assert book.data == alone.data
    assert book.fuseki.seen.sum() == alone.fuseki.seen.sum() == 2
    with pytest.raises(GoError, match="none of the 1 games read can be used"):
        book_of(tmp_path, text)


def test_what_comes_behind_the_depth_does_not_matter(tmp_path):
    book = book_of(tmp_path, f"(;SZ[5]RE[B+1]{MOVES};B[ab];W[ba];B[de];W[ed];B[];W[];W[aa])")
    assert book.games["used"] == 1
    assert book.fuseki.seen.sum() == 3
    assert book.joseki.seen.sum() == 4


def test_games_can_be_held_out(tmp_path):
    games = random_games(5, 5, 8)
    path = write_games(tmp_path / "games.sgf", games, 5)
    rest = write_games(tmp_path / "rest.sgf", games[2:], 5)
    settings = BookSettings(**{**vars(SMALL), "hold_out": 2})
    assert count_games([path], settings) == 3
    assert build_book([path], settings).data == build_book([rest], SMALL).data


@pytest.mark.parametrize("limit", [1, 40])
def test_a_small_memory_gives_the_identical_book(tmp_path, monkeypatch, limit):
    games = random_games(5, N_GAMES, 8)
    path = write_games(tmp_path / "games.sgf", games, 5)
    settings = BookSettings(**{**vars(SMALL), "fuseki": Thresholds(2, 2, 5), "joseki": Thresholds(3, 2, 1)})
    whole = book_bytes(build_book([path], settings))
    monkeypatch.setattr("tengen.book.build.BLOCK_GAMES", 3)
    assert book_bytes(build_book([path], settings)) == whole
    assert book_bytes(build_book([path], settings, spill_limit=limit)) == whole


def random_run(generator, n_samples):
    keys = generator.integers(0, 60, n_samples, np.uint64)
    return run_of_samples(keys, generator.integers(0, 9, n_samples, np.uint32))


def test_spilled_runs_are_merged_block_by_block(tmp_path, monkeypatch):
    monkeypatch.setattr("tengen.book.external_sort._SMALLEST_BLOCK", 10)
    generator = np.random.default_rng(1)
    runs = [random_run(generator, n_samples) for n_samples in [100] * 12 + [30]]  # the last stays in memory
    counter, whole = SpillingCounter(tmp_path / "small", 60), SpillingCounter(tmp_path / "large", 10**6)
    for run in runs:
        counter.add(run)
        whole.add(run)
    assert (counter.n_files, whole.n_files) == (12, 0)
    for ours, expected in zip(counter.table(EVERYTHING), whole.table(EVERYTHING)):
        assert ours.tolist() == expected.tolist()
    assert whole.table(EVERYTHING).counts.sum() == 1230
    assert merge_runs(runs)["count"].sum() == 1230


def test_equally_frequent_moves_come_by_their_points(tmp_path):
    counter = SpillingCounter(tmp_path / "runs")
    keys = np.zeros(7, np.uint64)
    counter.add(run_of_samples(keys, np.array([30, 22, 25, 30, 22, 41, 25], np.uint32)))
    table = counter.table(EVERYTHING)
    assert table.points.tolist() == [22, 25, 30, 41]
    assert table.counts.tolist() == [2, 2, 2, 1]
    assert table.seen.tolist() == [7]


@pytest.mark.parametrize(
    "theta, rho, sigma, kept",
    [
        (0, 0, 0, [5, 3, 2]),
        (10, 0, 0, [5, 3, 2]),
        (11, 0, 0, []),
        (0, 3, 0, [5, 3]),
        (0, 0, 20, [5, 3, 2]),
        (0, 0, 20.1, [5, 3]),
        (0, 0, 30, [5, 3]),
        (0, 4, 30, [5]),
        (0, 6, 0, []),
    ],
)
def test_thresholds_are_met_by_equality(tmp_path, theta, rho, sigma, kept):
    """Ten samples of a position: a move five times, one three times and one twice."""
    counter = SpillingCounter(tmp_path / "runs")
    counter.add(
        run_of_samples(np.zeros(10, np.uint64), np.repeat(np.array([30, 22, 25], np.uint32), [2, 5, 3]))
    )
    table = counter.table(Thresholds(theta, rho, sigma))
    assert table.counts.tolist() == kept
    assert table.seen.tolist() == ([10] if kept else [])


def test_an_empty_counter_is_an_empty_table(tmp_path):
    table = SpillingCounter(tmp_path / "runs").table(EVERYTHING)
    assert [len(column) for column in table] == [1, 0, 0, 0, 1, 0, 0]


def test_the_number_of_workers_does_not_change_the_book(tmp_path, monkeypatch):
    path = write_games(tmp_path / "games.sgf", random_games(5, N_GAMES, 8), 5)
    monkeypatch.setattr("tengen.book.build.BLOCK_GAMES", 7)
    seen = []
    with DaskExecutor.local(2) as farm:
        book = build_book([path], SMALL, run=farm.run, on_games=seen.append)
    assert sorted(seen) == [N_GAMES % 7, *[7] * (N_GAMES // 7)]
    assert book_bytes(book) == book_bytes(build_book([path], SMALL))


def test_a_bad_game_is_reported_and_passed_over(tmp_path):
    told = []
    book = book_of(tmp_path, sgf_of(random_games(5, 1, 8)[0], 5) + "(;SZ[5];B[zz])", on_error=told.append)
    assert book.games["used"] == 1
    assert len(told) == 1


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"size": 20}, "a book is for boards of 2 to 19 lines, not 20"),
        ({"corner": 20}, "board has 1 to 19 lines, not 20"),
        ({"fuseki_depth": 251}, "the depth of a book is 0 to 250 moves, not 251"),
        ({"hold_out": -1}, "games held out cannot be -1"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    with pytest.raises(GoError, match=message):
        BookSettings(**settings)


@pytest.mark.parametrize("thresholds", [(-1, 0, 0), (0, -1, 0), (0, 0, 101), (0, 0, -1)])
def test_thresholds_that_make_no_sense_are_refused(thresholds):
    with pytest.raises(GoError, match=r"theta and rho are numbers|sigma is a percentage"):
        Thresholds(*thresholds)
