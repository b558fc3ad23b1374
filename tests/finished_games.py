"""A hundred finished games, with GNU Go's opinion of how each ends.

The games are those of our own players and GNU Go, of all strengths, on three sizes, played until both passed;
`python -m tests.finished_games` plays them again, which takes an hour. They are kept so that counts can be
compared with GNU Go's without GNU Go, and are the same for all versions.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.players.controller import DiedError
from tengen.players.spec import make_player
from tests.reference.gnugo import GnuGo, find_gnugo

FILE = Path(__file__).parent / "data" / "finished_games.txt"
KOMI = 7.5

_GNUGO = f"gtp:{find_gnugo()} --mode gtp --japanese-rules --seed {{seed}} --level "  # leaves dead stones be
_MCTS = "mcts:prior_net=small,seed={seed},playouts="
_PLAYERS = [
    (f"{_GNUGO}1", f"{_GNUGO}4"),
    (f"{_MCTS}200", f"{_GNUGO}2"),
    (f"{_GNUGO}3", f"{_MCTS}50"),
    (f"{_GNUGO}2", f"{_GNUGO}1"),
    (f"{_GNUGO}1", "pattern:seed={seed}"),
    (f"{_MCTS}100", f"{_MCTS}50"),
]
_N_GAMES = {9: 44, 13: 28, 19: 28}


@dataclass(frozen=True)
class FinishedGame:
    """A game that both players have ended with a pass."""

    size: int
    score: float  # Black's area less White's and komi, as GNU Go counts it
    dead: frozenset[str]  # by GNU Go's opinion
    moves: tuple[str, ...]

    def played(self) -> Game:
        """The game with all its moves."""
        game = Game(self.size, KOMI)
        for move in self.moves:
            game.play(move)
        return game

    def line(self) -> str:
        """As the file keeps it."""
        dead = ",".join(sorted(self.dead)) or "-"
        return f"{self.size} {self.score:g} {dead} {' '.join(self.moves)}"


def finished_games() -> list[FinishedGame]:
    """All games of the file."""
    return [_parsed(line) for line in FILE.read_text().splitlines()]


def points_ahead(result: str) -> float:
    """A result such as W+3.5 from Black's side."""
    return float(result[2:]) * (1 if result[0] == "B" else -1) if result != "0" else 0.0


def _parsed(line: str) -> FinishedGame:
    size, score, dead, *moves = line.split()
    return FinishedGame(int(size), float(score), frozenset(dead.split(",")) - {"-"}, tuple(moves))


def _play(number: int, size: int) -> FinishedGame | None:
    """A game between two players, colours changing; None if it does not end by itself."""
    pair = _PLAYERS[number % len(_PLAYERS)]
    pair = pair if number // len(_PLAYERS) % 2 == 0 else pair[::-1]
    players = [make_player(text.format(seed=1000 * size + number)) for text in pair]
    game, vertices = Game(size, KOMI), []
    while not game.is_over:
        if len(vertices) > 3 * size * size:
            return None
        try:
            move = players[len(vertices) % 2].choose_move(game)
        except DiedError:  # GNU Go does, in certain positions
            return None
        vertices.append(format_vertex(move, size))
        game.play(move)
    with GnuGo() as gnugo:
        gnugo.command(f"boardsize {size}")
        gnugo.command(f"komi {KOMI}")
        for turn, vertex in enumerate(vertices):
            gnugo.command(f"play {'bw'[turn % 2]} {vertex}")
        dead = frozenset(gnugo.command("final_status_list dead").split())
        score = points_ahead(gnugo.command("final_score"))
    return FinishedGame(size, score, dead, tuple(vertices))


if __name__ == "__main__":
    with FILE.open("w") as file:
        for size, n_games in _N_GAMES.items():
            n_done = number = 0
            while n_done < n_games:
                played, number = _play(number, size), number + 1
                if played:
                    n_done += 1
                    print(played.line(), file=file, flush=True)
                print(f"{size}x{size}: {n_done} of {n_games}", file=sys.stderr, flush=True)
