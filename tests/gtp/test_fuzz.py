"""Lines that nobody would write: the engine answers each once, with nothing else, and lives."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.gtp.fake_analyst import new_fake_engine
from tests.gtp.sessions import converse, needs_compiler, new_engine

ANSWERS = re.compile(r"([=?][0-9]*( [^\n]*)?\n([^\n]+\n)*\n)*")
SLOW_UNCOMPILED = ("final_score", "final_status_list", "tengen-final_doubt", "kgs-genmove_cleanup")
FORBIDDEN = ("quit", "printsgf", "loadsgf")  # these end the session or touch files
COMMANDS = [name for name in new_engine().commands if name not in (*FORBIDDEN, *SLOW_UNCOMPILED)]
WORDS = [
    "b",
    "w",
    "white",
    "A1",
    "C3",
    "E5",
    "pass",
    "resign",
    "2",
    "5",
    "0",
    "-1",
    "6.5",
    "nan",
    "{}",
    "x",
    "é",
]

OPTIONS = [
    "interval",
    "maxmoves",
    "1",
    "avoid",
    "allow",
    "C3,B2",
    "ownership",
    "rootInfo",
    "true",
    "live_graphics",
]

lines = st.builds(
    lambda number, command, words: " ".join([*number, command, *words]),
    st.lists(st.integers(0, 99).map(str), max_size=1),
    st.sampled_from(COMMANDS),
    st.lists(st.sampled_from(WORDS), max_size=4),
)
lines_for_analysts = st.builds(
    lambda command, words: " ".join([command, *words]),
    st.sampled_from([name for name in COMMANDS if "analy" in name or name.startswith(("tengen", "kata"))]),
    st.lists(st.sampled_from(["b", "w", *OPTIONS]), max_size=6),
)


def check(session, engine=None):
    answers = converse(engine or new_engine(), session.encode("utf-8", "surrogateescape"))
    assert ANSWERS.fullmatch(answers)
    assert "internal error" not in answers
    return answers.count("\n\n")


@given(st.lists(lines, max_size=20))
@settings(deadline=None, max_examples=60)
def test_any_commands_with_any_arguments_get_one_answer_each(session):
    assert check("\n".join(session)) == len(session)


@given(st.lists(st.one_of(lines, lines_for_analysts), max_size=20))
@settings(deadline=None, max_examples=60)
def test_an_analyst_too_gives_one_answer_to_any_line(session):
    ended = "\n".join([*session, "name", ""])  # so that no analysis waits for the next line
    assert check(ended, new_fake_engine()) == len(session) + 1


@needs_compiler
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_long_sessions_of_nonsense_get_one_answer_each(seed):
    draw = random.Random(seed)
    session = []
    for _ in range(10_000):
        words = [draw.choice([*COMMANDS, *SLOW_UNCOMPILED[:1]]), *draw.choices(WORDS, k=draw.randrange(5))]
        line = " ".join(words)
        if draw.random() < 0.2:  # break a letter
            place = draw.randrange(len(line))
            line = line[:place] + chr(draw.randrange(33, 256)) + line[place + 1 :]
        session.append(line)
    n_asked = sum(not line.startswith("#") for line in session)
    assert check("\n".join(session)) == n_asked
