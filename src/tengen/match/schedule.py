"""The games of a match: a pure function of its setting and their number.

Nothing else decides what is played, so a match that was interrupted goes on as if it had not been, and
any worker anywhere can play any game.
"""

import math
from dataclasses import dataclass

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.match.job import FAILURES, Failure, GameJob
from tengen.match.openings import Opening, check_random_opening, random_opening
from tengen.match.referee import REFEREES
from tengen.match.sprt import Sprt
from tengen.players.settings import LARGEST_NUMBER
from tengen.players.spec import format_spec, parse_player

SECONDS_PER_COMMAND = 60.0
SECONDS_PER_GAME = 3600.0
_MOVES_PER_POINT = 3


@dataclass(frozen=True)
class MatchSetting:
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


def game_job(setting: MatchSetting, number: int) -> GameJob:
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


def _opening(setting: MatchSetting, pair: int) -> Opening:
    """The opening of a pair; when all have been played they begin again."""
    if setting.openings:
        return setting.openings[pair % len(setting.openings)]
    if not setting.random_moves:
        return ()
    return random_opening(setting.size, setting.random_moves, setting.rules, setting.seed, pair)
