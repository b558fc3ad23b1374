"""The figures of a match."""

import pytest

from tengen.match.match_stats import Score, duplicates, tally
from tests.match.matches import played, setting


def test_scores_by_player_and_colour():
    games = [
        played(n, winner) for n, winner in enumerate(["B", "W", "B", "W", "W", "B", None, "W", "B", "W"])
    ]
    figures = tally(games)
    assert figures.as_black == Score(wins=3, draws=1, losses=1)
    assert figures.as_white == Score(wins=4, draws=0, losses=1)
    assert figures.total == Score(7, 1, 2)
    assert (figures.total.games, figures.total.points) == (10, 7.5)
    assert figures.total.of_opponent() == Score(2, 1, 7)


def test_void_games_count_among_the_ends_only():
    games = [played(0), played(1, None, "void"), played(2, "W", "resign"), played(3, "W", "forfeit")]
    figures = tally(games)
    assert figures.endings == {"score": 1, "void": 1, "resign": 1, "forfeit": 1}
    assert figures.total == Score(2, 0, 1)
    assert tally([]).total == Score(0, 0, 0)


@pytest.mark.parametrize(
    "winner, claim, expected",
    [
        ("B", "B+3.5", (1, 0, 0)),
        ("B", "B+9", (1, 0, 1)),
        ("B", "W+3.5", (1, 1, 0)),
        ("W", "0", (1, 1, 0)),
        (None, "0", (1, 0, 0)),
        ("B", None, (0, 0, 0)),
    ],
)
def test_disagreements_with_the_referee(winner, claim, expected):
    figures = tally([played(0, winner, claim=claim)])
    assert (figures.n_claims, figures.n_other_winner, figures.n_other_score) == expected


def test_duplicates_are_games_with_the_moves_of_an_earlier_one():
    same, other = ("A1", "pass", "pass"), ("B1", "pass", "pass")
    games = [
        played(0, moves=same),
        played(1, moves=other),
        played(2, moves=same),
        played(3, "W", "forfeit", moves=()),
        played(4, "W", "forfeit", moves=()),
        played(5, "W", "resign", moves=same),
    ]
    assert duplicates(games) == {2: 0, 5: 0}
    assert tally(games).n_duplicates == 2


def test_lengths_and_seconds_a_move_without_the_opening():
    match = setting(openings=(("A1", "B1", "C1"),))  # White is to play
    first = played(
        0, of=match, moves=("A1", "B1", "C1", "D1", "E1", "A2"), black_seconds=3.0, white_seconds=8.0
    )
    second = played(1, of=match, moves=("A1", "B1", "C1"), black_seconds=0.0, white_seconds=5.0)
    figures = tally([first, second])
    assert figures.mean_length == 4.5
    # The first player made one move, as Black, the second two as White; then somebody resigned at once.
    assert figures.seconds_per_move == ((3.0 + 5.0) / 1, (8.0 + 0.0) / 2)
