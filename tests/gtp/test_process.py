"""Survival: the engine as a process meets odd bytes, a vanished listener, signals and the end."""

import random
import re
import signal
import subprocess
import time

import pytest

from tests.gtp.sessions import ENGINE_PROCESS, needs_compiler, seconds_to_end, start_process
from tests.waiting import PATIENCE

pytestmark = needs_compiler

ANSWERS = re.compile(rb"([=?][0-9]*( [^\n]*)?\n([^\n]+\n)*\n)*")


def ends_quietly(process):
    """Wait for the end; give what it had still to say."""
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert err == b""
    return out


def test_a_whole_session_with_odd_bytes_a_huge_line_and_a_queue_of_commands():
    """Rules 1, 2, 3 and the end of input in one process, for each start costs a second."""
    noise = random.Random(1).randbytes(20_000).replace(b"q", b"")
    huge = b"4 play b " + 10_000_000 * b"x" + b"\n"
    queue = b"".join(b"%d name\n" % number for number in range(1000))
    last = b"77 loadsgf \xff\n\t78\tname\r\n79 name"
    done = subprocess.run(
        ENGINE_PROCESS, input=b"\n".join([noise, huge, queue, last]), capture_output=True, timeout=60
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert ANSWERS.fullmatch(done.stdout)
    answers = done.stdout.split(b"\n\n")
    assert answers[-4:] == [b"?77 cannot load file: No such file or directory", *answers[-3:]]
    assert answers[-3:] == [b"=78 Tengen", b"=79 Tengen", b""]
    assert answers[-1004:-4] == [b"=%d Tengen" % number for number in range(1000)]
    assert answers[-1005].startswith(b"?4 the line is longer than")


def test_quit_answers_and_ends_at_once():
    process = start_process()
    process.stdin.write(b"1 genmove b\n")
    process.stdin.flush()
    assert re.fullmatch(rb"=1 \w+\n", process.stdout.readline())  # perhaps compiled first: not timed
    assert process.stdout.readline() == b"\n"
    process.stdin.write(b"2 quit\n3 name\n")
    process.stdin.flush()
    assert ends_quietly(process) == b"=2\n\n"


def test_ctrl_c_ends_an_idle_engine_quietly():
    process = start_process()
    process.send_signal(signal.SIGINT)
    assert ends_quietly(process) == b""


def start_thinking():
    """An engine whose player thinks for a minute and cannot be stopped."""
    process = start_process()
    process.stdin.write(b"sleep\ngenmove b\n")
    process.stdin.flush()
    assert process.stderr.readline() == b"thinking\n"
    return process


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_thinking_engine_quietly_and_what_a_player_prints_is_no_answer(number):
    process = start_thinking()
    process.send_signal(number)
    assert ends_quietly(process) == b"=\n\n"


def test_a_second_signal_changes_nothing():
    process = start_thinking()
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGINT)
    assert ends_quietly(process) == b"=\n\n"


def test_the_end_of_input_ends_even_a_player_that_cannot_be_stopped():
    assert ends_quietly(start_thinking()) == b"=\n\n"


def test_a_file_is_worked_through_whole(tmp_path):
    """A clock that runs longer than an abandoned pipe would be given."""
    script = tmp_path / "script.gtp"
    script.write_bytes(b"1 nap\n2 name\n")
    with script.open("rb") as lines:
        done = subprocess.run(ENGINE_PROCESS, stdin=lines, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"=1\n\n=2 Tengen\n\n"


def test_the_end_of_input_ends_the_engine():
    assert ends_quietly(start_process()) == b""


def test_a_listener_who_left_ends_the_engine_silently():
    process = start_process()
    process.stdout.close()
    process.stdin.write(b"showboard\nshowboard\n")
    process.stdin.flush()
    assert process.wait(timeout=PATIENCE) == 0
    assert process.stderr.read() == b""
    process.stderr.close()
    process.stdin.close()


@pytest.mark.slow
def test_each_end_takes_two_seconds_at_most():
    """Longer where others keep the machine busy; the quick tests wait for the end alone."""
    for start in (start_process, start_thinking):
        process = start()
        began = time.monotonic()
        ends_quietly(process)
        assert time.monotonic() - began < seconds_to_end()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_flood_of_odd_lines_in_a_process(seed):
    draw = random.Random(seed)
    words = [
        b"play",
        b"b",
        b"w",
        b"A1",
        b"C3",
        b"genmove",
        b"undo",
        b"boardsize",
        b"5",
        b"7",
        b"komi",
        b"\xff",
    ]
    lines = [b" ".join(draw.choices(words, k=draw.randrange(1, 5))) for _ in range(100_000)]
    done = subprocess.run(ENGINE_PROCESS, input=b"\n".join(lines), capture_output=True, timeout=600)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert ANSWERS.fullmatch(done.stdout)
    assert done.stdout.count(b"\n\n") == len(lines)
