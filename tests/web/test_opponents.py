"""Levels and players' texts: what a page may ask for."""

import re
import time
from pathlib import Path

import numba
import pytest

from tengen import Game, GoError
from tengen.core.points_jit import PASS
from tengen.players.mcts_player import DEFAULT_PLAYOUTS
from tengen.players.spec import PLAYERS, make_player, parse_player
from tengen.web.game.opponents import LEVELS, player_of
from tengen.web.limits import MEMORY_MB, PLAYOUTS_A_MOVE, SECONDS_A_MOVE
from tengen.web.messages.requests import MAX_NAME, NewGame

DOCS = Path(__file__).parents[2] / "docs" / "players.md"


def test_the_default_opponent_is_a_level() -> None:
    assert NewGame().white in [level.name for level in LEVELS]


def test_levels_have_names_of_their_own_and_a_sentence() -> None:
    names = [level.name for level in LEVELS]
    assert len(set(names)) == len(names)
    assert not set(names) & {*PLAYERS, "human"}
    for level in LEVELS:
        assert len(level.name) <= MAX_NAME
        assert level.about.endswith(".")


def test_the_table_of_players_md_has_all_levels_in_their_order() -> None:
    section = DOCS.read_text().partition("\n## Levels\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", section, re.MULTILINE)
    assert listed == [(level.name, level.player) for level in LEVELS]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_level_is_a_player_within_the_limits(level) -> None:
    for size in (5, 9, 19):
        spec = parse_player(player_of(level.name, size))
        assert spec == parse_player(player_of(level.player, size))
        assert spec.settings["playouts"] <= PLAYOUTS_A_MOVE
        assert spec.settings["seconds"] == SECONDS_A_MOVE
        assert spec.settings["memory_mb"] == MEMORY_MB
    assert {**spec.settings, **parse_player(level.player).settings} == spec.settings


def test_a_level_plays() -> None:
    game = Game(5)
    player = make_player(player_of("first-steps", 5), 1)
    move = player.choose_move(game)
    assert move == PASS or game.is_legal(move)


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="interpreted code is slow")
def test_the_default_level_answers_on_9x9_within_two_seconds() -> None:
    game = Game(9)
    player = make_player(player_of(NewGame().white, 9), 1)
    game.play(player.choose_move(game))  # compiled code is loaded
    begun = time.process_time()
    player.choose_move(game)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    "text, size, named",
    [
        ("random", 19, {}),
        ("naive:seed=3", 9, {"seed": 3}),
        ("td:depth=3", 5, {"depth": 3}),
        ("dag-rnn:temperature=0.5", 9, {"temperature": 0.5}),
        ("dag-rnn:net=large", 9, {"net": "large"}),
        (" mcts:playouts=20000,threads=2 ", 9, {"playouts": 20000, "threads": 2, "seconds": 10}),
        ("mcts:seconds=2", 9, {"seconds": 2}),
        ("mcts:memory_mb=128", 9, {"memory_mb": 128}),
        ("mcts:prior_net=small", 9, {"prior_net": "small"}),
        ("mcts:book_file=none,ownership=paper", 19, {"book_file": None, "ownership": "paper"}),
    ],
)
def test_players_texts_are_taken(text: str, size: int, named: dict[str, object]) -> None:
    settings = parse_player(player_of(text, size)).settings
    assert {name: settings[name] for name in named} == named


@pytest.mark.parametrize("text", ["mcts", "mcts:playouts=none", "mcts:policy=lgr1,seconds=none"])
def test_a_search_that_nobody_limits_is_the_one_of_other_front_ends(text: str) -> None:
    settings = parse_player(player_of(text, 9)).settings
    assert (settings["playouts"], settings["seconds"]) == (DEFAULT_PLAYOUTS, SECONDS_A_MOVE)


def test_who_names_seconds_gets_no_playouts() -> None:
    assert "playouts" not in parse_player(player_of("mcts:seconds=2", 9)).settings


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("", "'' is no level and no player"),
        ("esy", r"'esy' is no level and no player \(did you mean easy\?\)"),
        ("human", "'human' is no level and no player"),
        ("x" * 1000, f"^'{'x' * 40}' is no level and no player: choose one of first-steps, easy, "),
        ("easy:playouts=3", "the level easy takes no settings: write a player instead"),
        ("mcts:playouts=20001", "playouts is at most 20000, not 20001"),
        ("mcts:seconds=11", "seconds is at most 10, not 11"),
        ("mcts:threads=3", "threads is at most 2, not 3"),
        ("mcts:memory_mb=257", "memory_mb is at most 256, not 257"),
        ("mcts:ponder=yes", "use ponder=no"),
        ("mcts:prior_net=/etc/passwd", "prior_net cannot be a file: choose one of paper, nine, small, large"),
        ("mcts:ownership=../net", "ownership cannot be a file"),
        ("mcts:book_file=/etc/passwd", "book_file cannot be a file: use the shipped one"),
        ("mcts:nonsense=1", "unknown setting 'nonsense'"),
        ("dag-rnn:net=/etc/passwd", "net cannot be a file"),
        ("dag-rnn:depth=2,width=21", "width is at most 20"),
        ("dag-rnn:depth=2,averaged=yes", "only one of a larger net, depth=2 and averaged=yes"),
        ("dag-rnn:net=large,depth=2", "only one of a larger net, depth=2 and averaged=yes"),
        ("td", "the net katatsugi plays on 5x5, not on 9x9"),
        ("td:net=/etc/passwd", "net cannot be a file"),
        ("td:depth=11", "depth is at most 10"),
        ("gnugo", "not given leave to start programs such as gnugo"),
        ("gtp:/bin/sh -c ls", "not given leave to start programs such as gtp"),
    ],
)
def test_other_texts_are_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(GoError, match=sentence):
        player_of(text, 9)


def test_programs_are_started_only_by_leave() -> None:
    assert player_of("gnugo:level=3", 9, allow_programs=True) == "gnugo:level=3"
    assert player_of("gtp:gnugo --mode gtp", 9, allow_programs=True) == "gtp:gnugo --mode gtp"
