"""Analysis commands: exact lines, arguments, and what ends them."""

import io
import json
import threading

import pytest

from tengen import BLACK, WHITE, Game
from tengen.core.points_jit import PASS
from tengen.gtp.commands.analysis_format import format_number
from tengen.gtp.commands.analysis_options import SHORTEST_INTERVAL_SECONDS, parse_analysis_options
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.protocol import GtpError
from tests.gtp.fake_analyst import analysis_of, new_fake_engine, point
from tests.gtp.sessions import ask, converse, fingerprint, new_engine

LZ_LINE = (
    "info move C3 visits 80 winrate 4656 prior 839 lcb 4640 order 0 pv C3 B2 pass "
    "info move B2 visits 15 winrate 2500 prior 5000 lcb 1000 order 1 pv B2 "
    "info move pass visits 5 winrate 0 prior 0 lcb 0 order 2 pv pass"
)
KATA_FIRST = (
    "info move C3 visits 80 utility -0.0688 winrate 0.4656 scoreMean 1.25 scoreStdev 20 scoreLead 1.25 "
    "scoreSelfplay 1.25 prior 0.0839 lcb 0.464 utilityLcb -0.072 order 0 pv C3 B2 pass"
)
KATA_LINE = (
    f"{KATA_FIRST} "
    "info move B2 visits 15 utility -0.5 winrate 0.25 scoreMean 1.25 scoreStdev 20 scoreLead 1.25 "
    "scoreSelfplay 1.25 prior 0.5 lcb 0.1 utilityLcb -0.8 order 1 pv B2 "
    "info move pass visits 5 utility -0.99992 winrate 0.00004 scoreMean 1.25 scoreStdev 20 scoreLead 1.25 "
    "scoreSelfplay 1.25 prior 0 lcb -0.05 utilityLcb -1.1 order 2 pv pass"
)
ROOT_INFO = (
    "rootInfo visits 100 winrate 0.45 utility -0.1 scoreMean 1.25 scoreStdev 20 scoreLead 1.25 "
    "scoreSelfplay 1.25"
)
OWNERSHIP = "ownership 0.5" + 19 * " 0" + " -1" + 4 * " 0"


def lines_of(engine, command, ended_by="\n"):
    """The lines of the answer to a command that the next line ends."""
    answer = converse(engine, f"{command}\n{ended_by}".encode())
    assert answer.endswith("\n\n")
    return answer[:-2].split("\n")


@pytest.mark.parametrize(
    "command, line",
    [
        ("lz-analyze", LZ_LINE),
        ("lz-analyze 100000", LZ_LINE),
        ("lz-analyze b interval 100000 minmoves 3", LZ_LINE),
        (
            "lz-analyze minmoves 9",
            f"{LZ_LINE} info move E1 visits 0 winrate 5000 prior 2500 lcb 0 order 3 pv E1",
        ),
        ("lz-analyze minmoves 9 maxmoves 3", LZ_LINE),
        ("lz-analyze b 100000 maxmoves 1", LZ_LINE.split(" info")[0]),
        ("kata-analyze B 50000", KATA_LINE),
        ("kata-analyze 50000 maxmoves 1 rootInfo true", f"{KATA_FIRST} {ROOT_INFO}"),
        ("kata-analyze maxmoves 1 ownership true", f"{KATA_FIRST} {OWNERSHIP}"),
        (
            "kata-analyze ownership true maxmoves 1 rootInfo true pvVisits false movesOwnership false",
            f"{KATA_FIRST} {ROOT_INFO} {OWNERSHIP}",
        ),
    ],
)
def test_the_lines_of_an_analysis_are_exact(command, line):
    assert lines_of(new_fake_engine(), f"7 {command}") == ["=7", line]


@pytest.mark.parametrize(
    "command, lines",
    [
        ("lz-genmove_analyze b 100000", [LZ_LINE, "play C3"]),
        ("lz-genmove_analyze", [LZ_LINE, "play C3"]),
        ("kata-genmove_analyze b ownership true maxmoves 1", [f"{KATA_FIRST} {OWNERSHIP}", "play C3"]),
    ],
)
@pytest.mark.parametrize("reports", [True, False], ids=["reporting", "silent"])
def test_a_move_with_analysis_tells_one_line_at_least_and_is_played(command, lines, reports):
    engine = new_fake_engine(reports=reports)
    assert lines_of(engine, f"8 {command}") == ["=8", *lines]
    assert engine.session.game.moves == [(BLACK, point("C3"))]


