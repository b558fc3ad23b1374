"""A session of the page: one game, who plays it, what is thought about it, and who looks.

Requests are done one after the other; a thread thinks (web/engine.py). Each handler says beside its request
which kinds of thinking end before it begins, and whether the game is saved afterwards. It then has the game
to itself, for the lock is held. It never begins to think by itself: what is to be thought about follows
from the game when it is done.
"""

import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from tengen.core.errors import GoError
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, WHITE
from tengen.web.console import answer_line
from tengen.web.engine import SessionEngine
from tengen.web.game.file import GameFile
from tengen.web.game.live_game import LiveGame
from tengen.web.game.opponents import take_seat
from tengen.web.inspect.playout import trace_playout
from tengen.web.inspect.stepper import SearchStepper
from tengen.web.limits import SECONDS_A_REQUEST
from tengen.web.messages.game import Collection, Kind, Problem, Record
from tengen.web.messages.requests import (
    AcceptCount,
    Analyse,
    AnalyseGame,
    AskCollection,
    AskPlayout,
    AskRecord,
    AskTree,
    ChooseGame,
    Console,
    EngineMove,
    GoTo,
    Keep,
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
from tengen.web.outbox import Viewer
from tengen.web.resources import Resources
from tengen.web.saved_games import SavedGamesFolder

LESSON_PLAYER = "mcts"
_PLAYOUTS_BEFORE_ONE = 500  # that is replayed, so that there is a tree to go down and there are replies

_Then = Callable[[], None] | None
_Check = Callable[[Any, Any], None]


@dataclass(frozen=True)
class _Handler:
    """How a request is done."""

    do: Callable[[Any, Any, Viewer], _Then]  # with the lock held; what it returns is called without it
    ends: frozenset[Kind]  # what is thought about, if it is one of these, ends before
    saves: bool  # whether the game may have changed
    check: _Check | None  # is asked before anything ends: GoError if the request cannot be done


_HANDLERS: dict[type, _Handler] = {}
_ALL: tuple[Kind, ...] = ("move", "analysis", "game")
_SEARCHES: tuple[Kind, ...] = ("move", "analysis")


def _does(
    request: type,
    *,
    ends: tuple[Kind, ...] | Literal["nothing"],
    saves: bool = False,
    check: _Check | None = None,
) -> Callable[[Callable[..., _Then]], Callable[..., _Then]]:
    """Register a handler with what it needs, see `_Handler`."""

    def register(do: Callable[..., _Then]) -> Callable[..., _Then]:
        kinds: frozenset[Kind] = frozenset() if ends == "nothing" else frozenset(ends)
        _HANDLERS[request] = _Handler(do, kinds, saves, check)
        return do

    return register


class WebSession:
    """What one or more pages work with."""

    def __init__(
        self,
        saved: SavedGamesFolder,
        first: NewGame,
        *,
        allow_programs: bool = False,
        seed: int | None = None,
        resources: Resources | None = None,
    ) -> None:
        """A session that begins with a game; nothing is thought about until somebody looks.

        seed -- of the players; drawn if there is none
        resources -- that it shares with other sessions
        """
        self._saved = saved
        self._allow_programs = allow_programs
        self._seed = secrets.randbelow(1 << 32) if seed is None else seed
        self._requests = threading.Lock()  # held by the request that is being done
        self._viewers: list[Viewer] = []  # another list with each change
        self._mind = SessionEngine(self._seed, self, resources or Resources())
        self.used_at = time.monotonic()  # when it was asked for something last, or began to think
        self._lesson: tuple[int, SearchStepper] | None = None  # at a node of the game
        self._played = self._begin(first)
        self._played.live = self._played.tree.current

    # ---- who looks

    @property
    def n_viewers(self) -> int:
        """How many pages look."""
        return len(self._viewers)

    def enter(self, viewer: Viewer) -> None:
        """Somebody looks, too: the game goes on for all, with the move that an engine owes."""
        with self._request():
            with self._mind.lock:
                self._viewers = [*self._viewers, viewer]
                self._look_together()
                self._played.wake(time.monotonic())
                viewer.tell(self._state())
                self._tell_thought(viewer)
            self._go_on(viewer)

    def leave(self, viewer: Viewer) -> None:
        """Somebody looks no more; after the last one nothing is thought about, and clocks stand still."""
        self._viewers = [other for other in self._viewers if other is not viewer]
        with self._request():
            with self._mind.lock:
                self._look_together()
            if not self._viewers:
                self._mind.stop()
                with self._mind.lock:
                    self._played.sleep(time.monotonic())

    # ---- memory

    @property
    def is_thinking(self) -> bool:
        """Whether anything is thought about."""
        return self._mind.kind is not None

    @property
    def bytes_used(self) -> int:
        """Memory that its searches have touched."""
        return self._mind.bytes_used + (self._lesson[1].bytes_used if self._lesson else 0)

    def give_back(self) -> bool:
        """Let go what was searched, unless something is asked or thought just now; the game stays."""
        if not self._requests.acquire(blocking=False):
            return False
        try:
            if self.is_thinking:
                return False
            self._mind.renew()
            self._lesson = None
            return True
        finally:
            self._requests.release()

    def hurry(self) -> None:
        """End what is thought about with what it has found."""
        self._mind.hurry()

    def let_go(self) -> None:
        """End what is thought about without waiting: the server ends."""
        self._mind.let_go()

    def tell(self, event: Event) -> None:
        """Something that is for all who look; may be called from any thread."""
        for viewer in self._viewers:
            viewer.tell(event)

    def tell_state(self) -> None:
        """Tell all who look how the game stands."""
        with self._mind.lock:
            self.tell(self._state())

    def _state(self) -> Event:
        with self._mind.lock:
            return self._played.state(self._mind.kind, self._mind.is_analysing, time.monotonic())

    def _tell_thought(self, viewer: Viewer | None = None) -> None:
        """What is known of this position without a search, to one who looks or to all."""
        with self._mind.lock:
            if self._mind.kind is None:
                tell = viewer.tell if viewer else self.tell
                tell(self._mind.thinker.thought_of(self._played.game.copy(), self._played.tree.current))

    def _look_together(self) -> None:
        """The views that anybody has open are made for all."""
        thinker = self._mind.thinker
        thinker.views = frozenset().union(*(viewer.views for viewer in self._viewers))
        pointed = [viewer.point for viewer in self._viewers if viewer.point is not None]
        thinker.point = pointed[-1] if pointed else None

    # ---- requests

    def knows(self, request: Request) -> bool:
        """Whether the session answers such a request."""
        return type(request) in _HANDLERS

    def handle(self, request: Request, viewer: Viewer) -> None:
        """Do what a page asks; GoError in one sentence if it cannot be done, and nothing has changed."""
        handler, mind = _HANDLERS[type(request)], self._mind
        with self._request():
            if handler.check:
                with mind.lock:
                    handler.check(self, request)
            if handler.ends and (mind.kind is None or mind.kind in handler.ends):
                mind.stop()
            try:
                with mind.lock:
                    then = handler.do(self, request, viewer)
                    if handler.saves:
                        self._save()
                if then:
                    then()
            finally:
                if not self._go_on(viewer) and (handler.ends or handler.saves):
                    self.tell_state()
                    self._tell_thought()

    def _go_on(self, viewer: Viewer) -> bool:
        """What `think` does; who has asked is told why it cannot be."""
        try:
            return self.think()
        except GoError as error:
            viewer.tell(Problem(text=str(error)))
            return False

    @contextlib.contextmanager
    def _request(self) -> Iterator[None]:
        """One at a time; GoError if an earlier one does not end."""
        if not self._requests.acquire(timeout=SECONDS_A_REQUEST):
            raise GoError("the server is still busy with what was asked about this game before: try again")
        self.used_at = time.monotonic()
        try:
            yield
        finally:
            self._requests.release()

    def tick(self) -> None:
        """Look at the clocks; called now and then, and left for the next time while a request is done."""
        if not self._requests.acquire(blocking=False):
            return
        try:
            if not self._mind.lock.acquire(blocking=False):
                return
            try:
                has_fallen = self._played.check_clock(time.monotonic())
            finally:
                self._mind.lock.release()
            if has_fallen:
                self._mind.stop()
                self.changed()
                self.think()
        finally:
            self._requests.release()

    def changed(self) -> None:
        """Save the game, and tell all who look how it stands."""
        with self._mind.lock:
            self._save()
            self.tell_state()

    def think(self, after: threading.Event | None = None) -> bool:
        """Think about what follows from the game; whether this has begun or ended anything, which is told.

        after -- given by a thought that has just ended: void if somebody has ended it
        """
        mind, played = self._mind, self._played
        if mind.kind == "analysis" and not mind.is_analysing:
            mind.stop()
        elif mind.kind is not None or not self._viewers:
            return False
        elif played.owes_move:
            mind.move(played, after=after)
        elif mind.is_analysing and not mind.is_done_with(played):
            mind.analyse(played, after=after)
        else:
            return False
        self.used_at = time.monotonic()
        self.tell_state()
        return True

    # ---- the game

    def _begin(self, asked: NewGame) -> LiveGame:
        name = self._saved.new_name(time.time())
        return LiveGame.begin(name, asked, seed=self._seed, allow_programs=self._allow_programs)

    def _put(self, played: LiveGame) -> None:
        """Go on with another game."""
        self._played = played
        self._mind.forget()
        self._lesson = None

    def _save(self) -> None:
        """Keep a game that has changed; where that cannot be, all are told, and play goes on."""
        if self._played.is_to_be_saved:
            try:
                self._played.save(self._saved)
            except GoError as error:
                self.tell(Problem(text=str(error)))

    @_does(NewGame, ends=_ALL)
    def _new_game(self, asked: NewGame, viewer: Viewer) -> None:
        played = self._begin(asked)
        self._put(played)
        played.go_on(time.monotonic())

    @_does(SetPlayers, ends=_ALL, saves=True)
    def _set_players(self, asked: SetPlayers, viewer: Viewer) -> None:
        size = self._played.game.size
        self._played.seats = {
            colour: take_seat(text, size, self._seed + colour, allow_programs=self._allow_programs)
            for colour, text in ((BLACK, asked.black), (WHITE, asked.white))
        }
        self._played.go_on(time.monotonic())

    def _check_turn(self, asked: Play | Resign) -> None:
        if self._mind.kind == "move":
            raise GoError("it is not your turn: the engine is thinking")
        self._played.check_is_persons_turn()

    @_does(Play, ends=_ALL, saves=True, check=_check_turn)
    def _play(self, asked: Play, viewer: Viewer) -> None:
        self._played.play(parse_vertex(asked.vertex, self._played.game.size), time.monotonic())

    @_does(Resign, ends=_ALL, saves=True, check=_check_turn)
    def _resign(self, asked: Resign, viewer: Viewer) -> None:
        self._played.resign(time.monotonic())

    def _check_node(self, asked: GoTo | RemoveBranch) -> None:
        self._played.tree.way_to(asked.node)

    @_does(GoTo, ends=_SEARCHES, check=_check_node)
    def _go_to(self, asked: GoTo, viewer: Viewer) -> None:
        self._played.go_to(asked.node, time.monotonic())

    @_does(RemoveBranch, ends=_ALL, saves=True, check=_check_node)
    def _remove_branch(self, asked: RemoveBranch, viewer: Viewer) -> None:
        self._played.remove(asked.node, time.monotonic())

    @_does(MarkDead, ends="nothing")
    def _mark_dead(self, asked: MarkDead, viewer: Viewer) -> None:
        self._played.mark_dead(asked.vertex)
        self.tell_state()

    @_does(AcceptCount, ends=_ALL, saves=True)
    def _accept_count(self, asked: AcceptCount, viewer: Viewer) -> None:
        self._played.accept_count()

    @_does(PlayOn, ends=_ALL, saves=True)
    def _play_on(self, asked: PlayOn, viewer: Viewer) -> None:
        self._played.play_on(time.monotonic())

    @_does(OpenRecord, ends=_ALL)
    def _open_record(self, asked: OpenRecord, viewer: Viewer) -> None:
        content = asked.data if asked.text is None else asked.text
        if content is None:
            raise GoError("there is no record to open: send its bytes as data, or its text")
        self._look_at(GameFile.opened(content, self._saved.new_name(time.time())))

    @_does(OpenSaved, ends=_ALL)
    def _open_saved(self, asked: OpenSaved, viewer: Viewer) -> None:
        copy_name = self._saved.new_name(time.time())
        self._look_at(GameFile.loaded(asked.name, self._saved.load(asked.name), copy_name))

    @_does(ChooseGame, ends=_ALL)
    def _choose_game(self, asked: ChooseGame, viewer: Viewer) -> None:
        self._played.write()
        self._look_at(self._played.file, asked.number, has_changed=self._played.has_changed)

    def _look_at(self, file: GameFile, number: int | None = None, *, has_changed: bool = False) -> None:
        """Look at a game of a file: nothing is written before something changes."""
        played = LiveGame.open(file, seed=self._seed, number=number)
        played.has_changed = has_changed
        self._put(played)

    @_does(AskCollection, ends="nothing")
    def _ask_collection(self, asked: AskCollection, viewer: Viewer) -> None:
        viewer.tell(Collection(name=self._played.name, games=self._played.file.list_games()))

    @_does(Keep, ends="nothing", saves=True)
    def _keep(self, asked: Keep, viewer: Viewer) -> None:
        self._played.has_changed = True

    @_does(AskRecord, ends="nothing")
    def _ask_record(self, asked: AskRecord, viewer: Viewer) -> None:
        viewer.tell(Record(name=self._played.name, text=self._played.content().decode("utf-8")))

    # ---- thinking

    def _check_playing(self, asked: EngineMove) -> None:
        self._played.check_is_playing()

    @_does(EngineMove, ends=_ALL, check=_check_playing)
    def _engine_move(self, asked: EngineMove, viewer: Viewer) -> _Then:
        self._played.go_on(time.monotonic())
        return None if self._played.owes_move else lambda: self._mind.move(self._played)

    @_does(Analyse, ends="nothing")
    def _analyse(self, asked: Analyse, viewer: Viewer) -> None:
        self._mind.is_analysing = asked.on
        self._mind.analyse_anew()
        self.tell_state()

    @_does(Stop, ends=_ALL)
    def _stop(self, asked: Stop, viewer: Viewer) -> None:
        self._mind.is_analysing = False
        if self._played.owes_move:
            self._played.rest(time.monotonic())

    @_does(AnalyseGame, ends=_ALL)
    def _analyse_game(self, asked: AnalyseGame, viewer: Viewer) -> _Then:
        return lambda: self._mind.analyse_game(self._played, asked.playouts)

    # ---- looking inside

    @_does(Watch, ends="nothing")
    def _watch(self, asked: Watch, viewer: Viewer) -> None:
        viewer.views, viewer.point = frozenset(asked.views), asked.point
        self._look_together()
        self._tell_thought(viewer)

    @_does(AskTree, ends="nothing")
    def _ask_tree(self, asked: AskTree, viewer: Viewer) -> None:
        self._mind.ask_tree(self._played.game.copy(), asked.path, viewer.tell)

    @_does(Step, ends=_ALL)
    def _step(self, asked: Step, viewer: Viewer) -> None:
        node = self._played.tree.current
        if self._lesson is None or asked.restart or self._lesson[0] != node:
            self._lesson = node, SearchStepper(self._played.game, LESSON_PLAYER)
        viewer.tell(self._lesson[1].step(asked.count))

    @_does(AskPlayout, ends=_ALL)
    def _ask_playout(self, asked: AskPlayout, viewer: Viewer) -> None:
        game, mind = self._played.game.copy(), self._mind
        if not mind.thinker.knows(game):
            mind.thinker.forget()  # the search takes over another position than the last that was told
            mind.analyst.analyse(game, playouts=_PLAYOUTS_BEFORE_ONE)
        assert mind.analyst.searcher is not None
        viewer.tell(trace_playout(mind.analyst.searcher, game, secrets.randbelow(1 << 32)))

    @_does(Console, ends=_ALL)
    def _console(self, asked: Console, viewer: Viewer) -> None:
        viewer.tell(answer_line(asked.line, self._mind.analyst, self._played.game))
