"""The count at the end: owners, figures, and sentences that say how it came about."""

import numba
import pytest

from tengen import Game, GoError
from tengen.core.notation import parse_vertex
from tengen.web.game.counting import count_game, suggest_dead, toggle_chain

DIVIDED = """
    . X O . .
    . X O . .
    . X O O .
    X X O . O
    . X O . .
"""
WITH_DEAD = """
    . X . O . O
    . X . O O .
    . X O O . O
    X X O . O O
    O X O . . .
    . X O O . .
"""
WITH_NEUTRAL = """
    . X . O .
    . X O O .
    . X . O .
    X X O . O
    . X O . .
"""


def points(game: Game, *vertices: str) -> set[int]:
    return {parse_vertex(vertex, game.size) for vertex in vertices}


def test_a_count_tells_stones_points_and_owners() -> None:
    count = count_game(Game.from_diagram(DIVIDED, komi=7.5), set())
    assert count.owners == ["XXOOO", "XXOOO", "XXOOO", "XXOOO", "XXOOO"]
    assert (count.black_stones, count.black_points) == (6, 4)
    assert (count.white_stones, count.white_points) == (7, 8)
    assert count.result == "W+12.5"
    assert count.dead == []
    assert count.explanation == (
        "Black has 6 stones on the board and surrounds 4 points: 10. "
        "White has 7 stones on the board and surrounds 8 points, plus komi 7.5: 22.5. "
        "White wins by 12.5 points."
    )


@pytest.mark.parametrize(
    "komi, result, sentence",
    [
        (-5.5, "B+0.5", "minus komi 5.5: 9.5. Black wins by half a point."),
        (-6, "B+1", "minus komi 6: 9. Black wins by 1 point."),
        (-5, "0", "minus komi 5: 10. Both have the same: the game is a draw."),
        (0, "W+5", "surrounds 8 points: 15. White wins by 5 points."),
    ],
)
def test_komi_and_margin_in_words(komi: float, result: str, sentence: str) -> None:
    count = count_game(Game.from_diagram(DIVIDED, komi=komi), set())
    assert count.result == result
    assert count.explanation.endswith(sentence)


def test_dead_stones_are_taken_off_first_with_their_whole_chain() -> None:
    game = Game.from_diagram(WITH_DEAD, komi=0)
    count = count_game(game, points(game, "A2"))
    assert count.dead == ["A2"]
    assert count.owners[4] == "XXOOOO"
    assert (count.black_stones, count.black_points) == (7, 5)
    assert count.explanation.startswith("1 white stone is dead and is taken off the board first. Black has 7")
    chain = count_game(game, points(game, "F6", "D6"))  # of D6 one stone is named, all go
    assert chain.explanation.startswith("10 white stones are dead and are taken off the board first.")
    assert {"D6", "E5", "C1", "D1"} <= set(chain.dead)


def test_points_of_nobody_are_mentioned() -> None:
    count = count_game(Game.from_diagram(WITH_NEUTRAL, komi=0), set())
    assert count.owners[0] == "XX.OO"
    assert "2 empty points belong to nobody, for neither colour alone surrounds them" in count.explanation
    empty = count_game(Game(5, komi=0.5), set())
    assert empty.owners == ["....."] * 5
    assert empty.result == "W+0.5"


def test_figures_add_up_to_the_result_of_the_game() -> None:
    game = Game.from_diagram(WITH_DEAD, komi=2.5)
    dead = points(game, "A2")
    count = count_game(game, dead)
    black, white = count.black_stones + count.black_points, count.white_stones + count.white_points
    assert black - white - count.komi == game.score(dead)


def test_pointing_at_a_chain_makes_it_dead_and_alive_again() -> None:
    game = Game.from_diagram(DIVIDED)
    chain = points(game, "B5", "B4", "B3", "A2", "B2", "B1")
    dead = toggle_chain(game, set(), parse_vertex("A2", 5))
    assert dead == chain
    both = toggle_chain(game, dead, parse_vertex("E2", 5))
    assert both == chain | points(game, "E2")
    assert toggle_chain(game, both, parse_vertex("B5", 5)) == points(game, "E2")


@pytest.mark.parametrize("point", [0, 3, parse_vertex("A5", 5), parse_vertex("J9", 9), -4, 10**6])
def test_pointing_at_no_stone_is_refused(point: int) -> None:
    with pytest.raises(GoError, match="there is no stone at"):
        toggle_chain(Game.from_diagram(DIVIDED), set(), point)


def test_playouts_suggest_what_is_dead_unless_the_rules_say_that_all_lives() -> None:
    game = Game.from_diagram(WITH_DEAD)
    assert suggest_dead(game).dead == points(game, "A2")
    assert suggest_dead(Game.from_diagram(WITH_DEAD, rules="tromp-taylor")).dead == set()


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="needs thousands of playouts")
def test_people_are_told_where_the_count_is_not_sure() -> None:
    seki = Game.from_diagram("""
        X O O . X O .
        X O O . X O O
        X X O O X O .
        . X X X O O O
        X X . X O . .
        . X X X O O O
        . . . X O . O""")
    suggested = suggest_dead(seki)
    assert not suggested.dead
    explanation = count_game(seki, suggested.dead, suggested).explanation
    assert "It is not sure whether the stones at B7, E7 live: click on a chain" in explanation
    assert "left to gain" not in explanation
    open_border = Game.from_diagram("""
        . . X O .
        . . X O .
        . . . . .
        . . X O .
        . . X O .""")
    left = count_game(open_border, set(), suggest_dead(open_border)).explanation
    assert left.endswith("There may be points left to gain for Black and White: play on if you want them.")
