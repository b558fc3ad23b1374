"""Clocks of a game: who has what left at any moment, and whose flag falls."""

import pytest

from tengen import BLACK, WHITE, Game, GoError
from tengen.players.clock import TimeLeft
from tengen.web.game.clocks import GameClocks
from tengen.web.messages.game import Clock


def test_full_clocks_stand_still() -> None:
    clocks = GameClocks(60, 10)
    assert clocks.running is None
    for now in (0.0, 1000.0):
        assert clocks.left(BLACK, now) == clocks.left(WHITE, now) == TimeLeft(60, 0)
        assert clocks.fallen(now) is None


def test_only_the_clock_that_runs_goes_down() -> None:
    clocks = GameClocks(60, 0)
    clocks.start(BLACK, 100)
    assert clocks.left(BLACK, 115) == TimeLeft(45, 0)
    assert clocks.left(WHITE, 115) == TimeLeft(60, 0)
    clocks.start(WHITE, 120)  # stops Black's
    assert clocks.running == WHITE
    assert clocks.left(BLACK, 170) == TimeLeft(40, 0)
    assert clocks.left(WHITE, 170) == TimeLeft(10, 0)
    clocks.stop(175)
    assert clocks.left(WHITE, 999) == TimeLeft(5, 0)


def test_after_main_time_the_seconds_of_a_move_begin_anew_with_each_move() -> None:
    clocks = GameClocks(10, 5)
    clocks.start(BLACK, 0)
    assert clocks.left(BLACK, 9.5) == TimeLeft(0.5, 0)
    assert clocks.left(BLACK, 12) == TimeLeft(3, 1)
    clocks.stop(12)
    assert clocks.left(BLACK, 50) == TimeLeft(5, 1)
    clocks.start(BLACK, 50)
    assert clocks.left(BLACK, 54) == TimeLeft(1, 1)
    assert clocks.fallen(54.9) is None
    assert clocks.fallen(55) == BLACK
    assert clocks.left(BLACK, 70).seconds == 0


def test_without_main_time_there_are_only_the_seconds_of_a_move() -> None:
    clocks = GameClocks(0, 5)
    assert clocks.left(WHITE, 0) == TimeLeft(5, 1)
    clocks.start(WHITE, 0)
    assert clocks.fallen(4.9) is None
    assert clocks.fallen(5.1) == WHITE


def test_absolute_time_falls_at_its_end_and_stays_used_up() -> None:
    clocks = GameClocks(10, 0)
    clocks.start(WHITE, 3)
    assert clocks.fallen(12.9) is None
    assert clocks.fallen(13) == WHITE
    clocks.stop(20)
    assert clocks.fallen(21) is None  # nobody's clock runs
    clocks.start(WHITE, 30)
    assert clocks.fallen(30) == WHITE


def test_a_time_before_the_start_uses_nothing() -> None:
    clocks = GameClocks(10, 0)
    clocks.start(BLACK, 100)
    assert clocks.left(BLACK, 99) == TimeLeft(10, 0)


@pytest.mark.parametrize("main, move", [(60, 0), (0, 5)])
def test_an_engine_gets_a_share_of_what_its_clock_has_left_now(main: float, move: float) -> None:
    clocks, game = GameClocks(main, move), Game(9)
    clocks.start(BLACK, 100)
    first = clocks.seconds_for_move(game, 100)
    assert 0 < first < main + move
    assert clocks.seconds_for_move(game, 100 + 0.9 * (main or move)) < first
    clocks.start(WHITE, 101)
    game.play("C3")
    assert clocks.seconds_for_move(game, 101) == pytest.approx(first, rel=0.1)


def test_the_page_is_told_both_clocks() -> None:
    clocks = GameClocks(10, 5)
    clocks.start(WHITE, 0)
    assert clocks.message(11) == Clock(
        black=10, white=4, in_overtime={"black": False, "white": True}, running="white"
    )
    clocks.stop(11)
    assert clocks.message(11).running is None


def test_a_clock_without_time_is_refused() -> None:
    with pytest.raises(GoError, match="needs main time or seconds for each move"):
        GameClocks(0, 0)
