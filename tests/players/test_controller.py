"""Another program behind pipes: well-behaved, crashing, hanging, flooding, talking nonsense."""

import os
import sys

import pytest

from tengen.players.controller import (
    BadAnswerError,
    Controller,
    DiedError,
    NoAnswerError,
    RefusedError,
    StartError,
)
from tests.players.programs import is_running, scripted
from tests.reference.gnugo import find_gnugo, needs_gnugo
from tests.waiting import PATIENCE, wait_until


def test_answers_come_back_without_sign_and_id():
    with scripted("answer(rest.upper())") as program:
        assert [program.send(text) for text in ("name", "play b D4")] == ["NAME", "PLAY B D4"]
    assert not is_running(program.process_id)


def test_a_refusal_is_told_and_the_program_goes_on():
    with scripted(
        "print(f'?{number} no way\\n', flush=True) if rest == 'bad' else answer('fine')"
    ) as program:
        with pytest.raises(RefusedError, match="no way"):
            program.send("bad")
        assert program.send("good") == "fine"


def test_lines_of_an_answer_carriage_returns_and_blank_lines_between_answers():
    with scripted("print(f'\\n={number}\\r\\n  A B\\r\\n1 . .\\r\\n\\r\\n\\r\\n', flush=True)") as program:
        assert program.send("showboard") == "\n  A B\n1 . ."
        assert program.send("showboard") == "\n  A B\n1 . ."


def test_commands_of_a_program_are_asked_for_once():
    with scripted("answer('name\\nplay') if number == '1' else sys.exit()") as program:
        assert program.knows("play")
        assert not program.knows("genmove")


@pytest.mark.parametrize(
    "line, error, message",
    [
        ("sys.exit(3)", DiedError, "ended without an answer to 'name' .status 3."),
        ("os.kill(os.getpid(), signal.SIGSEGV)", DiedError, "status -11"),
        ("print('last words', file=sys.stderr); sys.exit(1)", DiedError, "its last words: last words"),
        ("os.close(1); time.sleep(60)", DiedError, "ended"),
        ("print(f'={number} half', flush=True); sys.exit(0)", DiedError, "status 0"),
        ("time.sleep(60)", NoAnswerError, "did not answer in time to 'name'"),
        ("print(f'={number} half', flush=True); time.sleep(60)", NoAnswerError, "in time"),
        ("print('Hello!', flush=True)", BadAnswerError, "no answer: 'Hello!"),
        ("print('=99 x\\n', flush=True)", BadAnswerError, "wrong id"),
        ("print('= x\\n', flush=True)", BadAnswerError, "wrong id"),
        ("print(f'={number}x\\n', flush=True)", BadAnswerError, "ill-formed"),
        ("os.write(1, bytes(range(256)))", BadAnswerError, "no answer"),
        ("print(f'={number} ' + 3000 * 'x', flush=True); time.sleep(60)", BadAnswerError, "more than 1000"),
        ("[os.write(1, b'= ' + 9999 * b'x') for _ in iter(int, 1)]", BadAnswerError, "more than 1000 bytes"),
        ("[os.write(1, 9999 * b'\\n') for _ in iter(int, 1)]", NoAnswerError, "in time"),
        ("[os.write(2, 9999 * b'x') for _ in iter(int, 1)]", NoAnswerError, "in time"),
    ],
)
def test_whatever_a_program_does_ends_in_one_error_and_no_process(line, error, message):
    program = scripted(line, time_limit=0.5 if error is NoAnswerError else PATIENCE, max_answer_bytes=1000)
    with pytest.raises(error, match=message):
        program.send("name")
    assert not is_running(program.process_id)
    assert len(program.stderr_tail) <= 1 << 14
    with pytest.raises(DiedError, match="has ended"):
        program.send("name")
    program.close()


def test_a_program_that_reads_nothing_is_given_up_although_the_pipe_is_full():
    sleeps = "import time; time.sleep(100_000)"
    program = Controller([sys.executable, "-S", "-E", "-c", sleeps], time_limit=0.3)
    with pytest.raises(NoAnswerError):
        program.send("x" * 1_000_000)


def test_a_program_that_has_ended_before_the_question_is_told():
    program = Controller([sys.executable, "-S", "-E", "-c", ""])
    wait_until(lambda: not is_running(program.process_id))
    with pytest.raises(DiedError, match="status 0"):
        program.send("name")


def test_an_interrupt_while_waiting_ends_the_program(monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    program = scripted("answer()")
    monkeypatch.setattr(program, "_exchange", interrupt)
    with pytest.raises(KeyboardInterrupt):
        program.send("name")
    assert not is_running(program.process_id)


def test_an_answer_too_many_does_not_pass_for_the_next_one():
    with scripted("answer('one'); answer('two')") as program:
        assert program.send("name") == "one"
        with pytest.raises(BadAnswerError, match="wrong id"):
            program.send("name")


def test_children_of_the_program_end_with_it():
    child = "child = subprocess.Popen(['sleep', '60'], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)"
    with scripted(child, "answer(child.pid)") as program:
        child_id = int(program.send("name"))
        assert is_running(child_id)
    assert not is_running(program.process_id)
    wait_until(lambda: not is_running(child_id))  # the kernel ends a grandchild in its own time


def test_a_program_that_ignores_quit_and_sigterm_is_ended(monkeypatch):
    monkeypatch.setattr("tengen.players.controller._QUIT_SECONDS", 0.2)
    with scripted("signal.signal(15, signal.SIG_IGN); answer(); time.sleep(60)") as program:
        program.send("name")
    assert not is_running(program.process_id)


@pytest.mark.parametrize("command", [["/nowhere/engine"], [os.devnull], ["/"]])
def test_a_program_that_is_none_is_told(command):
    with pytest.raises(StartError, match="cannot start"):
        Controller(command)


@pytest.mark.parametrize("text", ["", " ", "a\nb", "a\rb", "# x"])
def test_only_one_command_can_be_sent_at_a_time(text):
    with scripted("answer()") as program, pytest.raises(ValueError, match="not one GTP command"):
        program.send(text)


@needs_gnugo
def test_gnu_go_is_a_program_like_any_other():
    with Controller([find_gnugo(), "--mode", "gtp"]) as gnugo:
        assert gnugo.send("name") == "GNU Go"
        assert gnugo.knows("final_score")
        gnugo.send("boardsize 9")
        with pytest.raises(RefusedError):
            gnugo.send("play b Z99")
        assert gnugo.send("genmove b")
