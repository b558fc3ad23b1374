"""Sessions for tests: an engine in this process, and one in a process of its own."""

import io
import os
import subprocess
import sys

import numba
import pytest

from tengen import Game
from tengen.gtp.engine import Engine
from tengen.gtp.line_queue import LineQueue
from tengen.players.heuristic_players import RandomPlayer

PROGRAM = """
import time
from tengen import Game
from tengen.gtp.program import run_gtp
from tengen.players.heuristic_players import RandomPlayer

class Sleeper:
    name = "sleeper"
    def choose_move(self, game):
        print("thinking", flush=True)
        time.sleep(100_000)

def sleeper_commands(session):
    def sleep(arguments):
        session.player = Sleeper()
        return ""
    def nap(arguments):
        time.sleep(3)
        return ""
    return {"sleep": sleep, "nap": nap}

run_gtp(RandomPlayer(), Game(5), more_commands=[sleeper_commands])
"""
ENGINE_PROCESS = [sys.executable, "-c", PROGRAM]

needs_compiler = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="too slow uncompiled")


def new_engine(size=5, rules="chinese-kgs"):
    """An engine with the random player."""
    return Engine(RandomPlayer(), Game(size, rules=rules))


def converse(engine, data):
    """What the engine writes for the bytes of a whole session."""
    answers = io.BytesIO()
    engine.serve(LineQueue(io.BytesIO(data)), answers)
    return answers.getvalue().decode()


def ask(engine, *lines):
    """The answer to the last of some lines, without the empty line behind it."""
    answers = [converse(engine, f"{line}\n".encode()) for line in lines]
    assert all(answer.count("\n\n") == 1 and answer.endswith("\n\n") for answer in answers)
    return answers[-1][:-2]


def fingerprint(engine):
    """All that a command with wrong arguments must leave alone."""
    session, game = engine.session, engine.session.game
    return (
        game.board.tobytes(), game.history.tobytes(), game.moves, game.komi, game.rules, game.size,
        session.handicap, session.player, repr(session.time), engine.name, session.played,
        session.resignation, session.live_graphics,
    )  # fmt: skip


def seconds_to_end():
    """The two seconds in which a process must have ended, longer ones where others keep the machine busy."""
    return 2.0 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def start_process():
    """The engine in a process of its own, after its first answer: imports are done, signals handled."""
    process = subprocess.Popen(
        ENGINE_PROCESS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdin.write(b"protocol_version\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"= 2\n"
    assert process.stdout.readline() == b"\n"
    return process
