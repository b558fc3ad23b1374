"""Counting the reply tables in self-play: the books balance, and the figures are near the paper's."""

import pytest
from numba import config

from tengen.experiments.reply_tables import PAPER_DURATIONS, POLICIES, compare, play_and_count

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="needs thousands of playouts")

QUICK = {"n_games": 1, "playouts": 3, "size": 5, "moves": 4}


@pytest.mark.parametrize("policy", POLICIES)
def test_shares_add_up_and_the_one_move_table_gets_what_the_other_leaves_open(policy):
    uses = play_and_count(policy, **QUICK)
    assert [use.table for use in uses] == ([0, 1] if policy.endswith("2") else [0])
    for use in uses:
        assert sum(use.shares) == pytest.approx(100)
    if len(uses) == 2:
        answered = uses[1].shares[0] / 100 * uses[1].n_lookups
        assert uses[0].n_lookups == pytest.approx(uses[1].n_lookups - answered)


def test_a_row_shows_both_figures():
    use = play_and_count("lgrf1", **QUICK)[0]
    row = compare(use)
    assert row[0] == "lgrf1"
    assert row[3] == "27.1 / 43.7 / 29.3"
    assert row[5] == f"{PAPER_DURATIONS['lgrf1']:.1f}"


def test_the_same_seed_counts_the_same():
    assert play_and_count("lgrf2", seed=3, **QUICK) == play_and_count("lgrf2", seed=3, **QUICK)
    assert play_and_count("lgrf2", seed=3, **QUICK) != play_and_count("lgrf2", seed=5, **QUICK)


def test_shares_are_near_the_papers_even_with_few_playouts():
    """One game at 200 playouts a move: far from the paper's conditions, yet near its figures."""
    for use in play_and_count("lgrf2", n_games=1, playouts=200):
        for ours, paper in zip(use.shares, use.paper_shares):
            assert ours == pytest.approx(paper, abs=10)
