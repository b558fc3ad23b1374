"""Many games as flat arrays: what book building, training and replays read."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt


class GameArrays(NamedTuple):
    """The main lines of N games with M moves and S set-up stones in all; made for compiled code.

    The moves of game i are `moves[first[i] : first[i + 1]]`. Nobody judged their legality; they
    lie on the board. Set-up stones come before the first move, in the order of the text: where a
    point is named twice, the last one counts, and EMPTY takes a stone away.
    """

    moves: npt.NDArray[np.uint16]  # (M,) points or PASS
    colours: npt.NDArray[np.uint8]  # (M,) BLACK or WHITE, as written: they need not alternate
    first: npt.NDArray[np.int64]  # (N + 1,) where the moves of a game begin
    setup_points: npt.NDArray[np.uint16]  # (S,)
    setup_colours: npt.NDArray[np.uint8]  # (S,) BLACK, WHITE or EMPTY
    first_setup: npt.NDArray[np.int64]  # (N + 1,) where the set-up of a game begins
    size: npt.NDArray[np.uint8]  # (N,) 2 to 19
    komi: npt.NDArray[np.float32]  # (N,) nan where unknown
    handicap: npt.NDArray[np.int16]  # (N,) UNKNOWN where not a number
    winner: npt.NDArray[np.int8]  # (N,) BLACK, WHITE, EMPTY for a draw, UNKNOWN
    ending: npt.NDArray[np.uint8]  # (N,) NO_ENDING, POINTS, RESIGNATION, TIME, FORFEIT
    margin: npt.NDArray[np.float32]  # (N,) in points, nan where not counted
    truncated: npt.NDArray[np.bool_]  # (N,) the moves are only a beginning (see `main_line`)
    text_start: npt.NDArray[np.int64]  # (N,) where the text of a game lies in the batch
    text_stop: npt.NDArray[np.int64]  # (N,)
    number: npt.NDArray[np.int32]  # (N,) of the game within its source, from 1; bad games count


def empty_arrays(n_games: int, n_moves: int, n_setup: int) -> GameArrays:
    """Room for so many games, moves and set-up stones."""
    return GameArrays(
        moves=np.empty(n_moves, dtype=np.uint16),
        colours=np.empty(n_moves, dtype=np.uint8),
        first=np.zeros(n_games + 1, dtype=np.int64),
        setup_points=np.empty(n_setup, dtype=np.uint16),
        setup_colours=np.empty(n_setup, dtype=np.uint8),
        first_setup=np.zeros(n_games + 1, dtype=np.int64),
        size=np.empty(n_games, dtype=np.uint8),
        komi=np.empty(n_games, dtype=np.float32),
        handicap=np.empty(n_games, dtype=np.int16),
        winner=np.empty(n_games, dtype=np.int8),
        ending=np.empty(n_games, dtype=np.uint8),
        margin=np.empty(n_games, dtype=np.float32),
        truncated=np.empty(n_games, dtype=np.bool_),
        text_start=np.empty(n_games, dtype=np.int64),
        text_stop=np.empty(n_games, dtype=np.int64),
        number=np.empty(n_games, dtype=np.int32),
    )


def copy_filled(arrays: GameArrays, n_games: int) -> GameArrays:
    """A copy of the first games, without the room behind them."""
    n_moves, n_setup = int(arrays.first[n_games]), int(arrays.first_setup[n_games])
    lengths = dict.fromkeys(GameArrays._fields, n_games)
    lengths |= {"moves": n_moves, "colours": n_moves, "first": n_games + 1}
    lengths |= {"setup_points": n_setup, "setup_colours": n_setup, "first_setup": n_games + 1}
    return GameArrays(*(array[: lengths[name]].copy() for name, array in arrays._asdict().items()))


@dataclass(frozen=True, eq=False)
class GameBatch:
    """Games of one or more sources, in the order of the stream."""

    games: GameArrays
    text: bytes  # holds the SGF of every game of the batch
    sources: tuple[str, ...]  # files, or entries of archives
    source: npt.NDArray[np.int32]  # (N,) index into `sources`

    def __len__(self) -> int:
        return len(self.source)

    def sgf(self, game: int) -> bytes:
        """The text of a game, for `parse_sgf`: names, comments and properties of one's own."""
        return self.text[self.games.text_start[game] : self.games.text_stop[game]]

    def origin(self, game: int) -> str:
        """Where a game came from, for messages."""
        return f"{self.sources[self.source[game]]}, game {self.games.number[game]}"
