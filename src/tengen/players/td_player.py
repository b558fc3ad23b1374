"""The player of a self-taught net (Mayer): the best move by the net's word, or by alpha-beta search with it.

With creativity c it draws from all moves of at least v_max (1 - c), for which the paper devised it: so that a
trained net does not play the same game again and again.
"""

from dataclasses import dataclass
from typing import ClassVar

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import PASS
from tengen.core.random_jit import rng_state
from tengen.players.passing import would_end_too_early
from tengen.players.settings import setting
from tengen.td.alphabeta import AlphaBeta
from tengen.td.alphabeta_jit import MAX_DEPTH
from tengen.td.learning_jit import creative_move
from tengen.td.value_jit import new_accumulator, set_sight, value_moves
from tengen.td.weights import SHIPPED_NETS, find_td_net


@dataclass
class TdPlayer:
    """Plays on the board size of its net; passes when the net likes that best."""

    name: ClassVar[str] = "td"

    net: str = setting("katatsugi", f"{', '.join(SHIPPED_NETS)}, or a file of weights", shipped=SHIPPED_NETS)
    depth: int = setting(
        1, "plies of alpha-beta search; 1 asks the net about each move", low=1, high=MAX_DEPTH
    )
    creativity: float = setting(
        0.0, "also play moves that are worth that share less than the best, at depth 1", low=0, high=1
    )
    seed: int = setting(0, "the same seed gives the same game", low=0)

    def __post_init__(self) -> None:
        if self.creativity and self.depth > 1:
            raise GoError("td is creative at depth 1 only: deeper searches know the best move alone")
        file = find_td_net(self.net)
        self._size = file.architecture.size
        self._net = file.net()
        self._sight = new_accumulator(self._net)
        self._search = AlphaBeta(self._net, self._size) if self.depth > 1 else None
        self._rng_state = rng_state(self.seed)

    def choose_move(self, game: Game) -> int:
        """The point to play, or PASS."""
        self.check_size(game.size)
        if self._search:
            move = self._search.search(game, self.depth, game.komi, self._rng_state).move
            if move != PASS or not would_end_too_early(game):
                return move
        return self._best(game)

    def check_size(self, size: int) -> None:
        """GoError unless the net is for boards of this size."""
        if size != self._size:
            raise GoError(f"the net {self.net} plays on {self._size}x{self._size}, not on {size}x{size}")

    def stop(self) -> None:
        """Let a running search end with what it has found; may be called from any thread."""
        if self._search:
            self._search.stop()

    def _best(self, game: Game) -> int:
        """The move the net likes best, or one of those that it likes nearly as much."""
        sight = self._sight
        set_sight(self._net, sight, game.board)
        n_legal, may_pass = 0, not would_end_too_early(game)
        for index in range(value_moves(self._net, sight, game.board, game.to_play)):
            move = int(sight.moves[index])
            if (move != PASS or may_pass) and game.is_legal(move):  # superko, too
                sight.moves[n_legal], sight.values[n_legal] = move, sight.values[index]
                n_legal += 1
        chosen = creative_move(sight.values, n_legal, self.creativity, self._rng_state)
        return int(sight.moves[chosen])
