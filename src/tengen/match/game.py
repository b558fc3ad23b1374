"""GNU Go's opinion of a finished game, beside our own count.

Our board decides. The claim is kept so that disagreements can be counted: GNU Go takes dead stones
off, which our count leaves where they are.

One game between two players, of whom neither is trusted.

Our own board judges legality and score. A side that fails loses the game or voids it, as the job says:
its program wrote what is no answer, or made a move that is none. Two faults say nothing of who is stronger:

- A program that ends in the middle of the game is started again and told the game. Where it ends at the same
  position again, as GNU Go does on long ladders, another player, which is always the same, makes its moves
  to the end of the game, and the result says so. Neither losing such games nor leaving them out would be
  fair: they are those in which much was to be read. A program that ends before its first move has failed.
- Time limits are those of the runner, who may share his machine with others; no clock was declared to the
  players. A game that ends by one is played once again, and void if it does so again.

A
program that cannot be started, or gives no answer to its first commands, and a player that does not play
on the board always void the game: that is a mistake in the setting of the match, not weak play.
"""

import os
import platform
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from tengen import __version__
from tengen.core.errors import GoError
from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, WHITE, opponent
from tengen.core.rules import parse_rules
from tengen.core.system_info import commit, processor
from tengen.match.job import PLAYED_ON, Ending, GameJob, GameResult, Winner
from tengen.players.controller import Controller, DiedError, NoAnswerError, StartError
from tengen.players.external import ExternalPlayer, GnuGoPlayer, sync_commands
from tengen.players.player import KnowsSizes, Player, Resigns
from tengen.players.spec import make_player

REFEREES = ("gnugo",)


def claimed_score(game: Game, time_limit: float) -> str:
    """What GNU Go's `final_score` says, "B+3.5", "W+12" or "0"; GoError if it fails or is not installed.

    time_limit -- seconds to wait for any of its answers
    """
    with Controller(GnuGoPlayer().command_line(), time_limit=time_limit) as gnugo:
        for command in sync_commands(game, None, gnugo.knows):
            gnugo.send(command)
        return parse_claim(gnugo.send("final_score"))


def parse_claim(answer: str) -> str:
    """A score without the zeros that GNU Go writes ("W+2.0"); GoError if it is none."""
    sign, plus, points = answer.strip().partition("+")
    try:
        if sign == "0" and not plus:
            return "0"
        if sign not in ("B", "W") or not plus:
            raise ValueError
        return f"{sign}+{float(points):g}"
    except ValueError:
        raise GoError(f"the referee's score is none: {answer[:40]!r}") from None


# --- A game ---------------------------------------------------------------------------------------


SUBSTITUTE = "mcts:playouts=2000,memory_mb=64"  # moves for a program that has died for good
_TRIES = 2  # of a game that ends by a time limit

_WINNERS: dict[int, Winner] = {BLACK: "B", WHITE: "W"}


@dataclass
class _Side:
    """A player with its colour and its clock."""

    player: Player
    colour: int
    job: GameJob
    seed: int
    version: str = __version__
    seconds: float = 0.0  # used so far
    n_moves: int = 0  # made so far
    substitute: Player | None = None  # who moves since the program has died for good
    played_on: str = ""  # in words

    def start(self) -> None:
        """Start a program and hear its first answers; GoError if the player cannot play on this board."""
        if isinstance(self.player, ExternalPlayer):
            self.player.time_limit = self.job.seconds_per_command
            self.version = self.player.version()
        if isinstance(self.player, KnowsSizes):
            self.player.check_size(self.job.size)

    def choose_move(self, game: Game) -> int:
        """The player's move on its own clock; GoError if the player fails."""
        before = time.monotonic()
        if isinstance(self.player, ExternalPlayer):
            self.player.deadline = before + self.job.seconds_per_game - self.seconds
        try:
            move = self._asked(game)
        finally:
            self.seconds += time.monotonic() - before
        if self.seconds > self.job.seconds_per_game:
            raise _LateError(f"{self.player.name} used more than {self.job.seconds_per_game:g} s in the game")
        self.n_moves += 1
        return move

    def _asked(self, game: Game) -> int:
        """The move of whoever moves for this side."""
        if self.substitute:
            return self.substitute.choose_move(game)
        try:
            return self.player.choose_move(game)
        except DiedError as error:
            if not self.n_moves:
                raise
            where = f"{COLOUR_NAMES[self.colour]}, twice at move {len(game.moves) + 1}"
            self.played_on = f"{where}: {error}; {SUBSTITUTE} {PLAYED_ON}"
            self.substitute = make_player(SUBSTITUTE, self.seed)
            return self.substitute.choose_move(game)

    def resigns(self) -> bool:
        """Whether the player gave up when it was last asked for a move."""
        player = self.substitute or self.player
        return isinstance(player, Resigns) and player.wants_to_resign()

    def last_words(self) -> str:
        """What a program wrote on stderr; all of it is known when the program has ended."""
        return self.player.stderr_tail if isinstance(self.player, ExternalPlayer) else ""


