"""A real engine over many moves: never late, and never above its memory."""

import sys
import time
from pathlib import Path

import pytest
from numba import config

from tengen.players.controller import Controller

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="too slow uncompiled")


def engine(player):
    return Controller([sys.executable, "-m", "tengen", "gtp", player], time_limit=120)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_thousand_moves_at_a_fifth_of_a_second_without_a_loss_on_time():
    """A period of 0.2 s for each stone, 9x9, the engine on both sides; the referee's clock is ours."""
    times = []
    with engine("mcts:playouts=none,resign=0,memory_mb=100") as program:
        program.send("boardsize 9")
        program.send("genmove b")  # loads all compiled code before the clocks run
        program.send("time_settings 0 0.2 1")
        while len(times) < 1000:
            program.send("clear_board")
            answers = []
            while answers[-2:] != ["PASS", "PASS"] and len(answers) < 120 and len(times) < 1000:
                colour = "bw"[len(answers) % 2]
                program.send(f"time_left {colour} 0.2 1")
                started = time.monotonic()
                answers.append(program.send(f"genmove {colour}").upper())
                times.append(time.monotonic() - started)
    late = [seconds for seconds in times if seconds > 0.2]
    print(f"longest move {max(times):.3f} s, mean {sum(times) / len(times):.3f} s")
    assert late == []


def peak_megabytes(process_id):
    text = Path(f"/proc/{process_id}/status").read_text()
    return int(text.partition("VmHWM:")[2].split()[0]) / 1024


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_memory_stays_below_its_limit_over_a_long_game():
    """500 moves on 19x19 with tree reuse: the tree takes what it was given and nothing else grows."""
    limit = 60
    with engine(f"mcts:playouts=400,resign=0,early_pass=no,memory_mb={limit}") as program:
        program.send("boardsize 19")
        program.send("reg_genmove b")
        base = peak_megabytes(program.process_id)
        early = base
        for number in range(500):
            program.send(f"genmove {'bw'[number % 2]}")
            if number == 100:
                early = peak_megabytes(program.process_id)
        peak = peak_megabytes(program.process_id)
    print(f"{base:.0f} MB after one move, {early:.0f} MB after 100, {peak:.0f} MB after 500")
    assert peak <= base + limit + 40
    assert peak <= 1.15 * early


@pytest.mark.slow
def test_a_hundred_games_in_one_process_do_not_grow_it():
    peaks = {}
    with engine("mcts:playouts=300,memory_mb=50") as program:
        program.send("boardsize 9")
        for number in range(1, 101):
            program.send("clear_board")
            for colour in "bwbwbw":
                program.send(f"genmove {colour}")
            peaks[number] = peak_megabytes(program.process_id)
    print(f"{peaks[10]:.0f} MB after 10 games, {peaks[100]:.0f} MB after 100")
    assert peaks[100] <= 1.05 * peaks[10]
