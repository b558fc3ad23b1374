"""How games begin: the first moves of game records, or random ones, so that games differ.

Players without randomness repeat the same game from an empty board. An opening is played twice with
colours changed, so one that favours a colour favours nobody.
"""

import os
from collections.abc import Sequence

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import PASS
from tengen.core.rng import rng_state
from tengen.core.vertex import format_vertex
from tengen.players.random_player import RandomPlayer
from tengen.records import BadRecord, GameBatch, stream_games

Opening = tuple[str, ...]  # vertices, Black first

_FEWEST_POINTS_PER_MOVE = 4


def sgf_openings(
    paths: Sequence[str | os.PathLike[str]], size: int, n_moves: int, rules: str
) -> tuple[Opening, ...]:
    """The first moves of each game of files, folders and archives, in their order, equal ones once.

    A shorter game is taken whole. GoError names the game whose moves cannot be an opening: a record
    that is bad, of another size, with set-up stones, a pass, an illegal move, or White first.
    """
    openings: dict[Opening, None] = {}
    for batch in stream_games(paths, on_error=_refuse):
        for game in range(len(batch)):
            openings[_first_moves(batch, game, size, n_moves, rules)] = None
    return tuple(openings)


def random_opening(size: int, n_moves: int, rules: str, seed: int, pair: int) -> Opening:
    """Legal moves drawn at random, none into an own eye; the same for the same seed and pair."""
    game = Game(size, rules=rules)
    # A word of another stream of the seed, far from the small seeds of the players.
    player = RandomPlayer(int(rng_state(seed, stream=1 + pair)[0]))
    for _ in range(n_moves):
        game.play(player.choose_move(game))
    return tuple(format_vertex(point, size) for _, point in game.moves)


def check_random_opening(size: int, n_moves: int) -> None:
    """GoError if so many random moves would leave no game to play."""
    most = size * size // _FEWEST_POINTS_PER_MOVE
    if not 0 <= n_moves <= most:
        raise GoError(f"{n_moves} random opening moves on {size}x{size}: use 0 to {most}")


def _refuse(bad: BadRecord) -> None:
    raise GoError(f"cannot take an opening from {bad}")


def _first_moves(batch: GameBatch, number: int, size: int, n_moves: int, rules: str) -> Opening:
    """The opening of one game of a batch."""
    games, where = batch.games, batch.origin(number)
    if games.size[number] != size:
        raise GoError(f"{where} is on size {games.size[number]}, and the match on size {size}")
    if games.first_setup[number] != games.first_setup[number + 1]:
        raise GoError(f"{where} begins with stones on the board, which is no opening of moves")
    first, end = (int(index) for index in games.first[number : number + 2])
    game = Game(size, rules=rules)
    for index in range(first, min(end, first + n_moves)):
        move, colour = int(games.moves[index]), int(games.colours[index])
        if move == PASS or colour != game.to_play:
            raise GoError(f"{where}: move {index - first + 1} is a pass or out of turn")
        try:
            game.play(move)
        except GoError as error:
            raise GoError(f"{where}: move {index - first + 1}: {error}") from None
    return tuple(format_vertex(point, size) for _, point in game.moves)
