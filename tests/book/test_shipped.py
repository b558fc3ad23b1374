"""The books of the package: what they know, and that they can be built again from the same games."""

import lzma
import os
import re
import subprocess
import sys
import time

import pytest

from tengen.book.book_file import SHIPPED, BookSettings, book_bytes, shipped_book
from tengen.book.build import build_book, count_block, game_blocks
from tengen.book.external_sort import SpillingCounter
from tengen.book.query import TOP_RIGHT, book_moves, measure_coverage
from tengen.book.samples_jit import EITHER, FUSEKI
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tests.sgf.test_data import archive

# In the corner at the top right; docs/results/book-sense.md shows them.
JOSEKI = {
    "attach and draw back": "Q17 Q15 R15 R14 R16 Q14 O17 Q10",
    "avalanche": "Q17 Q15 R15 Q16 R16 P17 R14 Q18",
    "knight's answer and slide": "Q16 O17 R14 Q18 R17 L17",
    "pincer and 3-3": "Q16 O17 M17 R17 Q17 R16 Q15 Q18",
    "3-3 invasion": "Q16 R17 Q17 R16 R14 R15 Q15 S14",
}


def named(game, corner):
    """The vertices that the book names for a corner or the whole board, with their counts."""
    return {
        format_vertex(move.point, 19): move.times
        for move in book_moves(shipped_book(19), game)
        if move.corner == corner
    }


@pytest.mark.parametrize("name", JOSEKI)
def test_well_known_joseki_are_in_the_book(name):
    game = Game(19)
    for vertex in JOSEKI[name].split():
        assert named(game, TOP_RIGHT).get(vertex, 0) >= 100
        game.play(vertex)


def test_games_begin_in_the_corners():
    first = named(Game(19), None)
    assert set(first) == {
        *("D4", "Q4", "D16", "Q16"),
        *("C4", "D3", "Q3", "R4", "R16", "Q17", "D17", "C16"),
    }


def strong_games_9x9(path):
    """A file of those games of the human set on 9x9 that strong players played."""
    with lzma.open(archive("9x9-human"), "rt") as games:
        path.write_text("".join(game for game in games if re.search(r"SO\[(GoQuest|aeb pro|pro)\]", game)))
    return path


@pytest.mark.slow
@pytest.mark.parametrize("size", SHIPPED)
def test_the_shipped_books_can_be_built_again(size, tmp_path):
    """The same bytes, whoever builds them; only the path and the commit are those of the first time."""
    games = {
        9: [archive("9x9-engine"), strong_games_9x9(tmp_path / "strong.sgf")],
        19: [archive("19x19-pro"), archive("19x19-strong")],
    }
    book = shipped_book(size)
    again = build_book(games[size], book.settings, command=book.command, commit=book.commit)
    assert book_bytes(again) == book_bytes(book)


def test_games_on_9x9_begin_in_the_middle():
    first = [format_vertex(move.point, 9) for move in book_moves(shipped_book(9), Game(9))]
    assert first[0] == "E5"
    assert {move.corner for move in book_moves(shipped_book(9), Game(9))} == {None}


@pytest.mark.slow
def test_the_shipped_book_knows_games_it_was_not_built_from():
    coverage = measure_coverage(shipped_book(19), [archive("19x19-pro")], 2000, 20)
    assert coverage.n_known[FUSEKI] > 0.45 * coverage.n_positions
    assert coverage.n_known[EITHER] > 0.99 * coverage.n_positions
    assert coverage.n_named[EITHER] > 0.8 * coverage.n_winner


@pytest.mark.slow
def test_60_000_games_become_a_book_within_a_minute_of_one_core(tmp_path):
    """CPU time after reading; 5 s on the machine this was written on."""
    settings = BookSettings()
    jobs = list(game_blocks([archive("19x19-strong")], settings, 0, print))
    assert sum(len(job.winners) for job in jobs) == 60_000
    count_block(jobs[0])  # compile, or load compiled code
    fuseki, joseki = SpillingCounter(tmp_path / "fuseki"), SpillingCounter(tmp_path / "joseki")
    begun = time.process_time()
    for job in jobs:
        counts = count_block(job)
        fuseki.add(counts.fuseki)
        joseki.add(counts.joseki)
    assert len(fuseki.table(settings.fuseki).keys) > 5000
    assert len(joseki.table(settings.joseki).keys) > 3000
    seconds = time.process_time() - begun
    print(f"{seconds:.1f} s")
    assert seconds < 60


# Not by getrusage: its figure begins with that of the parent.
MEASURED = r"""
import re, sys
from pathlib import Path
from tengen.book.build import build_book
from tengen.book.book_file import BookSettings, book_bytes
book = build_book([Path(sys.argv[1])], BookSettings(), spill_limit=int(sys.argv[2]))
peak = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1]
print(hash(book_bytes(book)), int(peak) // 1024)
"""


def built_with(limit):
    """The hash of a book, and the megabytes it took to build."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(archive("19x19-strong")), str(limit)],
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(word) for word in done.stdout.split()]


@pytest.mark.slow
def test_memory_is_bounded_by_the_limit_and_the_book_is_the_same():
    """Reading and compiled code take about 250 MB; the rest follows the limit."""
    small, large = built_with(50_000), built_with(10_000_000)
    print(f"{small[1]} and {large[1]} MB")
    assert small[0] == large[0]
    assert small[1] < 400
    assert small[1] + 100 < large[1]
