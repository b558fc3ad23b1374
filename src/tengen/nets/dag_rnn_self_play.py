"""Games of a territory net for a bootstrap: by the areas it expects, or at random, to the very end.

A move is drawn in proportion to e^(area / temperature) among legal ones (1-ply, section 3.4 of Wu & Baldi).
Nobody fills own one-point eyes, and who has nothing else left passes: so all stones on the board live at the
end.
"""

from collections.abc import Callable

import numpy as np

from tengen.core.game import Game
from tengen.core.points import BLACK, PASS
from tengen.nets.foresight import Foresight
from tengen.nets.replies import playable_moves

Chooser = Callable[[Game, np.random.Generator], int]
_MOVES_PER_POINT = 4  # at most in a game; superko ends nearly all before


def choose_at_random(game: Game, rng: np.random.Generator) -> int:
    """Any playable move, or PASS without one."""
    moves = playable_moves(game)
    return int(rng.choice(moves)) if moves else PASS


def by_areas(foresight: Foresight, temperature: float) -> Chooser:
    """Playable moves by the areas that a net expects after them."""

    def choose(game: Game, rng: np.random.Generator) -> int:
        moves = playable_moves(game)
        if not moves:
            return PASS
        areas = foresight.areas_after(game, moves) / temperature
        shares = np.exp(areas - areas.max())
        return int(rng.choice(moves, p=shares / shares.sum()))

    return choose


def play_game(size: int, black: Chooser, white: Chooser, rng: np.random.Generator) -> Game:
    """A game until both pass, or very many moves."""
    game = Game(size, komi=0)
    while not game.is_over and len(game.moves) < _MOVES_PER_POINT * size * size:
        game.play((black if game.to_play == BLACK else white)(game, rng))
    return game


def points_of_first(
    size: int, first: Chooser, second: Chooser, n_games: int, rng: np.random.Generator
) -> float:
    """Games won by the first of two, without komi, colours in turns; a draw is half of one."""
    points = 0.0
    for number in range(n_games):
        is_black = number % 2 == 0
        players = (first, second) if is_black else (second, first)
        score = play_game(size, *players, rng).score() * (1 if is_black else -1)
        points += 0.5 if score == 0 else float(score > 0)
    return points
