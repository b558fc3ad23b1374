"""Thinking time: rules by example, and whole games on a referee's clock that is never overstepped."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tengen import BLACK, WHITE, Game
from tengen.players.clock import (
    LAG,
    MIN_SECONDS,
    Clock,
    TimeLeft,
    TimeSettings,
    after_move,
    full_clock,
    limit_for,
    longest_game,
    seconds_for_move,
)

ABSOLUTE = TimeSettings("absolute", main=600)
CANADIAN = TimeSettings("canadian", main=600, period=300, stones=25)
BYOYOMI = TimeSettings("byoyomi", main=600, period=30, periods=5)
FISCHER = TimeSettings("fischer", main=60, increment=5)


class OversteppedError(Exception):
    """The clock has run out."""


@dataclass
class Referee:
    """A clock in the most obvious form: main time first, then the rules of overtime."""

    settings: TimeSettings

    def __post_init__(self):
        self.main = self.settings.main
        self.period = self.settings.period
        self.count = self.settings.stones if self.settings.system == "canadian" else self.settings.periods

    def move(self, seconds):
        """A move that takes so long; OversteppedError if it takes too long."""
        settings = self.settings
        if settings.move_limit is not None and seconds > settings.move_limit + 1e-6:
            raise OversteppedError
        from_main = min(self.main, seconds)
        self.main -= from_main
        rest = seconds - from_main
        if settings.system in ("fischer", "fischer-capped"):
            self.main += settings.increment
            if settings.main_limit is not None:
                self.main = min(self.main, settings.main_limit)
        if rest > 1e-6 or (self.main < 1e-6 and rest > 0):
            self._run_overtime(rest)

    def _run_overtime(self, seconds):
        if self.settings.system not in ("canadian", "byoyomi") or seconds > self.period + 1e-6:
            raise OversteppedError  # a period of byo-yomi that is lost counts as well: none shall be
        if self.settings.system == "canadian":
            self.period -= seconds
            self.count -= 1
            if self.count == 0:
                self.period, self.count = self.settings.period, self.settings.stones


def play_game(settings, size, n_moves, fewest_empty, think):
    """Play moves that take what `think` says and the lag; yields the clock as counted by ourselves."""
    referee, left = Referee(settings), full_clock(settings)
    for move in range(n_moves):
        n_empty = max(size * size - 2 * move, fewest_empty)
        seconds = max(MIN_SECONDS, think(left, n_empty, longest_game(size) - move)) + LAG
        referee.move(seconds)
        left = after_move(settings, left, seconds)
        yield referee, left


def can_be_played(settings, *game):
    """Whether even the fastest play keeps the time."""
    try:
        list(play_game(settings, *game, lambda *_: MIN_SECONDS))
    except OversteppedError:
        return False
    return True


seconds = st.floats(0, 10, allow_subnormal=False) | st.floats(0, 100_000, allow_subnormal=False)
limits = st.none() | seconds
time_settings = st.one_of(
    st.builds(TimeSettings, st.just("absolute"), main=seconds),
    st.builds(TimeSettings, st.just("canadian"), main=seconds, period=seconds, stones=st.integers(1, 100)),
    st.builds(TimeSettings, st.just("byoyomi"), main=seconds, period=seconds, periods=st.integers(1, 9)),
    st.builds(TimeSettings, st.just("fischer"), main=seconds, increment=seconds | st.floats(0, 0.1)),
    st.builds(
        TimeSettings,
        st.just("fischer-capped"),
        main=seconds,
        increment=seconds | st.floats(0, 0.1),
        main_limit=limits,
        move_limit=limits,
    ),
)
games = st.sampled_from([5, 9, 13, 19]).flatmap(
    lambda size: st.tuples(
        st.just(size), st.integers(1, min(400, longest_game(size))), st.integers(0, size * size)
    )
)


@given(time_settings, games)
def test_a_whole_game_never_oversteps_the_clock(settings, game):
    assume(can_be_played(settings, *game))

    def think(left, n_empty, n_ahead):
        return seconds_for_move(settings, left, n_empty, n_ahead)

    for referee, left in play_game(settings, *game, think):
        if left.stones == 0:
            assert left.seconds == pytest.approx(referee.main, abs=1e-4)
        else:
            assert (left.seconds, left.stones) == (pytest.approx(referee.period, abs=1e-4), referee.count)


@given(time_settings, seconds, seconds, st.integers(0, 9), st.integers(0, 361), st.integers(-9, 401))
def test_more_time_on_the_clock_is_never_less_for_the_move_and_never_more_than_there_is(
    settings, one, other, stones, n_empty, n_ahead
):
    times = [
        seconds_for_move(settings, TimeLeft(left, stones), n_empty, n_ahead) for left in sorted([one, other])
    ]
    assert 0 <= times[0] <= times[1] + 1e-9
    in_main_time = stones == 0 and settings.n_overtime > 0
    assert times[1] <= max(one, other) + (settings.period if in_main_time else 0)


@pytest.mark.parametrize(
    "settings, left, n_empty, at_least, at_most",
    [
        (ABSOLUTE, TimeLeft(600, 0), 361, 3.1, 600 / 180.5),
        (ABSOLUTE, TimeLeft(600, 0), 10, 57, 60),
        (ABSOLUTE, TimeLeft(600, 3), 10, 57, 60),  # stones mean nothing here
        (ABSOLUTE, TimeLeft(5, 0), 361, MIN_SECONDS, MIN_SECONDS),  # too late for 401 moves
        (ABSOLUTE, TimeLeft(0, 0), 361, 0, 0),
        (CANADIAN, TimeLeft(600, 0), 361, 11, 12),  # overtime has 12 s a move
        (CANADIAN, TimeLeft(600, 0), 40, 30, 30.02),
        (CANADIAN, TimeLeft(100, 10), 361, 9, 10),
        (CANADIAN, TimeLeft(100, 1), 361, 97, 99.95),
        (BYOYOMI, TimeLeft(600, 0), 361, 29, 29.95),
        (BYOYOMI, TimeLeft(600, 0), 20, 60, 60.02),
        (BYOYOMI, TimeLeft(0, 0), 361, 29, 29.95),
        (BYOYOMI, TimeLeft(30, 5), 361, 29, 29.95),
        (BYOYOMI, TimeLeft(4, 1), 361, 3.8, 3.95),
        (FISCHER, TimeLeft(60, 0), 361, 5.2, 5.4),
        (FISCHER, TimeLeft(2, 0), 361, 1.9, 1.95),
        (replace(FISCHER, system="fischer-capped", main_limit=60), TimeLeft(60, 0), 361, 5.2, 5.4),
        (replace(FISCHER, system="fischer-capped", main_limit=50), TimeLeft(60, 0), 361, 14.9, 15),
        (replace(FISCHER, system="fischer-capped", move_limit=2), TimeLeft(60, 0), 361, 1.9, 1.95),
    ],
)
def test_the_rules_by_example(settings, left, n_empty, at_least, at_most):
    assert at_least <= seconds_for_move(settings, left, n_empty, 401) <= at_most


@pytest.mark.parametrize("settings", [TimeSettings(), TimeSettings("canadian", main=60, period=30, stones=0)])
def test_without_a_clock_there_is_no_limit(settings):
    assert seconds_for_move(settings, TimeLeft(5, 0), 81, 90) is None
    assert limit_for(Clock(settings), BLACK, Game(5)) is None


@pytest.mark.parametrize(
    "settings, moves, left",
    [
        (ABSOLUTE, [100, 200], TimeLeft(300, 0)),
        (ABSOLUTE, [100, 600], TimeLeft(0, 0)),
        (CANADIAN, [600], TimeLeft(0, 0)),
        (CANADIAN, [590, 15], TimeLeft(295, 24)),
        (CANADIAN, [600, *([10] * 25)], TimeLeft(300, 25)),
        (CANADIAN, [600, 400], TimeLeft(0, 24)),
        (BYOYOMI, [590, 15], TimeLeft(30, 5)),
        (BYOYOMI, [600, 31, 30], TimeLeft(30, 4)),
        (BYOYOMI, [600, 1000], TimeLeft(30, 1)),
        (replace(BYOYOMI, main=0), [], TimeLeft(30, 5)),
        (FISCHER, [10, 20], TimeLeft(40, 0)),
        (FISCHER, [100], TimeLeft(5, 0)),
        (replace(FISCHER, system="fischer-capped", main_limit=58), [1], TimeLeft(58, 0)),
    ],
)
def test_a_session_counts_what_its_moves_take(settings, moves, left):
    clock = Clock(settings)
    for taken in moves:
        clock.count(BLACK, taken)
    assert clock.time_left(BLACK) == left
    assert clock.time_left(WHITE) == full_clock(settings)
    clock.restart()
    assert clock.time_left(BLACK) == full_clock(settings)


def test_the_limit_for_a_game_looks_at_the_colour_its_clock_and_the_board():
    game, clock = Game(9), Clock(TimeSettings("absolute", main=60))
    clock.left[WHITE] = TimeLeft(30, 0)
    first = limit_for(clock, BLACK, game)
    assert first == seconds_for_move(clock.settings, TimeLeft(60, 0), 81, 90)
    assert limit_for(clock, WHITE, game) == seconds_for_move(clock.settings, TimeLeft(30, 0), 81, 90)
    for vertex in ("C3", "D4", "C4"):
        game.play(vertex)
    assert limit_for(clock, BLACK, game) == seconds_for_move(clock.settings, TimeLeft(60, 0), 78, 88)
    assert limit_for(clock, BLACK, game) > first
