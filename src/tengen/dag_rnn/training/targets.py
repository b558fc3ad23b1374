"""What the territory net is taught: who owns each point at the end of a game.

The owners at the end are read off the last position if the game was counted and the area of that position,
every stone taken as alive, agrees with the result within two points (territory rules differ from area by a
point or so). Otherwise playouts say which stones are dead (`playout.dead_stones`). If the area then agrees
with the result, the end is *judged*; if it does not, or if the game was not counted, it is *doubtful*: in
games that were resigned much of the board may still be open, and belongs to nobody.

Only games from the empty board whose colours alternate, Black first, and whose moves are legal are of use.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import new_board
from tengen.core.game import Game
from tengen.core.notation import format_diagram
from tengen.core.points_jit import BLACK, MAX_AREA, N_POINTS, WHITE
from tengen.core.rules_jit import area_lead
from tengen.dag_rnn.training.sampler_jit import replay_stones, rows_of_board
from tengen.playout.dead_stones import dead_stones
from tengen.sgf import BadRecord, GameArrays, stream_games

FINAL, JUDGED, DOUBTFUL, UNUSABLE = "final", "judged", "doubtful", "unusable"
TRUSTED = (FINAL, JUDGED)
_AGREEMENT = 2  # points
_N_PLAYOUTS = 100

Owners = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ScoredGame:
    """A legal game from the empty board with the owners of all points at its end."""

    size: int
    moves: npt.NDArray[np.uint16]  # (M,) points or PASS, Black first
    owners: Owners  # (size * size,) BLACK, WHITE or EMPTY, row by row
    end: str  # FINAL, JUDGED or DOUBTFUL
    origin: str  # file and number, for messages and splits


def read_scored_games(
    paths: Iterable[str | os.PathLike[str]],
    tally: Counter[str],
    on_error: Callable[[BadRecord], None],
    ends: Collection[str] = TRUSTED,
    *,
    judging: bool = True,
) -> Iterator[ScoredGame]:
    """The games of files whose ends are of the given kinds; counts all games by their ends in `tally`.

    Where nobody asks for doubtful ends, games that were not counted are called so without any playout.
    judging -- let playouts judge ends; without it all but final ones are doubtful, and owned by nobody
    """
    for batch in stream_games(paths, on_error=on_error):
        arrays = batch.games
        for number in range(len(batch)):
            moves = _usable_moves(arrays, number)
            if moves is None:
                tally[UNUSABLE] += 1
                continue
            size, lead = int(arrays.size[number]), _lead_by_result(arrays, number)
            if lead is None and DOUBTFUL not in ends:
                tally[DOUBTFUL] += 1
                continue
            owners, end = final_owners(size, moves, lead, judging=judging)
            tally[end] += 1
            if end in ends:
                yield ScoredGame(size, moves, owners, end, batch.origin(number))


def format_tally(tally: Counter[str]) -> str:
    """The share of each kind of end, in words."""
    n_games = max(tally.total(), 1)
    shares = [
        f"{end} {tally[end]} ({tally[end] / n_games:.1%})" for end in (FINAL, JUDGED, DOUBTFUL, UNUSABLE)
    ]
    return f"{tally.total()} games: " + ", ".join(shares)


def final_owners(
    size: int, moves: npt.NDArray[np.uint16], lead: float | None, *, judging: bool = True
) -> tuple[Owners, str]:
    """The owners at the end of a legal game, row by row, and how they are known.

    lead    -- Black's area less White's by the result, komi added; None if the game was not counted
    judging -- let playouts judge ends that are not final
    """
    board = new_board(size)
    replay_stones(board, size, moves, np.zeros((len(moves) + 1, size**2), np.uint8))
    owner = np.zeros(N_POINTS, np.uint8)
    found = area_lead(board.colour, size, owner, np.zeros(MAX_AREA, np.uint16))
    end = FINAL
    if lead is None or abs(found - lead) > _AGREEMENT:
        if not judging:
            return np.zeros(size**2, np.uint8), DOUBTFUL
        game = Game.from_diagram(format_diagram(board.colour, size), int(board.to_play), komi=0)
        dead = dead_stones(game, _N_PLAYOUTS)
        owner = game.owners(dead)
        agrees = lead is not None and abs(game.score(dead) - lead) <= _AGREEMENT
        end = JUDGED if agrees else DOUBTFUL
    rows = np.zeros(size**2, np.uint8)
    rows_of_board(owner, size, rows)
    return rows, end


def _lead_by_result(arrays: GameArrays, number: int) -> float | None:
    """Black's area less White's as the result and komi tell it; unknown komi counts as none."""
    margin, komi = float(arrays.margin[number]), float(arrays.komi[number])
    if np.isnan(margin):
        return None
    sign = {BLACK: 1, WHITE: -1}.get(int(arrays.winner[number]), 0)
    return sign * margin + (0.0 if np.isnan(komi) else komi)


def _usable_moves(arrays: GameArrays, number: int) -> npt.NDArray[np.uint16] | None:
    """The moves of a game; None if it has set-up stones, is cut off, or a move is out of turn or illegal."""
    first, stop = arrays.first[number], arrays.first[number + 1]
    moves, colours, size = arrays.moves[first:stop], arrays.colours[first:stop], int(arrays.size[number])
    is_plain = arrays.first_setup[number] == arrays.first_setup[number + 1] and not arrays.truncated[number]
    alternate = (colours[::2] == BLACK).all() and (colours[1::2] == WHITE).all()
    if len(moves) == 0 or not is_plain or not alternate:
        return None
    stones = np.zeros((len(moves) + 1, size**2), np.uint8)
    if not replay_stones(new_board(size), size, moves, stones):
        return None
    return moves
