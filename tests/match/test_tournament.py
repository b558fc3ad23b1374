"""Pairings and cross-tables, from games written out by hand."""

from dataclasses import dataclass
from io import StringIO

import pytest
from rich.console import Console

from tengen.core.errors import GoError
from tengen.match.tournament import Cell, cross_table, draw_cross_table, format_cell, gauntlet, round_robin


@dataclass
class Game:
    black: str
    white: str
    winner: str | None


def games(*texts):
    """Games from texts such as "a b B": Black, White, winner (- for a draw)."""
    words = (text.split() for text in texts)
    return [Game(black, white, None if winner == "-" else winner) for black, white, winner in words]


def drawn(table):
    console = Console(width=120, file=StringIO())
    console.print(draw_cross_table(table))
    return console.file.getvalue()


def test_everybody_meets_everybody_once_in_a_round_robin():
    assert round_robin(["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(round_robin([str(k) for k in range(10)])) == 45


def test_one_meets_all_in_a_gauntlet():
    assert gauntlet(["new", "a", "b"]) == [("new", "a"), ("new", "b")]


@pytest.mark.parametrize("pairings", [round_robin, gauntlet])
def test_a_tournament_needs_two_different_players(pairings):
    with pytest.raises(GoError, match="at least two"):
        pairings(["a"])
    with pytest.raises(GoError, match="each player once, but b twice"):
        pairings(["a", "b", "b"])


def test_a_cross_table_counts_games_by_colour_and_as_each_side_saw_them():
    table = cross_table(games("a b B", "a b B", "b a B", "b a -", "a b W"))
    assert table.players == ["a", "b"]
    assert table.as_black == {("a", "b"): Cell(3, 2, 0), ("b", "a"): Cell(2, 1, 1)}
    assert table.between("a", "b") == Cell(5, 2, 1)
    assert table.between("b", "a") == Cell(5, 2, 1)
    assert table.between("a", "b").losses == 2
    assert table.total("a").points == 2.5
    assert table.between("a", "a") == Cell()


def test_the_order_of_games_changes_nothing_but_the_order_of_players():
    played = games("a b B", "c a W", "b c -", "c b B", "a b W", "a c B")
    one, other = cross_table(played), cross_table(played[::-1])
    assert one.as_black == other.as_black
    ratings = {rating.player: rating.elo for rating in other.ratings()}
    assert {rating.player: rating.elo for rating in one.ratings()} == pytest.approx(ratings)


def test_the_drawn_table_has_the_best_first_and_both_views_of_a_pairing():
    played = games(*["strong weak B"] * 9, "weak strong -", *["weak middle B"] * 2, *["middle weak B"] * 5)
    text = drawn(cross_table(played))
    lines = [line.split() for line in text.splitlines()]
    strong, middle, weak = [words for words in lines if len(words) > 6 and words[0] in "123"]
    assert [strong[1], middle[1], weak[1]] == ["strong", "middle", "weak"]
    assert strong[4:] == ["10", "95.0%", "9-0-1"]
    assert middle[4:] == ["7", "71.4%", "5-2"]
    assert weak[4:] == ["17", "14.7%", "0-9-1", "2-5"]
    assert float(strong[2]) > float(middle[2]) > float(weak[2])


def test_a_tournament_under_way_is_drawn_without_elo_and_says_why():
    text = drawn(cross_table(games("a b W", "c d B")))
    assert "No Elo: cannot rate all players on one scale: no game joins a, b with c, d." in " ".join(
        text.split()
    )
    assert "100.0%" in text


def test_player_texts_are_shown_as_they_are():
    text = drawn(cross_table(games("gtp:x[red] b B")))
    assert "gtp:x[red]" in text


def test_no_games_are_an_empty_table():
    assert "at least two players" in " ".join(drawn(cross_table([])).split())


def test_a_game_against_oneself_has_no_place():
    with pytest.raises(GoError, match="a against itself"):
        cross_table(games("a a B"))


def test_a_cell_shows_draws_only_if_there_are_any():
    assert [format_cell(Cell(5, 3, 0)), format_cell(Cell(5, 3, 1)), format_cell(Cell())] == [
        "3-2",
        "3-1-1",
        "",
    ]
