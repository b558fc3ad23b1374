"""The games of shared/data as lessons for the territory net: their ends, propensity, speed."""

import re
import time
from collections import Counter
from itertools import islice

import numpy as np
import pytest
from numba import config

from tengen.core.board_jit import new_board
from tengen.core.play_jit import play_move
from tengen.core.points_jit import BLACK, EMPTY, MAX_AREA, NO_MOVE
from tengen.dag_rnn.features.inputs_jit import INPUTS, N_INPUTS, N_LAST_MOVES, new_scratch, write_inputs
from tengen.dag_rnn.features.propensity_jit import spread_rows
from tengen.dag_rnn.training.propensity_jit import learn_propensity
from tengen.dag_rnn.training.targets import DOUBTFUL, FINAL, JUDGED, TRUSTED, format_tally, read_scored_games
from tengen.sgf import stream_games
from tests.sgf.test_data import archive

NOWHERE = np.full(N_LAST_MOVES, NO_MOVE, np.uint32)
PROPENSITY = [one.name for one in INPUTS].index("propensity")


def points_for_black(sgf, name):
    """What a property such as RE[W+3.5] says, in points; None if it was not counted or is missing."""
    found = re.search(name + r"\[(?:([BW])\+)?([\d.]+)\]", sgf)
    return found and float(found[2]) * {"B": 1, "W": -1, None: 0}[found[1]]


def is_final_by_its_note(sgf):
    """Whether the area score noted in the record (XT, komi counted) is within two points of the result."""
    noted, result = points_for_black(sgf, "XT"), points_for_black(sgf, "RE")
    return result is not None and abs(noted - result) <= 2


@pytest.mark.skipif(config.DISABLE_JIT, reason="interpreted, reading real games takes minutes")
@pytest.mark.parametrize("name", ["9x9-human", "13x13", "19x19-pro"])
def test_final_games_are_those_whose_noted_score_agrees_with_the_result(name):
    batch = next(stream_games([archive(name)], chunk_bytes=100_000))
    n_games = min(len(batch), 100)
    noted = {batch.origin(game): batch.sgf(game).decode() for game in range(n_games)}
    games = read_scored_games([archive(name)], Counter(), print, [FINAL])
    final = set()
    for game in games:
        if game.origin not in noted:
            break
        final.add(game.origin)
    assert final == {origin for origin, sgf in noted.items() if is_final_by_its_note(sgf)}


def positions_of(game, step):
    """Some boards of a game."""
    board = new_board(game.size)
    for number, move in enumerate(game.moves):
        if number % step == step // 2:
            yield board
        play_move(board, np.uint32(move), int(board.to_play))


@pytest.mark.slow
def test_propensity_of_all_games_is_learned_in_a_minute_and_foretells_others():
    paths = [archive("9x9-human"), archive("9x9-engine")]
    tally, started = Counter(), time.process_time()
    games = list(read_scored_games(paths, tally, print))
    learned = spread_rows(learn_propensity(games[500:]))
    seconds = time.process_time() - started
    scratch, inputs = new_scratch(), np.zeros((MAX_AREA, N_INPUTS), np.float32)
    n_right = n_points = 0
    for game in games[:500]:
        for board in positions_of(game, 12):
            write_inputs(board, NOWHERE, learned, scratch, inputs)
            is_own = game.owners == board.to_play
            is_owned = game.owners != EMPTY
            n_right += ((inputs[: game.size**2, PROPENSITY] > 0) == is_own)[is_owned].sum()
            n_points += is_owned.sum()
    print(f"{format_tally(tally)}; {seconds:.1f} s, {n_right / n_points:.1%} of the owners foretold")
    assert tally[FINAL] > tally[JUDGED] > tally[DOUBTFUL] > 0
    assert 0.78 < n_right / n_points < 0.9
    assert seconds < 60


@pytest.mark.slow
@pytest.mark.parametrize("name, most", [("9x9-human", 100), ("19x19-pro", 300)])
def test_all_inputs_of_a_position_take_microseconds(name, most):
    games = read_scored_games([archive(name)], Counter(), print, (*TRUSTED, DOUBTFUL))
    boards = [next(positions_of(game, 2 * (len(game.moves) // 2))) for game in islice(games, 40)]
    table = spread_rows(np.zeros_like(learn_propensity(islice(games, 1))))
    scratch, inputs = new_scratch(), np.zeros((MAX_AREA, N_INPUTS), np.float32)
    best = np.inf
    for _ in range(20):
        started = time.process_time()
        for board in boards:
            write_inputs(board, NOWHERE, table, scratch, inputs)
        best = min(best, (time.process_time() - started) / len(boards))
    print(f"{name}: {best * 1e6:.0f} microseconds")
    assert best < most * 1e-6
    assert boards[0].stones[BLACK] > 0
