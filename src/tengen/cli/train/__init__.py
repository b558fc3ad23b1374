"""`tengen train`: what learns from games, one command each."""

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tengen.cli.screen import Screen
from tengen.cli.train import dag_rnn, td
from tengen.core.jit import compilation_notice
from tengen.core.system_info import command_line, commit
from tengen.match.executors.serial import telling_what_is_kept
from tengen.mcts.move_prior.training import n_replays, read_games, train
from tengen.mcts.move_prior.weights import save_weights
from tengen.sgf import BadRecord

app = typer.Typer(help="Learn from games.", no_args_is_help=True, rich_markup_mode=None)


app.command("dag-rnn")(dag_rnn.dag_rnn)
app.command("dag-rnn-bootstrap")(dag_rnn.dag_rnn_bootstrap)
app.command("td")(td.td)


@app.callback()
def tengen_train() -> None:
    """Learn from games."""


@app.command("move-prior")
def move_prior(
    games: Annotated[list[Path], typer.Argument(help="SGF files, folders or archives of games.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file of weights to write.")],
    most: Annotated[int, typer.Option(min=10, help="Games at most on small and on large boards.")] = 10000,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same weights.")] = 0,
) -> None:
    """Learn which moves strong players choose: the prior of the setting `learned`.

    Games on boards up to 11x11 and on larger ones are learned from apart; both must be there.
    """
    console = Screen(stderr=True)

    def tell(bad: BadRecord) -> None:
        console.print(f"left out: {bad}", highlight=False, markup=False)

    rows = {}
    note = {"command": command_line(), "commit": commit(), "seed": str(seed)}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    kept = f"nothing of the training is kept, and {out} is as it was"
    with compilation_notice(), telling_what_is_kept(kept), Progress(*columns, console=console) as progress:
        for kind, found in read_games(games, most, tell).items():
            task = progress.add_task(f"{kind} boards", total=n_replays(found))
            training = train(kind, found, seed, lambda task=task: progress.advance(task))  # type: ignore[misc]
            rows[kind], note[kind] = training.weights, training.note()
            print(f"{kind} boards: {training.note()}")
    save_weights(out, rows, note)
