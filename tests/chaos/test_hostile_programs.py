"""Programs that flood, draw on the terminal, or leave children behind who hide."""

import contextlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.core.errors import GoError, visible
from tengen.match.game import play_game
from tengen.match.schedule import game_job
from tengen.players.external import GtpPlayer
from tests.match.matches import misbehaving, setting
from tests.players.programs import LOOP, is_running, scripted
from tests.waiting import wait_until

ROOT = Path(__file__).parents[2]

# ---- what they say

TRICKS = (
    "\x1b[2J\x1b[H",  # clears the screen
    "\x1b]0;title\x07",  # names the window
    "\x1b]52;c;cm0gLXJm\x07",  # puts something on the clipboard
    "\x9b31m",  # the same sign in eight bits
    "\x1bP$q\x1b\\",
    "\r\x1b[A\x1b[K",  # overwrites the line before
    "a\x08b\x7f\x00",
    "\u202eexe.fgs",  # turns writing round
    "\u2028\u2029",
)
N_TEXTS = [pytest.param(200, id="200"), pytest.param(20_000, id="20000", marks=pytest.mark.slow)]


def is_harmless(text: str) -> bool:
    return all(letter.isprintable() or letter in "\n\t\u3000" for letter in text)


@pytest.mark.parametrize("n_texts", N_TEXTS)
def test_no_text_moves_a_cursor_or_turns_writing_round(n_texts: int) -> None:
    rng = random.Random(5)
    pools = [range(0x20), range(0x80, 0xA0), range(0x2000, 0x2070), range(0xD800, 0xE000), range(0x110000)]
    for _ in range(n_texts):
        letters = [chr(rng.choice(rng.choice(pools))) for _ in range(rng.randrange(40))]
        text = "".join([*letters, rng.choice(TRICKS)])
        shown = visible(text)
        assert all(letter.isprintable() or letter in "\n\t" or letter.isspace() for letter in shown)
        assert not any(letter in shown for letter in "\x1b\x9b\x07\x08\r\x00\x7f\u202e\u2028\u2029\x85")
        assert visible(shown) == shown
        shown.encode()


