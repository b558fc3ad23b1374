"""Many pages at once: answers come soon, memory stays within the budget and comes back."""

import os

import numba
import pytest

from tests.chaos.load import measure

MINUTES = float(os.environ.get("TENGEN_LOAD_MINUTES", "30"))
BUDGET_MB = 1000  # the default of tengen play


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="interpreted searches hold the interpreter")
def test_many_pages_are_served_while_some_think() -> None:
    """The small version: nobody is told anything but what is wrong with a move, and nothing is stuck."""
    measured = measure(n_sessions=12, n_thinking=6, seconds=5)
    assert measured.seconds
    assert measured.n_moves > 0
    assert [problem for problem in measured.problems if "may not play" not in problem] == []


@pytest.mark.slow
@pytest.mark.timeout(60 * MINUTES + 600)
def test_two_hundred_pages_of_which_sixty_four_think() -> None:
    measured = measure(n_sessions=200, n_thinking=64, seconds=60 * MINUTES)
    print(measured)
    assert measured.most - measured.before < BUDGET_MB, measured
    assert measured.after - measured.before < 100, measured
    assert measured.percentile(0.95) < 0.2, measured
