"""No quick test judges by the clock on the wall: beside other work everything takes longer.

What a test may do instead: count what happens, hand in a clock of its own, compare CPU times, or wait for
something with `tests.waiting.wait_until`. What is slow on purpose has the marker `slow`.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLOCKS = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "time", "time_ns", "now", "utcnow"}
ALLOWED = {"waiting.py", "load.py"}  # one gives up after minutes, one measures for others to judge


def clock_names(tree):
    """The modules and names of a file by which it may read a clock."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {one.asname or one.name: "" for one in node.names if one.name in ("time", "datetime")}
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "datetime"):
            names |= {one.asname or one.name: one.name for one in node.names}
    return names


def reads_clock(node, names):
    """Whether something in an expression is a look at a clock."""
    for call in (each for each in ast.walk(node) if isinstance(each, ast.Call)):
        function = call.func
        if isinstance(function, ast.Name) and names.get(function.id) in CLOCKS:
            return True
        if isinstance(function, ast.Attribute) and function.attr in CLOCKS:
            below = function.value
            while isinstance(below, ast.Attribute):
                below = below.value
            if isinstance(below, ast.Name) and below.id in names:
                return True
    return False


def is_slow(node):
    return any("mark.slow" in ast.unparse(each) for each in getattr(node, "decorator_list", []))


def judgements(tree):
    """The lines of comparisons with the time of a clock, but in what is marked as slow."""
    names = clock_names(tree)
    is_all_slow = any(
        isinstance(node, ast.Assign)
        and "mark.slow" in ast.unparse(node)
        and "pytestmark" in ast.unparse(node)
        for node in tree.body
    )
    if not names or is_all_slow:
        return
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for function in functions:
        if is_slow(function):
            continue
        timed = timed_names(function, names)
        for node in ast.walk(function):
            if isinstance(node, ast.Compare) and is_timed(node, timed, names):
                yield node.lineno, ast.unparse(node)


def is_timed(node, timed, names):
    """Whether an expression depends on a clock."""
    return reads_clock(node, names) or any(ast.unparse(each) in timed for each in ast.walk(node))


def timed_names(function, names):
    """What a function computes from a clock, through any number of steps: names, attributes, lists."""
    timed = set()
    while True:
        before = len(timed)
        for node in ast.walk(function):
            targets, value = [], getattr(node, "value", None)
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.NamedExpr):
                targets = [node.target]
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "append"
            ):
                targets, value = [node.func.value], node.args[0]
            if value is not None and targets and is_timed(value, timed, names):
                for target in targets:
                    elements = target.elts if isinstance(target, ast.Tuple) else [target]
                    timed |= {ast.unparse(each) for each in elements}
        if len(timed) == before:
            return timed


@pytest.mark.parametrize(
    "text",
    [
        "import time\ndef test():\n    begun = time.monotonic()\n    assert time.monotonic() - begun < 1",
        "from time import perf_counter as now\ndef test():\n    a = now()\n    assert now() - a < 1",
        "import time\ndef test():\n    all = []\n    all.append(time.time())\n    assert max(all) < 3",
        "import datetime\ndef test():\n    assert datetime.datetime.now() > start",
        "import time\ndef wait():\n    end = time.monotonic() + 5\n    while time.monotonic() < end: pass",
    ],
)
def test_a_judgement_by_the_clock_is_found(text):
    assert list(judgements(ast.parse(text)))
    assert not list(judgements(ast.parse(text.replace("def ", "@pytest.mark.slow\ndef "))))
    assert not list(judgements(ast.parse("pytestmark = pytest.mark.slow\n" + text)))


@pytest.mark.parametrize(
    "text",
    [
        "import time\ndef test():\n    at = time.process_time()\n    assert time.process_time() - at < 1",
        "import time\ndef test():\n    player.deadline = time.monotonic() + 60\n    assert player.move()",
        "import time\ndef test():\n    time.sleep(1)\n    assert 1 < 2",
    ],
)
def test_other_uses_of_time_are_none(text):
    assert not list(judgements(ast.parse(text)))


def test_no_quick_test_judges_by_the_clock():
    found = [
        f"{path.relative_to(TESTS)}:{line}: {text}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in ALLOWED
        for line, text in judgements(ast.parse(path.read_text()))
    ]
    assert found == []
