"""GNU Go 3.8 as a referee: a small synchronous GTP client and the questions the tests ask.

Points are those of `tests.reference.board`: (row, column) from 0, row 0 at the top. Colours are "X" and "O".

What GNU Go 3.8 does, as seen from outside and in its engine/board.c:

- `all_legal`, `is_legal` and `play` follow the ko and suicide options of the command line, superko
  included, and agree with each other; `all_legal` lists no pass, and a pass is never refused. Moves may
  come in any order of colours, and go on after two passes.
- Suicide: `--forbid-suicide` (the default), `--allow-suicide` (of more than one stone) and
  `--allow-all-suicide`, which is what `GnuGo(suicide=True)` asks for.
- `captures black` is the number of stones Black has taken; a suicide counts for the opponent.
- Situational superko takes as next to move in a past position the colour that did move there.
- Two limits of its superko. A suicide is never found to repeat a position, because the test forgets to
  take the stones off: with superko and suicide together GNU Go's list holds every suicide. And only the
  last 500 moves are remembered: the 501st drops the oldest 51, so superko games stay below
  `N_MOVES_REMEMBERED`. With simple ko there is no such limit.
- No command gives the area of a position as it stands. `final_score` first settles life and death, so it
  means what we mean only when nothing is left to settle: after a light playout that ended with two passes
  nothing is dead and it equals the area with every stone alive (sizes 3 to 7, 9, 13: 0 differences in
  4,307 playouts). After a playout cut off at its move limit the stones of `final_status_list dead` have
  to be taken off (5 of 5 agreed); the middle of a game does not do even so (28 of 45). Komi is counted in.
"""

import os
import selectors
import shutil
import subprocess
import time

import pytest

from tests.reference.board import BLACK, Move, Point

N_MOVES_REMEMBERED = 500

_LETTERS = "ABCDEFGHJKLMNOPQRST"
_KO_OPTIONS = {
    "simple": "--simple-ko",
    "positional": "--positional-superko",
    "situational": "--situational-superko",
}


def find_gnugo() -> str | None:
    """The path of GNU Go, or None. Debian keeps games out of the usual path."""
    return shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games:/usr/local/games")


needs_gnugo = pytest.mark.skipif(
    find_gnugo() is None, reason="GNU Go is not installed: apt-get install gnugo"
)


class GtpError(RuntimeError):
    """GNU Go answered with "?", or not at all."""


class GnuGo:
    """A running GNU Go: `with GnuGo(ko_rule="positional") as gnugo: gnugo.command("boardsize 9")`."""

    def __init__(self, ko_rule: str = "simple", suicide: bool = False, timeout: float = 300.0) -> None:
        """Start the program with area scoring; `timeout` is the longest wait for an answer, in seconds."""
        path = find_gnugo()
        if path is None:
            raise GtpError("GNU Go is not installed")
        suicide_option = "--allow-all-suicide" if suicide else "--forbid-suicide"
        options = ["--mode", "gtp", "--chinese-rules", _KO_OPTIONS[ko_rule], suicide_option]
        self.timeout = timeout
        self._process = subprocess.Popen(
            [path, *options],
            bufsize=0,  # else what a dead program could not be sent breaks the closing of its pipe
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)

    def command(self, text: str) -> str:
        """Send one command and return the answer without its sign, or raise GtpError."""
        if not text.strip() or "\n" in text:
            raise ValueError(f"not one command: {text!r}")
        try:
            self._process.stdin.write(f"{text}\n".encode())
        except BrokenPipeError:
            raise GtpError(f"{text}: GNU Go has ended") from None
        answer = self._read_answer(text)
        if not answer.startswith("="):
            raise GtpError(f"{text}: {answer}")
        return answer[1:].strip()

    def _read_answer(self, text: str) -> str:
        """What GNU Go writes up to an empty line."""
        deadline = time.monotonic() + self.timeout
        answer = b""
        while not answer.endswith(b"\n\n"):
            if not self._selector.select(max(0.0, deadline - time.monotonic())):
                self._process.kill()
                raise GtpError(f"{text}: no answer in {self.timeout} s, only {answer!r}")
            piece = os.read(self._process.stdout.fileno(), 1 << 16)
            if not piece:
                raise GtpError(f"{text}: GNU Go has ended after {answer!r}")
            answer += piece
        return answer.decode().strip()

    def close(self) -> None:
        """End the program: politely, then not."""
        try:
            if self._process.poll() is None:
                self.command("quit")
            self._process.wait(timeout=5)
        except (GtpError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._selector.close()
        self._process.stdin.close()
        self._process.stdout.close()

    def __enter__(self) -> "GnuGo":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def format_vertex(point: Move, rows: int) -> str:
    """The vertex of a point on a board of `rows` rows: letters from the left, numbers from the bottom."""
    if point is None:
        return "PASS"
    row, column = point
    return f"{_LETTERS[column]}{rows - row}"


def parse_vertex(vertex: str, rows: int) -> Move:
    """The point of a vertex on a board of `rows` rows."""
    if vertex.upper() == "PASS":
        return None
    return rows - int(vertex[1:]), _LETTERS.index(vertex[0].upper())


def colour_name(colour: str) -> str:
    """The colour as GTP calls it."""
    return "black" if colour == BLACK else "white"


def start_game(gnugo: GnuGo, size: int, komi: float = 0.0) -> None:
    """An empty square board."""
    gnugo.command(f"boardsize {size}")
    gnugo.command("clear_board")
    gnugo.command(f"komi {komi}")


def play(gnugo: GnuGo, colour: str, move: Move, size: int) -> None:
    """Make a move; GtpError if GNU Go calls it illegal."""
    gnugo.command(f"play {colour_name(colour)} {format_vertex(move, size)}")


def _points(answer: str, size: int) -> list[Point]:
    return sorted(parse_vertex(vertex, size) for vertex in answer.split())


def legal_vertices(gnugo: GnuGo, colour: str) -> list[str]:
    """The vertices a colour may play on, sorted as text; a pass is not among them."""
    return sorted(gnugo.command(f"all_legal {colour_name(colour)}").split())


def legal_points(gnugo: GnuGo, colour: str, size: int) -> list[Point]:
    """The points a colour may play on, in order."""
    return _points(gnugo.command(f"all_legal {colour_name(colour)}"), size)


def stones(gnugo: GnuGo, colour: str, size: int) -> list[Point]:
    """The stones of a colour, in order."""
    return _points(gnugo.command(f"list_stones {colour_name(colour)}"), size)


def liberties(gnugo: GnuGo, point: Point, size: int) -> list[Point]:
    """The liberties of the group on a point, in order."""
    return _points(gnugo.command(f"findlib {format_vertex(point, size)}"), size)


def captures(gnugo: GnuGo, colour: str) -> int:
    """How many stones a colour has taken."""
    return int(gnugo.command(f"captures {colour_name(colour)}"))


def status_list(gnugo: GnuGo, status: str, size: int) -> list[Point]:
    """The points GNU Go judges dead, alive, seki, dame, white_territory or black_territory."""
    return _points(gnugo.command(f"final_status_list {status}"), size)


def final_score(gnugo: GnuGo) -> float:
    """Black's area less White's and komi, after GNU Go has taken off what it judges dead."""
    answer = gnugo.command("final_score")
    if answer == "0":
        return 0.0
    winner, margin = answer.split("+")
    return float(margin) if winner == "B" else -float(margin)
