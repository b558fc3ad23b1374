"""A game goes on whatever pages do: engines move when it is their turn, and nobody moves for them."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.core.errors import GoError, StoppedError
from tengen.core.game import Game
from tengen.players.heuristic_players import RandomPlayer
from tengen.web.messages.game import GameProgress, Problem, Record, State
from tengen.web.messages.requests import (
    Analyse,
    AnalyseGame,
    AskRecord,
    Console,
    EngineMove,
    GoTo,
    Play,
    Resign,
    SetPlayers,
    Step,
    Stop,
    Watch,
)
from tengen.web.messages.search import Thought
from tengen.web.outbox import Viewer
from tengen.web.registry import SessionRegistry
from tengen.web.saved_games import SavedGamesFolder
from tests.waiting import PATIENCE, wait_until
from tests.web.told import ToldSession


@pytest.fixture
def told(tmp_path: Path) -> Iterator[ToldSession]:
    told = ToldSession(tmp_path)
    yield told
    told.close()


class Slow:
    """Lets the random player think until it may move, or until it is stopped."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_move = threading.Event()
        self.n_asked = 0
        self.can_be_stopped = True
        self._stopped = threading.Event()
        choose = RandomPlayer.choose_move

        def choose_late(player: RandomPlayer, game: Game) -> int:
            self._stopped.clear()
            self.n_asked += 1
            while not self.may_move.wait(0.01):
                if self._stopped.is_set() and self.can_be_stopped:
                    raise StoppedError("stopped")
            return choose(player, game)

        monkeypatch.setattr(RandomPlayer, "choose_move", choose_late)
        monkeypatch.setattr(RandomPlayer, "stop", lambda player: self._stopped.set())


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow(monkeypatch)
    yield slow
    slow.may_move.set()


def wait_for_thinking(slow: Slow, n_asked: int = 1) -> None:
    wait_until(lambda: slow.n_asked >= n_asked)


def n_moves(told: ToldSession) -> int:
    return len(told.state.tree) - 1


def test_a_reload_in_mid_thought_loses_no_move(told: ToldSession, slow: Slow) -> None:
    told.begin(white="random")
    told.ask(Play(vertex="C3"))
    for n_asked in range(1, 4):
        wait_for_thinking(slow, n_asked)
        told.close()
        assert told.session.n_viewers == 0
        told.enter()
    wait_for_thinking(slow, 4)
    slow.may_move.set()
    told.wait(lambda: n_moves(told) == 2 and told.state.thinking is None)
    assert [row.colour for row in told.state.tree[1:]] == ["black", "white"]


def test_a_click_never_moves_for_an_engine(told: ToldSession, slow: Slow) -> None:
    told.begin(white="random")
    told.ask(Play(vertex="C3"))
    with pytest.raises(GoError, match="not your turn"):
        told.ask(Play(vertex="D4"))
    told.ask(Stop())
    for request in (Play(vertex="D4"), Play(vertex="pass"), Resign()):
        with pytest.raises(GoError, match="random plays White"):
            told.ask(request)
    assert (n_moves(told), told.state.phase) == (1, "playing")
    told.ask(SetPlayers(black="human", white="human"))
    told.ask(Play(vertex="D4"))
    assert n_moves(told) == 2


def test_an_engine_that_was_stopped_waits_also_for_a_page_that_comes_back(
    told: ToldSession, slow: Slow
) -> None:
    told.begin(white="random")
    told.ask(Play(vertex="C3"))
    wait_for_thinking(slow)
    told.ask(Stop())
    told.close()
    told.enter()
    assert (slow.n_asked, told.state.thinking) == (1, None)
    told.ask(EngineMove())
    slow.may_move.set()
    told.wait(lambda: n_moves(told) == 2)


def test_who_walks_back_to_where_the_game_goes_on_lets_the_engine_move(told: ToldSession, slow: Slow) -> None:
    told.begin(white="random")
    told.ask(Play(vertex="C3"))
    wait_for_thinking(slow)
    told.ask(GoTo(node=0))
    assert told.state.thinking is None
    told.ask(GoTo(node=1))
    slow.may_move.set()
    told.wait(lambda: n_moves(told) == 2 and told.state.thinking is None)


@pytest.mark.parametrize(
    "question", [Console(line="showboard"), Step(restart=True), AnalyseGame(playouts=10)]
)
def test_what_ends_a_thought_lets_the_engine_think_again(
    told: ToldSession, slow: Slow, question: Console | Step | AnalyseGame
) -> None:
    told.begin(white="random")
    told.ask(Play(vertex="C3"))
    wait_for_thinking(slow)
    told.ask(question)
    wait_for_thinking(slow, 2)
    slow.may_move.set()
    told.wait(lambda: n_moves(told) == 2 and told.state.thinking is None)


def test_the_first_game_begins_when_somebody_looks(tmp_path: Path) -> None:
    hub = SessionRegistry(SavedGamesFolder(tmp_path), {"size": 5, "black": "random", "white": "human"})
    told = ToldSession(tmp_path)
    _, told.session = hub.enter(None, told.viewer)
    told.wait(lambda: n_moves(told) == 1 and told.state.to_play == "white")
    told.close()


