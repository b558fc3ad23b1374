"""From files of games to a file of weights: what `tengen train move-prior` does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tengen.core.board_jit import new_board
from tengen.core.errors import GoError
from tengen.core.points_jit import BLACK, WHITE
from tengen.mcts.move_prior.learning_jit import CHOICE, LESSON, replay_game
from tengen.mcts.move_prior.weights import LARGE, SMALL, kind_of_board, learned_slots, n_learned
from tengen.sgf import BadRecord, stream_games

N_PASSES = 6  # over all games
FIRST_RATE = 0.1  # of learning; pass n takes the n-th part of it
_HELD_OUT = 10  # every so many games one is not learned from, but judged at the end

Moves = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class MovePriorTraining:
    """The weights learned on one kind of board, and how well they foretell games they have not seen."""

    kind: str
    weights: npt.NDArray[np.float32]  # (n_learned(),)
    n_games: int
    n_positions: int
    n_judged: int  # positions of games held out
    accuracy: float  # how often the likeliest move was the one played there
    log_likelihood: float  # mean of a move there

    def note(self) -> str:
        """What a file of weights tells about them."""
        return (
            f"{self.n_games} games, {self.n_positions} positions learned from; of {self.n_judged} positions "
            f"of other games {self.accuracy:.1%} foretold, log-likelihood {self.log_likelihood:.3f}"
        )


def read_games(
    paths: Iterable[Path], most: int, on_error: Callable[[BadRecord], None]
) -> dict[str, list[tuple[int, Moves]]]:
    """Size and moves of up to so many games for each kind of board; handicap and set-up are left out."""
    games: dict[str, list[tuple[int, Moves]]] = {SMALL: [], LARGE: []}
    for batch in stream_games(paths, on_error=on_error):
        arrays = batch.games
        for game in range(len(batch)):
            kind = games[kind_of_board(int(arrays.size[game]))]
            first, stop = arrays.first[game], arrays.first[game + 1]
            colours = arrays.colours[first:stop]
            alternate = (colours[::2] == BLACK).all() and (colours[1::2] == WHITE).all()
            if len(kind) < most and alternate and arrays.first_setup[game] == arrays.first_setup[game + 1]:
                kind.append((int(arrays.size[game]), arrays.moves[first:stop]))
        if all(len(found) == most for found in games.values()):
            break
    for name, found in games.items():
        if len(found) < _HELD_OUT:
            raise GoError(
                f"{len(found)} games on {name} boards are too few to learn from: {_HELD_OUT} at least"
            )
    return games


def train(
    kind: str, games: list[tuple[int, Moves]], seed: int, on_game: Callable[[], None] = lambda: None
) -> MovePriorTraining:
    """Learn a row of weights, in N_PASSES over the games in random order."""
    held_out, learned_from = games[::_HELD_OUT], [one for n, one in enumerate(games) if n % _HELD_OUT]
    weights, squares = np.zeros(n_learned()), np.zeros(n_learned())
    generator = np.random.default_rng(seed)
    lesson = _new_lesson()
    for number in range(N_PASSES):
        order = [learned_from[index] for index in generator.permutation(len(learned_from))]
        lesson = _replay(order, weights, squares, FIRST_RATE / (1 + number), on_game)
    judged = _replay(held_out, weights, squares, 0.0, on_game)
    return MovePriorTraining(
        kind=kind,
        weights=weights.astype(np.float32),
        n_games=len(learned_from),
        n_positions=int(lesson.n_positions),
        n_judged=int(judged.n_positions),
        accuracy=float(judged.n_hits / judged.n_positions),
        log_likelihood=float(judged.log_likelihood / judged.n_positions),
    )


def n_replays(games: list[tuple[int, Moves]]) -> int:
    """How often `train` will call `on_game`."""
    n_held_out = len(games[::_HELD_OUT])
    return N_PASSES * (len(games) - n_held_out) + n_held_out


def _replay(
    games: list[tuple[int, Moves]],
    weights: npt.NDArray[np.float64],
    squares: npt.NDArray[np.float64],
    rate: float,
    on_game: Callable[[], None],
) -> np.record:
    """Replay games once, learning from them unless the rate is 0; what was counted."""
    board, lesson = new_board(19), _new_lesson()
    choice = np.zeros(1, CHOICE).view(np.recarray)[0]
    for size, moves in games:
        replay_game(board, size, moves, learned_slots(), weights, squares, rate, choice, lesson)
        on_game()
    return lesson


def _new_lesson() -> np.record:
    lesson: np.record = np.zeros(1, LESSON).view(np.recarray)[0]
    return lesson
