"""The sequential test: values of other programs, a slow twin, and its error rates in simulated matches."""

import random
from math import log

import pytest

from tengen.core.errors import GoError
from tengen.match.elo import score_of_elo
from tengen.match.sprt import Sprt
from tests.reference import sprt as naive

# LL, LD, WL + DD, WD, WW; elo0, elo1; model; LLR. The first five are from the tests of the match runner
# fastchess (app/tests/sprt_test.cpp), the last is a match it printed (Elo [0.00, 20.00], LLR 2.96).
KNOWN = [
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((0, 0, 0, 0, 5550), 0, 5, "normalized", 111.8),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
    ((0, 0, 2, 0, 37), 0, 20, "normalized", 2.96),
]


@pytest.mark.parametrize("pairs, elo0, elo1, model, llr", KNOWN)
def test_the_ratio_is_that_of_fastchess(pairs, elo0, elo1, model, llr):
    assert Sprt(elo0, elo1, model=model).judge(pairs).llr == pytest.approx(llr, abs=0.006)


@pytest.mark.parametrize("model, mean", [("logistic", naive.logistic), ("normalized", naive.normalized)])
@pytest.mark.parametrize("counts", [(30, 50, 40), (5, 80, 9), (2, 1, 12), (60, 20, 20)])
@pytest.mark.parametrize("elo0, elo1", [(0, 35), (-20, 10), (-150, 150)])
def test_pairs_without_draws_agree_with_trying_everything(counts, elo0, elo1, model, mean):
    lost, split, won = counts
    slow = naive.llr(lost, split, won, mean(elo0), mean(elo1))
    assert Sprt(elo0, elo1, model=model).judge([lost, 0, split, 0, won]).llr == pytest.approx(slow, abs=0.01)


def test_the_bounds_are_walds():
    state = Sprt(0, 10).judge([0] * 5)
    assert (state.lower, state.upper) == (pytest.approx(-2.944, abs=5e-4), pytest.approx(2.944, abs=5e-4))
    assert state.llr == pytest.approx(0, abs=1e-3)
    assert state.verdict is None
    state = Sprt(0, 10, alpha=0.01, beta=0.2).judge([0] * 5)
    assert state.lower == pytest.approx(log(0.2 / 0.99))
    assert state.upper == pytest.approx(log(0.8 / 0.01))


def test_reversing_the_results_and_the_hypotheses_turns_the_ratio_around():
    for model in ("logistic", "normalized"):
        one = Sprt(5, 30, model=model).judge([10, 3, 40, 8, 30])
        other = Sprt(-30, -5, model=model).judge([30, 8, 40, 3, 10])
        assert other.llr == pytest.approx(-one.llr)


def test_clear_results_have_a_verdict():
    sprt = Sprt(0, 50)
    assert sprt.judge([5, 0, 40, 0, 40]).verdict == "H1"
    assert sprt.judge([40, 0, 40, 0, 5]).verdict == "H0"
    assert sprt.judge([3, 0, 4, 0, 4]).verdict is None
    assert sprt.judge([0, 0, 0, 0, 40]).verdict == "H1"
    assert sprt.judge([40, 0, 0, 0, 0]).verdict == "H0"


@pytest.mark.parametrize("model, largest", [("logistic", 2000), ("normalized", 200)])
def test_extreme_hypotheses_meet_extreme_results_without_harm(model, largest):
    sprt = Sprt(-largest, largest, model=model)
    for pairs in ([0] * 5, [900, 0, 0, 0, 0], [0, 0, 900, 0, 0], [0, 0, 0, 0, 1], [1, 0, 0, 0, 900]):
        assert abs(sprt.judge(pairs).llr) < 1e5


def test_bad_tests_are_refused_in_one_sentence():
    with pytest.raises(GoError, match="elo0 must be below elo1, not 5 and 5"):
        Sprt(5, 5)
    with pytest.raises(GoError, match="alpha and beta"):
        Sprt(0, 5, alpha=0)
    with pytest.raises(GoError, match="alpha and beta"):
        Sprt(0, 5, alpha=0.5, beta=0.5)
    with pytest.raises(GoError, match="logistic or normalized, not 'bayesian'"):
        Sprt(0, 5, model="bayesian")
    with pytest.raises(GoError, match="normalized Elo goes up to 200"):
        Sprt(0, 300, model="normalized")
    with pytest.raises(GoError, match="five cells"):
        Sprt(0, 5).judge([1, 2, 3])


def simulated_verdict(sprt, score, bias, rng):
    """Play pairs without draws until the test ends; each opening favours one side by up to `bias`."""
    pairs = [0] * 5
    while True:
        favour = rng.uniform(-bias, bias)
        wins = (rng.random() < score + favour) + (rng.random() < score - favour)
        pairs[2 * wins] += 1
        verdict = sprt.judge(pairs).verdict
        if verdict is not None:
            return verdict


def wrong_verdicts(n_matches, sprt, bias, seed):
    """How many of the matches end wrongly: with equal players, and with the difference of H1."""
    rng = random.Random(seed)
    equal = [simulated_verdict(sprt, score_of_elo(sprt.elo0), bias, rng) for _ in range(n_matches)]
    better = [simulated_verdict(sprt, score_of_elo(sprt.elo1), bias, rng) for _ in range(n_matches)]
    return equal.count("H1"), better.count("H0")


def test_about_one_verdict_in_ten_is_wrong_if_that_is_allowed():
    """150 matches each way; 10 % is 15, and 27 would be 3.3 standard deviations too many."""
    for wrong in wrong_verdicts(150, Sprt(0, 140, alpha=0.1, beta=0.1), 0.2, seed=1):
        assert 3 <= wrong <= 26


@pytest.mark.slow
@pytest.mark.parametrize("bias", [0.0, 0.3])
def test_the_error_rates_stay_below_alpha_and_beta(bias):
    """1,000 matches each way at 5 %: at most 50 wrong, and 2.6 standard deviations."""
    for wrong in wrong_verdicts(1000, Sprt(0, 60), bias, seed=7):
        print(f"opening bias {bias}: {wrong} of 1000 verdicts wrong, 50 allowed")
        assert wrong <= 68
