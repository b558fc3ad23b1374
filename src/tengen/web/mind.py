"""What a session thinks about: moves of engines, a position, a whole game; one at a time, in a thread."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.players.analysis import Analyst, ObeysClock, Resigns
from tengen.players.player import Player
from tengen.web.game_analysis import analyse_line, note_analysis
from tengen.web.limits import FRAMES_A_SECOND, PLAYOUTS_A_MOVE, SECONDS_A_MOVE
from tengen.web.messages.game import Problem
from tengen.web.messages.schema import Event
from tengen.web.played_game import PlayedGame
from tengen.web.thinking import Kind, Thinking, Work
from tengen.web.thoughts import Thinker, new_analyst

_log = logging.getLogger(__name__)


class Listener(Protocol):
    """Who is told what was thought; may be called from the thread that thinks."""

    def tell(self, event: Event) -> None:
        """An event for the page."""

    def tell_state(self) -> None:
        """How the game stands."""

    def changed(self) -> None:
        """The game has changed: it is to be saved and told, and perhaps to be thought about."""


class Mind:
    """Thinks for a session; whatever it begins ends what it thought about before."""

    def __init__(self, seed: int, listener: Listener) -> None:
        self.analyst = new_analyst(seed)
        self.thinker = Thinker(self.analyst)
        self.is_analysing = False  # whether positions are to be thought about as they come
        self.lock = threading.RLock()  # held while a game is changed, or told, in spite of a thread
        self._thinking = Thinking()
        self._listener = listener

    @property
    def kind(self) -> Kind | None:
        """What is being thought about."""
        return self._thinking.kind

    def stop(self) -> None:
        """End it; returns when it has ended."""
        self._thinking.stop()

    def forget(self) -> None:
        """Another game."""
        self.analyst.clear_cache()
        self.thinker.forget()

    def move(self, played: PlayedGame) -> None:
        """Let engines move until it is a person's turn; a person's first move is made by the analyst."""
        players = [seat.player for seat in played.seats.values() if seat.player]

        def end() -> None:
            for player in [*players, self.analyst]:
                if isinstance(player, Analyst):
                    player.stop()

        def work(has_ended: threading.Event) -> None:
            while not has_ended.is_set() and played.phase == "playing":
                self._make_move(played, played.seat_to_play.player or self.analyst, has_ended)
                if played.seat_to_play.is_human:
                    break
            if not has_ended.is_set():
                self._rest(played.game.copy())
                if self.is_analysing:
                    self.analyse(played)
                self._listener.tell_state()

        self._start("move", work, end)

    def _make_move(self, played: PlayedGame, player: Player, has_ended: threading.Event) -> None:
        """One move of an engine, told on the way."""
        game, node = played.game.copy(), played.tree.current
        if isinstance(player, ObeysClock):
            player.set_time_limit(_seconds_to_think(played))
        if isinstance(player, Analyst):
            report = self.thinker.reporter(player, game, node, self._listener.tell)
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

    def analyse(self, played: PlayedGame) -> None:
        """Think about the position that is looked at, as long as a session may."""
        game, node = played.game.copy(), played.tree.current
        listener = self._listener

        def work(has_ended: threading.Event) -> None:
            report = self.thinker.reporter(self.analyst, game, node, listener.tell)
            analysis = self.analyst.analyse(
                game, report, every=1 / FRAMES_A_SECOND, playouts=PLAYOUTS_A_MOVE, seconds=SECONDS_A_MOVE
            )
            with self.lock:
                note_analysis(played.tree.nodes[node], analysis)
            if not has_ended.is_set():
                self._rest(game)
                listener.tell(self.thinker.thought_of(game, node))
                listener.tell_state()

        self._start("analysis", work, self.analyst.stop)

    def analyse_game(self, played: PlayedGame, playouts: int) -> None:
        """Think about every position of the line that is looked at; what was told of one before is void."""

        def work(has_ended: threading.Event) -> None:
            self.thinker.forget()
            analyse_line(played.tree, self.analyst, playouts, has_ended, self.lock, self._listener.tell)
            self._thinking.kind = None
            self._listener.changed()

        self._start("game", work, self.analyst.stop)

    def ask_tree(self, game: Game, path: list[str]) -> None:
        """Tell of a node of the search's tree: with the next frame of a search that runs, else at once."""
        self.thinker.ask_tree(path)
        if self.kind not in ("move", "analysis"):
            self.thinker.answer_asked(game, self._listener.tell)

    def _rest(self, game: Game) -> None:
        """A search has ended; tell of a node that was asked for after its last frame."""
        self._thinking.kind = None
        self.thinker.answer_asked(game, self._listener.tell)

    def _start(self, kind: Kind, work: Work, end: Callable[[], None]) -> None:
        """Think in the background; what goes wrong there is told, and the game stays as it is."""

        def guarded(has_ended: threading.Event) -> None:
            try:
                work(has_ended)
            except GoError as error:
                self._fail(str(error))
            except Exception:
                _log.exception("thinking about a %s failed", kind)
                self._fail("something went wrong in the server: its terminal says what")

        self._thinking.start(kind, guarded, end)

    def _fail(self, reason: str) -> None:
        self.is_analysing = False
        self._thinking.kind = None
        self._listener.tell(Problem(text=reason))
        self._listener.tell_state()


def _seconds_to_think(played: PlayedGame) -> float:
    """What an engine may take for a move: a share of its clock, and no more than any session may."""
    if played.clocks is None:
        return SECONDS_A_MOVE
    return min(SECONDS_A_MOVE, played.clocks.seconds_for_move(played.game, time.monotonic()))