def test_a_move_for_cgos_is_one_json_line():
    sign, told, move = lines_of(new_fake_engine(), "cgos-genmove_analyze w")
    assert (sign, move) == ("=", "play C3")
    assert told.startswith(
        '{"winrate":0.45,"score":1.25,"visits":100,"moves":[{"move":"C3","winrate":0.4656,'
    )
    analysis = json.loads(told)
    assert analysis["moves"][0] == {
        "move": "C3", "winrate": 0.4656, "score": 1.25, "prior": 0.0839, "visits": 80, "pv": "B2 pass",
    }  # fmt: skip
    assert analysis["ownership"] == "u" + 19 * "f" + "A" + 4 * "f"


def test_an_analysis_is_ended_by_any_line_and_the_line_is_answered():
    for ended_by, answers in [
        ("\n", []),
        ("# a comment\n", []),
        ("9 name\n", ["", "=9 Tengen"]),
        ("stop\n", ["", "="]),
        ("nonsense\n", ["", "? unknown command"]),
        ("lz-analyze 100000\n\n", ["", "=", LZ_LINE]),
    ]:
        assert lines_of(new_fake_engine(), "lz-analyze 100000", ended_by) == ["=", LZ_LINE, *answers]


def test_the_other_colour_is_analysed_as_if_it_were_to_play():
    engine = new_fake_engine()
    seen = []
    analyse = engine.session.player.analyse
    engine.session.player.analyse = lambda game, *rest, **more: (
        seen.append((game.to_play, len(game.moves))),
        analyse(game, *rest, **more),
    )
    ask(engine, "play b A1")
    before = fingerprint(engine)
    for command, colour in [("lz-analyze", WHITE), ("lz-analyze w", WHITE), ("kata-analyze black", BLACK)]:
        lines_of(engine, command)
        assert seen.pop() == (colour, 1)
    assert fingerprint(engine) == before


@pytest.mark.parametrize(
    "words, interval",
    [
        ("", 1.0),
        ("50", 0.5),
        ("w 50", 0.5),
        ("interval 20", 0.2),
        ("b 10 interval 30", 0.3),
        ("2.5", 0.025),
        ("0", SHORTEST_INTERVAL_SECONDS),
    ],
)
def test_the_interval_is_told_in_centiseconds(words, interval):
    engine = new_fake_engine()
    lines_of(engine, f"lz-analyze {words}")
    assert engine.session.player.calls == [("analyse", interval, None, None, frozenset())]


@pytest.mark.parametrize(
    "words, first_move",
    [
        ("avoid b C3 1", "B2"),
        ("b avoid b C3,A1 1 avoid b b2 1", "pass"),
        ("allow b pass,A1 1", "pass"),
        ("allow b B2 1", "B2"),
    ],
)
def test_moves_can_be_avoided_and_allowed(words, first_move):
    assert lines_of(new_fake_engine(), f"kata-analyze {words}")[1].startswith(f"info move {first_move} ")


def test_to_allow_is_to_avoid_all_else_pass_included():
    engine = new_fake_engine()
    ask(engine, "play b A1")
    options = parse_analysis_options(["w", "allow", "w", "A2,A3", "1"], engine.session.game, kata=False)
    assert len(options.avoid) == 24 - 2 + 1
    assert PASS in options.avoid


def test_an_analysis_without_moves_has_no_line():
    assert lines_of(new_fake_engine(), "lz-analyze avoid b C3,B2,pass 1") == ["="]
    assert lines_of(new_fake_engine(), "lz-analyze minmoves 1 avoid b C3,B2,pass,E1 1") == ["="]


def test_numbers_have_no_exponent_and_no_negative_zero():
    assert [format_number(value) for value in (-1e-9, 1e-6, 20.0, 100.0, -0.5, 1 / 3)] == [
        "0", "0.000001", "20", "100", "-0.5", "0.333333",
    ]  # fmt: skip


def test_a_listener_who_leaves_before_the_move_is_told_hears_no_traceback(capsys):
    class Closing(io.BytesIO):
        def flush(self):
            if b"play" in self.getvalue():
                raise BrokenPipeError

    new_fake_engine().serve(LineQueue(io.BytesIO(b"lz-genmove_analyze b\nname\n")), Closing())
    assert capsys.readouterr().err == ""


