"""Batches of positions from games: what is in them, that games are kept apart, and that steps repeat."""

from itertools import islice

import numpy as np
import pytest
from numba import config

from tengen import Game, GoError
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, EMPTY, MAX_AREA, PASS, WHITE, transform_points
from tengen.dag_rnn.evaluator import last_moves_of
from tengen.dag_rnn.features.inputs_jit import N_INPUTS, new_scratch, write_inputs
from tengen.dag_rnn.features.propensity_jit import N_CELLS, n_rows, spread_rows
from tengen.dag_rnn.training.dataset import load_dataset, teach
from tengen.dag_rnn.training.sampler import (
    BatchSampler,
    PackedGames,
    PositionSample,
    check_batch,
    pack_games,
    split_games,
)
from tengen.dag_rnn.training.targets import DOUBTFUL, FINAL, JUDGED, TRUSTED, ScoredGame
from tengen.dag_rnn.training.train import TrainConfig
from tengen.dag_rnn.weights import load_net, save_net
from tests.core.positions import to_point
from tests.reference.board import EMPTY as DOT
from tests.reference.playout_rules import random_game

SIZE = 5
N_GAMES, N_MOVES = (3, 4) if config.DISABLE_JIT else (20, 30)
SYMMETRIES = (0, 5) if config.DISABLE_JIT else range(8)


def table():
    rows = np.random.default_rng(1).integers(-127, 128, (n_rows(), N_CELLS)).astype(np.int8)
    return spread_rows(rows)


def ended_games(n_games=N_GAMES, size=SIZE):
    games = []
    for seed in range(n_games):
        boards = random_game(size, seed)
        moves = np.array(
            [to_point(move) if move else PASS for _, move in boards[-1][0].moves[:N_MOVES]], np.uint16
        )
        owners = np.random.default_rng(seed).integers(0, 3, size * size).astype(np.uint8)
        games.append(ScoredGame(size, moves, owners, (DOUBTFUL, FINAL, JUDGED)[seed % 3], f"game {seed}"))
    return games


def packed():
    return pack_games(ended_games())[SIZE]


def every_position(games, symmetry=0):
    lengths = np.diff(games.first)
    numbers = np.repeat(np.arange(len(games)), lengths)
    times = np.concatenate([np.arange(n) for n in lengths])
    return PositionSample(numbers, times, np.full_like(numbers, symmetry))


@pytest.mark.parametrize("threads", [1] if config.DISABLE_JIT else [1, 3])
def test_a_batch_is_what_the_games_say(threads):
    games, source, propensity = packed(), ended_games(), table()
    batch = BatchSampler(propensity, threads=threads).make(games, every_position(games))
    check_batch(batch, N_INPUTS, "the batch")
    inputs, row = np.zeros((MAX_AREA, N_INPUTS), np.float32), 0
    for one in source:
        game = Game(SIZE, rules="chinese-kgs")
        for move in one.moves.tolist():
            write_inputs(game.board, last_moves_of(game), propensity, new_scratch(), inputs)
            assert (batch.inputs[row] == inputs[: SIZE**2]).all()
            assert batch.weights[row].tolist() == [one.end in TRUSTED, move != PASS]
            assert batch.stones[row] == ((game.board.colour == BLACK) | (game.board.colour == WHITE)).sum()
            played = [to_point(divmod(index, SIZE)) for index in np.flatnonzero(batch.legal[row])]
            vertices = {format_vertex(point, SIZE) for point in played}
            assert vertices >= set(game.legal()) - {"pass"}
            assert all(game.board.colour[point] == EMPTY for point in played)
            assert (PASS if batch.moves[row] < 0 else to_point(divmod(int(batch.moves[row]), SIZE))) == move
            game.play(move)
            row += 1
    assert row == len(batch.moves)


def naive_target(boards, owners, time, share, later, size):
    """Equation 1 at a time, point by point, from naive positions and owners drawn like one."""
    colour = "XO"[time % 2]
    values = []
    for row in range(size):
        for column in range(size):
            areas = []
            for drawing in (owners, owners if time + later >= len(boards) - 1 else boards[time + later]):
                sign = drawing[row][column]
                areas.append(0.5 if sign == DOT else float(sign == colour))
            values.append((1 - share) * areas[0] + share * areas[1])
    return values


