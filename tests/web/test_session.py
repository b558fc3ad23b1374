"""Sessions: games are played, looked at, counted and saved; engines answer, think and stop."""

import base64
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tengen.core.errors import GoError
from tengen.players.player import Analysis
from tengen.web.messages.game import ConsoleAnswer, GameProgress, Problem, Record
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
    OpenRecord,
    OpenSaved,
    Play,
    PlayOn,
    RemoveBranch,
    Resign,
    SetPlayers,
    Step,
    Stop,
    Watch,
)
from tengen.web.messages.search import Playout, StepDone, Thought, TreeView
from tests.waiting import PATIENCE
from tests.web.told import ToldSession


@pytest.fixture
def told(tmp_path: Path) -> Iterator[ToldSession]:
    told = ToldSession(tmp_path)
    yield told
    told.close()


def play(told: ToldSession, *vertices: str) -> None:
    for vertex in vertices:
        told.ask(Play(vertex=vertex))


def test_two_people_play_to_the_counted_end(told: ToldSession) -> None:
    told.begin()
    play(told, "C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "E3", "pass")
    assert told.state.phase == "playing"
    assert told.state.board[2] == "..XOX"
    play(told, "pass")
    state = told.state
    assert state.phase == "counting"
    assert state.count is not None
    was_dead = "E3" in state.count.dead
    told.ask(MarkDead(vertex="E3"))
    assert told.state.count is not None
    assert told.state.count.black_stones == 5 + was_dead
    if was_dead:
        told.ask(MarkDead(vertex="E3"))
    count = told.state.count
    assert count is not None
    assert count.dead == ["E3"]
    assert count.result == "B+4.5"  # 15 points against 10 and komi
    told.ask(AcceptCount())
    assert (told.state.phase, told.state.result) == ("over", "B+4.5")
    with pytest.raises(GoError, match="over"):
        play(told, "A1")


def test_play_may_go_on_after_two_passes(told: ToldSession) -> None:
    told.begin()
    play(told, "pass", "pass")
    assert told.state.phase == "counting"
    told.ask(PlayOn())
    play(told, "C3")
    assert told.state.phase == "playing"
    assert told.state.last_move == "C3"


def test_an_engine_answers(told: ToldSession) -> None:
    told.begin(white="random")
    play(told, "C3")
    told.wait(lambda: told.state.thinking is None and len(told.state.tree) == 3)
    assert told.state.to_play == "black"
    assert told.state.tree[2].colour == "white"


def test_two_engines_play_until_they_are_stopped_or_the_game_ends(told: ToldSession) -> None:
    told.begin(black="random", white="random")
    told.wait(lambda: told.state.phase == "counting" and told.state.thinking is None)
    told.begin(size=19, black="random", white="random")
    told.wait(lambda: len(told.state.tree) > 3)
    told.ask(Stop())
    n_moves = len(told.state.tree)
    time.sleep(0.1)
    told.session.tell_state()
    assert len(told.state.tree) == n_moves
    assert told.state.thinking is None
    told.ask(EngineMove())
    told.wait(lambda: len(told.state.tree) > n_moves + 1)


def test_an_engine_moves_for_a_person_who_asks(told: ToldSession) -> None:
    told.begin()
    told.session._mind.analyst.playouts = 5
    told.ask(EngineMove())
    told.wait(lambda: told.state.thinking is None and len(told.state.tree) == 2)
    assert told.state.to_play == "white"


def test_nobody_plays_while_the_engine_thinks(told: ToldSession) -> None:
    told.begin(size=9, white="mcts:playouts=20000")
    play(told, "E5")
    with pytest.raises(GoError, match="not your turn"):
        play(told, "C3")
    told.ask(GoTo(node=0))
    assert told.state.thinking is None
    assert told.state.board == ["." * 9] * 9


def test_looking_around_and_cutting_branches(told: ToldSession) -> None:
    told.begin()
    play(told, "C3", "D3", "C4")
    told.ask(GoTo(node=1))
    play(told, "B2")
    assert [row.vertex for row in told.state.tree] == [None, "C3", "D3", "C4", "B2"]
    told.ask(RemoveBranch(node=2))
    assert [row.vertex for row in told.state.tree] == [None, "C3", "B2"]
    with pytest.raises(GoError, match="no node 3"):
        told.ask(GoTo(node=3))


def test_somebody_resigns(told: ToldSession) -> None:
    told.begin()
    play(told, "C3")
    told.ask(Resign())
    assert (told.state.phase, told.state.result) == ("over", "B+R")


def test_a_clock_runs_out(told: ToldSession, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("tengen.web.session.time.monotonic", lambda: now[0])
    told.begin(main_seconds=10)
    play(told, "C3")
    now[0] += 4
    told.session.tick()
    told.session.tell_state()
    clock = told.state.clock
    assert clock is not None
    assert (clock.running, clock.white, clock.black) == ("white", 6, 10)
    now[0] += 7
    told.session.tick()
    assert (told.state.phase, told.state.result) == ("over", "B+T")


def test_a_game_is_saved_and_opened_again(told: ToldSession) -> None:
    told.begin(white="random", komi=3.5)
    name = told.state.name
    play(told, "C3")
    told.wait(lambda: len(told.state.tree) == 3 and told.state.thinking is None)
    tree = told.state.tree
    told.begin()
    told.ask(OpenSaved(name=name))
    state = told.state
    assert (state.name, state.komi, state.white, state.tree) == (name, 3.5, "random", tree)


def test_a_record_goes_out_and_comes_in(told: ToldSession) -> None:
    told.begin()
    play(told, "C3", "D3")
    told.ask(AskRecord())
    text = told.last(Record).text
    tree = told.state.tree
    told.begin()
    told.ask(OpenRecord(text=text))
    assert told.state.tree == tree
    told.ask(OpenRecord(data=base64.b64encode(text.encode())))
    assert told.state.tree == tree
    before = told.state
    with pytest.raises(GoError, match="move 2"):
        told.ask(OpenRecord(text="(;SZ[5];B[aa];W[aa])"))
    with pytest.raises(GoError, match="no record"):
        told.ask(OpenRecord())
    assert told.state == before


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"handicap": 9}, "handicap of none"),
        ({"handicap": 1, "size": 9}, "2 to 9 stones"),
        ({"rules": "japanese"}, "rules"),
        ({"white": "mtcs"}, "mcts"),
        ({"white": "mcts:playouts=1000000"}, "at most 20000"),
        ({"white": "gtp:rm -rf /"}, "programs"),
        ({"white": "mcts:book_file=/etc/passwd"}, "file"),
    ],
)
def test_a_game_that_cannot_be_leaves_the_old_one(told: ToldSession, change: dict, reason: str) -> None:
    told.begin()
    play(told, "C3")
    before = told.state
    with pytest.raises(GoError, match=reason):
        told.begin(**change)
    told.session.tell_state()
    assert told.state == before


