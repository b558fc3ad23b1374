"""Nets that taught themselves on 5x5 and 7x7, there and on 9x9 (Wu & Baldi, sections 2 and 4)."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tengen.dag_rnn.evaluator import TerritoryEvaluator, load_pretrained
from tengen.dag_rnn.training.self_play import (
    SelfPlayConfig,
    bootstrap,
    by_areas,
    choose_at_random,
    points_of_first,
)
from tengen.experiments.answers import key_of
from tengen.experiments.cached_computation import Amount
from tengen.experiments.dag_rnn.held_out_games import label_of, net_of
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.figures import Series, drawing
from tengen.match.intervals import format_rate, wilson

SIZES = (5, 7)
_LARGER = 9  # a board that the nets have not seen
_GAMES = 40  # a comparison
_COLD = SelfPlayConfig(5).coldest  # temperature of comparisons

BOOTSTRAP_CLAIMS = (
    "nets taught without games on 5x5 and 7x7 are encouraging",
    "on larger boards they are rather weak",
)


def settings_of(run: Run, size: int) -> SelfPlayConfig:
    """The usual ones; the scale changes games, steps and trials."""
    usual = SelfPlayConfig(size)
    counts = (usual.games, usual.steps, usual.trials)
    games, steps, trials = (max(10, round(count * run.wanted.scale)) for count in counts)
    return SelfPlayConfig(size, usual.generations, games, steps, trials)


@dataclass(frozen=True)
class Generations:
    """A bootstrap as the job that its folder is named by."""

    settings: SelfPlayConfig

    name: ClassVar[str] = "bootstrap"


def amount_of_bootstraps(run: Run) -> Amount:
    """Games of the nets with themselves."""
    settings = [settings_of(run, size) for size in SIZES]
    return Amount(sum(one.generations * one.games for one in settings), "games")


def run_bootstraps(run: Run, watch: Watch) -> Any:
    """Both bootstraps, and their nets against others on their own board and on 9x9."""
    found = []
    for size in SIZES:
        settings = settings_of(run, size)

        def tell(generation: int, done: int, settings: SelfPlayConfig = settings) -> None:
            n_games = settings.generations * settings.games
            cell = f"{settings.size}x{settings.size}"
            watch(cell, generation * settings.games + done, n_games, f"generation {generation + 1}")

        folder = run.home / f"bootstrap-{size}-{key_of(Generations(settings))}"
        net, figures = bootstrap(settings, folder, f"tengen reproduce {run.id}", tell)
        games = max(2, round(_GAMES * run.wanted.scale))
        against = [
            _compare(run, TerritoryEvaluator(net, "the net"), board, games) for board in (size, _LARGER)
        ]
        found.append(
            {"size": size, "generations": [dict(one) for one in figures], "games": games, "against": against}
        )
    return found


def _compare(run: Run, foresight: TerritoryEvaluator, board: int, n_games: int) -> dict[str, Any]:
    """A net on a board against moves at random and against a net that was taught by games."""
    taught = net_of(run)
    player, other = (by_areas(one, _COLD) for one in (foresight, load_pretrained(taught)))
    return {
        "board": board,
        "random": points_of_first(board, player, choose_at_random, n_games, np.random.default_rng(board)),
        "taught": points_of_first(board, player, other, n_games, np.random.default_rng(board)),
        "net": label_of(taught),
    }


def show_bootstraps(name: str, found: Any) -> list[Block]:
    """The page."""
    with drawing("generation", "points against moves at random, %") as drawn:
        for index, one in enumerate(found or []):
            rows = one["generations"]
            rates = [100 * row["points"] / row["trials"] for row in rows]
            bounds = [wilson(row["points"], int(row["trials"])) for row in rows]
            lows, highs = [100 * low for low, _ in bounds], [100 * high for _, high in bounds]
            xs = [row["generation"] + 1 for row in rows]
            drawn.points(index, Series(f"{one['size']}x{one['size']}", xs, rates, lows, highs))
        drawn.axes.set_ylim(0, 105)
        drawn.axes.xaxis.get_major_locator().set_params(integer=True)
        drawn.legend()
    rows = tuple(
        (
            f"{one['size']}x{one['size']}",
            f"{against['board']}x{against['board']}",
            str(one["games"]),
            format_rate(against["random"], one["games"]),
            f"{against['net']}: {format_rate(against['taught'], one['games'])}",
        )
        for one in found or []
        for against in one["against"]
    )
    columns = ("net of", "on", "games", "points against random", "points against a net taught by games")
    return [
        Heading("Setting"),
        Bullets(
            (
                "The paper's net, without propensity. A generation plays itself by 1-ply with Gibbs "
                "sampling, the temperature falling from 5 to 0.3 points, learns the owners at the end, and "
                "plays against moves at random.",
                "Nobody fills own one-point eyes; no komi; a draw is half a point. 95 % Wilson intervals.",
                "On 9x9 the nets play as they are, all by 1-ply at temperature 0.3.",
            )
        ),
        Heading("Result"),
        Figure(name, "Points against moves at random by generation, with 95 % intervals", drawn.svg),
        Table(columns, rows),
        Paragraph(
            "The paper gives no figures: encouraging but clearly insufficient, and weak on larger boards."
        ),
    ]
