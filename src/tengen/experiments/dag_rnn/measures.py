"""What territory nets cost by size of board, and how alike they treat the images of a board."""

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from tengen.core.game import Game
from tengen.core.points_jit import N_SYMMETRIES, point_at, transform_points
from tengen.dag_rnn.architecture import paper_net
from tengen.dag_rnn.evaluator import TerritoryEvaluator, load_pretrained
from tengen.dag_rnn.sweep_jit import MOVE, OWNER
from tengen.dag_rnn.training.evaluation import sample_positions
from tengen.dag_rnn.training.sampler import Batch
from tengen.dag_rnn.training.train import TrainConfig, train
from tengen.experiments.cached_computation import Amount
from tengen.experiments.dag_rnn.held_out_games import Archives, GameSource, label_of, net_of, nets_of
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.figures import Series, drawing
from tengen.experiments.statistics import mean_of

_SIZES = (5, 7, 9, 11, 13, 15, 17, 19)
_TRAINED_SIZES = (5, 9, 13, 19)
_LOOKS, _MOVES, _ROUNDS, _STEPS, _BATCH = 200, 5, 5, 10, 16
_GAMES = 100
_SYMMETRY_SIZES = (9, 19)


def amount_of_scaling(run: Run) -> Amount:
    """Tries of a position on each board."""
    return Amount(len(_SIZES) * _n_looks(run), "tries")


def _n_looks(run: Run) -> int:
    return max(3, round(_LOOKS * run.wanted.scale))


def measure_scaling(run: Run, watch: Watch) -> Any:
    """CPU milliseconds of a position and of a 1-ply move by size, and of a position learned from."""
    net = net_of(run)
    foresight, rows = load_pretrained(net), []
    for number, size in enumerate(_SIZES):
        watch("sizes", number, len(_SIZES), f"{size}x{size}")
        game = _random_game(size)
        legal = [int(point_at(row, column)) for row in range(size) for column in range(size)]
        legal = [point for point in legal if game.is_legal(point)]
        row = {
            "size": size,
            "moves": len(legal),
            "look": _best_of(_n_looks(run), lambda game=game: foresight.logits(game)),  # type: ignore[misc]
            "move": _best_of(_MOVES, lambda game=game, legal=legal: foresight.areas_after(game, legal)),  # type: ignore[misc]
        }
        if size in _TRAINED_SIZES:
            row["lesson"] = _lesson_seconds(size, max(1, round(_STEPS * run.wanted.scale)))
        rows.append(row)
    return {"net": label_of(net), "rows": rows}


