"""The benchmark measures what it says, and the fast board is faster than the yardstick."""

import pytest

from tengen.bench.rows import Row, all_cores, measure


def test_each_row_gets_its_best_slice():
    rows = [Row("light", 3, 1, None), Row("plain", 3, 2, None)]
    measured = list(measure(rows, seconds=0.0))[-1]
    for row, asked in zip(measured, rows):
        assert (row.what, row.size, row.threads) == (asked.what, asked.size, asked.threads)
        assert row.playouts_per_cpu_second > 0
        assert 9 <= row.moves_per_playout <= 27
        assert row.ns_per_move == pytest.approx(1e9 / row.playouts_per_cpu_second / row.moves_per_playout)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_is_measured_with_its_policy(threads):
    (row,) = list(measure([Row("search", 5, threads, "lgrf1")], seconds=0.0))[-1]
    assert (row.policy, row.threads) == ("lgrf1", threads)
    assert row.moves_per_playout > 5


def test_longer_runs_never_get_slower():
    best = [rows[0].playouts_per_cpu_second for rows in measure([Row("light", 2, 1, None)], seconds=0.3)]
    assert best == sorted(best)


def test_there_is_a_core_to_run_on():
    assert all_cores() >= 1


@pytest.mark.slow
@pytest.mark.parametrize("size, least", [(9, 1.6), (19, 1.9)])
def test_light_playouts_are_ahead_of_the_yardstick(size, least):
    """In one run, in turns, best slice of each: the ratios at which libego (C++) is left behind."""
    *_, (light, plain) = measure([Row("light", size, 1, None), Row("plain", size, 1, None)], seconds=5)
    ratio = light.playouts_per_cpu_second / plain.playouts_per_cpu_second
    print(f"{size}x{size}: {ratio:.2f} times the yardstick")
    assert ratio >= least