# Arguments that both families must refuse for a 5x5 board with Black to play.
WRONG_OPTIONS = [
    "x", "-1", "nan", "b x", "b w", "1 1", "b 1 1", "interval", "interval x", "interval -1", "interval b",
    "minmoves", "minmoves -1", "minmoves 1.5", "maxmoves", "maxmoves x", "maxmoves -1", "foo true", "1e3",
    "avoid", "avoid b", "avoid b A1", "avoid b A1 x", "avoid b A1 2", "avoid b A1 0", "avoid w A1 1",
    "w avoid b A1 1", "avoid b Z9 1", "avoid b A1,,A2 1", "avoid x A1 1", "avoid b A1 A2 1",
    "allow b A1 50", "allow w A1 1", "allow b 1", "INTERVAL 10", "b 10 interval 20 ownershi true",
]  # fmt: skip
WRONG_KATA_OPTIONS = [
    "ownership", "ownership 1", "ownership yes", "rootInfo", "rootInfo x", "movesOwnership true",
    "pvVisits true", "ownershipStdev true", "rootinfo true", "noResultValue true",
]  # fmt: skip


@pytest.mark.parametrize("command", ["analyze", "genmove_analyze"])
@pytest.mark.parametrize("family", ["lz", "kata"])
def test_wrong_options_are_refused_and_change_nothing(family, command):
    engine = new_fake_engine()
    before = fingerprint(engine)
    for words in WRONG_OPTIONS + WRONG_KATA_OPTIONS:
        answer = ask(engine, f"3 {family}-{command} {words}")
        assert answer.startswith("?3 "), (words, answer)
        assert "internal" not in answer, (words, answer)
    assert fingerprint(engine) == before
    assert engine.session.player.calls == []


def test_options_of_katago_are_unknown_to_leela():
    assert ask(new_fake_engine(), "lz-analyze ownership true") == "? syntax error: unknown option 'ownership'"
    answer = ask(new_fake_engine(), "kata-analyze avoid b C3 5")
    assert answer == "? avoid is offered for the next move only: depth 1, not 5"


def test_a_move_to_play_cannot_be_forbidden():
    assert ask(new_fake_engine(), "lz-genmove_analyze b avoid b C3 1").startswith("? avoid and allow")


@pytest.mark.parametrize(
    "command",
    [
        "lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze", "cgos-genmove_analyze b",
        "tengen-best_moves", "tengen-ownership",
    ],
)  # fmt: skip
def test_a_player_that_cannot_analyse_says_so(command):
    engine = new_engine()
    before = fingerprint(engine)
    assert ask(engine, command) == "? the player random cannot analyse"
    assert fingerprint(engine) == before


def test_a_move_with_analysis_may_be_a_resignation():
    assert lines_of(new_fake_engine(resigns=True), "lz-genmove_analyze b")[-1] == "play resign"
    assert lines_of(new_fake_engine(resigns=True), "cgos-genmove_analyze b")[-1] == "play resign"


def test_a_fault_in_the_middle_of_a_stream_goes_to_stderr_and_the_answer_is_whole(capsys):
    engine = new_fake_engine()
    engine.session.player.choose_move = lambda game, report=None, *, every=1.0: point("C3")
    ask(engine, "play b C3")
    before = fingerprint(engine)
    assert lines_of(engine, "lz-genmove_analyze w", "9 name\n") == ["=", LZ_LINE, "", "=9 Tengen"]
    assert "illegal move: White may not play C3" in capsys.readouterr().err
    assert fingerprint(engine) == before


def test_numbers_are_those_of_the_colour_to_play_wherever_they_are_told():
    engine = new_fake_engine()
    assert analysis_of(engine.session.game).to_play == BLACK
    assert lines_of(engine, "kata-analyze w maxmoves 1") == ["=", KATA_FIRST]


def test_the_options_name_what_is_wrong():
    game = new_fake_engine().session.game
    with pytest.raises(GtpError, match="the option maxmoves has no value"):
        parse_analysis_options(["maxmoves"], game, kata=True)
    with pytest.raises(GtpError, match="ownership must be true or false, not 'yes'"):
        parse_analysis_options(["ownership", "yes"], game, kata=True)


@pytest.mark.parametrize("arguments", [["9" * 15], ["interval", "9" * 15], ["b", "9" * 15]])
def test_no_interval_is_longer_than_python_can_wait(arguments):
    assert parse_analysis_options(arguments, Game(5), kata=False).interval <= threading.TIMEOUT_MAX
