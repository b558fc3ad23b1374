"""What a match comes to: wins by player and colour, ends by kind, disagreements, duplicates, times.

Results seen pair by pair in the order of the schedule, whatever the order in which games ended.

Short games end first, so early totals lean towards whoever wins quickly. A sequential test that looked
at them would be biased; it sees the longest unbroken row of whole pairs instead.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tengen.core.game import format_result
from tengen.match.elo import Pentanomial
from tengen.match.job import Ending
from tengen.match.sprt import Sprt, SprtState
from tengen.match.store import StoredGame


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
class MatchStats:
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


def tally(games: Sequence[StoredGame]) -> MatchStats:
    """Count games, which come in the order of the schedule."""
    valid = [game for game in games if game.result.ending != "void"]
    claims = [game for game in valid if game.result.claim is not None]
    other_winner = [game for game in claims if _claims_other_winner(game)]
    other_score = [game for game in claims if game.result.claim != _our_result(game)]
    lengths = [len(game.result.moves) for game in valid]
    return MatchStats(
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


def duplicates(games: Sequence[StoredGame]) -> dict[int, int]:
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


def _score(games: Sequence[StoredGame]) -> Score:
    counts = Counter(map(half_points, games))
    return Score(counts[2], counts[1], counts[0])


def _pairs(games: Sequence[StoredGame]) -> Pentanomial:
    judge = PairResults()
    for game in games:
        judge.add(game)
    return judge.pentanomial


def _our_result(game: StoredGame) -> str:
    assert game.result.score is not None  # nobody asks a referee about a game that was not counted
    return format_result(game.result.score)


def _claims_other_winner(game: StoredGame) -> bool:
    return _our_result(game)[0] != str(game.result.claim)[0]


def _seconds_per_move(games: Sequence[StoredGame], of_first: bool) -> float:
    """The mean time of a player's own moves."""
    seconds, n_moves = 0.0, 0
    for job, result in games:
        is_black = job.first_is_black == of_first
        seconds += result.black_seconds if is_black else result.white_seconds
        first_own = len(job.opening) + (len(job.opening) % 2 != (0 if is_black else 1))
        n_moves += len(range(first_own, len(result.moves), 2))
    return seconds / n_moves if n_moves else 0.0


# --- Pairs in schedule order ----------------------------------------------------------------------


def half_points(game: StoredGame) -> int:
    """What a game brought the first player: 2 for a win, 1 for a draw, 0 for a loss."""
    if game.result.winner is None:
        return 1
    return 2 if (game.result.winner == "B") == game.job.first_is_black else 0


class PairResults:
    """Takes games as they end and asks the test after each pair that extends the row.

    A pair with a void game counts for nothing, and the row goes on behind it. After a verdict nothing
    is added: the games that were still being played cannot change it.
    """

    def __init__(self, test: Sprt | None = None) -> None:
        self._test = test
        self._games: dict[int, StoredGame] = {}  # those ahead of the row, by number
        self._counts = [0, 0, 0, 0, 0]
        self.n_pairs = 0  # length of the row, void pairs included
        self.state: SprtState | None = None  # None before the first pair, and without a test

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs of the row by the first player's half points."""
        losses, less, even, more, wins = self._counts
        return losses, less, even, more, wins

    @property
    def verdict(self) -> str | None:
        """What the test has decided, None while it is open."""
        return self.state.verdict if self.state else None

    def add(self, game: StoredGame) -> None:
        """Take a game, and with it every pair that is complete now and next in the row."""
        self._games[game.job.number] = game
        while self.verdict is None and {2 * self.n_pairs, 2 * self.n_pairs + 1} <= self._games.keys():
            pair = [self._games.pop(2 * self.n_pairs + half) for half in (0, 1)]
            self.n_pairs += 1
            if all(game.result.ending != "void" for game in pair):
                self._counts[sum(map(half_points, pair))] += 1
                if self._test:
                    self.state = self._test.judge(self.pentanomial)