@pytest.mark.parametrize("share, later", [(0.25, 2), (0.5, 1), (0.0, 3), (1.0, 0)])
def test_targets_are_those_of_the_naive_board(share, later):
    size, n_moves = 4, 8 if config.DISABLE_JIT else 20
    naive_game = random_game(size, 3, n_moves)
    owners = ("XX.O", "XOOO", "X..O", "XXXO")
    signs = {"X": BLACK, "O": WHITE, ".": EMPTY}
    game = ScoredGame(
        size,
        np.array([to_point(move) for _, move in naive_game[-1][0].moves], np.uint16),
        np.array([signs[sign] for row in owners for sign in row], np.uint8),
        FINAL,
        "here",
    )
    games = pack_games([game])[size]
    maker = BatchSampler(table(), later_share=share, moves_later=later)
    targets = maker.make(games, every_position(games)).targets
    boards = [board.position for board, _ in naive_game]
    assert len(targets) == n_moves
    for time in range(n_moves):
        expected = naive_target(boards, owners, time, share, later, size)
        assert targets[time] == pytest.approx(np.array(expected))


def test_turned_games_are_turned_in_every_part():
    games, maker = packed(), BatchSampler(table())
    plain = maker.make(games, every_position(games))
    images = transform_points(SIZE)
    for symmetry in SYMMETRIES:
        moves = images[symmetry][games.moves]
        points = np.array([to_point(divmod(index, SIZE)) for index in range(SIZE**2)])
        order = np.argsort(images[symmetry][points])  # of the turned board, where each point comes from
        turned = PackedGames(SIZE, moves, games.first, games.owners[:, order], games.trusted, games.final)
        expected = maker.make(turned, every_position(games))
        found = maker.make(games, every_position(games, symmetry))
        for one, other in zip(found, expected):
            assert (one == other).all()
        assert symmetry == 0 or not (found.inputs == plain.inputs).all()


def test_parts_share_no_game_and_depend_on_the_seed_alone():
    games = pack_games(ended_games(20))[SIZE]
    first, again, other = (split_games(games, 0.2, 0.1, seed) for seed in (1, 1, 2))
    assert [len(part) for part in first] == [14, 4, 2]
    texts = [
        {part.moves[part.first[n] : part.first[n + 1]].tobytes() for n in range(len(part))} for part in first
    ]
    assert len(texts[0] | texts[1] | texts[2]) == sum(map(len, texts)) == 20
    assert all((one == two).all() for a, b in zip(first, again) for one, two in zip(a[1:], b[1:]))
    assert first.learned.moves.tobytes() != other.learned.moves.tobytes()
    with pytest.raises(GoError, match="2 games on 5x5 are too few"):
        split_games(games.chosen(np.arange(2)), 0.1, 0.1, 1)


def test_the_batch_of_a_step_is_always_the_same():
    sets, maker = {SIZE: packed()}, BatchSampler(table(), threads=2)
    batches = list(islice(maker.stream(sets, 4, seed=3, first_step=0), 4))
    later = next(maker.stream(sets, 4, seed=3, first_step=2))
    assert all((one == other).all() for one, other in zip(batches[2], later))
    assert not (batches[0].inputs == batches[1].inputs).all()
    fixed = maker.fixed(sets, 2, 4, seed=3)
    assert len(fixed) == 2
    assert all((one == other).all() for one, other in zip(fixed[1], maker.fixed(sets, 2, 4, seed=3)[1]))


def test_no_game_to_learn_from_is_one_sentence(tmp_path):
    (tmp_path / "none.sgf").write_text("(;SZ[5]RE[B+R];B[aa])")
    with pytest.raises(GoError, match="there is no game to learn from: 1 games: final 0"):
        load_dataset([tmp_path / "none.sgf"], seed=1, validation=0.1, test=0, all_games=False, on_error=print)


@pytest.mark.slow
@pytest.mark.skipif(config.DISABLE_JIT, reason="learns from games")
def test_a_net_learns_from_files_of_games(tmp_path):
    line = "".join(f";B[b{row}];W[d{row}]" for row in "abcde")
    games = "\n".join(
        f"(;SZ[5]KM[0]RE[0]{line};B[{a}];W[{b}])" for a in ("aa", "ac", "ae") for b in ("ea", "ec")
    )
    (tmp_path / "games.sgf").write_text(games)
    lessons = load_dataset(
        [tmp_path / "games.sgf"], seed=1, validation=0.2, test=0.2, all_games=False, on_error=print
    )
    settings = TrainConfig(n_rounds=3, steps_a_round=30, rate=0.02)
    net, training = teach(
        lessons,
        "paper",
        settings,
        tmp_path / "run",
        "a test",
        batch=16,
        threads=1,
        on_progress=lambda _: None,
    )
    losses = [row["validation"]["loss"] for row in training.rounds]
    assert losses[-1] < min(0.1, losses[0])
    save_net(tmp_path / "net.safetensors", net)
    found = load_net(tmp_path / "net.safetensors")
    assert found.origin == net.origin
    assert (found.tables["propensity"] == lessons.propensity).all()
