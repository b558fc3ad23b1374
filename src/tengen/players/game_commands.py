"""A game as GTP commands, for a program that shall see the same board.

Moves alone are sent while the game just goes on; anything else (a new game, moves taken back, another
komi) is told from the beginning. The stones of a first position become a free handicap if they are
Black's and White is to play, otherwise plays of both colours: stones of which every chain has a liberty
can be played in any order, and nothing is captured on the way. One thing cannot be told: a program with
superko remembers the boards on the way, too, and might take one for a repetition.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tengen.core.game import Game
from tengen.core.points import BLACK, WHITE
from tengen.core.rules import Rules
from tengen.core.vertex import format_vertex

GTP_COLOURS = {BLACK: "black", WHITE: "white"}
_MIN_HANDICAP = 2  # GTP calls one stone no handicap


@dataclass(frozen=True)
class ToldGame:
    """What a program knows of a game."""

    beginning: tuple[int, float, Rules, int]  # size, komi, rules, superko key of the first position
    moves: tuple[tuple[int, int], ...]  # (colour, point)

    def after(self, colour: int, move: int) -> "ToldGame":
        """The game with one more move."""
        return ToldGame(self.beginning, (*self.moves, (colour, move)))


def told_game(game: Game) -> ToldGame:
    """What a program knows that was told the whole game."""
    return ToldGame((game.size, game.komi, game.rules, int(game.history[0])), tuple(game.moves))


def commands_to_tell(game: Game, known: ToldGame | None, knows: Callable[[str], bool]) -> list[str]:
    """The commands after which a program that knows `known` has the board of `game`.

    knows -- whether the program has a command
    """
    now = told_game(game)
    if known and known.beginning == now.beginning and now.moves[: len(known.moves)] == known.moves:
        return _plays(now.moves[len(known.moves) :], game.size)
    start = [f"boardsize {game.size}", "clear_board", f"komi {game.komi:g}"]
    return start + _first_stones(game, knows) + _plays(now.moves, game.size)


def _first_stones(game: Game, knows: Callable[[str], bool]) -> list[str]:
    """The stones on the board before the first move."""
    first = game.copy()
    while first.moves:
        first.undo()
    colours = first.board.colour
    stones = [(colour, int(point)) for colour in GTP_COLOURS for point in np.flatnonzero(colours == colour)]
    is_handicap = first.to_play == WHITE and all(colour == BLACK for colour, _ in stones)
    if is_handicap and len(stones) >= _MIN_HANDICAP and knows("set_free_handicap"):
        return [" ".join(["set_free_handicap", *(format_vertex(point, game.size) for _, point in stones)])]
    return _plays(stones, game.size)


def _plays(moves: Sequence[tuple[int, int]], size: int) -> list[str]:
    return [f"play {GTP_COLOURS[colour]} {format_vertex(point, size)}" for colour, point in moves]
