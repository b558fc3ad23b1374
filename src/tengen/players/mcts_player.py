"""The Monte-Carlo tree search player: a search, and what it is told about games, clocks and books."""

import threading
import time
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

from tengen.book.query import BookMove
from tengen.book.usage import BOOK_USES, PlayerBook, describe_book_move
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import PASS
from tengen.core.rules import Rules
from tengen.dag_rnn.evaluator import SHIPPED_NETS
from tengen.mcts.move_prior.weights import kind_of_board, load_weights
from tengen.mcts.priors_jit import BOOK_BY, NO_WEIGHTS
from tengen.mcts.root import Choice, RootView
from tengen.mcts.searcher import Searcher, check_memory
from tengen.mcts.turns import Turns
from tengen.mcts.worker import new_search_parameters
from tengen.players.net_evaluator import PLAYOUTS, Ownership, SearchNet
from tengen.players.passing import look_at_end, move_that_gains, reason_to_pass
from tengen.players.player import Analysis, CandidateMove, Report
from tengen.players.settings import Value, setting, settings_of, with_preset
from tengen.playout.memory_jit import MAX_THREADS
from tengen.playout.parameters_jit import POLICIES, new_parameters

_SMALLEST_WITH_OPENING = 5  # below there is no third line, and no first move would be feasible
_N_EXPLAINED = 5
DEFAULT_PLAYOUTS = 8000  # of a search that nothing else ends
_DECIDED = 0.9  # a search that wins so often does not care where it gets its last points


