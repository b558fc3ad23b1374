"""Analysis by JSON: queries are checked strictly, answered in KataGo's words, and can be given up."""

import io
import json
import os
import threading

import pytest

from tengen import WHITE, __version__
from tengen.gtp.json_analysis import run
from tengen.gtp.json_analysis.query import QueryError, parse_query
from tengen.gtp.json_analysis.run import JsonAnalysis
from tests.gtp.fake_analyst import FakeAnalyst, point
from tests.waiting import PATIENCE, wait_until

QUERY = {"id": "q", "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5}


def answers_to(*queries, analyst=None):
    """What is answered to some queries, objects or raw lines, in a whole session."""
    lines = [query if isinstance(query, bytes) else json.dumps(query).encode() for query in queries]
    answers = io.BytesIO()
    JsonAnalysis(analyst or FakeAnalyst(), io.BytesIO(b"\n".join(lines)), answers).run()
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def answer_to(**fields):
    (answer,) = answers_to({**QUERY, **fields})
    return answer


def test_the_answer_to_a_query():
    assert answer_to(moves=[["B", "A5"], ["W", "A4"]]) == {
        "id": "q",
        "isDuringSearch": False,
        "turnNumber": 2,
        "moveInfos": [
            {
                "move": "C3", "order": 0, "pv": ["C3", "B2", "pass"], "visits": 80, "winrate": 0.4656,
                "utility": pytest.approx(-0.0688), "scoreMean": 1.25, "scoreLead": 1.25, "scoreStdev": 20.0,
                "scoreSelfplay": 1.25, "prior": 0.0839, "lcb": 0.464, "utilityLcb": pytest.approx(-0.072),
            },
            {
                "move": "B2", "order": 1, "pv": ["B2"], "visits": 15, "winrate": 0.25, "utility": -0.5,
                "scoreMean": 1.25, "scoreLead": 1.25, "scoreStdev": 20.0, "scoreSelfplay": 1.25, "prior": 0.5,
                "lcb": 0.1, "utilityLcb": pytest.approx(-0.8),
            },
            {
                "move": "pass", "order": 2, "pv": ["pass"], "visits": 5, "winrate": 0.00004,
                "utility": pytest.approx(-0.99992), "scoreMean": 1.25, "scoreLead": 1.25, "scoreStdev": 20.0,
                "scoreSelfplay": 1.25, "prior": 0.0, "lcb": -0.05, "utilityLcb": pytest.approx(-1.1),
            },
        ],
        "rootInfo": {
            "currentPlayer": "B", "visits": 100, "winrate": 0.45, "utility": pytest.approx(-0.1),
            "scoreMean": 1.25, "scoreLead": 1.25, "scoreStdev": 20.0, "scoreSelfplay": 1.25,
        },
    }  # fmt: skip


@pytest.mark.parametrize(
    "viewpoint, player, flipped",
    [
        (None, "B", False), (None, "W", True), ("BLACK", "W", True), ("WHITE", "W", False),
        ("WHITE", "B", True), ("SIDETOMOVE", "W", False), ("SIDETOMOVE", "B", False),
    ],
)  # fmt: skip
def test_numbers_are_blacks_unless_told_otherwise(viewpoint, player, flipped):
    settings = {} if viewpoint is None else {"reportAnalysisWinratesAs": viewpoint}
    answer = answer_to(initialPlayer=player, overrideSettings=settings, includeOwnership=True)
    root, first = answer["rootInfo"], answer["moveInfos"][0]
    assert root["currentPlayer"] == player
    assert root["winrate"] == pytest.approx(0.55 if flipped else 0.45)
    assert root["scoreLead"] == (-1.25 if flipped else 1.25)
    assert root["scoreStdev"] == 20.0
    assert first["lcb"] == pytest.approx(0.536 if flipped else 0.464)
    assert (first["visits"], first["prior"]) == (80, 0.0839)
    sign = -1 if flipped else 1
    assert answer["ownership"] == [0.5 * sign, *19 * [0.0], -1.0 * sign, *4 * [0.0]]


def test_the_policy_tells_priors_row_by_row_and_what_is_illegal():
    policy = answer_to(moves=[["B", "A5"], ["W", "E1"]], includePolicy=True)["policy"]
    assert len(policy) == 26
    assert policy[0] == policy[24] == -1.0
    assert policy[12] == 0.0839
    assert policy[16] == 0.5
    assert policy[25] == 0.0
    assert policy.count(0.0) == 26 - 4
    assert answer_to(includePolicy=True)["policy"][24] == 0.25  # the prior of a move that was not tried


def test_every_turn_that_is_asked_for_is_answered():
    moves = [["B", "A1"], ["W", "A2"], ["B", "B2"]]
    answers = answers_to({**QUERY, "moves": moves, "analyzeTurns": [3, 0, 1]})
    assert [(answer["turnNumber"], answer["rootInfo"]["currentPlayer"]) for answer in answers] == [
        (3, "W"), (0, "B"), (1, "W"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "fields, player",
    [
        ({}, "B"),
        ({"initialStones": [["B", "A1"], ["B", "C3"]]}, "W"),
        ({"initialStones": [["B", "A1"], ["W", "C3"]]}, "B"),
        ({"initialStones": [["B", "A1"], ["B", "C3"]], "initialPlayer": "b"}, "B"),
        ({"moves": [["W", "A1"]], "analyzeTurns": [0]}, "W"),
        ({"moves": [["W", "A1"]]}, "B"),
        ({"moves": [["W", "A1"], ["W", "A2"]]}, "B"),
    ],
)
def test_whose_turn_it_is(fields, player):
    assert answer_to(**fields)["rootInfo"]["currentPlayer"] == player


def test_budgets_and_forbidden_moves_reach_the_player():
    analyst = FakeAnalyst()
    limits = {"maxVisits": 77, "overrideSettings": {"maxTime": 8}}
    avoid = [{"player": "B", "moves": ["C3", "pass"], "untilDepth": 1}]
    (answer,) = answers_to({**QUERY, **limits, "avoidMoves": avoid}, analyst=analyst)
    assert analyst.calls == [("analyse", 1e9, 77, 8.0, frozenset({point("C3"), 0}))]
    assert [info["move"] for info in answer["moveInfos"]] == ["B2"]
    allow = [{"player": "B", "moves": ["C3"], "untilDepth": 1}]
    assert [info["move"] for info in answer_to(allowMoves=allow)["moveInfos"]] == ["C3"]


def test_reports_during_the_search():
    answers = answers_to({**QUERY, "reportDuringSearchEvery": 0.5})
    assert [answer["isDuringSearch"] for answer in answers] == [True, False]


def test_rules_by_name_and_as_an_object_and_komi():
    query = parse_query({**QUERY, "rules": {"ko": "POSITIONAL", "suicide": True}, "komi": 6}, "q")
    assert (query.game.rules.name, query.game.komi) == ("tromp-taylor", 6.0)
    assert parse_query({**QUERY, "rules": "Chinese-OGS"}, "q").game.rules.name == "chinese-kgs"
    stones = parse_query({**QUERY, "initialStones": [["W", "B2"]]}, "q").game
    assert stones.board.colour[point("B2")] == WHITE


# A field, and values of it that must be refused in its name.
WRONG_FIELDS = [
    ("boardXSize", [0, 1, 20, 5.5, "5", None, True, [], 10**400]),
    ("boardYSize", [9, 20, "5", None]),
    (
        "rules",
        ["japanese", "aga", "", 5, None, {"ko": "SITUATIONAL"}, {"scoring": "TERRITORY"}, {"x": 1}, "{"],
    ),
    ("komi", ["x", None, 1001, -1001, 10**400, float("nan"), float("inf"), True, []]),
    (
        "moves",
        [None, "x", [["B"]], [["B", "A1", "x"]], [["X", "A1"]], [["B", "A6"]], [["B", 5]], [[1, "A1"]]],
    ),
    ("moves", [[["B", "A1"], ["W", "A1"]], [["B", "resign"]], {}, [5], ["B", "A1"]]),
    ("initialStones", [None, "x", [["B", "pass"]], [["B", "A9"]], [["B"]], {"B": "A1"}]),
    ("initialStones", [[["B", "A2"], ["B", "B1"], ["W", "A1"]]]),
    ("initialPlayer", ["x", 1, []]),
    ("analyzeTurns", [None, [], [1], [-1], [0.5], ["0"], 0, [True]]),
    ("maxVisits", [0, -1, 1.5, "9", None, True]),
    ("includeOwnership", [1, "true", None]),
    ("includePolicy", [1, "true"]),
    ("reportDuringSearchEvery", [0, -1, "x", True, float("nan")]),
    ("avoidMoves", [5, [5], [{}], [{"player": "B", "moves": ["C3"]}], {"player": "B"}]),
    ("avoidMoves", [[{"player": "B", "moves": ["C3"], "untilDepth": 2}]]),
    ("avoidMoves", [[{"player": "W", "moves": ["C3"], "untilDepth": 1}]]),
    ("avoidMoves", [[{"player": "B", "moves": ["Z9"], "untilDepth": 1}]]),
    ("allowMoves", [[{"player": "B", "moves": "C3", "untilDepth": 1}]]),
    ("whiteHandicapBonus", ["N", 1]),
    ("overrideSettings", [5, {"reportAnalysisWinratesAs": "X"}, {"maxTime": "x"}, {"maxTime": -1}]),
    ("priority", ["x", 1.5, None]),
    ("priorities", [5, [], [1, 2], ["x"]]),
]


@pytest.mark.parametrize("field, values", WRONG_FIELDS)
def test_a_wrong_field_is_named(field, values):
    for value in values:
        with pytest.raises(QueryError) as caught:
            parse_query({**QUERY, field: value}, "q")
        assert caught.value.field == field, value
    (answer,) = answers_to({**QUERY, field: values[0]})
    assert answer == {"error": answer["error"], "field": field, "id": "q"}
    assert "internal" not in answer["error"]


@pytest.mark.parametrize("field", ["moves", "rules", "boardXSize", "boardYSize"])
def test_a_missing_field_is_named(field):
    (answer,) = answers_to({name: value for name, value in QUERY.items() if name != field})
    assert answer == {"error": f"the field {field} is missing", "field": field, "id": "q"}


@pytest.mark.parametrize(
    "line, field",
    [
        (b"hello", None), (b"{", None), (b"[1]", "id"), (b"5", "id"), (b"{}", "id"), (b'{"id":5}', "id"),
        (b"\xff\xfe", None), (100_000 * b"[", None), (b'{"id":"a","action":"x"}', "action"),
        (b'{"id":"a","action":["x"]}', "action"), (b'{"id":"a","action":"terminate"}', "terminateId"),
        (b'{"id":"a","action":"terminate_all","turnNumbers":5}', "turnNumbers"),
    ],
)  # fmt: skip
def test_lines_that_are_no_queries_get_an_error_and_the_next_one_its_answer(line, field):
    wrong, right = answers_to(line, b"", QUERY)
    assert wrong["error"]
    assert wrong.get("field") == field
    assert right["id"] == "q"


def test_a_line_without_end_is_refused_and_not_kept(monkeypatch):
    monkeypatch.setattr(run, "MAX_LINE_BYTES", 1000)
    wrong, right = answers_to(b'{"id":"' + 5000 * b"x" + b'"}', QUERY)
    assert wrong == {"error": "a line is longer than 1000 bytes"}
    assert right["id"] == "q"


def test_what_is_not_offered_is_warned_of_and_the_query_goes_on():
    *warnings, answer = answers_to(
        {**QUERY, "includeMovesOwnership": True, "includePVVisits": False, "overrideSettings": {"x": 1}}
    )
    assert [(warning["field"], warning["id"]) for warning in warnings] == [
        ("overrideSettings", "q"),
        ("includeMovesOwnership", "q"),
    ]
    assert all(warning["warning"] for warning in warnings)
    assert answer["moveInfos"]


def test_the_query_that_katrain_sends_is_understood():
    query = {
        "id": "QUERY:1", "rules": "chinese", "priority": 3, "analyzeTurns": [1], "maxVisits": 500,
        "komi": 6.5, "boardXSize": 5, "boardYSize": 5, "includeOwnership": True,
        "includeMovesOwnership": True, "includePolicy": True, "initialStones": [], "initialPlayer": "B",
        "moves": [["B", "C3"]],
        "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "maxTime": 8.0, "wideRootNoise": 0.04},
        "reportDuringSearchEvery": 1,
    }  # fmt: skip
    *_, answer = answers_to(query)
    assert answer["isDuringSearch"] is False
    assert len(answer["ownership"]) == 25
    assert len(answer["policy"]) == 26


def test_actions_are_echoed():
    version = {"id": "v", "action": "query_version"}
    assert answers_to(version) == [{**version, "version": __version__, "git_hash": "<omitted>"}]
    clear = {"id": "c", "action": "clear_cache", "more": 1}
    assert answers_to(clear) == [clear]
    nothing = {"id": "t", "action": "terminate", "terminateId": "q"}
    assert answers_to(nothing) == [nothing]


def test_a_bug_of_the_player_costs_one_answer(capsys):
    class Broken(FakeAnalyst):
        def analyse(self, game, *rest, **more):
            if game.moves:
                raise ZeroDivisionError("oh")
            return super().analyse(game, *rest, **more)

    wrong, right = answers_to({**QUERY, "id": "a", "moves": [["B", "A1"]]}, QUERY, analyst=Broken())
    assert wrong == {"error": "internal error: ZeroDivisionError: oh", "id": "a"}
    assert right["id"] == "q"
    assert "Traceback" in capsys.readouterr().err


class Served:
    """A session in a thread, through a pipe, with a player that searches until it is stopped."""

    def __init__(self):
        read, write = os.pipe()
        self.analyst = FakeAnalyst(slow=True)
        self._pipe, self._source = os.fdopen(write, "wb", buffering=0), os.fdopen(read, "rb")
        self._answers = io.BytesIO()
        self._thread = threading.Thread(
            target=JsonAnalysis(self.analyst, self._source, self._answers).run, daemon=True
        )
        self._thread.start()

    def send(self, **fields):
        self._pipe.write(json.dumps(fields).encode() + b"\n")

    def answers(self):
        return [
            json.loads(line) for line in self._answers.getvalue().splitlines(keepends=True) if b"\n" in line
        ]

    def end(self):
        self._pipe.close()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._source.close()
        return self.answers()


def test_a_running_query_can_be_given_up_and_waiting_ones_have_no_results():
    served = Served()
    moves = [["B", "A1"], ["W", "A2"]]
    served.send(**{**QUERY, "id": "first", "moves": moves, "analyzeTurns": [0, 1, 2]})
    served.send(**{**QUERY, "id": "second"})
    wait_until(served.analyst.searching.is_set)
    served.send(id="t", action="terminate", terminateId="first", turnNumbers=[0, 2])
    wait_until(lambda: any("moveInfos" in answer for answer in served.answers()))
    served.send(id="u", action="terminate_all")
    told = [
        (answer["id"], answer.get("turnNumber"), answer.get("noResults", False)) for answer in served.end()
    ]
    assert sorted(told, key=str) == sorted(
        [
            ("t", None, False), ("first", 2, True), ("first", 0, False),
            ("u", None, False), ("second", 0, True), ("first", 1, False),
        ],
        key=str,
    )  # fmt: skip


def test_urgent_queries_overtake():
    served = Served()
    served.send(**{**QUERY, "id": "a"})
    wait_until(served.analyst.searching.is_set)
    for query_id, priority in [("b", 0), ("c", 5), ("d", 5), ("e", -1)]:
        served.send(**{**QUERY, "id": query_id, "priority": priority})
    served.send(id="v", action="query_version")
    wait_until(lambda: served.answers())
    for number in range(5):
        wait_until(lambda number=number: len(served.answers()) > number and served.analyst.searching.is_set())
        served.analyst.stop()
    assert [answer["id"] for answer in served.end()] == ["v", "a", "c", "d", "b", "e"]


def test_the_end_of_input_lets_all_queries_finish():
    answers = answers_to(*[{**QUERY, "id": str(number)} for number in range(50)])
    assert [answer["id"] for answer in answers] == [str(number) for number in range(50)]


def test_a_listener_who_left_ends_everything():
    class Closed(io.BytesIO):
        def flush(self):
            raise BrokenPipeError

    for query in (
        {**QUERY},
        {**QUERY, "reportDuringSearchEvery": 0.1},
        {"id": "v", "action": "query_version"},
    ):
        lines = io.BytesIO(json.dumps(query).encode() + b"\n")
        with pytest.raises(BrokenPipeError):
            JsonAnalysis(FakeAnalyst(), lines, Closed()).run()
