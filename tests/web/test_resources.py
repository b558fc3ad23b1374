"""Memory of all searches of a server: one budget, given back by who needs it least, and by who has left."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tengen.core.game import Game
from tengen.mcts.tree_jit import bytes_per_node
from tengen.players.mcts_player import MctsPlayer
from tengen.web.messages.requests import Analyse, AnalyseGame, AskTree, NewGame, Play, Step
from tengen.web.outbox import Viewer
from tengen.web.registry import SessionRegistry
from tengen.web.resources import Resources
from tengen.web.saved_games import SavedGamesFolder
from tengen.web.session import WebSession
from tests.waiting import wait_until
from tests.web.told import ToldSession

MB = 1_000_000


@dataclass(eq=False)
class FakeSession:
    """As much of a session as counts here."""

    megabytes: int
    used_at: float
    is_thinking: bool = False
    is_busy: bool = False
    told: list[str] = field(default_factory=list)

    @property
    def bytes_used(self) -> int:
        return self.megabytes * MB

    def give_back(self) -> bool:
        if self.is_busy:
            return False
        self.told.append("give back")
        self.megabytes = 0
        return True

    def hurry(self) -> None:
        self.told.append("hurry")


def told(*sessions: FakeSession) -> list[list[str]]:
    Resources(budget_mb=143).keep_budget(sessions)  # 100 are for searches
    return [session.told for session in sessions]


def test_under_the_budget_nobody_gives_anything_back() -> None:
    assert told(FakeSession(50, 1), FakeSession(49, 2, is_thinking=True)) == [[], []]


def test_who_was_used_least_recently_gives_back_first_and_who_thinks_nothing() -> None:
    sessions = (
        FakeSession(30, 2),
        FakeSession(30, 1),
        FakeSession(30, 3),
        FakeSession(30, 0, is_thinking=True),
    )
    assert told(*sessions) == [[], ["give back"], [], []]


def test_who_is_busy_is_passed_over() -> None:
    assert told(FakeSession(60, 1, is_busy=True), FakeSession(60, 2)) == [[], ["give back"]]


def test_if_that_is_not_enough_the_largest_search_ends_with_what_it_has_found() -> None:
    sessions = (FakeSession(10, 1), *(FakeSession(size, 1, is_thinking=True) for size in (20, 90, 30)))
    assert told(*sessions) == [["give back"], [], ["hurry"], []]


def test_a_search_counts_what_it_has_touched() -> None:
    player = MctsPlayer(seed=1, playouts=20, memory_mb=64, prior_net=None)
    game = Game(5)
    player.choose_move(game)
    assert player.searcher is not None
    few = player.searcher.bytes_used
    assert few < 64 * MB / 4
    player.analyse(game, playouts=100)
    n_nodes = int(np.count_nonzero(player.searcher.tree.nodes["is_used"]))
    many = player.searcher.bytes_used
    assert many > few
    assert many > n_nodes * bytes_per_node(5)
    player.searcher.clear()
    assert player.searcher.bytes_used == many  # what was touched stays touched


@pytest.fixture
def searched(tmp_path: Path) -> ToldSession:
    """A session with a tree of its analyst, one of an engine, and one of a lesson."""
    told = ToldSession(tmp_path)
    told.begin(white="mcts:playouts=20,prior_net=none")
    told.ask(Play(vertex="C3"))
    told.wait(lambda: len(told.state.tree) == 3 and told.state.thinking is None)
    told.ask(Step(restart=True))
    told.ask(AnalyseGame(playouts=20))
    told.wait(lambda: told.state.thinking is None)
    assert told.session.bytes_used > 0
    return told


def test_a_game_goes_on_when_its_memory_was_given_back(searched: ToldSession) -> None:
    assert searched.session.give_back()
    assert searched.session.bytes_used == 0
    searched.ask(AskTree(path=[]))
    searched.ask(Step())
    searched.ask(Play(vertex="B2"))
    searched.wait(lambda: len(searched.state.tree) == 5 and searched.state.thinking is None)
    assert searched.session.bytes_used > 0


def test_nothing_is_given_back_while_it_is_needed(searched: ToldSession) -> None:
    searched.begin(size=9)
    searched.ask(Analyse(on=True))
    assert not searched.session.give_back()

    def has_ended() -> bool:
        searched.session.hurry()
        return searched.state.thinking is None

    wait_until(has_ended)
    assert searched.state.analysing
    assert searched.session.give_back()


def test_a_search_that_is_hurried_plays_its_move(tmp_path: Path) -> None:
    told = ToldSession(tmp_path)
    told.begin(size=9, white="mcts:playouts=20000,seconds=10,prior_net=none")
    told.ask(Play(vertex="E5"))

    def has_moved() -> bool:
        told.session.hurry()
        return len(told.state.tree) == 3

    wait_until(has_moved)
    assert told.state.tree[2].vertex != "pass"


def test_engines_that_play_each_other_go_on_with_little_memory(tmp_path: Path) -> None:
    told = ToldSession(tmp_path)
    told.begin(black="mcts:playouts=30,prior_net=none", white="mcts:playouts=30,prior_net=none")
    told.wait(lambda: len(told.state.tree) > 2)
    made = [seat.made for seat in told.session._played.seats.values()]
    told.session.hurry()
    n_nodes = len(told.state.tree)
    told.wait(lambda: len(told.state.tree) > n_nodes + 1)
    assert all(seat.made is not each for seat in told.session._played.seats.values() for each in made)
    told.close()


@pytest.mark.parametrize("limit", ["SECONDS_OF_A_TREE", "SECONDS_UNWATCHED"])
def test_who_has_left_gives_back_and_the_memory_goes_to_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    hub, returned = SessionRegistry(SavedGamesFolder(tmp_path), {"size": 5}), []
    monkeypatch.setattr("tengen.web.registry.return_memory", lambda: returned.append(True))
    viewer = Viewer(lambda event: None)
    key, session = hub.enter(None, viewer)
    session.handle(Step(restart=True), viewer)
    used = session.bytes_used
    hub.keep_memory()
    assert (session.bytes_used, returned) == (used, [])
    session.leave(viewer)
    monkeypatch.setattr(f"tengen.web.registry.{limit}", -1.0)
    hub.keep_memory()
    assert (session.bytes_used, returned) == (0, [True])
    assert (hub.enter(key, viewer)[1] is session) == (limit == "SECONDS_OF_A_TREE")
    hub.keep_memory()
    assert returned == [True]


def test_while_memory_is_short_what_was_freed_goes_to_the_machine_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, returned = SessionRegistry(SavedGamesFolder(tmp_path), {"size": 5}, budget_mb=1), []
    monkeypatch.setattr("tengen.web.registry.return_memory", lambda: returned.append(True))
    viewer = Viewer(lambda event: None)
    _, session = hub.enter(None, viewer)
    for _ in range(2):
        session.handle(Step(restart=True), viewer)
        assert session.bytes_used > MB
        hub.keep_memory()
        assert session.bytes_used == 0
    assert returned == [True]
    monkeypatch.setattr("tengen.web.registry._SECONDS_BETWEEN_RETURNS", -1.0)
    session.handle(Step(restart=True), viewer)
    hub.keep_memory()
    hub.keep_memory()
    assert returned == [True, True]


def test_only_so_many_think_at_once_and_the_others_wait_their_turn(tmp_path: Path) -> None:
    resources = Resources(budget_mb=1)  # one place
    pages = []
    for number in range(3):
        session = WebSession(SavedGamesFolder(tmp_path / str(number)), NewGame(), seed=1, resources=resources)
        pages.append(ToldSession(tmp_path, session))
        pages[-1].begin(white="mcts:playouts=20,prior_net=none")
    assert resources.places.take(lambda: True)
    for page in pages:
        page.ask(Play(vertex="C3"))
    assert [page.state.thinking for page in pages] == ["move"] * 3
    assert [len(page.state.tree) for page in pages] == [2] * 3
    pages[1].close()  # who has left waits no more
    resources.places.give()
    for page in (pages[0], pages[2]):
        page.wait(lambda page=page: len(page.state.tree) == 3)  # type: ignore[misc]
    assert len(pages[1].state.tree) == 2
