"""The end of the game: dead stones by playouts, and the score without them."""

import numba
import pytest

from tengen import WHITE, Game
from tengen.core.notation import format_vertex
from tengen.playout.dead_stones import dead_stones
from tests.gtp.sessions import ask, new_engine
from tests.reference.gnugo import GnuGo, needs_gnugo

TWO_TERRITORIES = """
    . X X O .
    . . X O O
    X O X O .
    . . X O O
    . X X O ."""

CLEAR_CASES = [
    (TWO_TERRITORIES, ["B3"]),
    (
        """
        . X X O .
        X X X O .
        . X X O O
        X X O O .
        . X O . O""",
        [],
    ),
]


@pytest.fixture(autouse=True)
def _fewer_playouts_uncompiled(monkeypatch):
    if numba.config.DISABLE_JIT:
        monkeypatch.setattr("tengen.gtp.commands.score.N_PLAYOUTS", 20)


def engine_at(diagram, rules="chinese-kgs"):
    engine = new_engine(5)
    engine.session.put(Game.from_diagram(diagram, rules=rules))
    return engine


@pytest.mark.parametrize("diagram, dead", CLEAR_CASES)
@pytest.mark.parametrize("to_play", [1, 2])
def test_clear_cases_are_judged_right_whoever_moves(diagram, dead, to_play):
    game = Game.from_diagram(diagram, to_play=to_play)
    assert [format_vertex(point, 5) for point in dead_stones(game, n_playouts=100)] == dead


def test_every_stone_is_dead_or_alive_and_the_score_agrees():
    engine = engine_at(TWO_TERRITORIES)
    assert ask(engine, "final_status_list dead") == "= B3"
    assert ask(engine, "final_status_list alive") == "= B5 C5 D5 C4 D4 E4 A3 C3 D3 C2 D2 E2 B1 C1 D1"
    assert ask(engine, "final_status_list seki") == "="
    assert ask(engine, "komi 0", "final_score") == "= B+5"


def test_by_tromp_taylor_rules_nothing_is_dead():
    engine = engine_at(TWO_TERRITORIES, "tromp-taylor")
    assert ask(engine, "final_status_list dead") == "="
    assert ask(engine, "komi 0", "final_score") == "= W+3"


def test_a_draw_is_zero():
    assert ask(new_engine(), "komi 0", "final_score") == "= 0"


def test_cleanup_takes_dead_stones_off_before_it_passes():
    class Passes:
        name = "passes"

        def choose_move(self, game):
            return 0

    engine = engine_at(TWO_TERRITORIES)
    engine.session.player = Passes()
    vertices = []
    while not vertices or vertices[-1] != "pass":
        vertices.append(ask(engine, "kgs-genmove_cleanup b")[2:])
        ask(engine, "play w pass")
        assert len(vertices) < 10
    assert ask(engine, "list_stones w") == "= D5 D4 E4 D3 D2 E2 D1"
    assert ask(engine, "kgs-genmove_cleanup w") == "= pass"
    assert engine.session.game.to_play != WHITE


@needs_gnugo
@pytest.mark.parametrize("diagram, dead", CLEAR_CASES)
def test_gnu_go_finds_the_same_score(diagram, dead):
    engine = engine_at(diagram)
    with GnuGo() as gnugo:
        gnugo.command("boardsize 5")
        gnugo.command("komi 7.5")
        for colour in ("b", "w"):
            for vertex in ask(engine, f"list_stones {colour}")[2:].split():
                gnugo.command(f"play {colour} {vertex}")
        theirs = gnugo.command("final_score")
    ours = ask(engine, "final_score")[2:]
    assert (ours[:2], float(ours[2:])) == (theirs[:2], float(theirs[2:]))


def test_a_count_that_is_not_sure_says_why(capsys):
    engine = engine_at("""
        . . X O .
        . . X O .
        . . . . .
        . . X O .
        . . X O .""")
    ask(engine, "final_score")
    assert "tengen: the count is not sure: " in (said := capsys.readouterr().err)
    assert "Black may gain points" in said
    assert "White may gain points" in ask(engine, "tengen-final_doubt")


def test_a_count_that_is_sure_says_nothing_more(capsys):
    engine = new_engine(7)
    engine.session.put(
        Game.from_diagram("""
        . X . X O . .
        X X X X O O O
        . . . X O . .
        . O . X O O O
        . . . X O . .
        X X X X O O O
        . X . X O . .""")
    )
    assert ask(engine, "komi 0", "final_score") == "= B+7"
    assert ask(engine, "tengen-final_doubt") == "="
    assert capsys.readouterr().err == ""
