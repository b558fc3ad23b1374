"""The searching player behind GTP and JSON, as a process: analyses, interrupts and every kind of end."""

import json
import re
import signal
import subprocess
import sys

import pytest

from tests.gtp.sessions import needs_compiler
from tests.waiting import PATIENCE

pytestmark = needs_compiler

GTP = [sys.executable, "-m", "tengen", "gtp", "mcts", "--seed", "0"]
JSON = [sys.executable, "-m", "tengen", "analysis", "mcts", "--seed", "0"]
FAR = "kata-analyze 100000"
INFO = re.compile(
    r"info move \S+ visits \d+ utility \S+ winrate [01](\.\d+)? scoreMean \S+ scoreStdev \S+ scoreLead \S+ "
    r"scoreSelfplay \S+ prior \S+ lcb \S+ utilityLcb \S+ order \d+ pv [A-Ta-t\d ]+"
)
QUERY = {"id": "q", "moves": [["B", "E5"]], "rules": "chinese", "boardXSize": 9, "boardYSize": 9}


class Process:
    """A running program; what it compiles at first is not timed."""

    def __init__(self, command):
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def send(self, text):
        self._process.stdin.write(f"{text}\n".encode())
        self._process.stdin.flush()

    def line(self):
        return self._process.stdout.readline().decode().removesuffix("\n")

    def answer(self):
        lines = []
        while line := self.line():
            lines.append(line)
        return "\n".join(lines)

    def ask(self, command):
        self.send(command)
        return self.answer()

    def signal(self, number):
        self._process.send_signal(number)

    def ends_quietly(self):
        """Wait for the end; give what it had still to say. No search ends by itself before that."""
        out, err = self._process.communicate(timeout=PATIENCE)
        assert self._process.returncode == 0
        assert b"Traceback" not in err
        return out.decode()

    def kill(self):
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def engine():
    """GTP on 9x9, compiled and with a budget that no test lives to see the end of."""
    process = Process(GTP)
    assert process.ask("boardsize 9") == "="
    assert process.ask("genmove b").startswith("= ")
    assert process.ask("clear_board") == "="
    yield process
    process.kill()


@pytest.fixture
def analysis():
    """JSON, compiled."""
    process = Process(JSON)
    process.send(json.dumps({**QUERY, "id": "first", "maxVisits": 10}))
    assert json.loads(process.line())["id"] == "first"
    yield process
    process.kill()


def test_an_analysis_streams_until_a_line_comes(engine):
    engine.send("1 kata-analyze b 10 ownership true rootInfo true")
    assert engine.line() == "=1"
    lines = [engine.line() for _ in range(3)]
    engine.send("2 stop")
    rest = engine.answer()
    assert engine.answer() == "=2"
    for line in lines + rest.splitlines():
        blocks, ownership = line.split(" ownership ")
        blocks, root = blocks.split(" rootInfo ")
        assert all(INFO.fullmatch(f"info{block}") for block in blocks.split("info")[1:] if block.strip())
        assert len(ownership.split()) == 81
        assert int(root.split()[1]) > 0
    visits = [int(re.search(r"rootInfo visits (\d+)", line)[1]) for line in lines]
    assert visits == sorted(visits)
    assert visits[0] < visits[-1]


def test_an_empty_line_ends_an_analysis(engine):
    engine.send(f"1 {FAR}")
    assert engine.line() == "=1"
    engine.send("")
    engine.answer()
    assert engine.ask("2 name") == "=2 Tengen"


def test_a_move_with_analysis(engine):
    for number, command in enumerate(
        ["lz-genmove_analyze b 100000", "kata-genmove_analyze w ownership true"]
    ):
        answer = engine.ask(f"{number} {command}").splitlines()
        assert answer[0] == f"={number}"
        assert answer[1].startswith("info move ")
        assert re.fullmatch(r"play ([A-J]\d|pass|resign)", answer[-1])
    told = engine.ask("cgos-genmove_analyze b").splitlines()[1]
    assert len(json.loads(told)["ownership"]) == 81


def test_analysing_the_other_colour_changes_nothing(engine):
    before = engine.ask("showboard")
    engine.send(f"{FAR.replace('analyze', 'analyze w')}\n")
    engine.answer()
    assert engine.ask("showboard") == before


def test_avoided_moves_are_not_looked_at(engine):
    assert "LABEL " in engine.ask("tengen-best_moves")  # so that all moves were looked at before
    engine.send("kata-analyze b 5 allow b E5,C3 1")
    lines = [engine.line() for _ in range(4)][1:]
    engine.send("")
    moves = {move for line in [*lines, engine.answer()] for move in re.findall(r"info move (\S+)", line)}
    assert moves
    assert moves <= {"E5", "C3"}


def test_pictures(engine):
    assert "LABEL " in engine.ask("tengen-best_moves")
    assert len(engine.ask("tengen-ownership").split()) == 82
    assert engine.ask("tengen-principal_variation").startswith("= b ")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_middle_of_a_search(engine, number):
    engine.send(FAR)
    assert engine.line() == "="
    engine.signal(number)
    engine.ends_quietly()


def test_the_end_of_input_in_the_middle_of_a_search(engine):
    engine.send(FAR)
    assert engine.line() == "="
    assert engine.ends_quietly().endswith("\n\n")


def test_a_script_that_ends_with_quit_is_worked_through_whole():
    script = "boardsize 9\n" + "".join("genmove b\ngenmove w\n" for _ in range(3)) + "quit\n"
    runs = [subprocess.run(GTP, input=script.encode(), capture_output=True, timeout=600) for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.count(b"\n\n") == 8


def test_a_query_is_answered(analysis):
    analysis.send(json.dumps({**QUERY, "maxVisits": 200, "includeOwnership": True, "includePolicy": True}))
    answer = json.loads(analysis.line())
    assert answer["turnNumber"] == 1
    assert answer["rootInfo"]["currentPlayer"] == "W"
    assert answer["rootInfo"]["visits"] >= 200
    assert len(answer["ownership"]) == 81
    assert answer["policy"][40] == -1.0
    assert sum(value for value in answer["policy"] if value > 0) <= 1.001


def test_a_long_query_is_given_up(analysis):
    analysis.send(json.dumps({**QUERY, "maxVisits": 10**9, "reportDuringSearchEvery": 0.1}))
    assert json.loads(analysis.line())["isDuringSearch"] is True
    analysis.send(json.dumps({"id": "t", "action": "terminate", "terminateId": "q"}))
    answers = [json.loads(analysis.line())]
    while answers[-1].get("isDuringSearch", True):
        answers.append(json.loads(analysis.line()))
    assert "t" in [answer["id"] for answer in answers]
    assert answers[-1]["moveInfos"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_in_the_middle_of_a_query(analysis, number):
    analysis.send(json.dumps({**QUERY, "maxVisits": 10**9, "reportDuringSearchEvery": 0.1}))
    analysis.line()
    analysis.signal(number)
    analysis.ends_quietly()


def test_the_end_of_input_lets_a_query_finish(analysis):
    analysis.send(json.dumps({**QUERY, "maxVisits": 300}))
    assert json.loads(analysis.ends_quietly())["id"] == "q"
