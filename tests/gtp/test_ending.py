"""How a session and its searches end: new lines, interrupts, the end of input, in this process."""

import io
import os
import threading
import time

import pytest

from tengen.gtp import line_queue
from tengen.gtp.engine import serve
from tengen.gtp.line_queue import LineQueue
from tests.gtp.fake_analyst import new_fake_engine
from tests.gtp.sessions import ask, converse, new_engine
from tests.waiting import PATIENCE, wait_until


class Served:
    """An engine that is served in a thread through a pipe, as by a program that writes to it."""

    def __init__(self, engine, live=True):
        read, write = os.pipe()
        self.engine = engine
        self._pipe = os.fdopen(write, "wb", buffering=0)
        self._source = os.fdopen(read, "rb")
        self.lines = LineQueue(self._source, live=live)
        self._answers = io.BytesIO()
        self._thread = threading.Thread(target=engine.serve, args=(self.lines, self._answers), daemon=True)
        self._thread.start()

    def write(self, text):
        self._pipe.write(text.encode())

    def close(self):
        self._pipe.close()

    def end(self):
        """What was answered, when the session is over."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._pipe.close()
        wait_until(lambda: self.lines.seconds_since_end is not None)
        self._source.close()
        return self.text()

    def text(self):
        return self._answers.getvalue().decode()

    @property
    def player(self):
        return self.engine.session.player


def test_the_end_of_input_gives_a_search_some_time_and_then_cuts_it_and_the_next_ones_short():
    served = Served(new_fake_engine(slow=True))
    served.write("1 genmove b\n2 genmove w\n3 name\n")
    wait_until(served.player.searching.is_set)
    stop, stopped_after = served.player.stop, []
    served.player.stop = lambda: (stopped_after.append(served.lines.seconds_since_end), stop())
    served.close()
    assert served.end() == "=1 C3\n\n=2 B2\n\n=3 Tengen\n\n"
    assert len(stopped_after) >= 2
    assert min(stopped_after) >= line_queue.END_GRACE_SECONDS


def test_after_the_end_of_input_no_search_begins_too_late(monkeypatch):
    monkeypatch.setattr("tengen.gtp.session.LAST_SEARCH_SECONDS", 0.3)
    monkeypatch.setattr(line_queue, "END_GRACE_SECONDS", 0.1)
    served = Served(new_fake_engine(slow=True))
    served.write("name\n" + 1000 * "reg_genmove b\n")
    served.close()
    assert 1 < served.end().count("\n\n") < 500


@pytest.mark.parametrize("live, last", [(True, "quit\n"), (True, "5 quit"), (False, "")])
def test_a_script_is_worked_through_whole(monkeypatch, live, last):
    monkeypatch.setattr(line_queue, "END_GRACE_SECONDS", 0.05)
    served = Served(new_fake_engine(slow=True), live)
    served.write(f"genmove b\n{last}")
    wait_until(served.player.searching.is_set)
    served.close()
    wait_until(lambda: (served.lines.seconds_since_end or 0) > 0.3)
    assert served.player.searching.is_set()
    served.player.stop()
    assert served.end().startswith("= C3\n\n")


def test_only_a_proper_quit_makes_a_script_of_a_pipe(monkeypatch):
    monkeypatch.setattr(line_queue, "END_GRACE_SECONDS", 0.05)
    served = Served(new_fake_engine(slow=True))
    served.write("genmove b\nquit later\n# quit\n")
    served.close()
    assert served.end().startswith("= C3\n\n? syntax error")


def test_an_analysis_goes_on_until_a_line_comes():
    served = Served(new_fake_engine())
    served.write("1 lz-analyze b 2\n")
    wait_until(lambda: served.text().count("info move C3") > 3)
    assert served.text().startswith("=1\ninfo move C3 ")
    served.write("\n2 name\n3 quit\n")
    answers = served.end().split("\n\n")
    assert answers[1:] == ["=2 Tengen", "=3", ""]
    assert all(line.startswith("info move C3 ") for line in answers[0].split("\n")[1:])


def test_an_analysis_at_the_end_of_a_file_ends_too(monkeypatch):
    monkeypatch.setattr("tengen.gtp.session.END_GRACE_SECONDS", 0.1)
    engine = new_fake_engine()
    assert converse(engine, b"lz-analyze 5").startswith("=\ninfo move C3 ")
    assert engine.session.player.n_ended == 1


def test_gogui_interrupts_a_search_and_only_that():
    served = Served(new_fake_engine(slow=True))
    served.write("# interrupt\n1 gogui-interrupt\n2 genmove b\n")
    wait_until(served.player.searching.is_set)
    served.write("3 name\n")
    wait_until(lambda: served.lines.has_more)
    assert served.player.searching.is_set()  # a line alone does not end the choice of a move
    served.write("# interrupt\n")
    wait_until(lambda: "=3 Tengen" in served.text())
    served.write("quit\n")
    assert served.end() == "=1\n\n=2 C3\n\n=3 Tengen\n\n=\n\n"


def test_an_interrupt_in_a_file_is_a_comment():
    engine = new_fake_engine()
    lines = LineQueue(io.BytesIO(b"# interrupt\nname\n"))
    wait_until(lambda: lines.seconds_since_end is not None)
    assert not lines.is_interrupted
    engine.serve(lines, io.BytesIO())
    assert lines.n_taken == 2


def test_a_listener_who_leaves_ends_an_analysis_and_the_session():
    class Closing(io.BytesIO):
        def flush(self):
            if self.getvalue().count(b"info move C3") > 2:
                raise BrokenPipeError

    engine = new_fake_engine()
    lines = LineQueue(io.BytesIO(b"lz-analyze 2\n"))
    engine.serve(lines, Closing())
    assert engine.session.player.n_ended == 1  # stopped, not broken from within


def test_the_player_ponders_between_its_move_and_the_next_command():
    served = Served(new_fake_engine())
    served.write("genmove b\n")
    wait_until(lambda: ("start_pondering", 1) in served.player.calls)
    served.write("\n# nothing\nname\n")
    wait_until(lambda: "Tengen" in served.text())
    served.write("genmove w\n")
    wait_until(lambda: ("start_pondering", 2) in served.player.calls)
    served.close()
    served.end()
    assert [call[0] for call in served.player.calls] == [
        "choose_move", "start_pondering", "stop_pondering",
        "choose_move", "start_pondering", "stop_pondering",
    ]  # fmt: skip


def test_nobody_ponders_when_the_next_command_is_here_or_the_game_is_given_up():
    engine = new_fake_engine()
    ask(engine, "reg_genmove b", "name")
    lines = LineQueue(io.BytesIO(b"genmove b\nname\nname\n"))
    wait_until(lambda: lines.seconds_since_end is not None)
    engine.serve(lines, io.BytesIO())
    engine.session.player.resigns = True
    ask(engine, "genmove w")
    assert {call[0] for call in engine.session.player.calls} == {"choose_move"}


def test_a_thousand_commands_are_answered_in_order():
    served = Served(new_engine())
    served.write("".join(f"{number} known_command x{number}\n" for number in range(1000)))
    served.close()
    assert served.end() == "".join(f"={number} false\n\n" for number in range(1000))


def test_a_flood_waits_outside(monkeypatch):
    monkeypatch.setattr(line_queue, "MAX_WAITING_BYTES", 1000)
    flood = io.BytesIO(100_000 * b"name\n")
    lines = LineQueue(flood)
    wait_until(lambda: lines.has_more and flood.tell() >= 50)
    position = -1
    while position != flood.tell():  # until the reader stands still
        position = flood.tell()
        time.sleep(0.05)
    assert position < 1000
    answers = io.BytesIO()
    serve({"name": lambda arguments: "x"}, lines, answers)
    assert answers.getvalue() == 100_000 * b"= x\n\n"


def test_a_session_that_ends_lets_its_reader_go(monkeypatch):
    monkeypatch.setattr(line_queue, "MAX_WAITING_BYTES", 100)
    before = threading.active_count()
    converse(new_engine(), b"quit\n" + 1000 * b"name\n")
    wait_until(lambda: threading.active_count() == before)
