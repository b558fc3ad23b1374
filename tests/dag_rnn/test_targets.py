"""Who owned what at the end of games."""

from collections import Counter

import numpy as np
import pytest
from numba import config

from tengen.core.points_jit import BLACK, EMPTY, PASS, WHITE
from tengen.dag_rnn.training.targets import (
    DOUBTFUL,
    FINAL,
    JUDGED,
    TRUSTED,
    UNUSABLE,
    final_owners,
    format_tally,
    read_scored_games,
)
from tests.core.positions import to_point

B, W, E = BLACK, WHITE, EMPTY

# 5x5: Black builds a wall in column b, White in column d, and White's stone in the corner a1 is dead.
WALLS = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
OWNERS = [B, B, E, W, W] * 5


def points(text):
    """The moves of an SGF line as points."""
    moves = [one[2:-1] for one in text.split(";")[1:]]
    return np.array(
        [to_point(("abcde".index(move[1]), "abcde".index(move[0]))) if move else PASS for move in moves],
        np.uint16,
    )


@pytest.mark.parametrize(
    "lead, end", [(0, FINAL), (2, FINAL), (-2, FINAL), (2.5, DOUBTFUL), (None, DOUBTFUL)]
)
def test_a_last_position_that_agrees_with_the_result_is_final(lead, end):
    owners, found = final_owners(5, points(WALLS), lead)
    assert found == end
    assert owners.tolist() == OWNERS


def test_dead_stones_are_judged_and_taken_off():
    moves = points(WALLS + ";B[];W[ae]")
    assert final_owners(5, moves, 0)[1] == JUDGED
    assert final_owners(5, moves, 0)[0].tolist() == OWNERS
    assert final_owners(5, moves, -3.5)[1] == DOUBTFUL
    as_it_stands, end = final_owners(5, moves, -6)  # the stone spoils column a
    assert end == FINAL
    assert as_it_stands.tolist() == [E, B, E, W, W] * 4 + [W, B, E, W, W]


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch):
    """Interpreted playouts are slow, and the dead stone here is clear."""
    if config.DISABLE_JIT:
        monkeypatch.setattr("tengen.dag_rnn.training.targets._N_PLAYOUTS", 10)


@pytest.fixture
def archive(tmp_path):
    """One game of each kind."""
    path = tmp_path / "games.sgf"
    games = [
        f"(;SZ[5]KM[6.5]RE[W+6.5]{WALLS})",  # final
        f"(;SZ[5]RE[0]{WALLS})",  # final, komi unknown
        f"(;SZ[5]KM[0]RE[0]{WALLS};B[];W[ae])",  # judged
        f"(;SZ[5]KM[0]RE[B+R]{WALLS})",  # not counted
        f"(;SZ[5]KM[0]RE[B+20]{WALLS})",  # does not agree
        f"(;SZ[5]KM[0]RE[0]AB[aa]{WALLS})",  # set-up stones
        "(;SZ[5]RE[0];B[aa];B[bb])",  # out of turn
        "(;SZ[5]RE[0];B[aa];W[aa])",  # illegal
        "(;SZ[5]RE[0])",  # no move
    ]
    path.write_text("".join(games))
    return path


def test_games_are_read_with_their_ends_and_counted(archive):
    tally = Counter()
    games = list(read_scored_games([archive], tally, print))
    assert [game.end for game in games] == [FINAL, FINAL, JUDGED]
    assert tally == {FINAL: 2, JUDGED: 1, DOUBTFUL: 2, UNUSABLE: 4}
    assert all(game.owners.tolist() == OWNERS and game.size == 5 for game in games)
    assert games[2].origin.endswith("games.sgf, game 3")
    assert format_tally(tally) == (
        "9 games: final 2 (22.2%), judged 1 (11.1%), doubtful 2 (22.2%), unusable 4 (44.4%)"
    )


def test_doubtful_ends_come_only_if_they_are_asked_for(archive):
    games = list(read_scored_games([archive], Counter(), print, (*TRUSTED, DOUBTFUL)))
    assert [game.end for game in games] == [FINAL, FINAL, JUDGED, DOUBTFUL, DOUBTFUL]
    assert [game.end for game in read_scored_games([archive], Counter(), print, [JUDGED])] == [JUDGED]
