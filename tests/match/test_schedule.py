"""The schedule: paired, repeatable, and nothing but the setting decides."""

from dataclasses import asdict

import pytest

from tengen import GoError
from tengen.match.schedule import game_job
from tests.match.matches import setting

TWO = setting("mcts:playouts=8", "random", random_moves=3, seed=10)


@pytest.mark.parametrize("pair", [0, 1, 7])
def test_both_games_of_a_pair_are_equal_but_for_the_colours(pair):
    even, odd = game_job(TWO, 2 * pair), game_job(TWO, 2 * pair + 1)
    assert (even.black, even.black_seed) == ("mcts:playouts=8", 10 + 2 * pair)
    assert (even.white, even.white_seed) == ("random", 11 + 2 * pair)
    assert (odd.white, odd.white_seed, odd.black, odd.black_seed) == (
        even.black,
        even.black_seed,
        even.white,
        even.white_seed,
    )
    assert even.first_is_black
    assert not odd.first_is_black
    changed = {"number", "black", "white", "black_seed", "white_seed"}
    same = [
        {name: value for name, value in asdict(job).items() if name not in changed} for job in (even, odd)
    ]
    assert same[0] == same[1]
    assert len(even.opening) == 3


def test_pairs_have_seeds_and_openings_of_their_own():
    jobs = [game_job(TWO, 2 * pair) for pair in range(20)]
    assert len({job.opening for job in jobs}) == 20
    assert len({seed for job in jobs for seed in (job.black_seed, job.white_seed)}) == 40


def test_openings_come_in_turn_and_begin_again():
    match = setting(openings=(("A1",), ("B2",)))
    assert [game_job(match, number).opening for number in range(6)] == [
        ("A1",), ("A1",), ("B2",), ("B2",), ("A1",), ("A1",),
    ]  # fmt: skip


def test_equal_settings_are_equal_however_they_are_written():
    assert setting(" mcts: playouts=8", komi=1, rules="Chinese") == setting(
        "mcts:playouts=8", komi=1.0, rules="chinese"
    )
    assert setting().move_limit == 75


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"first": "mtcs"}, "unknown player 'mtcs'"),
        ({"second": "mcts:playouts=0"}, "playouts cannot be 0"),
        ({"size": 20}, "size"),
        ({"komi": float("nan")}, "komi must be a number"),
        ({"rules": "japanese"}, "unknown rules 'japanese'"),
        ({"random_moves": 7}, "7 random opening moves on 5x5: use 0 to 6"),
        ({"random_moves": 2, "openings": (("A1",),)}, "not both"),
        ({"seed": -1}, "the seed must be a whole number from 0 to 1000000000000000000"),
        ({"seed": 2**63}, "the seed must be a whole number from 0"),
        ({"move_limit": 2, "random_moves": 2}, "a limit of 2 moves leaves nothing to play"),
        ({"move_limit": 1, "openings": (("A1",),)}, "a limit of 1 moves leaves nothing to play"),
        ({"move_limit": -1}, "the move limit must be a whole number from 0"),
        ({"move_limit": 2**63}, "the move limit must be a whole number from 0"),
        ({"seconds_per_command": 0}, "seconds per command must be a finite number above 0, not 0"),
        ({"seconds_per_game": float("inf")}, "seconds per game must be a finite number above 0, not inf"),
        ({"on_failure": "shrug"}, "a failure is one of forfeit, void, not 'shrug'"),
        ({"referee": "fifa"}, "unknown referee 'fifa': choose gnugo"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(changes, message):
    with pytest.raises(GoError, match=message):
        setting(**changes)
