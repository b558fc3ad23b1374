"""How games begin: the first moves of game records, or random ones, so that games differ.

Players without randomness repeat the same game from an empty board. An opening is played twice with
colours changed, so one that favours a colour favours nobody.

The games of a match: a pure function of its setting and their number.

Nothing else decides what is played, so a match that was interrupted goes on as if it had not been, and
any worker anywhere can play any game.
"""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.match.game import REFEREES
from tengen.match.job import FAILURES, Failure, GameJob
from tengen.match.sprt import Sprt
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.settings import LARGEST_NUMBER
from tengen.players.spec import format_spec, parse_player
from tengen.sgf import BadRecord, GameBatch, stream_games

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


# --- The schedule ---------------------------------------------------------------------------------


SECONDS_PER_COMMAND = 60.0
SECONDS_PER_GAME = 3600.0
_MOVES_PER_POINT = 3


@dataclass(frozen=True)
class MatchConfig:
    """All that a match is, but for the number of its games; GoError if it cannot be played."""

    first: str  # the players as text
    second: str
    size: int = 9
    komi: float = 7.5
    rules: str = "chinese-kgs"
    openings: tuple[Opening, ...] = ()  # in turn, a pair each; () for none
    random_moves: int = 0  # random opening moves, where there are no openings
    seed: int = 0  # the first of the match
    move_limit: int = 0  # 0 becomes three times the points of the board
    seconds_per_command: float = SECONDS_PER_COMMAND
    seconds_per_game: float = SECONDS_PER_GAME
    on_failure: Failure = "forfeit"
    referee: str = ""
    sprt: Sprt | None = None  # the test that may end the match early

    def __post_init__(self) -> None:
        for name in ("first", "second"):  # one way of writing it, so that settings can be compared
            object.__setattr__(self, name, format_spec(parse_player(getattr(self, name))))
        game = Game(self.size, self.komi, self.rules)
        object.__setattr__(self, "komi", game.komi)
        object.__setattr__(self, "rules", game.rules.name)
        if not self.move_limit:
            object.__setattr__(self, "move_limit", _MOVES_PER_POINT * self.size * self.size)
        check_random_opening(self.size, self.random_moves)
        self._check()

    def _check(self) -> None:
        if self.openings and self.random_moves:
            raise GoError("a match has openings or random opening moves, not both")
        for name in ("seed", "move_limit"):
            if not 0 <= getattr(self, name) <= LARGEST_NUMBER:
                what = name.replace("_", " ")
                raise GoError(f"the {what} must be a whole number from 0 to {LARGEST_NUMBER}")
        if self.move_limit <= max(self.random_moves, *map(len, self.openings), 0):
            raise GoError(f"a limit of {self.move_limit} moves leaves nothing to play after the opening")
        for name in ("seconds_per_command", "seconds_per_game"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value > 0):
                raise GoError(f"{name.replace('_', ' ')} must be a finite number above 0, not {value}")
        if self.on_failure not in FAILURES:
            raise GoError(f"a failure is one of {', '.join(FAILURES)}, not {self.on_failure!r}")
        if self.referee and self.referee not in REFEREES:
            raise GoError(f"unknown referee {self.referee!r}: choose {', '.join(REFEREES)}")


def check_pairs(n_games: int) -> None:
    """GoError for a number of games that leaves one without its pair."""
    if n_games % 2:
        raise GoError(f"games come in pairs: {n_games} is odd, use {n_games + 1}")


def game_job(setting: MatchConfig, number: int) -> GameJob:
    """The game of a number; the first player has Black in even ones.

    Both games of a pair have the same opening, and each player keeps its seed.
    """
    pair = number // 2
    seeds = setting.seed + 2 * pair, setting.seed + 2 * pair + 1
    players = setting.first, setting.second
    black, white = (0, 1) if number % 2 == 0 else (1, 0)
    return GameJob(
        number=number,
        pair=pair,
        black=players[black],
        white=players[white],
        black_seed=seeds[black],
        white_seed=seeds[white],
        size=setting.size,
        komi=setting.komi,
        rules=setting.rules,
        opening=_opening(setting, pair),
        move_limit=setting.move_limit,
        seconds_per_command=setting.seconds_per_command,
        seconds_per_game=setting.seconds_per_game,
        on_failure=setting.on_failure,
        referee=setting.referee,
    )


def _opening(setting: MatchConfig, pair: int) -> Opening:
    """The opening of a pair; when all have been played they begin again."""
    if setting.openings:
        return setting.openings[pair % len(setting.openings)]
    if not setting.random_moves:
        return ()
    return random_opening(setting.size, setting.random_moves, setting.rules, setting.seed, pair)
