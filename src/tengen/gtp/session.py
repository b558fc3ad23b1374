"""What the commands of one GTP session share: a game, a player, clocks.

A command that may fail builds the new game beside the old one and puts it in place when all is well.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tengen.core.errors import IllegalMoveError
from tengen.core.game import Game
from tengen.core.rules import Rules
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.protocol import Command, GtpError
from tengen.players.analysis import KeepsCache
from tengen.players.clock import Clock
from tengen.players.player import Player
from tengen.records.positions import MAX_MOVES

OwnCommands = dict[str, Command]  # the commands of one theme, by name


@dataclass(frozen=True)
class Resignation:
    """Who gave up, and after how many moves: it holds until the game goes on."""

    colour: int
    n_moves: int


@dataclass
class Session:
    """The state of a session."""

    player: Player
    game: Game
    handicap: int = 0  # stones given to Black before the first move, for the record
    time: Clock = field(default_factory=Clock)
    played: frozenset[int] = frozenset()  # the colours for which the player moved in this game
    resignation: Resignation | None = None
    has_just_moved: bool = False  # the opponent is thinking, so the player may think too
    seconds_used: float = 0.0  # by the last choice of a move
    live_graphics: bool = False  # show GoGui on stderr what a search sees
    lines: LineQueue | None = None  # what comes in, while the session is served

    def put(self, game: Game, handicap: int = 0) -> None:
        """Go on with another game; what the player learned in this one is forgotten."""
        if isinstance(self.player, KeepsCache):
            self.player.clear_cache()
        self.game = game
        self.handicap = handicap
        self.played = frozenset()
        self.resignation = None

    @property
    def resigned(self) -> int | None:
        """The colour that gave up in the present position, or None."""
        if self.resignation is None or self.resignation.n_moves != self.game.n_moves:
            return None
        return self.resignation.colour

    def clear(self, size: int) -> None:
        """An empty board and full clocks; komi, rules and time settings stay."""
        self.put(Game(size, self.game.komi, self.game.rules))
        self.time.restart()

    def set_up(self, colours: npt.NDArray[np.uint8], to_play: int, handicap: int = 0) -> None:
        """A position, (N_POINTS,) uint8, to begin from; GoError if some stones have no liberty."""
        game = Game.from_colours(self.game.size, colours, to_play, self.game.komi, self.game.rules)
        self.put(game, handicap)


def play_move(game: Game, point: int, colour: int) -> None:
    """Play a move; a game without end is refused, for each move is kept to be undone."""
    if game.n_moves >= MAX_MOVES:
        raise GtpError(f"the game has {MAX_MOVES} moves already")
    try:
        game.play(point, colour)
    except IllegalMoveError as error:
        raise GtpError(f"illegal move: {error}") from None


def with_turn(game: Game, colour: int) -> Game:
    """The game if it is the colour's turn, otherwise a copy in which it is."""
    if game.to_play == colour:
        return game
    other = game.copy()
    other.board.to_play = colour
    return other


def first_position(game: Game) -> Game:
    """The game before its first move."""
    first = game.copy()
    while first.moves:
        first.undo()
    return first


def under_rules(game: Game, rules: Rules) -> Game:
    """The same moves by other rules, as superko keys depend on them; GoError if one is illegal."""
    first = first_position(game)
    other = Game.from_colours(game.size, first.board.colour, first.to_play, game.komi, rules)
    for colour, point in game.moves:
        other.play(point, colour)
    return with_turn(other, game.to_play)
