"""`tengen train dag-rnn-bootstrap`: a territory net that teaches itself on a small board.

`tengen train dag-rnn`: teach a territory net, list its inputs, or say how well one foretells games.
"""

import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import typer
from rich import box
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn, track
from rich.table import Table

from tengen.cli.screen import Screen
from tengen.cli.train.view import TrainingProgress, as_json, show_figures, show_inputs, show_validation
from tengen.core.errors import GoError
from tengen.core.jit import compilation_notice
from tengen.core.system_info import check_extra, command_line
from tengen.dag_rnn.evaluator import TerritoryEvaluator, load_pretrained
from tengen.dag_rnn.training.dataset import (
    SPLIT_SEED,
    TEST,
    VALIDATION,
    Dataset,
    load_dataset,
    read_whole_games,
    teach,
)
from tengen.dag_rnn.training.evaluation import evaluate_games, metrics_of, sample_positions
from tengen.dag_rnn.training.sampler import LATER_SHARE, MOVES_LATER, PackedGames
from tengen.dag_rnn.training.self_play import Metrics, SelfPlayConfig, bootstrap
from tengen.dag_rnn.training.tensorboard import TensorBoardFiles
from tengen.dag_rnn.training.train import TrainConfig
from tengen.dag_rnn.weights import NetWeights, save_net
from tengen.match.executors.serial import telling_what_is_kept
from tengen.match.intervals import format_rate
from tengen.sgf import BadRecord

_SELF_PLAY_DEFAULTS = SelfPlayConfig(5)


def dag_rnn_bootstrap(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of the net to write.")],
    size: Annotated[
        int, typer.Option(help="Lines of the board; the paper's are 5 and 7.")
    ] = _SELF_PLAY_DEFAULTS.size,
    generations: Annotated[
        int, typer.Option(min=1, help="How often it plays and learns.")
    ] = _SELF_PLAY_DEFAULTS.generations,
    games: Annotated[int, typer.Option(help="Against itself, a generation.")] = _SELF_PLAY_DEFAULTS.games,
    steps: Annotated[int, typer.Option(min=1, help="Of learning, a generation.")] = _SELF_PLAY_DEFAULTS.steps,
    trials: Annotated[
        int, typer.Option(min=1, help="Games against moves at random, a generation.")
    ] = _SELF_PLAY_DEFAULTS.trials,
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed gives the same games.")
    ] = _SELF_PLAY_DEFAULTS.seed,
    folder: Annotated[
        Path | None, typer.Option(help="Nets of all generations [default: FILE.training].")
    ] = None,
) -> None:
    """Let a territory net teach itself on a small board, without games of others (Wu & Baldi).

    The same command again goes on where the last one was stopped.
    """
    check_extra("train", "training")
    settings = SelfPlayConfig(size, generations, games, steps, trials, seed=seed)
    columns = (TextColumn("games"), BarColumn(), TextColumn("{task.fields[note]}"))
    times = (TimeElapsedColumn(), TimeRemainingColumn())
    folder = folder or out.with_name(out.name + ".training")
    kept = f"the generations that have ended are kept in {folder}, the same command goes on"
    with (
        compilation_notice(),
        telling_what_is_kept(kept),
        Progress(*columns, *times, console=Screen(stderr=True)) as progress,
    ):
        task = progress.add_task("", total=generations * games, note="")

        def tell(generation: int, done: int) -> None:
            note = f"generation {generation + 1} of {generations}"
            progress.update(task, completed=generation * games + done, note=note)

        net, figures = bootstrap(
            settings,
            folder,
            command_line(),
            tell,
        )
    save_net(out, net)
    _show(Screen(), figures)
    print(f"wrote {out}")


def _show(console: Screen, figures: list[Metrics]) -> None:
    """A line for each generation."""
    names = (
        "generation",
        "temperature",
        "moves a game",
        "relative entropy",
        "owners foretold",
        "against random",
    )
    table = Table(*names, box=box.SIMPLE)
    for row in figures:
        table.add_row(
            f"{row['generation'] + 1:.0f}",
            f"{row['temperature']:.2f}",
            f"{row['moves a game']:.1f}",
            f"{row['entropy']:.3f}",
            f"{row['right']:.1%}",
            format_rate(row["points"], int(row["trials"])),
        )
    console.print(table, markup=False, highlight=False)