def test_other_players_take_over(told: ToldSession) -> None:
    told.begin()
    play(told, "C3")
    told.ask(SetPlayers(black="human", white="random"))
    told.wait(lambda: told.state.thinking is None and len(told.state.tree) == 3)
    assert told.state.white == "random"


def test_an_analysis_follows_the_game_and_ends(told: ToldSession) -> None:
    told.begin()
    told.ask(Watch(views=["candidates", "territory", "replies", "book", "tree", "td"]))
    told.ask(Analyse(on=True))
    told.wait(lambda: any(isinstance(event, Thought) and event.candidates for event in told.events))
    told.ask(Play(vertex="C3"))
    told.wait(lambda: told.last(Thought).node == 1 and told.last(Thought).visits > 0)
    thought = told.last(Thought)
    assert thought.colour == "white"
    assert thought.tree is not None
    assert thought.territory is not None
    assert thought.td is not None
    assert "katatsugi" in thought.td
    told.ask(AskTree(path=[]))
    told.wait(lambda: any(isinstance(event, TreeView) and event.visits > 0 for event in told.events))
    told.ask(Analyse(on=False))
    assert told.state.thinking is None
    assert not told.state.analysing


def test_a_node_that_is_asked_for_after_the_last_frame_is_told(
    told: ToldSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.begin()
    analyst, is_searched, is_asked = told.session._mind.analyst, threading.Event(), threading.Event()
    analyse = analyst.analyse

    def end_late(*args: Any, **settings: Any) -> Analysis:
        analysis = analyse(*args, **{**settings, "playouts": 20})
        is_searched.set()
        assert is_asked.wait(PATIENCE)
        return analysis

    monkeypatch.setattr(analyst, "analyse", end_late)
    told.ask(Analyse(on=True))
    assert is_searched.wait(PATIENCE)
    told.ask(AskTree(path=[]))
    is_asked.set()
    told.wait(lambda: any(isinstance(event, TreeView) and event.visits > 0 for event in told.events))
    told.wait(lambda: told.state.thinking is None)
    assert sum(isinstance(event, TreeView) for event in told.events) == 1


def test_a_whole_game_is_analysed(told: ToldSession) -> None:
    told.begin()
    play(told, "C3", "A1")
    told.ask(AnalyseGame(playouts=10))
    told.wait(lambda: told.state.thinking is None and told.last(GameProgress).done == 3)
    told.wait(lambda: all(row.win_rate is not None for row in told.state.tree))
    assert told.state.tree[1].loss is not None


def test_what_was_told_before_a_review_is_not_told_of_another_position(told: ToldSession) -> None:
    told.begin()
    play(told, "C3")
    told.ask(Watch(views=["territory"]))
    told.ask(Analyse(on=True))
    told.wait(lambda: told.last(Thought).visits > 0)
    told.ask(Analyse(on=False))
    told.ask(AnalyseGame(playouts=10))
    told.wait(lambda: told.state.thinking is None and told.last(GameProgress).done == 2)
    told.ask(Watch(views=["territory", "candidates"]))
    thought = told.last(Thought)
    assert (thought.node, thought.visits, thought.candidates) == (1, 0, [])
    assert thought.territory is not None
    assert thought.territory.playouts is None


def test_looking_around_saves_nothing(told: ToldSession, tmp_path: Path) -> None:
    told.begin()
    play(told, "C3", "D3")
    (file,) = tmp_path.glob("*.sgf")
    file.unlink()
    told.ask(GoTo(node=1))
    assert not file.exists()
    play(told, "B2")
    assert file.exists()


def test_a_lesson_and_a_playout(told: ToldSession) -> None:
    told.begin()
    play(told, "C3")
    told.ask(Step(restart=True))
    told.ask(Step(count=3))
    assert told.last(StepDone).number == 4
    told.ask(AskPlayout())
    assert told.last(Playout).start[2] == "..X.."


@pytest.mark.parametrize("line", ["genmove b", "loadsgf /etc/passwd", "printsgf /tmp/x", "quit", "play b A1"])
def test_the_console_only_answers_questions(told: ToldSession, line: str) -> None:
    told.begin()
    told.ask(Console(line=line))
    assert not told.last(ConsoleAnswer).ok
    assert told.state.board == ["....."] * 5


def test_a_player_that_fails_leaves_the_game_as_it_is(
    told: ToldSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise GoError("the program has gone")

    monkeypatch.setattr("tengen.players.heuristic_players.RandomPlayer.choose_move", fail)
    told.begin(white="random")
    play(told, "C3")
    told.wait(lambda: any(isinstance(event, Problem) for event in told.events))
    assert told.last(Problem).text == "the program has gone"
    told.wait(lambda: told.state.thinking is None and told.state.last_move == "C3")
    told.ask(SetPlayers(black="human", white="human"))
    play(told, "D3")
    assert told.state.last_move == "D3"


def test_a_game_that_cannot_be_saved_goes_on(told: ToldSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.web.saved_games.MAX_GAMES", 0)
    told.begin()
    play(told, "C3")
    assert told.state.last_move == "C3"
    assert "not saved" in told.last(Problem).text


def test_the_console_answers_questions(told: ToldSession) -> None:
    told.begin()
    play(told, "C3")
    told.ask(Console(line="list_stones black"))
    assert told.last(ConsoleAnswer).answer == "C3"
    told.ask(Console(line="is_legal"))
    assert not told.last(ConsoleAnswer).ok
