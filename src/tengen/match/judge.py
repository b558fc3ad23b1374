"""Results seen pair by pair in the order of the schedule, whatever the order in which games ended.

Short games end first, so early totals lean towards whoever wins quickly. A sequential test that looked
at them would be biased; it sees the longest unbroken row of whole pairs instead.
"""

from tengen.match.elo import Pentanomial
from tengen.match.sprt import Sprt, SprtState
from tengen.match.store import PlayedGame


def half_points(game: PlayedGame) -> int:
    """What a game brought the first player: 2 for a win, 1 for a draw, 0 for a loss."""
    if game.result.winner is None:
        return 1
    return 2 if (game.result.winner == "B") == game.job.first_is_black else 0


class PairJudge:
    """Takes games as they end and asks the test after each pair that extends the row.

    A pair with a void game counts for nothing, and the row goes on behind it. After a verdict nothing
    is added: the games that were still being played cannot change it.
    """

    def __init__(self, test: Sprt | None = None) -> None:
        self._test = test
        self._games: dict[int, PlayedGame] = {}  # those ahead of the row, by number
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

    def add(self, game: PlayedGame) -> None:
        """Take a game, and with it every pair that is complete now and next in the row."""
        self._games[game.job.number] = game
        while self.verdict is None and {2 * self.n_pairs, 2 * self.n_pairs + 1} <= self._games.keys():
            pair = [self._games.pop(2 * self.n_pairs + half) for half in (0, 1)]
            self.n_pairs += 1
            if all(game.result.ending != "void" for game in pair):
                self._counts[sum(map(half_points, pair))] += 1
                if self._test:
                    self.state = self._test.judge(self.pentanomial)