def test_clocks_stand_still_while_nobody_looks(told: ToldSession, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tengen.web.session.time.monotonic", lambda: now[0])
    told.begin(main_seconds=10, move_seconds=5)
    told.ask(Play(vertex="C3"))
    now[0] += 12  # 2 of the 5 seconds for the move
    told.close()
    now[0] += 1000
    told.session.tick()
    told.enter()
    clock = told.state.clock
    assert clock is not None
    assert (clock.running, clock.white, clock.in_overtime["white"]) == ("white", 3, True)
    now[0] += 3
    told.session.tick()
    assert told.state.result == "B+T"


def test_all_who_look_are_told_and_may_play(told: ToldSession) -> None:
    told.begin()
    other = told.another()
    assert other.state == told.state
    other.ask(Play(vertex="C3"))
    told.ask(Play(vertex="D3"))
    assert [page.state.last_move for page in (told, other)] == ["D3", "D3"]
    other.close()
    told.ask(Play(vertex="B2"))
    assert (told.state.last_move, other.state.last_move) == ("B2", "D3")


def test_who_leaves_does_not_end_what_others_look_at(told: ToldSession) -> None:
    told.begin(size=9)
    other = told.another()
    other.ask(Watch(views=["territory"]))
    told.ask(Watch(views=["candidates"]))
    told.ask(Analyse(on=True))
    told.wait(lambda: bool(told.last(Thought).candidates) and told.last(Thought).territory is not None)
    other.close()
    n_told = len(told.events)
    told.wait(lambda: len(told.events) > n_told and told.last(Thought).territory is None)
    assert told.state.analysing


def test_an_answer_is_for_who_has_asked(told: ToldSession) -> None:
    told.begin()
    other = told.another()
    other.ask(AskRecord())
    assert any(isinstance(event, Record) for event in other.events)
    assert not any(isinstance(event, Record) for event in told.events)


def test_a_review_goes_on_while_people_look_around(told: ToldSession) -> None:
    told.begin()
    for vertex in ("C3", "D3", "C4"):
        told.ask(Play(vertex=vertex))
    told.ask(AnalyseGame(playouts=10))
    for node in (1, 2, 0, 3):
        told.ask(GoTo(node=node))
    told.wait(lambda: told.state.thinking is None and told.last(GameProgress).done == 4)
    assert told.state.node == 3


def test_what_does_not_end_is_abandoned_and_changes_nothing(
    told: ToldSession, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.web.threads.SECONDS_TO_STOP", 0.05)
    slow.can_be_stopped = False
    told.begin(white="random")
    told.ask(Play(vertex="C3"))
    wait_for_thinking(slow)
    told.ask(GoTo(node=0))
    assert told.state.thinking is None
    told.ask(Play(vertex="B2"))  # white thinks again, with another player
    wait_for_thinking(slow, 2)
    n_told = len(told.events)
    slow.may_move.set()
    told.wait(lambda: n_moves(told) == 3 and told.state.thinking is None)
    assert [(row.parent, row.vertex) for row in told.state.tree[1:3]] == [(0, "C3"), (0, "B2")]
    assert told.state.tree[3].parent == 2
    assert all(event.node != 1 for event in told.events[n_told:] if isinstance(event, State))


def test_there_may_only_be_so_many_of_them(
    told: ToldSession, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.web.threads.SECONDS_TO_STOP", 0.05)
    monkeypatch.setattr("tengen.web.resources.MAX_LOST_THREADS", 2)
    slow.can_be_stopped = False
    told.begin(white="random")
    for n_asked, vertex in enumerate(("C3", "B2"), 1):
        told.ask(Play(vertex=vertex))
        wait_for_thinking(slow, n_asked)
        told.ask(GoTo(node=0))
    told.ask(Play(vertex="D4"))
    assert "do not end" in told.last(Problem).text
    assert (n_moves(told), told.state.thinking) == (3, None)
    slow.may_move.set()
    lost = [thread for thread in threading.enumerate() if thread.name == "thinking: move"]
    for thread in lost:
        thread.join(PATIENCE)
    told.ask(EngineMove())
    told.wait(lambda: n_moves(told) == 4)


def test_a_point_of_a_larger_board_does_no_harm(told: ToldSession) -> None:
    told.begin(size=19, main_seconds=10)
    told.ask(Watch(views=["replies"], point="T19"))
    told.ask(Analyse(on=True))
    told.wait(lambda: bool(told.last(Thought).replies))
    told.begin(size=5, main_seconds=10)
    told.wait(lambda: told.last(Thought).visits > 0 and told.state.size == 5)


def test_a_game_whose_clocks_fail_stops_no_other_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = SessionRegistry(SavedGamesFolder(tmp_path), {"size": 5})
    ticked = []
    for number in range(3):
        _, session = hub.enter(None, Viewer(lambda event: None))

        def tick(number: int = number) -> None:
            ticked.append(number)
            if number == 1:
                raise RuntimeError("a clock fails")

        monkeypatch.setattr(session, "tick", tick)
    hub.tick()
    assert ticked == [0, 1, 2]
