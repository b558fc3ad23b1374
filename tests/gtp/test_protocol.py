"""GTP as text: lines to requests, results to answers, and a loop that nothing ends by accident."""

import io
import re
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.gtp.engine import serve
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.protocol import (
    MAX_LINE_BYTES,
    GtpError,
    Quit,
    Request,
    format_failure,
    format_success,
    parse_line,
    read_line,
)

ANSWERS = re.compile(r"([=?][0-9]*( [^\n]*)?\n([^\n]+\n)*\n)*")


def parse(data):
    return parse_line(read_line(io.BytesIO(data)))


def say(arguments):
    return " ".join(arguments)


def fail(arguments):
    raise GtpError("no\nnever")


def break_down(arguments):
    return str(1 // len(arguments))


def leave(arguments):
    raise Quit


COMMANDS = {
    "say": say,
    "fail": fail,
    "break": break_down,
    "quit": leave,
    "blank": lambda _: "a\n\n \nb\r\n\n",
}


def converse(data):
    answers = io.BytesIO()
    serve(COMMANDS, LineQueue(io.BytesIO(data)), answers)
    return answers.getvalue()


@pytest.mark.parametrize(
    "line, request_id, command, arguments",
    [
        (b"name\n", "", "name", []),
        (b"12 play b D4\n", "12", "play", ["b", "D4"]),
        (b"name", "", "name", []),
        (b"play\tb\tD4\r\n", "", "play", ["b", "D4"]),
        (b"  7   name  \n", "7", "name", []),
        (b"na\x00m\x07e\x7f\n", "", "name", []),
        (b"play b D4 # the corner\n", "", "play", ["b", "D4"]),
        (b"name#x\n", "", "name", []),
        (b"0 name\n", "0", "name", []),
        (b"12345678901 name\n", "", "12345678901", ["name"]),
        (b"1name\n", "", "1name", []),
        (b"-1 name\n", "", "-1", ["name"]),
        ("loadsgf 碁.sgf\n".encode(), "", "loadsgf", ["碁.sgf"]),
        (b"loadsgf \xff\n", "", "loadsgf", ["\udcff"]),
        ("٣ name\n".encode(), "", "٣", ["name"]),
        (b"a\xc2\x85b\xc2\xa0c\n", "", "a\x85b\xa0c", []),
    ],
)
def test_a_line_is_an_id_a_command_and_arguments(line, request_id, command, arguments):
    assert parse(line) == Request(request_id, command, arguments)


@pytest.mark.parametrize("line", [b"\n", b"\r\n", b"   \t\n", b"# comment\n", b"\x00\x01\n", b" #\n"])
def test_lines_without_meaning_are_no_requests(line):
    assert parse(line) is None


def test_an_id_alone_is_answered_with_its_id():
    assert converse(b"7\n") == b"?7 syntax error: an id without a command\n\n"


@pytest.mark.parametrize(
    "data, answers",
    [
        (b"say hello\n", "= hello\n\n"),
        (b"3 say a b\n", "=3 a b\n\n"),
        (b"say\n", "=\n\n"),
        (b"4 fail\n", "?4 no never\n\n"),
        (b"nonsense\n", "? unknown command\n\n"),
        (b"SAY x\n", "? unknown command\n\n"),
        (b"blank\n", "= a\nb\n\n"),
        (b"1 say x\n\n2 say y", "=1 x\n\n=2 y\n\n"),
        (b"5 quit\nsay no more\n", "=5\n\n"),
        (b"", ""),
    ],
)
def test_every_request_gets_one_answer_in_order(data, answers):
    assert converse(data) == answers.encode()


def test_a_bug_is_told_and_does_not_end_the_session(capsys):
    answers = converse(b"1 break\n2 say on\n")
    assert answers.startswith(b"?1 internal error: ZeroDivisionError: ")
    assert answers.endswith(b"\n\n=2 on\n\n")
    assert "Traceback" in capsys.readouterr().err


def test_a_text_may_begin_below_the_sign():
    assert format_success("", "\n  A B\n1 . .") == "=\n  A B\n1 . .\n\n"


def test_a_failure_is_one_short_line():
    answer = format_failure("9", "x\ny\x00 " + 1000 * "z")
    assert answer.startswith("?9 x y zz")
    assert answer.count("\n") == 2
    assert len(answer) < 600


def test_text_that_is_no_utf_8_can_still_be_answered():
    assert converse(b"say \xff\n") == b"= ?\n\n"


@pytest.mark.parametrize(
    "line, answer",
    [
        (b"3 say " + 10_000_000 * b"x" + b"\n", b"?3 the line is longer than"),
        (b"say " + 2_000_000 * b" " + b"x\n", b"? the line is longer than"),
        (10_000_000 * b"\x00" + b"\n", b""),
        (10_000_000 * b" " + b"say x\n", b"= x"),
        (b"#" + 10_000_000 * b"x" + b"\n", b""),
        (b"say x #" + 10_000_000 * b"x" + b"\n", b"= x"),
        (b"say" + 100_000 * b" x" + b"\n", b"= x x x"),
        (10_000_000 * b"1", b"? the line is longer than"),
    ],
    ids=lambda value: "" if len(value) > 100 else None,
)
def test_a_huge_line_gets_one_answer_and_little_memory(line, answer):
    lines = io.BytesIO(line + b"say end\n" if line.endswith(b"\n") else line)
    answers = io.BytesIO()
    tracemalloc.start()
    serve(COMMANDS, LineQueue(lines), answers)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * max(len(line), MAX_LINE_BYTES)
    told = answers.getvalue().split(b"\n\n")
    expected = 1 + bool(answer) if line.endswith(b"\n") else 1
    assert len(told) - 1 == expected
    assert told[0].startswith(answer or b"= end")


def test_a_listener_who_left_ends_the_session_quietly():
    class Closed(io.BytesIO):
        def flush(self):
            raise BrokenPipeError

    lines = LineQueue(io.BytesIO(b"say x\nsay y\n"))
    serve(COMMANDS, lines, Closed())
    assert lines.n_taken == 1


def test_an_interrupt_ends_the_session_quietly():
    def interrupt(arguments):
        raise KeyboardInterrupt

    answers = io.BytesIO()
    serve({"stop": interrupt}, LineQueue(io.BytesIO(b"stop\nstop\n")), answers)
    assert answers.getvalue() == b""


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=200)
def test_any_bytes_give_only_answers_one_for_each_line_that_asks(data):
    lines = [parse_line(read_line(io.BytesIO(line + b"\n"))) for line in data.split(b"\n")]
    answers = converse(data).decode()
    assert ANSWERS.fullmatch(answers)
    if all(request is None or request.command != "quit" for request in lines):
        assert answers.count("\n\n") == sum(request is not None for request in lines)


@given(st.text(max_size=100))
@settings(deadline=None)
def test_any_text_makes_a_well_formed_answer(text):
    for answer in (format_success("1", text), format_failure("1", text)):
        assert ANSWERS.fullmatch(answer.encode("utf-8", "replace").decode())
        assert answer.count("\n\n") == 1