@pytest.mark.parametrize("text", ["黒番 山田\u3000太郎", "Müller (3 dan)", "café", "a\tb\nc", ""])
def test_names_of_people_stay_as_they_are(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize("trick", TRICKS)
def test_what_a_program_says_is_visible_text_wherever_it_is_told(trick: str) -> None:
    """On stderr, in a refusal, as its version, in an answer that is none, and as its last words."""
    told = []
    with scripted(
        f"print({trick!r}, file=sys.stderr, flush=True)",
        f"print(f'?{{number}} ' + {trick!r} + '\\n', flush=True)",
    ) as program:
        for command in ("name", "genmove b"):
            with pytest.raises(GoError) as refused:
                program.send(command)
            told.append(str(refused.value))
    told.append(program.stderr_tail)
    for line in (
        f"answer({trick!r})",
        f"print({trick!r}, flush=True)",
        f"os.write(2, {trick!r}.encode()); sys.exit(3)",
    ):
        with GtpPlayer((sys.executable, "-S", "-E", "-c", f"{LOOP}    {line}\n")) as player:
            try:
                told.append(player.version())
            except GoError as error:
                told.append(str(error))
            told.append(player.stderr_tail)
    assert all(map(is_harmless, told)), told


def test_whatever_a_program_says_of_itself_is_cut() -> None:
    line = "answer(900_000 * 'v'); os.write(2, 900_000 * b'\\x1b')"
    with GtpPlayer((sys.executable, "-S", "-E", "-c", f"{LOOP}    {line}\n")) as player:
        assert len(player.version()) <= 100
    assert len(player.stderr_tail) <= 1 << 14
    refusing = scripted("print(f'?{number} ' + 900_000 * 'r' + '\\n', flush=True)")
    with refusing as program, pytest.raises(GoError) as refused:
        program.send("name")
    assert len(str(refused.value)) < 1_000


# ---- whom they leave behind

# Starts processes that leave its group and its session and hold none of its pipes, and tells their numbers.
ESCAPE = """
    def flee():
        for number in range(3, 64):
            try: os.close(number)
            except OSError: pass
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2): os.dup2(nothing, number)
        signal.signal(signal.SIGHUP, signal.SIG_IGN); signal.signal(signal.SIGTERM, signal.SIG_IGN)
        HOW
    read, write = os.pipe()
    for _ in range(COUNT):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.setsid() if os.getpid() != os.getsid(0) else None
                os.write(write, b"%d\\n" % os.getpid())
                flee()
            os._exit(0)
        os.wait()
    numbers = b""
    while numbers.count(b"\\n") < COUNT: numbers += os.read(read, 4096)
    answer(numbers.decode().replace("\\n", " "))
"""
SLEEPS = "time.sleep(600)"
REPLACES_ITSELF = (
    f'os.execv({sys.executable!r}, ["python", "-S", "-E", "-c", "import time; time.sleep(600)"])'
)
KEEPS_FORKING = """
        while True:
            if os.fork(): os._exit(0)
            time.sleep(0.002)
""".strip()


def escaping(how: str, count: int) -> str:
    return LOOP + ESCAPE.replace("HOW", how).replace("COUNT", str(count))


def wait_until_ended(numbers: list[int]) -> None:
    def left() -> list[int]:
        return [number for number in numbers if is_running(number)]

    wait_until(lambda: not left(), lambda: f"{len(left())} of {len(numbers)} are still there")


def carriers(mark: str) -> list[int]:
    """Processes with a text in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return [number for number in found if is_running(number)]


@pytest.mark.parametrize("how", [SLEEPS, REPLACES_ITSELF])
@pytest.mark.parametrize("count", [3, pytest.param(100, marks=pytest.mark.slow)])
def test_children_that_have_left_the_group_end_with_their_program(how: str, count: int) -> None:
    with GtpPlayer((sys.executable, "-S", "-E", "-c", escaping(how, count))) as player:
        numbers = [int(number) for number in player._running().send("name").split()]
        assert len(numbers) == count
        assert all(map(is_running, numbers))
        assert all(os.getsid(number) != player._running().process_id for number in numbers)
    wait_until_ended(numbers)


def test_a_child_without_the_mark_is_known_by_its_parents() -> None:
    line = (
        "nothing = dict.fromkeys(('stdin', 'stdout', 'stderr'), subprocess.DEVNULL); "
        "child = subprocess.Popen(['sleep', '600'], env={}, start_new_session=True, **nothing); "
        "answer(child.pid); time.sleep(600)"
    )
    with scripted(line) as program:
        child = int(program.send("name"))
        assert is_running(child)
    wait_until_ended([child])


def test_children_that_fork_on_and_on_are_caught() -> None:
    """Each lives for two milliseconds and has then become another process."""
    with GtpPlayer((sys.executable, "-S", "-E", "-c", escaping(KEEPS_FORKING, 2))) as player:
        player._running().send("name")
        mark = player._running()._mark
        assert carriers(mark)
    missed = {number for _ in range(10) for number in carriers(mark)}  # it may just not be there when we look
    for number in missed:  # it would go on for ever
        with contextlib.suppress(ProcessLookupError):
            os.killpg(os.getpgid(number), signal.SIGKILL)
    assert not missed


# A program of ours that is killed while children of its program have fled.
OWNER = """
import sys, time
from tengen.players.controller import Controller
program = Controller([sys.executable, "-S", "-E", "-c", sys.argv[1]])
print(program.process_id, program.send("name"), flush=True)
time.sleep(600)
"""


def test_children_that_have_left_the_group_do_not_outlive_our_own_violent_death() -> None:
    command = [sys.executable, "-c", OWNER, escaping(SLEEPS, 3)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as owner:
        assert owner.stdout
        numbers = [int(number) for number in owner.stdout.readline().split()]
        assert len(numbers) == 4
        assert all(map(is_running, numbers))
        owner.kill()
    wait_until_ended(numbers)


def test_programs_of_others_are_left_alone() -> None:
    """Two programs at once, of which one ends."""
    with scripted("answer()") as first:
        first.send("name")
        with scripted("answer()") as second:
            second.send("name")
        assert first.send("name") == ""


@pytest.mark.parametrize("n_games", [2, pytest.param(200, marks=pytest.mark.slow)])
def test_no_game_is_lost_by_a_program_that_dies_now_and_then(
    n_games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By three signals, at about every seventh move; a search would take long uncompiled."""
    monkeypatch.setattr("tengen.match.game.SUBSTITUTE", "random")
    match = setting(misbehaving("dies now and then"), random_moves=2, move_limit=60)
    results = [play_game(game_job(match, number)) for number in range(n_games)]
    assert {result.ending for result in results} <= {"score", "move limit", "forfeit"}
    for number, result in enumerate(results):
        if result.ending == "forfeit":  # twice before its first move
            assert len(result.moves) <= 2 + number % 2