# --- tengen train dag-rnn -------------------------------------------------------------------------


_PATIENCE = TrainConfig(1, 1).patience


class _Usual(NamedTuple):
    """How a net is trained if nobody says otherwise."""

    rounds: int
    steps: int
    batch: int
    rate: float


_USUAL = {
    "paper": _Usual(10, 800, 256, 3e-3),
    "nine": _Usual(10, 800, 256, 3e-3),
    "small": _Usual(16, 600, 512, 3e-3),
    "large": _Usual(22, 800, 512, 2e-3),
}
_BY_NET = "[default: by --net]"
_SHARE = {"min": 0.0, "max": 1.0}


def dag_rnn(
    games: Annotated[list[Path] | None, typer.Argument(help="SGF files, folders or archives.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file of the net to write.")] = None,
    net: Annotated[
        Literal["paper", "nine", "small", "large"], typer.Option(help="Which net to teach.")
    ] = "paper",
    features: Annotated[bool, typer.Option("--features", help="List the inputs of nets, no more.")] = False,
    evaluate: Annotated[
        str | None,
        typer.Option(metavar="NET", help="Say how well a net, by name or file, foretells GAMES."),
    ] = None,
    kept: Annotated[
        bool, typer.Option("--kept", help="With --evaluate: only games that the split keeps for tests.")
    ] = False,
    positions: Annotated[
        int, typer.Option(min=1, help="Positions of each size of board to evaluate or test on.")
    ] = 1000,
    moves: Annotated[
        str, typer.Option(metavar="A-B", help="With --evaluate: only positions before moves A to B.")
    ] = "",
    no_areas: Annotated[
        bool,
        typer.Option("--no-areas", help="With --evaluate: no areas after moves, the slow part."),
    ] = False,
    as_text: Annotated[bool, typer.Option("--json", help="With --evaluate: figures as JSON.")] = False,
    folder: Annotated[
        Path | None, typer.Option(help="Checkpoints and record of the training [default: FILE.training].")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of first weights and batches.")] = 0,
    split_seed: Annotated[int, typer.Option(min=0, help="Of which games are kept apart.")] = SPLIT_SEED,
    validation: Annotated[float, typer.Option(help="Share of games that validate.", **_SHARE)] = VALIDATION,
    test: Annotated[float, typer.Option(help="Share of games kept for tests.", **_SHARE)] = TEST,
    all_games: Annotated[
        bool, typer.Option("--all-games", help="Games whose end is not known teach their moves.")
    ] = False,
    rounds: Annotated[int | None, typer.Option(min=1, help=f"Rounds at most {_BY_NET}.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help=f"Steps a round {_BY_NET}.")] = None,
    batch: Annotated[int | None, typer.Option(min=1, help=f"Positions a step {_BY_NET}.")] = None,
    rate: Annotated[float | None, typer.Option(help=f"Of learning, at its highest {_BY_NET}.")] = None,
    patience: Annotated[
        int, typer.Option(min=1, help="Rounds without a better validation before training ends.")
    ] = _PATIENCE,
    later_share: Annotated[float, typer.Option(help="w of Equation 1.", **_SHARE)] = LATER_SHARE,
    moves_later: Annotated[int, typer.Option(min=0, help="k of Equation 1.")] = MOVES_LATER,
    no_symmetries: Annotated[
        bool, typer.Option("--no-symmetries", help="Learn from boards as they are, not from their images.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(min=1, help="That make batches [default: all cores but one].")
    ] = None,
    tensorboard: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the rounds for TensorBoard, too.")
    ] = None,
) -> None:
    """Teach a territory net (Wu & Baldi) who will own what, and other than the paper's where to move.

    Runs on a GPU if JAX finds one. The same command again goes on where the last one was stopped.
    """
    console = Screen(stderr=True)
    if features:
        show_inputs(Screen())
        return
    if not games:
        raise GoError("name the games to learn from: SGF files, folders or archives")

    def read() -> Dataset:
        return load_dataset(
            games,
            seed=split_seed,
            validation=validation,
            test=test,
            all_games=all_games,
            on_error=_teller(console),
        )

    if evaluate:
        foresight, span = load_pretrained(evaluate), _parse_span(moves)
        with compilation_notice():
            sets = read().test if kept else read_whole_games(games, _teller(console))
            found = _evaluate(foresight, sets, positions, seed, console, span, with_areas=not no_areas)
        _print_figures(found, as_text=as_text)
        return
    if out is None:
        raise GoError("name the file of the net to write: -o FILE")
    check_extra("train", "training")
    usual = _USUAL[net]
    settings = TrainConfig(
        rounds or usual.rounds,
        steps or usual.steps,
        usual.rate if rate is None else rate,
        patience=patience,
        seed=seed,
    )
    folder = folder or out.with_name(out.name + ".training")
    stopped = f"the rounds that have ended are kept in {folder}, the same command goes on"
    with compilation_notice(), telling_what_is_kept(stopped), ExitStack() as files:
        told = {"on_round": files.enter_context(TensorBoardFiles(tensorboard)).add} if tensorboard else {}
        lessons = read()
        file = _teach(
            lessons,
            net,
            settings,
            out,
            folder,
            console,
            batch=batch or usual.batch,
            threads=threads or max(1, (os.cpu_count() or 1) - 1),
            later_share=later_share,
            moves_later=moves_later,
            symmetries=not no_symmetries,
            **told,
        )
        sets = {size: part for size, part in lessons.test.items() if len(part)}
        foresight = TerritoryEvaluator(file, str(out))
        _print_figures(_evaluate(foresight, sets, positions, seed, console, with_areas=False))


def _teach(
    lessons: Dataset,
    net: str,
    settings: TrainConfig,
    out: Path,
    folder: Path,
    console: Screen,
    **how: Any,
) -> NetWeights:
    """Train, write the file, and show how it went; how is what else `teach` is told."""
    print(lessons.describe())
    command = command_line()
    with TrainingProgress(console) as progress:
        file, training = teach(lessons, net, settings, folder, command, on_progress=progress.watch, **how)
    save_net(out, file)
    print(f"wrote {out}: weights of round {training.best_round + 1} of {len(training.rounds)}")
    show_validation(Screen(), training.rounds[training.best_round]["phases"])
    return file


def _teller(console: Screen) -> Any:
    """Tells of records that are left out."""

    def tell(bad: BadRecord) -> None:
        console.print(f"left out: {bad}", highlight=False, markup=False)

    return tell


def _parse_span(text: str) -> tuple[int, int] | None:
    """The numbers of A-B, None for no text."""
    if not text:
        return None
    first, _, last = text.partition("-")
    if not (first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last)):
        raise GoError(f"--moves is two numbers such as 80-83, not {text!r}")
    return int(first), int(last)


def _evaluate(
    foresight: TerritoryEvaluator,
    sets: Mapping[int, PackedGames],
    n_positions: int,
    seed: int,
    console: Screen,
    span: tuple[int, int] | None = None,
    *,
    with_areas: bool,
) -> list[dict[str, Any]]:
    """The figures of a net on games, for each size of board."""
    found = []
    for size, games in sorted(sets.items()):
        drawn = sample_positions(games, n_positions, seed, span)
        seen = evaluate_games(foresight, games, drawn, with_areas=with_areas)
        rows = track(seen, f"{size}x{size}", n_positions, console=console)
        found.append(metrics_of(size, list(rows)))
    return found


def _print_figures(found: list[dict[str, Any]], *, as_text: bool = False) -> None:
    if as_text:
        print(json.dumps(as_json(found), indent=1))
        return
    for figures in found:
        show_figures(Screen(), figures)
