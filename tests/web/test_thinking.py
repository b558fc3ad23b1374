"""One thing is thought about at a time, and it ends when it should."""

import threading
import time

from tengen.web.resources import Resources
from tengen.web.threads import BackgroundTask
from tests.waiting import PATIENCE


def endless(has_ended: threading.Event) -> None:
    assert has_ended.wait(PATIENCE)


def nothing() -> None:
    pass


def test_what_is_thought_about_ends_before_the_next() -> None:
    thinking = BackgroundTask(Resources())
    order = []

    def first(has_ended: threading.Event) -> None:
        endless(has_ended)
        order.append("first ended")

    def second(has_ended: threading.Event) -> None:
        order.append("second began")

    thinking.start("analysis", first, nothing)
    assert thinking.kind == "analysis"
    thinking.start("move", second, nothing)
    thinking.stop()
    assert order == ["first ended", "second began"]
    assert thinking.kind is None


def test_a_successor_that_a_thread_starts_is_stopped_with_it() -> None:
    thinking = BackgroundTask(Resources())
    ended = threading.Event()

    def successor(has_ended: threading.Event) -> None:
        endless(has_ended)
        ended.set()

    def work(has_ended: threading.Event) -> None:
        endless(has_ended)
        thinking.start("analysis", successor, nothing)

    thinking.start("move", work, nothing)
    thinking.stop()
    assert ended.is_set()
    assert thinking.kind is None


def test_a_search_that_begins_late_is_asked_to_end_again() -> None:
    thinking = BackgroundTask(Resources())
    asked = []
    is_searching = threading.Event()

    def work(has_ended: threading.Event) -> None:
        assert has_ended.wait(PATIENCE)
        asked.clear()  # what was asked before the search began is lost
        is_searching.set()
        while not asked:
            time.sleep(0.001)

    thinking.start("move", work, lambda: asked.append(1))
    thinking.stop()
    assert is_searching.is_set()


def test_work_that_fails_leaves_nothing_behind() -> None:
    thinking = BackgroundTask(Resources())
    hook, failures = threading.excepthook, []
    threading.excepthook = lambda arguments: failures.append(arguments.exc_value)
    try:
        thinking.start("move", lambda has_ended: 1 / 0, nothing)  # type: ignore[arg-type, return-value]
        thinking.stop()
    finally:
        threading.excepthook = hook
    assert isinstance(failures[0], ZeroDivisionError)
    assert thinking.kind is None
