"""What a match comes to: wins by player and colour, ends by kind, disagreements, duplicates, times."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tengen.core.game import format_result
from tengen.match.elo import Pentanomial
from tengen.match.job import Ending
from tengen.match.judge import PairJudge, half_points
from tengen.match.store import PlayedGame


class Score(NamedTuple):
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return sum(self)

    @property
    def points(self) -> float:
        """A win is one, a draw a half."""
        return self.wins + self.draws / 2

    def plus(self, other: "Score") -> "Score":
        """Both together."""
        return Score(*(mine + theirs for mine, theirs in zip(self, other)))

    def of_opponent(self) -> "Score":
        """The same games from the other side."""
        return Score(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class Tally:
    """The figures of some games; void ones are only in `endings`."""

    as_black: Score  # of the first player
    as_white: Score
    pairs: Pentanomial  # the row of whole pairs, by the first player's half points
    endings: dict[Ending, int]
    n_claims: int  # of the referee
    n_other_winner: int  # claims that name another winner than our count
    n_other_score: int  # claims with the same winner and another score
    n_duplicates: int
    n_played_on: int  # ended by another player in the place of a program that had died
    n_unverified: int  # of all games: stored without a checksum, by an older version
    mean_length: float  # in moves, opening included
    seconds_per_move: tuple[float, float]  # of the first and the second player, opening not counted

    @property
    def total(self) -> Score:
        """The first player's games with both colours."""
        return self.as_black.plus(self.as_white)


def tally(games: Sequence[PlayedGame]) -> Tally:
    """Count games, which come in the order of the schedule."""
    valid = [game for game in games if game.result.ending != "void"]
    claims = [game for game in valid if game.result.claim is not None]
    other_winner = [game for game in claims if _claims_other_winner(game)]
    other_score = [game for game in claims if game.result.claim != _our_result(game)]
    lengths = [len(game.result.moves) for game in valid]
    return Tally(
        as_black=_score([game for game in valid if game.job.first_is_black]),
        as_white=_score([game for game in valid if not game.job.first_is_black]),
        pairs=_pairs(games),
        endings=dict(Counter(game.result.ending for game in games)),
        n_claims=len(claims),
        n_other_winner=len(other_winner),
        n_other_score=len(other_score) - len(other_winner),
        n_duplicates=len(duplicates(games)),
        n_played_on=sum(game.result.was_played_on for game in valid),
        n_unverified=sum(not game.is_verified for game in games),
        mean_length=sum(lengths) / len(lengths) if lengths else 0.0,
        seconds_per_move=(_seconds_per_move(valid, True), _seconds_per_move(valid, False)),
    )


def duplicates(games: Sequence[PlayedGame]) -> dict[int, int]:
    """The numbers of games with the same moves as an earlier one, and its number.

    Games that a failure cut short are left out: their few moves prove nothing.
    """
    first: dict[tuple[str, ...], int] = {}
    found = {}
    for job, result in games:
        if result.ending not in ("forfeit", "void"):
            earlier = first.setdefault(result.moves, job.number)
            if earlier != job.number:
                found[job.number] = earlier
    return found


def _score(games: Sequence[PlayedGame]) -> Score:
    counts = Counter(map(half_points, games))
    return Score(counts[2], counts[1], counts[0])


def _pairs(games: Sequence[PlayedGame]) -> Pentanomial:
    judge = PairJudge()
    for game in games:
        judge.add(game)
    return judge.pentanomial


def _our_result(game: PlayedGame) -> str:
    assert game.result.score is not None  # nobody asks a referee about a game that was not counted
    return format_result(game.result.score)


def _claims_other_winner(game: PlayedGame) -> bool:
    return _our_result(game)[0] != str(game.result.claim)[0]


def _seconds_per_move(games: Sequence[PlayedGame], of_first: bool) -> float:
    """The mean time of a player's own moves."""
    seconds, n_moves = 0.0, 0
    for job, result in games:
        is_black = job.first_is_black == of_first
        seconds += result.black_seconds if is_black else result.white_seconds
        first_own = len(job.opening) + (len(job.opening) % 2 != (0 if is_black else 1))
        n_moves += len(range(first_own, len(result.moves), 2))
    return seconds / n_moves if n_moves else 0.0
