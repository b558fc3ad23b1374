"""What a tournament shows: its live table and the one at its end."""

import io

from tengen.cli.screen import Screen
from tengen.cli.tournament_view import (
    TournamentProgress,
    draw_cross_table,
    format_score,
    player_names,
    show_tournament,
)
from tengen.match.match_stats import Score
from tengen.match.runner import MatchReport
from tests.match.matches import games_of, played, setting, table_of


def drawn(table):
    console = Screen(width=120, file=io.StringIO())
    console.print(draw_cross_table(table))
    return console.file.getvalue()


def test_the_table_has_the_best_first_and_both_views_of_a_pairing():
    text = drawn(
        table_of("weak strong -", *["strong weak B"] * 9, *["weak middle B"] * 2, *["middle weak B"] * 5)
    )
    strong, middle, weak = [line.split() for line in text.splitlines() if line[2:3] in ("A", "B", "C")]
    assert strong[:1] + strong[3:] == ["B", "10", "95.0%", "9-0-1"]
    assert middle[:1] + middle[3:] == ["C", "7", "71.4%", "5-2"]
    assert weak[:1] + weak[3:] == ["A", "17", "14.7%", "0-9-1", "2-5"]
    assert float(strong[1]) > float(middle[1]) > float(weak[1])
    assert float(strong[2]) > 0
    assert "No Elo" not in text


def test_a_tournament_under_way_is_drawn_without_elo_and_says_why():
    text = drawn(table_of("a b W", "c d B"))
    assert "No Elo yet: games must join all players." in text
    assert "100.0%" in text
    assert "No Elo yet" in drawn(table_of())


def test_who_has_not_played_stands_last():
    lines = drawn(table_of("z x void", "a b W")).splitlines()
    assert [line[2] for line in lines if line[2:3] in tuple("ABCD")] == ["D", "C", "A", "B"]


def test_a_score_shows_draws_only_if_there_are_any():
    assert [format_score(each) for each in (Score(3, 0, 2), Score(3, 1, 1), Score())] == ["3-2", "3-1-1", ""]


def test_players_have_letters_and_many_players_numbers():
    assert player_names(["x", "y"]) == {"x": "A", "y": "B"}
    assert list(player_names([str(k) for k in range(100, 127)]).values())[25:] == ["26", "27"]


def test_the_report_names_players_failures_and_what_is_not_complete():
    match = setting("random", "gtp:x[red]", random_moves=2, seed=3)
    games = [played(0, of=match), played(1, None, "void", of=match, reason="it [fell]")]
    console = Screen(file=io.StringIO(), width=60)
    show_tournament(
        console, [match.first, match.second], [match], [MatchReport("void", "it fell twice", games, None)]
    )
    text = console.file.getvalue()
    assert text.startswith(
        "5x5, komi 0.5, chinese-kgs, 2 random opening moves, seed 3\nA: random\nB: gtp:'x[red]'\n"
    )
    assert "Ends of 2 games: score 1, void 1; 3.0 moves in the mean\n" in text
    assert "  game 1 of A against B, void: it [fell]\n" in text
    assert text.endswith("Not complete: A against B: it fell twice\n")


def test_the_live_table_counts_games_of_the_stores_and_of_this_run():
    console = Screen(file=io.StringIO(), width=100, force_terminal=True)
    table = table_of("a b B")
    with TournamentProgress(console, table, 1, 6) as progress:
        for game in games_of("a b B", "b a W"):
            progress.show(game)
    text = console.file.getvalue()
    assert "3-0" in text
    assert "3/6" in text
    assert table.total("a") == Score(3, 0, 0)
