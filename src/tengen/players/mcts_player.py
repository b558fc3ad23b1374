"""The Monte-Carlo tree search player."""

from dataclasses import dataclass

from tengen.core.game import Game
from tengen.core.points import BLACK, PASS
from tengen.core.rules import Rules
from tengen.players.settings import setting
from tengen.playout.dead_stones import dead_stones
from tengen.playout.parameters import POLICIES, new_parameters
from tengen.search.parameters import new_search_parameters
from tengen.search.root import Candidate
from tengen.search.searcher import Searcher

_N_STATUS_PLAYOUTS = 300
_SMALLEST_WITH_OPENING = 5  # below there is no third line, and no first move would be feasible


@dataclass
class MctsPlayer:
    """Searches by playouts or seconds a move; keeps its tree and its replies for the whole game."""

    policy: str = setting("lgrf2", "how playouts remember replies", choices=POLICIES)
    playouts: int | None = setting(8000, "playouts for each move", low=1)
    seconds: float | None = setting(None, "seconds for each move", low=0)
    threads: int = setting(1, "threads that search one tree together", low=1, high=256)
    seed: int = setting(0, "the same seed gives the same game on one thread", low=0)
    memory_mb: int = setting(512, "megabytes for the tree", low=1)

    def __post_init__(self) -> None:
        self._searcher: Searcher | None = None
        self._setting: tuple[int, float, Rules] | None = None
        self._n_moves = 0
        self.candidates: list[Candidate] = []

    @property
    def name(self) -> str:
        """How tables, records and pages call the player."""
        return f"mcts {self.policy}"

    def choose_move(self, game: Game) -> int:
        """The move with the most wins; a pass answers a pass if that wins."""
        if game.last_move == PASS and self._wins_by_passing(game):
            return PASS
        searcher = self._searcher_for(game)
        searcher.think(game, playouts=self.playouts, seconds=self.seconds)
        self.candidates = searcher.root.candidates()
        for candidate in self.candidates:
            if candidate.move == PASS or game.is_legal(candidate.move):
                return candidate.move
        return PASS

    def _searcher_for(self, game: Game) -> Searcher:
        """The searcher of this game; a new game or other rules begin with an empty memory."""
        setting = (game.size, game.komi, game.rules)
        if self._searcher is None or setting != self._setting or len(game.moves) < self._n_moves:
            parameters = new_parameters(self.policy, game.komi, opening=game.size >= _SMALLEST_WITH_OPENING)
            search = new_search_parameters(superko=game.rules.superko)
            self._searcher = Searcher(
                game.size, parameters, search, threads=self.threads, memory_mb=self.memory_mb, seed=self.seed
            )
            self._setting = setting
        self._n_moves = len(game.moves)
        return self._searcher

    def _wins_by_passing(self, game: Game) -> bool:
        """Whether the area wins when only our own dead stones are taken off."""
        me = game.to_play
        colours = game.board.colour
        mine = [point for point in dead_stones(game, _N_STATUS_PLAYOUTS) if colours[point] == me]
        score = game.score(dead=mine)
        return score > 0 if me == BLACK else score < 0