def _random_game(size: int) -> Game:
    """A third of the board in random stones."""
    game, rng = Game(size), np.random.default_rng(size)
    for _ in range(size * size // 3):
        game.play(str(rng.choice(game.legal())))
    return game


def _best_of(times: int, work: Callable[[], Any]) -> float:
    """CPU seconds of the quickest of some tries."""
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def _lesson_seconds(size: int, n_steps: int) -> float:
    """Seconds to learn from a position with the paper's net: the best round but the first, which compiles."""
    architecture, rng = paper_net(70), np.random.default_rng(size)
    batch = Batch(
        inputs=rng.random((_BATCH, size**2, architecture.n_inputs), np.float32),
        targets=rng.random((_BATCH, size**2), np.float32),
        moves=np.full(_BATCH, -1, np.int32),
        legal=np.ones((_BATCH, size**2), np.bool_),
        weights=np.ones((_BATCH, 2), np.float32),
        stones=np.zeros(_BATCH, np.int32),
    )
    settings = TrainConfig(_ROUNDS, n_steps, patience=_ROUNDS)
    with TemporaryDirectory() as folder:
        training = train(
            architecture,
            settings,
            Path(folder),
            lambda step: iter([batch] * settings.n_steps()),
            lambda: [batch],
        )
    return float(min(row["seconds"] / row["positions"] for row in training.rounds[1:]))


def show_scaling(name: str, found: Any) -> list[Block]:
    """The page about cost by size of board."""
    rows = found["rows"] if found else []
    kinds = {
        "look": "a position",
        "move": "a 1-ply move (all legal moves)",
        "lesson": "a position learned from",
    }
    with drawing("lines of the board, N", "milliseconds") as drawn:
        for index, (kind, label) in enumerate(kinds.items()):
            measured = [row for row in rows if kind in row]
            xs = [row["size"] for row in measured]
            drawn.points(index, Series(label, xs, [1000 * row[kind] for row in measured]))
        if rows:
            drawn.axes.set_xscale("log")
            drawn.axes.set_yscale("log")
            drawn.axes.set_xticks(_SIZES, [str(size) for size in _SIZES])
            drawn.axes.set_xticks([], minor=True)
        drawn.legend()
    table = tuple(
        (
            str(row["size"]),
            str(row["moves"]),
            *(f"{1000 * row[kind]:.3f}" if kind in row else "" for kind in kinds),
        )
        for row in rows
    )
    return [
        Heading("Setting"),
        Bullets(
            (
                f"Net {found['net'] if found else '-'}, one core, boards with a third of their points in "
                "random stones, inputs included; CPU time of the quickest try.",
                f"Learning: the paper's net with 70 inputs, batches of {_BATCH}, JAX on this machine, wall "
                "time of the quickest round after the first; batches are made beforehand.",
            )
        ),
        Heading("Result"),
        Figure(name, "Milliseconds by size of board", drawn.svg),
        Table(("N", "legal moves", *(f"{label}, ms" for label in kinds.values())), table),
        Heading("The paper's claims"),
        Bullets(tuple(_growth(kinds[kind], rows, kind) for kind in kinds if rows)),
        Paragraph(
            "The paper: training grows as N^4 with the size of the board, N^2 positions of a game with N^2 "
            "outputs each. So a position should grow as N^2, and a 1-ply move, which looks at N^2 positions, "
            "as N^4."
        ),
    ]


def _growth(label: str, rows: list[dict[str, Any]], kind: str) -> str:
    """The exponent of N, from 9x9 on, by least squares of the logs."""
    measured = [row for row in rows if kind in row and row["size"] >= 9]
    logs = np.log([[row["size"], row[kind]] for row in measured])
    slope = np.polyfit(logs[:, 0], logs[:, 1], 1)[0]
    return f"Time for {label} grows as N^{slope:.2f} from 9x9 to 19x19."


def amount_of_symmetry(run: Run) -> Amount:
    """One position of each game, on both boards."""
    return Amount(len(_SYMMETRY_SIZES) * len(nets_of(run)) * run.wanted.games_of(_GAMES), "positions")


def measure_symmetry(run: Run, watch: Watch, source: GameSource | None = None) -> Any:
    """How far outputs of the eight images of a position lie from their mean, in games kept for tests."""
    source = source or Archives()
    n_games, rows = run.wanted.games_of(_GAMES), []
    for net in nets_of(run):
        plain, averaged = load_pretrained(net), load_pretrained(net, is_averaged=True)
        for size in _SYMMETRY_SIZES:
            games = source.kept(run, size).games
            drawn = sample_positions(games, min(n_games, len(games)), seed=1)
            deviations: list[tuple[float, float]] = []
            worst = 0.0
            for number, stop in zip(drawn.numbers.tolist(), drawn.times.tolist()):
                watch(f"{label_of(net)} {size}x{size}", len(deviations), len(drawn.numbers), "")
                moves = games.moves[games.first[number] :][:stop]
                deviations.append(_deviations(plain, size, moves))
                if len(deviations) <= 3:
                    outputs = _turned_back(averaged, size, moves)
                    worst = max(worst, float(abs(outputs - outputs[0]).max()))
            rows.append({"net": label_of(net), "size": size, "deviations": deviations, "averaged": worst})
    return rows


def _deviations(foresight: TerritoryEvaluator, size: int, moves: Any) -> tuple[float, float]:
    """Mean distance of each image's probabilities from the mean of the images: of owners, and of the move.

    A net without the output for moves has 0 there. For moves it is half the sum of distances, the share of
    probability that lies elsewhere; all points count, legal or not.
    """
    outputs = _turned_back(foresight, size, moves)
    owners = 1 / (1 + np.exp(-outputs[..., OWNER]))
    of_owners = float(abs(owners - owners.mean(0)).mean())
    if not foresight.knows_moves:
        return of_owners, 0.0
    shares = np.exp(outputs[..., MOVE] - outputs[..., MOVE].max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    return of_owners, float(abs(shares - shares.mean(0)).sum(1).mean() / 2)


def _turned_back(foresight: TerritoryEvaluator, size: int, moves: Any) -> npt.NDArray[np.float64]:
    """(8, area, outputs): the logits of the images of a position, each at the point it came from."""
    images = transform_points(size)
    points = np.array([int(point_at(row, column)) for row in range(size) for column in range(size)])
    place = {point: index for index, point in enumerate(points.tolist())}
    outputs = []
    for symmetry in range(N_SYMMETRIES):
        game = Game(size, rules="chinese")
        for move in images[symmetry][moves].tolist():
            game.play(move)
        order = [place[point] for point in images[symmetry][points].tolist()]
        outputs.append(foresight.logits(game).astype(float)[order])
    return np.array(outputs)


def show_symmetry(name: str, found: Any) -> list[Block]:
    """The page about images."""
    rows = []
    for row in found or []:
        owners, moves = (mean_of([one[part] for one in row["deviations"]]) for part in range(2))
        rows.append(
            (
                row["net"],
                f"{row['size']}x{row['size']}",
                str(len(row["deviations"])),
                f"{owners.value:.4f} ± {owners.reach:.4f}",
                f"{moves.value:.4f} ± {moves.reach:.4f}" if moves.value else "",
                f"{row['averaged']:.1e}" if row["averaged"] else "0",
            )
        )
    columns = ("net", "board", "games", "owners", "next move", "logits with averaging, at most")
    return [
        Heading("Setting"),
        Bullets(
            (
                "One position of each game kept for tests, all eight images, outputs turned back.",
                "Owners: mean distance of a probability from the mean of its images. Next move: the share of "
                "probability that an image puts elsewhere than the mean of all. ± 95 % intervals over games.",
                "Exchanged colours change nothing: a net sees own and other stones only.",
            )
        ),
        Heading("Result"),
        Table(columns, tuple(rows)),
    ]
