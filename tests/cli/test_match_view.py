"""What a match shows: its live line and its table."""

import io

import pytest

from tengen.cli.match_view import MatchProgress, show_report
from tengen.cli.screen import Screen
from tengen.match.intervals import format_rate
from tengen.match.job import PLAYED_ON
from tengen.match.runner import MatchReport
from tengen.match.sprt import Sprt
from tests.match.matches import played, setting


def shown(match, games, end="complete", reason="", sprt=None):
    console = Screen(file=io.StringIO(), width=80)
    show_report(console, match, MatchReport(end, reason, games, sprt))
    return console.file.getvalue()


def cells(text, name):
    """The words of a row of the table."""
    (line,) = [line for line in text.splitlines() if line.strip().startswith(f"{name}  ")]
    return line.split(maxsplit=name.count(" ") + 1)[-1].split()


def test_the_table_has_the_score_of_both_players_by_colour():
    games = [played(n, winner) for n, winner in enumerate(["B", "W", "B", "B", None, "W"])]
    text = shown(setting("random", "random:seed=5", random_moves=2, seed=9), games)
    assert "5x5, komi 0.5, chinese-kgs, 2 random opening moves, seed 9\n" in text
    assert "A: random\nB: random:seed=5\n" in text
    assert cells(text, "A") == ["6", "4", "1", "1", "75.0%", "(36", "to", "94)", "1.0000"]
    assert cells(text, "A as Black") == ["3", "2", "1", "0", "83.3%", "(31", "to", "98)"]
    assert cells(text, "A as White") == ["3", "2", "0", "1", "66.7%", "(21", "to", "94)"]
    assert cells(text, "B") == ["6", "1", "1", "4", "25.0%", "(6", "to", "64)", "1.0000"]
    assert cells(text, "B as Black") == ["3", "1", "0", "2", "33.3%", "(6", "to", "79)"]
    assert cells(text, "B as White") == ["3", "0", "1", "2", "16.7%", "(2", "to", "69)"]
    assert "Ends of 6 games: score 6; 3.0 moves in the mean" in text
    assert "Draws: 1, half a point each" in text
    assert "Duplicates: 5 games" in text
    assert "Referee" not in text
    assert "Not complete" not in text


def test_failures_and_disagreements_are_shown():
    games = [
        played(0, claim="W+1"),
        played(1, claim="B+9"),
        *(played(n, None, "void", reason=f"reason [{n}]") for n in range(2, 9)),
    ]
    text = shown(
        setting("gtp:engine [x]", openings=(("A1",), ("B2",))), games, "void", "2 void games in a row"
    )
    assert "2 openings" in text
    assert "A: gtp:engine '[x]'" in text
    assert "Referee: 2 claims, 1 with another winner than ours, 1 with another score only" in text
    assert "Void games: 7; the same command plays them again\n" in text
    assert "  game 2, void: reason [2]\n" in text
    assert "  and 2 more; all are in the store" in text
    assert text.endswith("Not complete: 2 void games in a row\n")


def test_games_that_another_player_ended_are_counted_and_listed():
    reason = f"White, twice at move 9: gnugo ended; mcts {PLAYED_ON}"
    games = [played(0), played(1, reason=reason), played(2, None, "void", reason=reason)]
    text = shown(setting(), games)
    assert "Played on: 1 games, by another player for a program that had died\n" in text
    assert f"  game 1, score: {reason}\n" in text


@pytest.mark.parametrize("n_pairs, verdict", [(1, "open"), (40, "H1 accepted")])
def test_the_state_of_the_test_is_shown(n_pairs, verdict):
    test = Sprt(0, 50)
    state = test.judge((0, 0, 0, 0, n_pairs))
    text = shown(setting(sprt=test), [played(0)], sprt=state)
    assert f"SPRT of H0 0 against H1 50 Elo: {verdict}, LLR {state.llr:.2f} (-2.94 to 2.94)" in text


def test_a_match_without_games_has_a_table_too():
    assert cells(shown(setting(), []), "A") == ["0", "0", "0", "0", "-", "0.0000"]
    assert format_rate(0, 0) == "-"


def test_the_live_line_counts_games_of_the_store_and_of_this_run():
    console = Screen(file=io.StringIO(), width=100, force_terminal=True)
    stored = [played(0), played(1, None, "void"), played(40)]
    with MatchProgress(console, stored, 10) as progress:
        progress.show(played(1, None))
        progress.show(played(2, None, "void"))
    last = console.file.getvalue().rsplit("\r", 1)[-1]
    assert "A has 1.5, 75.0% (" in last
    assert " 3/10" in last


def test_the_difference_in_strength_is_told_from_whole_pairs():
    games = [played(n, "B") for n in range(6)]  # each player wins with Black: three even pairs
    text = shown(setting(), [*games, played(6, "B"), played(7, "W"), played(8, "B")])
    assert "Elo of A above B: +89 (" in text
    assert "pairs of A: LL 0, LD 0, WL+DD 3, WD 0, WW 1\n" in text
    assert "Elo of A" not in shown(setting(), games[:1])
