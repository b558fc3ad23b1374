"""What a session thinks about: moves of engines, a position, a whole game; one at a time, in a thread.

Whatever a thread finds it tells and plays with the lock held, and only if nobody has ended it before.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.players.mcts_player import MctsPlayer
from tengen.players.player import Analyst, ObeysClock, Player, Resigns
from tengen.web.analysis import AnalysisPublisher, Tell, new_analyst
from tengen.web.game.live_game import LiveGame
from tengen.web.limits import FRAMES_A_SECOND, PLAYOUTS_A_MOVE, SECONDS_A_MOVE
from tengen.web.messages.game import Kind, Problem
from tengen.web.messages.schema import Event
from tengen.web.resources import Resources
from tengen.web.review import LineReview, note_analysis
from tengen.web.threads import BackgroundTask, Work

_SECONDS_FOR_A_FRAME = 0.05
_log = logging.getLogger(__name__)


class EventSink(Protocol):
    """Who is told what was thought; called by the thread that thinks, with the lock held."""

    def tell(self, event: Event) -> None:
        """An event for all who look."""

    def tell_state(self) -> None:
        """How the game stands."""

    def changed(self) -> None:
        """The game has changed: it is to be saved and told."""

    def think(self, after: threading.Event) -> bool:
        """A thought has ended by itself: begin with what is next; without the lock."""


class SessionEngine:
    """Thinks for a session; whatever it begins ends what it thought about before."""

    def __init__(self, seed: int, listener: EventSink, resources: Resources) -> None:
        self._seed = seed
        self._turns = resources.turns
        self.analyst = new_analyst(seed, self._turns)
        self.thinker = AnalysisPublisher(self.analyst)
        self.is_analysing = False  # whether positions are to be thought about as they come
        self.lock = threading.RLock()  # held while a game is changed, or told, in spite of a thread
        self._thinking = BackgroundTask(resources)
        self._listener = listener
        self._is_hurried = False
        self._at_work: LiveGame | None = None  # whose players are asked for moves
        self._done: tuple[LiveGame, int] | None = None  # the position that was analysed to the end

    @property
    def kind(self) -> Kind | None:
        """What is being thought about."""
        return self._thinking.kind

    def stop(self) -> None:
        """End it; when this returns, nothing of it changes the game any more."""
        if not self._thinking.stop():
            self.renew()

    def hurry(self) -> None:
        """End a search with what it has found; then it lets go what it has kept, for memory is short."""
        self._is_hurried = True
        self._thinking.hurry()

    def let_go(self) -> None:
        """End it without waiting: the server ends."""
        self._thinking.let_go()

    def forget(self) -> None:
        """Another game."""
        self.analyst.clear_cache()
        self.thinker.forget()
        self._done = self._at_work = None

    @property
    def bytes_used(self) -> int:
        """Memory that the searches of its players have touched."""
        seats = self._at_work.seats.values() if self._at_work else ()
        players = [self.analyst, *(seat.made for seat in seats)]
        searchers = [player.searcher for player in players if isinstance(player, MctsPlayer)]
        return sum(searcher.bytes_used for searcher in searchers if searcher)

    def renew(self) -> None:
        """Go on with players that remember nothing; an abandoned thread keeps those that it works with."""
        with self.lock:
            self._done, self._is_hurried = None, False
            if self._at_work:
                for seat in self._at_work.seats.values():
                    seat.dismiss()
            views, point = self.thinker.views, self.thinker.point
            self.analyst = new_analyst(self._seed, self._turns)
            self.thinker = AnalysisPublisher(self.analyst)
            self.thinker.views, self.thinker.point = views, point

    def move(self, played: LiveGame, *, after: threading.Event | None = None) -> None:
        """Let engines move until it is a person's turn; a person's first move is made by the analyst.

        after -- as in BackgroundTask, also below
        """
        if after is None:
            self.stop()
        analyst, thinker = self.analyst, self.thinker
        players = {colour: seat.player for colour, seat in played.seats.items()}

        def end() -> None:
            for player in (*players.values(), analyst):
                if player:
                    player.stop()

        def work(has_ended: threading.Event) -> None:
            while not has_ended.is_set() and played.phase == "playing":
                player = players[played.game.to_play] or analyst
                self._make_move(played, player, thinker, has_ended)
                if self._is_hurried and not has_ended.is_set():
                    self._let_go_searches(played, players)
                if played.seat_to_play.is_human:
                    break
            self._rest(has_ended, lambda: thinker.answer_asked(played.game.copy()))

        self._at_work = played
        self._start("move", work, end, after)

    def _let_go_searches(self, played: LiveGame, players: dict[int, Player | None]) -> None:
        """Between two moves: the next ones are made by players that remember nothing."""
        with self.lock:
            self._is_hurried = False
            self.analyst.clear_cache()
            self.thinker.forget()
            for colour, seat in played.seats.items():
                if isinstance(seat.made, MctsPlayer):
                    seat.dismiss()
                    players[colour] = seat.player

    def _make_move(
        self, played: LiveGame, player: Player, thinker: AnalysisPublisher, has_ended: threading.Event
    ) -> None:
        """One move of an engine, told on the way."""
        with self.lock:
            game, node = played.game.copy(), played.tree.current
        if isinstance(player, MctsPlayer):
            player.turns = self._turns
        if isinstance(player, ObeysClock):
            player.set_time_limit(_seconds_to_think(played))
        if isinstance(player, Analyst):
            report = thinker.reporter(player, game, node, self._teller(has_ended))
            move = player.choose_move(game, report, every=1 / FRAMES_A_SECOND)
        else:
            move = player.choose_move(game)
        with self.lock:
            if has_ended.is_set():
                return
            if isinstance(player, Resigns) and player.wants_to_resign():
                played.resign(time.monotonic())
            else:
                played.play(move, time.monotonic())
            self._listener.changed()

    def analyse(self, played: LiveGame, *, after: threading.Event | None = None) -> None:
        """Think about the position that is looked at, as long as a session may."""
        if after is None:
            self.stop()
        analyst, thinker, listener = self.analyst, self.thinker, self._listener
        with self.lock:
            game, node = played.game.copy(), played.tree.current

        def work(has_ended: threading.Event) -> None:
            report = thinker.reporter(analyst, game, node, self._teller(has_ended))
            analysis = analyst.analyse(
                game, report, every=1 / FRAMES_A_SECOND, playouts=PLAYOUTS_A_MOVE, seconds=SECONDS_A_MOVE
            )
            with self.lock:
                if self.analyst is analyst and node in played.tree.nodes:  # else it was abandoned
                    note_analysis(played.tree.nodes[node], analysis)
                if not has_ended.is_set():
                    self._done = played, node
                    listener.tell(thinker.thought_of(game, node))
            self._rest(has_ended, lambda: thinker.answer_asked(game))

        self._start("analysis", work, analyst.stop, after)

    def is_done_with(self, played: LiveGame) -> bool:
        """Whether the position that is looked at was analysed to the end already."""
        return self._done == (played, played.tree.current)

    def analyse_anew(self) -> None:
        """Somebody wants to see more of a position that was analysed to the end."""
        self._done = None

    def analyse_game(self, played: LiveGame, playouts: int) -> None:
        """Think about every position of the line that is looked at; what was told of one before is void."""
        self.stop()
        analyst, thinker = self.analyst, self.thinker
        with self.lock:
            review = LineReview(played.tree)

        def work(has_ended: threading.Event) -> None:
            with self.lock:
                thinker.forget()
            for game in review.positions():
                analysis = None if review.is_counted else analyst.analyse(game, playouts=playouts)
                with self.lock:
                    if has_ended.is_set():
                        return
                    self._listener.tell(review.note(analysis))
            with self.lock:
                if not has_ended.is_set():
                    self._listener.changed()
            self._rest(has_ended)

        self._start("game", work, analyst.stop)

    def ask_tree(self, game: Game, path: list[str], tell: Tell) -> None:
        """Tell of a node of the search's tree: with the next frame of a search that runs, else at once."""
        self.thinker.ask_tree(path, tell)
        if self.kind not in ("move", "analysis"):
            self.thinker.answer_asked(game)

    def _teller(self, has_ended: threading.Event) -> Tell:
        """Tells what a thread finds as long as anybody wants it."""

        def tell(event: Event) -> None:
            if not self.lock.acquire(timeout=_SECONDS_FOR_A_FRAME):
                return  # a request takes long: the next frame will do, and other sessions want to go on
            try:
                if not has_ended.is_set():
                    self._listener.tell(event)
            finally:
                self.lock.release()

        return tell

    def _rest(self, has_ended: threading.Event, answer_asked: Callable[[], None] = lambda: None) -> None:
        """A thought has ended: tell of a node that was asked for after its last frame, and go on."""
        self._thinking.rest(has_ended)
        with self.lock:
            if has_ended.is_set():
                return
            answer_asked()
            self._listener.tell_state()
        self._listener.think(has_ended)

    def _start(
        self, kind: Kind, work: Work, end: Callable[[], None], after: threading.Event | None = None
    ) -> None:
        """Think in the background; what goes wrong there is told, and the game stays as it is."""

        def guarded(has_ended: threading.Event) -> None:
            try:
                work(has_ended)
            except GoError as error:
                self._fail(has_ended, str(error))
            except Exception:
                _log.exception("thinking about a %s failed", kind)
                self._fail(has_ended, "something went wrong in the server: its terminal says what")

        self._thinking.start(kind, guarded, end, after=after)

    def _fail(self, has_ended: threading.Event, reason: str) -> None:
        self._thinking.rest(has_ended)
        with self.lock:
            if not has_ended.is_set():
                self.is_analysing = False
                self._listener.tell(Problem(text=reason))
                self._listener.tell_state()


def _seconds_to_think(played: LiveGame) -> float | None:
    """What an engine may take for a move: a share of its clock, and no more than any session may."""
    if played.clocks is None:
        return None
    return min(SECONDS_A_MOVE, played.clocks.seconds_for_move(played.game, time.monotonic()))
