"""A session of the page: one game, who plays it, and what is thought about it.

Requests are done one after the other; a thread thinks (mind.py). A request that changes the game ends the
thinking first, so only those that meet while it goes on, a state to be told and a move that was found, need
the lock.
"""

import secrets
import threading
import time
from collections.abc import Callable

from tengen.core.errors import GoError
from tengen.core.points import BLACK, WHITE
from tengen.core.vertex import parse_vertex
from tengen.web.console import answer_line
from tengen.web.inside.lesson import Lesson
from tengen.web.inside.playout_trace import trace_playout
from tengen.web.messages.game import Problem, Record
from tengen.web.messages.requests import (
    AcceptCount,
    Analyse,
    AnalyseGame,
    AskPlayout,
    AskRecord,
    AskTree,
    Console,
    EngineMove,
    GoTo,
    MarkDead,
    NewGame,
    OpenRecord,
    OpenSaved,
    Play,
    PlayOn,
    RemoveBranch,
    Request,
    Resign,
    SetPlayers,
    Step,
    Stop,
    Watch,
)
from tengen.web.messages.schema import Event
from tengen.web.mind import Mind
from tengen.web.played_game import PlayedGame
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.seats import take_seat

LESSON_PLAYER = "mcts"
_PLAYOUTS_BEFORE_ONE = 500  # that is replayed, so that there is a tree to go down and there are replies
_Handler = Callable[..., None]


