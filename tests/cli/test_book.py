"""`tengen book` as a user types it."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numba
import pytest

from tengen.book.book_file import SHIPPED, load_book
from tengen.core.errors import GoError
from tests.book.games import random_games, write_games
from tests.book.test_shipped import JOSEKI
from tests.cli.test_app import TENGEN, run
from tests.cli.typed import typed
from tests.waiting import wait_until

needs_compiler = pytest.mark.skipif(numba.config.DISABLE_JIT, reason="too slow uncompiled")
N_GAMES = 5 if numba.config.DISABLE_JIT else 12
IMAGES = Path(__file__).parents[2] / "docs" / "images"
PICTURES = {
    "opening-1": "D16 Q16 D3 Q4 O3 R6",
    "opening-2": "D17 D4 R16 Q4 C6 F3",
    "opening-3": "D16 Q4 Q17 D4 R6 O3",
    "opening-4": "D16 Q4 Q16 D4 C6 F3",
    "opening-9x9-1": "E5 E7 D7 D6 E6 C7",
    "opening-9x9-2": "D6 F4 F5 G5 G6 E5",
    "opening-9x9-3": "E5 D7 F7 C5 C6 D6",
    "opening-9x9-4": "E6 E4 C5 G5 G6 C4",
    "joseki-attach-and-draw-back": JOSEKI["attach and draw back"],
    "joseki-avalanche": JOSEKI["avalanche"],
    "joseki-slide": JOSEKI["knight's answer and slide"],
    "joseki-pincer-and-3-3": JOSEKI["pincer and 3-3"],
    "joseki-3-3-invasion": JOSEKI["3-3 invasion"],
}
SMALL = ["--size", "7", "--corner", "4", "--fuseki-rho", "2", "--joseki-rho", "2", "--joseki-sigma", "1"]


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    folder = tmp_path_factory.mktemp("book")
    games = write_games(folder / "games.sgf", random_games(7, N_GAMES, 20), 7)
    done = run("book", "build", str(games), "-o", str(folder / "small.book"), *SMALL)
    assert done.returncode == 0, done.stderr
    assert f"games used {N_GAMES}" in done.stdout
    assert f"has {(folder / 'small.book').stat().st_size:,} bytes" in done.stdout
    return folder / "small.book"


def test_the_header_tells_how_the_book_was_made(book):
    header = json.loads(typed("book", "info", book))
    assert header["settings"]["fuseki"] == {"theta": 0, "rho": 2, "sigma": 5.0}
    assert header["settings"]["joseki"] == {"theta": 0, "rho": 2, "sigma": 1.0}
    assert header["games"]["used"] == N_GAMES
    assert header["command"].startswith("tengen book build ")
    assert header["fuseki"]["positions"] == len(load_book(book).fuseki.keys)


def test_the_board_is_drawn_with_the_moves_of_the_book(book, tmp_path):
    shown = typed("book", "show", book, "--svg", tmp_path / "board.svg")
    assert shown.startswith("   A B C D E F G\n")
    drawn = "".join(shown.splitlines()[1:8])
    assert "a" in drawn
    assert "b" in drawn
    assert "whole board" in shown
    assert ">a</text>" in (tmp_path / "board.svg").read_text()


def test_the_moves_are_played_first_and_numbered_in_the_picture(book, tmp_path):
    shown = typed("book", "show", book, "--moves", "D4 d5 pass E5", "--svg", tmp_path / "board.svg")
    assert "(O)" in shown
    svg = (tmp_path / "board.svg").read_text()
    assert [f">{number}</text>" in svg for number in (1, 2, 4)] == [True, True, True]
    far = " ".join(["pass"] * 100)
    assert "The book has no move for Black here." in typed("book", "show", book, "--moves", far)


def test_the_statistics_name_first_moves_and_corner_sequences(book):
    shown = typed("book", "stats", book)
    for words in ("0 to 4", "first moves on the whole board", "sequences in a corner"):
        assert words in shown


@needs_compiler
def test_a_book_without_corners_has_no_table_of_them():
    shown = typed("book", "stats", "--size", 9)
    assert "first moves on the whole board" in shown
    assert "sequences in a corner" not in shown


def test_coverage_is_told_by_book(book):
    shown = typed("book", "coverage", book, "--games", book.with_name("games.sgf"), "--first", "5")
    assert "5 games, 100 positions" in shown


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["show", "--moves", "Q16 Q16"], "White may not play Q16"),
        (["show", "--moves", "Z1"], "'Z1' is not a point from A1 to T19"),
        (["show", "--size", "13"], "no shipped book for boards of 13 lines, only for 9 and 19 lines"),
        (["show", "--svg", "/nowhere/board.svg"], "cannot write /nowhere/board.svg: No such file"),
        (["info", "/nowhere.book"], "cannot read the book /nowhere.book: No such file or directory"),
        (["stats", __file__], "is not a book of Tengen"),
        (["build", "/nowhere.sgf", "-o", "/nowhere.book"], "none of the 0 games read can be used"),
        (["build", "/nowhere.sgf", "-o", "x", "--corner", "8", "--size", "7"], "has 1 to 7 lines, not 8"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, message):
    with pytest.raises(GoError, match=message):
        typed("book", *arguments)


@needs_compiler
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_build_leaves_the_old_book_and_no_files(tmp_path, number):
    games = write_games(tmp_path / "games.sgf", random_games(7, 12, 20) * 3000, 7)
    out, scratch = tmp_path / "some.book", tmp_path / "scratch"
    out.write_text("old")
    scratch.mkdir()
    command = [*TENGEN, "book", "build", str(games), "-o", str(out), *SMALL]
    environment = {**os.environ, "TMPDIR": str(scratch)}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        wait_until(lambda: list(scratch.glob("tengen-book-*/joseki")), pause=0.002)
        process.send_signal(number)
        _, said = process.communicate()
    assert process.returncode == 130
    assert f"stopped: nothing of the build is kept, and {out} is as it was\n" in said.decode()
    assert out.read_text() == "old"
    assert os.listdir(scratch) == []
    assert sorted(os.listdir(tmp_path)) == ["games.sgf", "scratch", "some.book"]


@pytest.mark.parametrize("size, n_held_out, n_used", [(9, 0, 8_700), (19, 2000, 120_324)])
def test_shipped_books_are_small_and_tell_how_they_were_made(size, n_held_out, n_used):
    header = json.loads(typed("book", "info", "--size", size))
    assert header["settings"]["size"] == size
    assert header["settings"]["hold_out"] == n_held_out
    assert header["games"]["used"] == n_used
    assert header["command"].endswith(f"{size}x{size}.book")
    assert "+" not in header["commit"]
    assert sum(path.stat().st_size for path in SHIPPED.values()) < 3_000_000


@needs_compiler
@pytest.mark.parametrize("size", SHIPPED)
def test_shipped_books_load_in_milliseconds(size):
    seconds = []
    for _ in range(5):
        begun = time.process_time()
        load_book(SHIPPED[size])
        seconds.append(time.process_time() - begun)
    print(f"{1000 * min(seconds):.1f} ms")
    assert min(seconds) < 0.05


@needs_compiler
@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_docs_show_what_the_book_says(tmp_path, name):
    size = 9 if "9x9" in name else 19
    typed("book", "show", "--size", size, "--moves", PICTURES[name], "--svg", tmp_path / "board.svg")
    assert (IMAGES / f"{name}.svg").read_text() == (tmp_path / "board.svg").read_text()
