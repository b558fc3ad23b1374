"""What a net foretells of games, against the same figures reckoned one by one."""

from math import exp, inf, isnan, log, nan, sqrt

import numpy as np
import pytest
from numba import config

from tengen import Game, GoError
from tengen.core.notation import format_vertex
from tengen.core.points_jit import EMPTY, PASS
from tengen.dag_rnn.evaluator import TerritoryEvaluator
from tengen.dag_rnn.features.inputs_jit import N_POSITION_INPUTS
from tengen.dag_rnn.sweep_jit import MOVE, OWNER
from tengen.dag_rnn.training.evaluation import (
    TEMPERATURES,
    PositionMetrics,
    evaluate_games,
    is_among,
    log_gibbs_at,
    log_of_mean,
    log_swing_at,
    mean_over_games,
    metrics_of,
    phase_width,
    sample_positions,
)
from tengen.dag_rnn.training.sampler import pack_games
from tengen.dag_rnn.training.targets import FINAL, ScoredGame
from tests.core.positions import to_point
from tests.dag_rnn.test_evaluator import net_file
from tests.dag_rnn.test_sampler import N_MOVES, SIZE, every_position, packed

NOTHING = (nan,) * len(TEMPERATURES)


def naive_targets(game, owners, later, colour):
    """Equation 1 with w = 0.25; `later` is the board two moves later, or None from the end on."""
    targets = []
    for index, owner in enumerate(owners):
        stone = owner if later is None else later.colour[to_point(divmod(index, game.size))]
        area = [0.5 if one == EMPTY else float(one == colour) for one in (owner, stone)]
        targets.append(0.75 * area[0] + 0.25 * area[1])
    return targets


def logistic(value):
    return 1 / (1 + exp(-value))


def rank(values, played):
    better = [value for value in values.values() if value > values[played]]
    equal = [value for value in values.values() if value == values[played]]
    return 1 + len(better) + (len(equal) - 1) / 2


def naive_seen(foresight, games, number, time):
    """All figures of a position, one after another."""
    moves = games.moves[games.first[number] : games.first[number + 1]].tolist()
    boards = [Game(SIZE, rules="chinese")]
    for move in moves:
        boards.append(boards[-1].copy())
        boards[-1].play(move)
    game, owners, colour = boards[time], games.owners[number].tolist(), boards[time].to_play
    logits = foresight.logits(game)
    legal = [index for index in range(SIZE**2) if _may_play(game, index)]
    told = [nan] * 7
    if games.final[number]:
        later = boards[time + 2].board if time + 2 < len(moves) else None
        entropies, losses, right = [], [], []
        for logit, target, owner in zip(logits[:, OWNER], naive_targets(game, owners, later, colour), owners):
            p = logistic(logit)
            for share, q in ((target, p), (1 - target, 1 - p)):
                entropies.append(share * log(share / q) if share else 0.0)
            if owner != EMPTY:
                losses.append(-log(p if owner == colour else 1 - p))
                right.append((p > 0.5) == (owner == colour))
        told[:3] = sum(entropies) / SIZE**2, sum(losses) / len(losses), sum(right) / len(right)
    log_gibbs, log_swing = list(NOTHING), list(NOTHING)
    if moves[time] != PASS:
        played = next(index for index in legal if to_point(divmod(index, SIZE)) == moves[time])
        likely = {index: float(logits[index, MOVE]) for index in legal}
        told[3] = log(exp(likely[played]) / sum(map(exp, likely.values())))
        told[4] = rank(likely, played)
        points = [to_point(divmod(index, SIZE)) for index in legal]
        areas = dict(zip(legal, foresight.areas_after(game, points).tolist()))
        swings = dict(zip(legal, (naive_swing(foresight, game, point) for point in points)))
        told[5:] = rank(areas, played), rank(swings, played)
        log_gibbs, log_swing = (
            [-log(sum(exp((one - values[played]) / t) for one in values.values())) for t in TEMPERATURES]
            for values in (areas, swings)
        )
    n_stones = int(
        np.isin(game.board.colour[[to_point(divmod(i, SIZE)) for i in range(SIZE**2)]], (1, 2)).sum()
    )
    return [number, n_stones, len(legal), *told, *log_gibbs, *log_swing]


def naive_swing(foresight, game, point):
    """The area after a move, less what is left of it after the opponent's move there, or after its pass."""
    after, other = game.copy(), game.copy()
    after.play(point)
    other.play(PASS)
    other.play(point if other.is_legal(point) else PASS)
    return SIZE**2 - float(foresight.owners(after).sum()) - float(foresight.owners(other).sum())


def _may_play(game, index):
    return game.is_legal(format_vertex(to_point(divmod(index, SIZE)), SIZE))


