"""The search player: presets, passing, resigning, pondering, and what it tells about its thoughts."""

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.errors import GoError
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.core.rules import parse_rules
from tengen.mcts.searcher import Searcher
from tengen.players import mcts_player
from tengen.players.player import Analyst, ObeysClock, Ponders, Resigns
from tengen.players.spec import make_player
from tests.core.positions import to_point
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="needs thousands of playouts")

N_PLAYOUTS = 300

# Split down the middle: all is settled, Black has 28 points of 49.
SETTLED = """
    . X . X O . O
    X X X X O O .
    . . X X O . .
    X X X X O O O
    X . X X O . O
    X X X X O O .
    . X . X O O O"""


def player(text="mcts", **settings):
    settings = {"playouts": N_PLAYOUTS, "memory_mb": 20, **settings}
    return make_player(f"{text}:{','.join(f'{name}={value}' for name, value in settings.items())}", seed=1)


def test_it_is_all_that_front_ends_may_ask_for():
    for kind in (Analyst, ObeysClock, Ponders, Resigns):
        assert isinstance(player(), kind)


def test_orego_is_the_player_of_the_paper():
    orego = player(preset="orego")
    assert (orego.rave_bias, orego.prior, orego.expand, orego.choice) == (0.0009, 20, 2, "wins")
    assert orego.refuse == 0
    assert (orego.early_stop, orego.early_pass, orego.win_stay, orego.resign) == (False, False, True, 0.1)
    assert player(preset="orego", refuse=0.5).refuse == 0.5


def test_the_same_seed_gives_the_same_game():
    def moves(seed):
        one, game = player(seed=seed), Game(5)
        for _ in range(6):
            game.play(one.choose_move(game))
        return game.moves

    assert moves(3) == moves(3)
    assert moves(3) != moves(4)


def test_a_new_game_begins_without_memory():
    one = player()
    for _ in range(2):
        one.choose_move(Game(5))
        assert one.analyse(Game(5), playouts=1).visits == 1


@pytest.mark.parametrize("preset", ["orego", "tengen"])
def test_a_pass_is_answered_by_a_pass_if_that_wins(preset):
    game = Game.from_diagram(SETTLED, to_play=WHITE, komi=0.5)
    game.play("pass")
    assert player(preset=preset).choose_move(game) == PASS


@pytest.mark.parametrize("preset", ["orego", "tengen"])
def test_where_dead_stones_stay_a_pass_is_not_answered_by_a_pass_that_loses(preset):
    rules = parse_rules("chinese-kgs").where_dead_stay()
    game = Game.from_diagram(SETTLED, to_play=BLACK, komi=0.5, rules=rules)
    game.play("pass")  # White is behind
    assert player(preset=preset, resign=0).choose_move(game) != PASS


@pytest.mark.parametrize("preset", ["orego", "tengen"])
def test_a_pass_is_answered_by_a_pass_where_nothing_is_left_to_gain_though_it_loses(preset):
    game = Game.from_diagram(SETTLED, to_play=BLACK, komi=0.5)
    game.play("pass")
    one = player(preset=preset, resign=0)
    assert one.choose_move(game) == PASS
    assert one.explain_last_move() == "nothing is left to gain"


@pytest.mark.parametrize("spec", ["mcts:playouts=20", "dag-rnn", "td", "td:depth=2", "td:net=koten"])
@pytest.mark.parametrize("komi", [0.5, 30.5])
def test_a_first_pass_is_answered_by_a_move(spec, komi):
    game = Game(5, komi=komi)
    game.play("pass")
    assert make_player(spec, 1).choose_move(game) != PASS


def test_it_passes_first_when_all_is_settled_and_won():
    def reason(**settings):
        one = player(**settings)
        one.choose_move(Game.from_diagram(SETTLED, to_play=BLACK, komi=0.5))
        return one.explain_last_move()

    assert reason() == "passing wins the game"
    assert reason(early_pass="no") != "passing wins the game"
    behind = player()
    behind.choose_move(Game.from_diagram(SETTLED, to_play=BLACK, komi=20.5))
    assert behind.explain_last_move() != "passing wins the game"


def test_dead_stones_that_decide_the_count_are_taken_off():
    """All stones count as they stand: with this komi Black must capture to win, and does."""
    game = Game.from_diagram(
        """
        . X . X .
        X X X X X
        X . O . X
        X X X X X
        . X . X .""",
        to_play=BLACK,
        komi=23.5,
        rules="tromp-taylor",
    )
    one = player(resign=0)
    while not game.is_over:
        game.play(one.choose_move(game) if game.to_play == BLACK else PASS)
    assert int((game.board.colour == WHITE).sum()) == 0
    assert game.score() > 0


def test_a_lost_game_is_resigned_and_a_won_one_is_not():
    one = player(resign=0.2)
    game = Game.from_diagram(SETTLED, to_play=WHITE, komi=0.5)
    one.choose_move(game)
    assert one.wants_to_resign()
    one.choose_move(Game.from_diagram(SETTLED, to_play=BLACK, komi=0.5))
    assert not one.wants_to_resign()
    never = player(resign=0)
    never.choose_move(game)
    assert not never.wants_to_resign()