@dataclass
class MctsPlayer:
    """Searches by playouts or seconds a move; keeps its tree and its replies for the whole game."""

    # The defaults of the settings are the preset `tengen`; `orego` is the player of the papers.
    PRESETS: ClassVar[dict[str, dict[str, Value]]] = {
        "tengen": {},
        "orego": {
            "prior": 20.0,
            "learned": 0.0,
            "prior_net": None,
            "book": "none",
            "book_wins": 40.0,
            "book_by": "uniform",
            "refuse": 0.0,
            "early_stop": False,
            "early_pass": False,
        },
    }

    preset: str = setting("tengen", "where the other settings come from", choices=PRESETS)
    policy: str = setting("lgrf2", "how playouts remember replies", choices=POLICIES)
    playouts: int | None = setting(
        None, f"playouts for each move; {DEFAULT_PLAYOUTS} if neither seconds nor a clock ends it", low=1
    )
    seconds: float | None = setting(None, "seconds for each move", low=0)
    threads: int = setting(1, "threads that search one tree together", low=1, high=MAX_THREADS)
    seed: int = setting(0, "the same seed gives the same game on one thread", low=0)
    memory_mb: int = setting(512, "megabytes for the tree", low=1)
    resign: float = setting(0.1, "win rate below which to resign, 0 for never", low=0, high=1)
    ponder: bool = setting(False, "think while the opponent does")
    early_stop: bool = setting(True, "under a clock, stop when no move can overtake the best one")
    early_pass: bool = setting(True, "pass before the opponent when all is settled and the game won")
    choice: str = setting("wins", "the best move has most of these", choices=("wins", "visits"))
    rave_bias: float = setting(0.0009, "how soon RAVE counts less than playouts", low=0)
    exploration: float = setting(0.0, "constant of UCT's exploration term", low=0, high=10)
    expand: int = setting(2, "a move gets a node at this playout", low=1)
    prior: float = setting(0.0, "virtual wins of moves that a playout rule suggests", low=0)
    learned: float = setting(100.0, "virtual wins of a move that strong players always choose", low=0)
    prior_net: str | None = setting(
        "large", f"net the search asks: {', '.join(SHIPPED_NETS)}, or a file", shipped=SHIPPED_NETS
    )
    prior_at: int | None = setting(
        None, "playouts until a node is asked about; none for roots only", low=1, high=10**9
    )
    prior_wins: float = setting(100.0, "virtual wins of a move that the net is sure of", low=0)
    value_weight: float = setting(0.0, "virtual playouts that the net's value of a node counts", low=0)
    book: str = setting("bias-default", "how the opening book is used", choices=BOOK_USES)
    book_file: str | None = setting(None, "the book, none for the shipped ones")
    book_wins: float = setting(100.0, "virtual wins of a book move if the book biases the tree", low=0)
    book_by: str = setting("likelihood", "which book moves get fewer of them", choices=BOOK_BY)
    book_chance: float = setting(0.5, "how often a playout asks the book that biases it", low=0, high=1)
    virtual_loss: float = setting(0.0, "playouts counted as lost while a thread runs them", low=0)
    win_stay: bool = setting(True, "repeat a node's last winning move until it loses")
    escape: float = setting(1.0, "how often playouts save stones from atari", low=0, high=1)
    pattern: float = setting(1.0, "how often playouts look for 3x3 patterns", low=0, high=1)
    capture: float = setting(1.0, "how often playouts look for captures", low=0, high=1)
    refuse: float = setting(0.9, "how often playouts refuse idle self-ataris", low=0, high=1)
    opening: bool = setting(True, "keep to the third and fourth line and to other stones")
    mercy: bool = setting(True, "end playouts that are hopeless for one side")
    temperature: float = setting(0.1, "of the policies softmax1 and past", low=0.0001)
    contextual: float = setting(0.5, "how often the policy cmc asks its memory", low=0, high=1)
    ownership: str = setting(
        PLAYOUTS,
        "who tells the owners in analyses: playouts, or a territory net",
        shipped=(PLAYOUTS, *SHIPPED_NETS),
    )
    counting: bool = setting(False, "count what reply tables answer and how long replies stay")

    def __post_init__(self) -> None:
        check_memory(self.memory_mb)
        self.turns: Turns | None = None  # shared with searches of other players
        self._searcher: Searcher | None = None
        self._setting: tuple[int, float, Rules] | None = None
        self._time_limit: float | None = None
        self._pondering: threading.Thread | None = None
        self._last_root: RootView | None = None
        self._last_reason = "no move was asked for yet"
        self._is_lost = False
        self._book = PlayerBook(self.book, self.book_file)
        self._net = SearchNet(self.prior_net, self.prior_at, self.prior_wins, self.value_weight)
        self._owners = Ownership(self.ownership)
        self._known: list[BookMove] = []  # by the book, when the last move was chosen

    @property
    def name(self) -> str:
        """How tables, records and pages call the player."""
        return f"mcts {self.policy}"

    def choose_move(self, game: Game, report: Report | None = None, *, every: float = 1.0) -> int:
        """The best move of a search; a pass when that wins or nothing is left to gain."""
        began, self._is_lost = time.monotonic(), False
        ending = look_at_end(game, early=self.early_pass)
        if reason := reason_to_pass(game, ending):
            self._last_root, self._last_reason = None, reason
            return PASS
        self._known = self._book.moves(game)
        if (move := self._book.passive_move(game, self.seed)) is not None:
            self._last_root, self._last_reason = None, f"book move {describe_book_move(move, game.size)}"
            return move.point
        avoid = frozenset({PASS}) if game.last_move == PASS else frozenset()
        playouts, seconds = self._budget()
        root = self._think(game, began, report, every, playouts=playouts, seconds=seconds, avoid=avoid)
        self._last_root, self._last_reason = root, f"{root.visits} playouts"
        for candidate in root.candidates():
            if candidate.move == PASS or game.is_legal(candidate.move):
                self._is_lost = candidate.win_rate < self.resign
                gain = move_that_gains(game, ending) if candidate.win_rate > _DECIDED else None
                return candidate.move if gain is None else gain
        return PASS

    @property
    def counts(self) -> Any:
        """What was counted in this game, a record of COUNTS; None before the first search."""
        return self._searcher.memory["counts"] if self._searcher else None

    @property
    def searcher(self) -> Searcher | None:
        """The searcher of the game at hand, for those who look inside; None before the first search."""
        return self._searcher

    def searcher_for(self, game: Game) -> Searcher:
        """The searcher of this game; a new game or other rules begin with an empty memory."""
        rules = (game.size, game.komi, game.rules)
        if self._searcher is None or rules != self._setting:
            self._searcher = self._new_searcher(game)
            self._setting = rules
        elif not game.moves:
            self._searcher.clear()
        return self._searcher

    def analyse(
        self,
        game: Game,
        report: Report | None = None,
        *,
        every: float = 1.0,
        playouts: int | None = None,
        seconds: float | None = None,
        avoid: frozenset[int] = frozenset(),
    ) -> Analysis:
        """Think about a position until `stop` or a budget, with owners and scores."""
        root = self._think(
            game, time.monotonic(), report, every, shown=True, playouts=playouts, seconds=seconds, avoid=avoid
        )
        return _analysis(root, game, self._owners)

    def book_moves(self, game: Game) -> list[BookMove]:
        """The moves that the player's book knows here; none if it has no book for this board."""
        return self._book.moves(game)

    def stop(self) -> None:
        """End a running search soon; may be called from any thread."""
        if self._searcher is not None:
            self._searcher.stop()

    def wants_to_resign(self) -> bool:
        """Whether the last choice of a move found the game lost."""
        return self._is_lost

    def set_time_limit(self, seconds: float | None) -> None:
        """Use at most this long for each move from now on; None takes the limit away."""
        self._time_limit = seconds

    def start_pondering(self, game: Game) -> None:
        """Think about a position in the background, if the player was told to ponder."""
        if self.ponder and not game.is_over:
            self.stop_pondering()
            searcher, position = self.searcher_for(game), game.copy()
            self._pondering = threading.Thread(target=searcher.think, args=(position,), daemon=True)
            self._pondering.start()

    def stop_pondering(self) -> None:
        """End it and wait until it has ended."""
        while self._pondering is not None and self._pondering.is_alive():
            self.stop()  # again and again: the thread may just be about to begin
            self._pondering.join(0.01)
        self._pondering = None

    def clear_cache(self) -> None:
        """Forget tree and replies."""
        self.stop_pondering()
        self._searcher = None

    def parameters(self) -> dict[str, str]:
        """All settings as text."""
        return {name: one.format(getattr(self, name)) for name, one in settings_of(type(self)).items()}

    def set_parameter(self, name: str, value: str) -> None:
        """Change a setting; a preset changes all that presets differ in. What was learned is forgotten."""
        known = settings_of(type(self))
        values: dict[str, Value] = {name: known[name].parse(value)}
        if name == "preset":
            differing = {key for preset in self.PRESETS.values() for key in preset}
            values = {**{key: known[key].default for key in differing}, **with_preset(type(self), values)}
        changed = replace(self, **cast(dict[str, Any], values))  # refuses what cannot be
        for key, new in values.items():
            setattr(self, key, new)
        self._book, self._net, self._owners = changed._book, changed._net, changed._owners
        self.clear_cache()

    def explain_last_move(self) -> str:
        """The best candidates of the last search, one a line."""
        if self._last_root is None:
            return self._last_reason
        size = self._last_root.size
        known = ", ".join(describe_book_move(move, size) for move in self._known[:_N_EXPLAINED])
        lines = [
            f"{format_vertex(one.move, size)}: {one.win_rate:.1%} of {one.visits} playouts, expecting "
            + " ".join(format_vertex(move, size) for move in self._last_root.line(one.move))
            for one in self._last_root.candidates()[:_N_EXPLAINED]
        ]
        return "\n".join([self._last_reason, *lines, *([f"book: {known}"] if known else [])])

    def _think(
        self,
        game: Game,
        began: float,
        report: Report | None,
        every: float,
        *,
        shown: bool = False,
        seconds: float | None,
        **budgets: Any,
    ) -> RootView:
        """Search, with owners if anybody looks.

        began -- when the player was asked: what came before the search is time of the move, too
        """
        self.stop_pondering()
        searcher = self.searcher_for(game)
        if seconds is not None:
            budgets["seconds"] = max(0.0, seconds - (time.monotonic() - began))
        searcher.search.ownership = shown or report is not None
        searcher.turns = self.turns or searcher.turns
        searcher.stops_early = self.early_stop and self._time_limit is not None and not shown
        if report is None:
            searcher.think(game, **budgets)
        else:

            def tell() -> None:
                report(_analysis(searcher.root, game, self._owners))

            searcher.think(game, report=tell, every=every, **budgets)
            tell()
        return searcher.root

    def _budget(self) -> tuple[int | None, float | None]:
        """The playouts and seconds of a move; of its own seconds and the clock's the shorter ones."""
        limits = [limit for limit in (self.seconds, self._time_limit) if limit is not None]
        if self.playouts is None and not limits:
            return DEFAULT_PLAYOUTS, None
        return self.playouts, min(limits, default=None)

    def _new_searcher(self, game: Game) -> Searcher:
        parameters = new_parameters(
            self.policy,
            game.komi,
            escape=self.escape,
            pattern=self.pattern,
            capture=self.capture,
            contextual=self.contextual,
            book={"default": 0.0, "prune": 1.0, "bias": self.book_chance}[self._book.simulations],
            refuse=self.refuse,
            temperature=self.temperature,
            opening=self.opening and game.size >= _SMALLEST_WITH_OPENING,
            mercy=self.mercy,
            counting=self.counting,
        )
        search = new_search_parameters(
            rave_bias=self.rave_bias,
            exploration=self.exploration,
            expand_at=self.expand,
            prior=self.prior,
            learned=self.learned,
            book_wins=self.book_wins if self._book.tree == "bias" else 0.0,
            book_by=self.book_by,
            book_prune=self._book.tree == "prune",
            virtual_loss=self.virtual_loss,
            win_stay=self.win_stay,
            superko=game.rules.superko,
        )
        return Searcher(
            game.size,
            parameters,
            search,
            weights=load_weights(kind_of_board(game.size)) if self.learned > 0 else NO_WEIGHTS,
            book=self._book.opened(game.size),
            asking=self._net.asking(game.komi, self.threads),
            threads=self.threads,
            memory_mb=self.memory_mb,
            seed=self.seed,
            choice=cast(Choice, self.choice),
        )


def _analysis(root: RootView, game: Game, owners: Ownership) -> Analysis:
    """A root as front ends know it."""
    lead, deviation = root.score()
    return Analysis(
        to_play=game.to_play,
        visits=root.visits,
        win_rate=root.win_rate,
        score_lead=lead,
        score_deviation=deviation,
        candidates=tuple(
            CandidateMove(one.move, one.visits, one.win_rate, one.lower_bound, one.prior, root.line(one.move))
            for one in root.candidates()
        ),
        ownership=owners.of(root, game),
    )