def test_every_figure_of_a_position_is_what_it_says():
    games, foresight = packed(), TerritoryEvaluator(net_file(), "here")
    drawn = every_position(games)
    chosen = [1, N_MOVES + 1, len(drawn.numbers) - 1]
    if not config.DISABLE_JIT:
        chosen += [0, len(drawn.numbers) // 2, N_MOVES - 1, N_MOVES]
    some = type(drawn)(*(array[chosen] for array in drawn))
    rows = list(evaluate_games(foresight, games, some))
    assert len(rows) == len(chosen)
    for row, number, time in zip(rows, some.numbers.tolist(), some.times.tolist()):
        expected = naive_seen(foresight, games, number, time)
        found = [*row[:-2], *row.log_gibbs, *row.log_swing]
        assert found == pytest.approx(expected, rel=1e-4, abs=1e-5, nan_ok=True)
    assert any(isnan(row.entropy) for row in rows)
    assert not all(isnan(row.entropy) for row in rows)


def test_a_net_without_the_output_for_moves_and_without_areas_tells_only_owners():
    games, foresight = packed(), TerritoryEvaluator(net_file(N_POSITION_INPUTS, 1), "here")
    drawn = sample_positions(games, 2, seed=1)
    for row in evaluate_games(foresight, games, drawn, with_areas=False):
        assert isnan(row.log_move)
        assert isnan(row.move_rank)
        assert isnan(row.area_rank)
        assert isnan(row.swing_rank)
        assert all(map(isnan, row.log_gibbs + row.log_swing))
        assert row.n_legal > 0


def test_every_game_is_drawn_once_before_any_twice():
    games = packed()
    drawn = sample_positions(games, 2 * len(games), seed=1)
    for half in np.split(drawn.numbers, 2):
        assert sorted(half) == list(range(len(games)))
    lengths = np.diff(games.first)[drawn.numbers]
    assert ((drawn.times >= 0) & (drawn.times < lengths)).all()
    assert (drawn.symmetries == 0).all()
    span = sample_positions(games, 50, seed=1, moves=(2, 4))
    assert set(span.times) == {1, 2, 3}
    assert (sample_positions(games, 9, seed=1).times == sample_positions(games, 9, seed=1).times).all()
    with pytest.raises(GoError, match="no game on 5x5 has a move 80"):
        sample_positions(games, 1, seed=1, moves=(2, 80))


def seen(game, **values):
    nothing = {"entropy": nan, "log_loss": nan, "right": nan, "log_move": nan, "move_rank": nan}
    ranks = {"area_rank": nan, "swing_rank": nan, "log_gibbs": NOTHING, "log_swing": NOTHING}
    return PositionMetrics(**{"game": game, "stones": 5, "n_legal": 20, **nothing, **ranks, **values})


def test_a_game_is_the_unit_of_means_and_errors():
    rows = [seen(0, right=1.0), seen(0, right=0.0), seen(1, right=0.2), seen(2), seen(3, right=0.8)]
    mean = mean_over_games(rows, lambda row: row.right)
    assert mean == pytest.approx((0.5, 0.3 / sqrt(3), 3))  # of 0.5, 0.2 and 0.8
    assert mean_over_games(rows[:2], lambda row: row.right) == (0.5, inf, 1)
    assert mean_over_games(rows, lambda row: row.entropy).n_games == 0


def test_the_log_of_the_mean_is_not_the_mean_of_the_logs():
    rows = [seen(0, log_move=log(0.5)), seen(1, log_move=log(0.1))]
    found = log_of_mean(rows, lambda row: row.log_move)
    assert found.value == pytest.approx(log(0.3))
    assert found.error == pytest.approx(0.2 / 0.3)  # the standard error of 0.3 is 0.2
    assert mean_over_games(rows, lambda row: row.log_move).value == pytest.approx(log(0.05) / 2)


def test_figures_by_phase_rank_and_temperature():
    gibbs = tuple(-float(place) for place in range(1, len(TEMPERATURES) + 1))
    swing = tuple(2 * one for one in gibbs)
    rows = [
        seen(0, stones=4, move_rank=1.0, area_rank=6.0, swing_rank=9.0, log_gibbs=gibbs, log_swing=swing),
        seen(1, stones=14, move_rank=3.0, area_rank=2.0, log_gibbs=gibbs),
        seen(1, stones=15),
    ]
    found = metrics_of(9, rows)
    assert (found["positions"], found["games"]) == (3, 2)
    assert [(one["stones"], one["positions"]) for one in found["phases"]] == [(0, 1), (10, 2)]
    assert found["first"].value == 0.5
    assert found["log_uniform"].value == pytest.approx(-log(20))
    shares = {
        one["m"]: [one[way].value for way in ("by area", "by swing", "by move", "at random")]
        for one in found["top"]
    }
    assert shares[5] == [0.5, 0.0, 1.0, 0.25]
    assert shares[30] == [1.0, 1.0, 1.0, 1.0]
    assert [one["mean of log p by swing"].value for one in found["gibbs"]] == pytest.approx(swing)
    assert [one["mean of log p"].value for one in found["gibbs"]] == pytest.approx(gibbs)
    assert log_gibbs_at(TEMPERATURES[1])(rows[0]) == -2.0
    assert log_swing_at(TEMPERATURES[1])(rows[0]) == -4.0
    assert isnan(is_among(lambda row: row.area_rank, 5)(rows[2]))
    assert [phase_width(size) for size in (5, 9, 13, 19)] == [10, 10, 20, 50]


def test_moves_as_good_as_each_other_share_their_ranks():
    """On the empty board the images of a point are alike to a net that looks at all of them."""
    owners, size = np.ones(9, np.uint8), 3
    game = ScoredGame(size, np.array([to_point((0, 1))], np.uint16), owners, FINAL, "here")
    games = pack_games([game])[size]
    foresight = TerritoryEvaluator(net_file(), "here", is_averaged=True)
    (row,) = evaluate_games(foresight, games, sample_positions(games, 1, seed=0))
    corners_and_middle = [0, 2, 4, 6, 8]
    logits = foresight.logits(Game(size))[:, MOVE]
    assert row.move_rank == 1 + sum(logits[corners_and_middle] > logits[1]) + 3 / 2
    assert row.area_rank % 1 == 0.5