class Session:
    """What one page works with; `tell` sends an event to it and may be called from any thread."""

    def __init__(
        self,
        saved: SavedGamesFolder,
        tell: Callable[[Event], None],
        first: NewGame,
        *,
        allow_programs: bool = False,
        seed: int | None = None,
    ) -> None:
        """A session that begins with a game; engines wait until somebody asks them to move.

        seed -- of the players; drawn if there is none
        """
        self.tell = tell
        self._saved = saved
        self._allow_programs = allow_programs
        self._seed = secrets.randbelow(1 << 32) if seed is None else seed
        self._requests = threading.Lock()  # held by the request that is being done
        self._mind = Mind(self._seed, self)
        self._lesson: tuple[int, Lesson] | None = None  # at a node of the game
        self._played = self._begin(first)
        self._handlers: dict[type, _Handler] = {
            NewGame: self._new_game,
            SetPlayers: self._set_players,
            Play: self._play,
            Resign: self._resign,
            GoTo: self._go_to,
            RemoveBranch: self._remove_branch,
            EngineMove: self._engine_move,
            Analyse: self._analyse,
            Stop: self._stop,
            MarkDead: self._mark_dead,
            AcceptCount: self._accept_count,
            PlayOn: self._play_on,
            OpenRecord: self._open_record,
            OpenSaved: self._open_saved,
            AskRecord: self._ask_record,
            AnalyseGame: self._analyse_game,
            Watch: self._watch,
            AskTree: self._ask_tree,
            Step: self._step,
            AskPlayout: self._ask_playout,
            Console: self._console,
        }

    def handle(self, request: Request) -> None:
        """Do what a page asks; GoError in one sentence if it cannot be done, and nothing has changed."""
        with self._requests:
            self._handlers[type(request)](request)

    def knows(self, request: Request) -> bool:
        """Whether the session answers such a request."""
        return type(request) in self._handlers

    def close(self) -> None:
        """End what is thought about; returns when it has ended."""
        self._mind.stop()

    def tick(self) -> None:
        """Look at the clocks; called now and then, and left for the next time while a request is done."""
        if not self._requests.acquire(blocking=False):
            return
        try:
            with self._mind.lock:
                has_fallen = self._played.check_clock(time.monotonic())
            if has_fallen:
                self._mind.stop()
                self.changed()
        finally:
            self._requests.release()

    def tell_state(self) -> None:
        """Tell the page how the game stands."""
        with self._mind.lock:
            self.tell(self._played.state(self._mind.kind, self._mind.is_analysing, time.monotonic()))

    # ---- the game

    def _begin(self, asked: NewGame) -> PlayedGame:
        name = self._saved.new_name(time.time())
        return PlayedGame.begin(name, asked, seed=self._seed, allow_programs=self._allow_programs)

    def _new_game(self, asked: NewGame) -> None:
        played = self._begin(asked)
        self._put(played)
        played.start_clock(time.monotonic())
        self._go_on()

    def _put(self, played: PlayedGame) -> None:
        """Go on with another game."""
        self._mind.stop()
        with self._mind.lock:
            self._played = played
            self._mind.forget()
            self._lesson = None

    def _set_players(self, asked: SetPlayers) -> None:
        size = self._played.game.size
        seats = {
            colour: take_seat(text, size, self._seed + colour, allow_programs=self._allow_programs)
            for colour, text in ((BLACK, asked.black), (WHITE, asked.white))
        }
        self._mind.stop()
        self._played.seats = seats
        self._go_on()

    def _play(self, asked: Play) -> None:
        point = parse_vertex(asked.vertex, self._played.game.size)
        if self._mind.kind == "move":
            raise GoError("it is not your turn: the engine is thinking")
        self._mind.stop()
        self._played.play(point, time.monotonic())
        self._go_on()

    def _resign(self, asked: Resign) -> None:
        self._mind.stop()
        self._played.resign(time.monotonic())
        self.changed()

    def _go_to(self, asked: GoTo) -> None:
        self._played.tree.way_to(asked.node)
        self._mind.stop()
        self._played.go_to(asked.node, time.monotonic())
        self._look()

    def _remove_branch(self, asked: RemoveBranch) -> None:
        self._played.tree.way_to(asked.node)
        self._mind.stop()
        self._played.remove(asked.node, time.monotonic())
        self.changed()

    def _mark_dead(self, asked: MarkDead) -> None:
        self._played.mark_dead(asked.vertex)
        self.tell_state()

    def _accept_count(self, asked: AcceptCount) -> None:
        self._mind.stop()
        self._played.accept_count()
        self.changed()

    def _play_on(self, asked: PlayOn) -> None:
        self._mind.stop()
        self._played.play_on(time.monotonic())
        self._go_on()

    def _open_record(self, asked: OpenRecord) -> None:
        name = self._saved.new_name(time.time())
        self._put(PlayedGame.from_text(name, asked.text, seed=self._seed))
        self.changed()

    def _open_saved(self, asked: OpenSaved) -> None:
        text = self._saved.load(asked.name)
        self._put(PlayedGame.from_text(asked.name, text, seed=self._seed))
        self.changed()

    def _ask_record(self, asked: AskRecord) -> None:
        self.tell(Record(name=self._played.name, text=self._played.to_text()))

    # ---- thinking

    def _go_on(self) -> None:
        """After a change: the engine moves if it is its turn, else the analysis goes on."""
        if self._played.phase == "playing" and not self._played.seat_to_play.is_human:
            self._mind.move(self._played)
        self.changed()

    def changed(self) -> None:
        """Save the game and look at it."""
        with self._mind.lock:
            self._save()
        self._look()

    def _look(self) -> None:
        """Tell the page how the game stands, and analyse the position if that is wanted."""
        if self._mind.is_analysing and self._mind.kind is None:
            self._mind.analyse(self._played)
        self.tell_state()
        self._tell_thought()

    def _save(self) -> None:
        """Keep a game that has begun; where that cannot be, the page is told, and play goes on."""
        played = self._played
        if len(played.tree.nodes) > 1:
            try:
                self._saved.save(played.name, played.to_text())
            except GoError as error:
                self.tell(Problem(text=str(error)))

    def _engine_move(self, asked: EngineMove) -> None:
        self._mind.stop()
        if self._played.phase != "playing":
            raise GoError("the game is over here: go back, or play on from an earlier move")
        self._mind.move(self._played)
        self.tell_state()

    def _analyse(self, asked: Analyse) -> None:
        self._mind.is_analysing = asked.on
        if asked.on and self._mind.kind is None:
            self._mind.analyse(self._played)
        elif not asked.on and self._mind.kind == "analysis":
            self._mind.stop()
        self.tell_state()

    def _stop(self, asked: Stop) -> None:
        self._mind.is_analysing = False
        self._mind.stop()
        self.tell_state()

    def _analyse_game(self, asked: AnalyseGame) -> None:
        self._mind.analyse_game(self._played, asked.playouts)
        self.tell_state()

    # ---- looking inside

    def _watch(self, asked: Watch) -> None:
        self._mind.thinker.views, self._mind.thinker.point = frozenset(asked.views), asked.point
        if self._mind.kind not in ("move", "analysis"):
            self._tell_thought()

    def _tell_thought(self) -> None:
        """What is known of this position without a search."""
        if self._mind.kind is None:
            self.tell(self._mind.thinker.thought_of(self._played.game.copy(), self._played.tree.current))

    def _ask_tree(self, asked: AskTree) -> None:
        self._mind.ask_tree(self._played.game.copy(), asked.path)

    def _step(self, asked: Step) -> None:
        self._mind.stop()
        node = self._played.tree.current
        if self._lesson is None or asked.restart or self._lesson[0] != node:
            self._lesson = node, Lesson(self._played.game, LESSON_PLAYER)
        self.tell(self._lesson[1].step(asked.count))

    def _ask_playout(self, asked: AskPlayout) -> None:
        self._mind.stop()
        game = self._played.game.copy()
        if not self._mind.thinker.knows(game):
            self._mind.thinker.forget()  # the search takes over another position than the last that was told
            self._mind.analyst.analyse(game, playouts=_PLAYOUTS_BEFORE_ONE)
        assert self._mind.analyst.searcher is not None
        self.tell(trace_playout(self._mind.analyst.searcher, game, secrets.randbelow(1 << 32)))

    def _console(self, asked: Console) -> None:
        self._mind.stop()
        self.tell(answer_line(asked.line, self._mind.analyst, self._played.game))