@dataclass(frozen=True)
class _Outcome:
    """How a game ended."""

    ending: Ending
    winner: Winner | None = None
    reason: str = ""
    score: float | None = None
    claim: str | None = None
    failed: _Side | None = None  # whose last words are kept
    is_late: bool = False  # by a time limit


class _LateError(GoError):
    """A player has used up its time."""


def play_game(job: GameJob) -> GameResult:
    """Play a game to its end; whatever a program does, this returns, and the program is gone.

    GoError only if the job itself is wrong: no such player, rules or opening.
    """
    started = _now()
    for _ in range(_TRIES):
        game, sides, outcome = _play_once(job)
        if not outcome.is_late:
            break
    return _result(game, sides, outcome, started)


def _play_once(job: GameJob) -> tuple[Game, Mapping[int, _Side], _Outcome]:
    """A game with players of its own, and how it ended."""
    game = Game(job.size, job.komi, parse_rules(job.rules).where_dead_stay())
    for vertex in job.opening:
        game.play(vertex)
    sides = {
        BLACK: _Side(make_player(job.black, job.black_seed), BLACK, job, job.black_seed),
        WHITE: _Side(make_player(job.white, job.white_seed), WHITE, job, job.white_seed),
    }
    with ExitStack() as programs:
        for side in sides.values():
            if isinstance(side.player, ExternalPlayer):
                programs.enter_context(side.player)
        outcome = _start(sides) or _play_on(game, sides, job)
    return game, sides, outcome


def _start(sides: Mapping[int, _Side]) -> _Outcome | None:
    """Start both players; an outcome if one of them cannot be."""
    for side in sides.values():
        try:
            side.start()
        except GoError as error:
            return _Outcome("void", reason=str(error), failed=side)
    return None


def _play_on(game: Game, sides: Mapping[int, _Side], job: GameJob) -> _Outcome:
    """Play from the opening to the end."""
    while not game.is_over:
        if len(game.moves) >= job.move_limit:
            return _count(game, "move limit")
        side = sides[game.to_play]
        try:
            move = side.choose_move(game)
            if not side.resigns():
                game.play(move)
                continue
        except (NoAnswerError, _LateError) as error:
            return _void(side, str(error), is_late=True)
        except StartError as error:  # it could be started before
            return _void(side, str(error))
        except GoError as error:
            return _failure(side, str(error), job)
        return _Outcome("resign", winner=_WINNERS[opponent(side.colour)])
    return _referee(game, _count(game, "score"), job)


def _count(game: Game, ending: Ending) -> _Outcome:
    """The end by area; all stones on the board are alive."""
    score = game.score()
    winner = None if score == 0 else _WINNERS[BLACK if score > 0 else WHITE]
    return _Outcome(ending, winner, score=score)


def _void(side: _Side, reason: str, *, is_late: bool = False) -> _Outcome:
    """The end by what says nothing of who is stronger."""
    reason = f"{COLOUR_NAMES[side.colour]}: {reason}"
    return _Outcome("void", reason=reason, failed=side, is_late=is_late)


def _failure(side: _Side, reason: str, job: GameJob) -> _Outcome:
    """The end by a side that failed, as the job says."""
    reason = f"{COLOUR_NAMES[side.colour]}: {reason}"
    winner = _WINNERS[opponent(side.colour)] if job.on_failure == "forfeit" else None
    return _Outcome(job.on_failure, winner, reason, failed=side)


def _referee(game: Game, outcome: _Outcome, job: GameJob) -> _Outcome:
    """The same outcome with what the referee claims, if one is asked for."""
    if not job.referee:
        return outcome
    try:
        claim, reason = claimed_score(game, job.seconds_per_command), ""
    except GoError as error:
        claim, reason = None, f"no claim of the referee: {error}"
    return _Outcome(outcome.ending, outcome.winner, reason, outcome.score, claim)


def _result(game: Game, sides: Mapping[int, _Side], outcome: _Outcome, started: str) -> GameResult:
    """Everything that is worth keeping, when the programs have ended."""
    black, white = sides[BLACK], sides[WHITE]
    return GameResult(
        winner=outcome.winner,
        ending=outcome.ending,
        reason="; ".join(filter(None, [black.played_on, white.played_on, outcome.reason])),
        score=outcome.score,
        claim=outcome.claim,
        moves=tuple(format_vertex(point, game.size) for _, point in game.moves),
        black_seconds=black.seconds,
        white_seconds=white.seconds,
        started=started,
        ended=_now(),
        stderr_tail=_last_words(outcome.failed, black, white),
        black_name=black.player.name,
        white_name=white.player.name,
        black_version=black.version,
        white_version=white.version,
        black_threads=getattr(black.player, "threads", 1),
        white_threads=getattr(white.player, "threads", 1),
        machine=_machine(),
        commit=_commit(),
    )


def _last_words(failed: _Side | None, *sides: _Side) -> str:
    """Of the program that failed, else of the first one that has died for good."""
    dead = [side for side in sides if side.substitute]
    return (failed or dead[0]).last_words() if failed or dead else ""


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


@cache
def _machine() -> str:
    return f"{platform.node()}, {processor()}, {os.cpu_count()} cores"


@cache
def _commit() -> str:
    return commit()