def test_an_analysis_tells_candidates_owners_and_score():
    game = Game.from_diagram(SETTLED, to_play=WHITE, komi=0.5)
    reports = []
    found = player().analyse(game, reports.append, every=0.01, playouts=N_PLAYOUTS)
    assert found.to_play == WHITE
    assert found.visits >= N_PLAYOUTS - 1
    assert found.score_lead < 0
    assert found.win_rate < 0.5
    assert found.ownership[to_point((0, 0))] < -0.5  # Black's corner, seen by White
    assert found.ownership[to_point((0, 6))] > 0.5
    assert found.candidates
    for candidate in found.candidates:
        assert candidate.line[0] == candidate.move
        assert candidate.lower_bound <= candidate.win_rate
    assert sum(candidate.prior for candidate in found.candidates) <= 1.0001
    assert reports[-1].visits == found.visits
    assert np.abs(found.ownership).max() <= 1


def test_moves_to_avoid_are_not_looked_at():
    game = Game(5)
    best = player().analyse(game, playouts=N_PLAYOUTS).candidates[0].move
    found = player().analyse(game, playouts=N_PLAYOUTS, avoid=frozenset({best}))
    assert best not in [candidate.move for candidate in found.candidates if candidate.visits]


def test_stop_ends_an_endless_analysis():
    one = player()
    one.analyse(Game(5), playouts=1)

    def stop_from_another_thread(analysis):  # told by a search that runs: one that begins does not hear it
        threading.Thread(target=one.stop).start()

    assert one.analyse(Game(5), stop_from_another_thread, every=0.01).visits > 1


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on only when it is told to, and the budgets that searches were given."""
    clock = SimpleNamespace(now=1000.0, budgets=[])

    def think(searcher, game, *, playouts=None, seconds=None, **_options):
        clock.budgets.append({"playouts": playouts, "seconds": seconds})
        really_think(searcher, game, playouts=1)

    really_think = Searcher.think
    monkeypatch.setattr(Searcher, "think", think)
    monkeypatch.setattr(mcts_player, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def test_what_comes_before_the_search_is_time_of_the_move_too(monkeypatch, clock):
    def look_slowly(game, *, early):
        clock.now += 0.5

    monkeypatch.setattr(mcts_player, "look_at_end", look_slowly)
    one = player(playouts="none", early_stop="no")
    one.set_time_limit(0.6)
    one.choose_move(Game(5))
    one.set_time_limit(0.4)
    one.choose_move(Game(5))
    assert [budget["seconds"] for budget in clock.budgets] == pytest.approx([0.1, 0.0])


def test_a_time_limit_is_kept_to_and_can_be_taken_away(clock):
    """That a search keeps to its seconds is told in tests/mcts."""
    one = player(playouts="none")
    one.set_time_limit(0.1)
    one.choose_move(Game(5))
    one.playouts = 2
    one.set_time_limit(None)
    one.choose_move(Game(5))
    assert clock.budgets == [{"playouts": None, "seconds": 0.1}, {"playouts": 2, "seconds": None}]


def test_a_search_that_nobody_limits_has_8000_playouts_and_a_clock_or_seconds_take_their_place(clock):
    one, told = make_player("mcts:memory_mb=20"), make_player("mcts:memory_mb=20,seconds=3")
    one.choose_move(Game(5))
    one.set_time_limit(2.0)
    one.choose_move(Game(5))
    told.choose_move(Game(5))
    assert clock.budgets == [
        {"playouts": 8000, "seconds": None},
        {"playouts": None, "seconds": 2.0},
        {"playouts": None, "seconds": 3.0},
    ]


def test_pondering_goes_on_in_the_background_and_its_work_is_kept():
    one = player(ponder="yes")
    game = Game(5)
    game.play(one.choose_move(game))
    one.start_pondering(game)
    searcher = one._searcher
    wait_until(lambda: searcher.n_moves >= 5000)
    one.stop_pondering()
    done = searcher.n_moves
    assert done >= 5000
    assert one._pondering is None
    visits = one.analyse(game, playouts=1).visits
    assert visits > 10
    one.stop_pondering()  # nothing to stop


def test_a_player_that_was_not_told_to_ponder_does_not():
    one = player()
    one.start_pondering(Game(5))
    assert one._pondering is None


def test_settings_can_be_read_and_changed_while_it_lives():
    one = player()
    assert one.parameters()["policy"] == "lgrf2"
    one.set_parameter("playouts", "7")
    assert one.playouts == 7
    with pytest.raises(GoError, match=r"refuse cannot be 2\.0"):
        one.set_parameter("refuse", "2")
    assert one.refuse == 0.9


def test_a_preset_named_later_makes_the_same_player_as_one_named_at_once():
    one = player(refuse=0.5)
    for preset in ("orego", "tengen", "orego"):
        one.set_parameter("preset", preset)
        other = make_player(f"mcts:preset={preset}")
        for name in ("preset", "refuse", "learned", "prior", "early_stop", "early_pass"):
            assert one.parameters()[name] == other.parameters()[name]
    assert one.playouts == N_PLAYOUTS


def test_the_last_move_is_explained():
    one = player()
    assert "no move" in one.explain_last_move()
    move = one.choose_move(Game(5))
    lines = one.explain_last_move().splitlines()
    assert lines[0].endswith("playouts")
    assert parse_vertex(lines[1].split(":")[0], 5) == move
    game = Game.from_diagram(SETTLED, to_play=BLACK, komi=0.5)
    one.choose_move(game)
    assert one.explain_last_move() == "passing wins the game"
