"""What reply tables answer and how long replies stay (Baier & Drake 2010, section V.D, Table 1).

Two equal players play each other on 19x19 with preset=orego, and every look-up in their tables is
counted. The paper played 100 games at 8,000 playouts a move. Nobody resigns, so that the end of the
game is counted too.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tengen.core.game import Game
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import make_player
from tengen.playout.counts import RESULT_NAMES, lookup_shares, mean_duration

TABLE_NAMES = ("one-move table", "two-move table")
POLICIES = ("lgr1", "lgr2", "lgrf1", "lgrf2")
SIZE = 19

# The paper's figures: playable, unplayable, none in % of the look-ups; mean duration in playouts.
PAPER_SHARES = {
    ("lgr1", 0): (44.5, 55.5, 0.0),
    ("lgr2", 0): (23.5, 76.5, 0.0),
    ("lgr2", 1): (45.2, 54.7, 0.1),
    ("lgrf1", 0): (27.1, 43.7, 29.3),
    ("lgrf2", 0): (24.0, 52.8, 23.2),
    ("lgrf2", 1): (27.7, 43.5, 28.8),
}
PAPER_DURATIONS = {"lgr1": 8.639, "lgr2": 2544.958, "lgrf1": 4.185, "lgrf2": 1700.780}


@dataclass(frozen=True)
class TableUse:
    """What was counted in one table of one policy, over all games."""

    policy: str
    table: int  # 0 for replies to one move, 1 for replies to two
    n_lookups: int
    shares: list[float]  # of RESULT_NAMES, in %
    n_lives: int
    mean_duration: float  # in playouts

    @property
    def paper_shares(self) -> tuple[float, ...]:
        """The paper's figures for the same table."""
        return PAPER_SHARES[self.policy, self.table]

    @property
    def paper_duration(self) -> float | None:
        """The paper gives one mean duration a policy: that of its longest context."""
        return PAPER_DURATIONS[self.policy] if self.table == self.policy.endswith("2") else None


def play_and_count(
    policy: str,
    *,
    n_games: int,
    playouts: int,
    seed: int = 0,
    size: int = SIZE,
    moves: int | None = None,
    on_move: Callable[[], None] = lambda: None,
) -> list[TableUse]:
    """Self-play of a policy, counted; `moves` ends games early."""
    counts = []
    for number in range(n_games):
        game = Game(size, 7.5, "chinese-kgs")
        players = [_counting_player(policy, playouts, seed + 2 * number + side) for side in range(2)]
        last = moves if moves is not None else 3 * size * size
        while not game.is_over and len(game.moves) < last:
            game.play(players[len(game.moves) % 2].choose_move(game))
            on_move()
        counts += [player.counts for player in players]
    total = np.zeros_like(counts[0])
    for field in ("lookups", "n_lives", "duration_sum"):
        total[field] = sum(one[field] for one in counts)
    return [
        TableUse(
            policy,
            table,
            int(total["lookups"][table].sum()),
            [100 * share for share in lookup_shares(total, table)],
            int(total["n_lives"][table]),
            mean_duration(total, table),
        )
        for table in ((0, 1) if policy.endswith("2") else (0,))
    ]


def _counting_player(policy: str, playouts: int, seed: int) -> MctsPlayer:
    text = f"mcts:preset=orego,policy={policy},playouts={playouts},resign=0,counting=yes"
    player = make_player(text, seed=seed)
    assert isinstance(player, MctsPlayer)
    return player


def compare(use: TableUse) -> list[str]:
    """A row for people: policy, table, our shares and the paper's, our duration and the paper's."""
    ours = " / ".join(f"{share:.1f}" for share in use.shares)
    paper = " / ".join(f"{share:.1f}" for share in use.paper_shares)
    duration = f"{use.mean_duration:.1f}"
    paper_duration = f"{use.paper_duration:.1f}" if use.paper_duration is not None else ""
    return [use.policy, TABLE_NAMES[use.table], ours, paper, duration, paper_duration]


COLUMNS = ["policy", "table", " / ".join(RESULT_NAMES) + " in %", "paper", "mean life in playouts", "paper"]
