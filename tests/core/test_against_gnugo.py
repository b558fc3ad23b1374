"""Differential games against GNU Go 3.8: legal moves, stones, captures after each move, score at the end."""

import random

import pytest
from numba import config

from tengen import Rules
from tengen.core.board_jit import is_eye, sides
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, WHITE
from tests.core.positions import SIGNS, both, to_pair
from tests.reference import gnugo as referee
from tests.reference.gnugo import GnuGo, needs_gnugo

# GNU Go overlooks repetitions by suicide, so superko and suicide are not compared together.
RULE_SETS = [
    Rules("simple", "simple", False),
    Rules("positional", "positional", False),
    Rules("situational", "situational", False),
    Rules("simple-suicide", "simple", True),
]
GAMES_BY_SIZE = {4: 8, 5: 8, 7: 6, 9: 4}  # for each of the rule sets: 104 games in all
N_GAMES = len(RULE_SETS) * sum(GAMES_BY_SIZE.values())


def test_at_least_a_hundred_games_are_compared():
    assert N_GAMES >= 100


@needs_gnugo
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size", GAMES_BY_SIZE)
def test_random_games_have_no_difference_with_gnugo(size, rules):
    n_games = 1 if config.DISABLE_JIT or config.BOUNDSCHECK else GAMES_BY_SIZE[size]
    with GnuGo(rules.ko, rules.suicide) as gnugo:
        for seed in range(n_games):
            play_and_compare(gnugo, size, rules, seed)


@needs_gnugo
@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("size, n_games", [(5, 150), (9, 75), (13, 20), (19, 5)])
def test_a_thousand_random_games_have_no_difference_with_gnugo(size, n_games, rules):
    with GnuGo(rules.ko, rules.suicide) as gnugo:
        for seed in range(1_000, 1_000 + n_games):
            play_and_compare(gnugo, size, rules, seed)


def play_and_compare(gnugo, size, rules, seed):
    """One random game to its end; the moves fill no own eyes, so that life and death are settled."""
    chance = random.Random(seed)
    game, _ = both(size, rules)
    referee.start_game(gnugo, size)
    while not game.is_over and len(game.moves) < referee.N_MOVES_REMEMBERED - 1:
        colour = game.to_play
        legal = game.legal()
        assert legal_pairs(legal, size) == referee.legal_points(gnugo, SIGNS[colour], size)
        sensible = [vertex for vertex in legal if not fills_own_eye(game, vertex)]
        move = chance.choice(sensible) if sensible else "pass"
        gnugo.command(f"play {referee.colour_name(SIGNS[colour])} {move}")
        game.play(move)
        for side in (BLACK, WHITE):
            assert stones(game, side) == referee.stones(gnugo, SIGNS[side], size)
            assert game.captures(side) == referee.captures(gnugo, SIGNS[side])
    if game.is_over:
        assert game.score() == referee.final_score(gnugo)


def fills_own_eye(game, vertex):
    own_side, other_side = sides(game.board, parse_vertex(vertex, game.size), game.to_play)
    return is_eye(own_side, other_side)


def legal_pairs(vertices, size):
    return sorted(to_pair(parse_vertex(vertex, size)) for vertex in vertices)


def stones(game, colour):
    return sorted(to_pair(point) for point in (game.board.colour == colour).nonzero()[0].tolist())
