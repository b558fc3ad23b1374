"""`tengen evidence`: play what is next of a plan of matches, from a frozen version of Tengen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from tengen.cli.screen import Screen
from tengen.core.errors import GoError
from tengen.core.files import replace_file
from tengen.experiments.evidence import (
    Pairing,
    PlannedBook,
    PlanStep,
    Standing,
    describe,
    evidence_page,
    progress_line,
    read_plan,
    standing,
)
from tengen.match.executors.serial import INTERRUPTED, telling_what_is_kept

_ROUND_POINTS = 3240  # points of the boards that a pairing plays before it is another's turn: 40 games on 9x9

States = list[tuple[PlanStep, list[Standing]]]


def evidence(
    plan: Annotated[Path, typer.Option(help="What is to be played.")] = Path("docs/evidence/plan.toml"),
    games: Annotated[Path, typer.Option(metavar="FOLDER", help="Where games are kept.")] = Path(
        "docs/results/games/evidence"
    ),
    page: Annotated[Path, typer.Option(help="The page to write.")] = Path("docs/results/evidence.md"),
    versions: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where the versions that play are installed.")
    ] = Path(".evidence"),
    report: Annotated[
        bool, typer.Option("--report", help="Play nothing: only write the page of what has been played.")
    ] = False,
) -> None:
    """Play what is next of a plan of matches, until all of it is decided; stop it at any time.

    Games are kept as they end, and the same command goes on with what is left. They are played by the version
    that the plan names, installed apart, so that work on the sources changes no game. Run it in a checkout.
    """
    steps = read_plan(plan)
    states = _states(steps, games)
    _write_page(page, states)
    _show(Screen(), states)
    if report:
        return
    os.nice(19)
    try:
        with telling_what_is_kept("the games that have ended are kept, the same command goes on"):
            for step in steps:
                if not all(state.is_over for state in _standings(step, games)):
                    _play_step(step, games, _installed(step.version, versions))
                    _write_page(page, _states(steps, games))
    finally:
        _write_page(page, _states(steps, games))
    print(progress_line(_states(steps, games)))


def _standings(step: PlanStep, folder: Path) -> list[Standing]:
    return [standing(pairing, folder) for pairing in step.pairings]


def _states(steps: Sequence[PlanStep], folder: Path) -> States:
    return [(step, _standings(step, folder)) for step in steps]


def _write_page(page: Path, states: States) -> None:
    """Only if it tells something new: looking at the plan changes no file."""
    text = evidence_page(states).encode()
    if not page.exists() or page.read_bytes() != text:
        replace_file(page, text)


def _play_step(step: PlanStep, folder: Path, tengen: Path) -> None:
    """Bring all pairings of a step to their ends, a round of games of each in turn."""
    if step.book:
        _build_book(step.book, tengen)
    while any(not state.is_over for state in _standings(step, folder)):
        for pairing in step.pairings:
            state = standing(pairing, folder)
            if not state.is_over:
                _play_round(pairing, state.n_done, folder, tengen)
                print(f"{step.id} {_told(standing(pairing, folder))}", flush=True)


def _play_round(pairing: Pairing, n_done: int, folder: Path, tengen: Path) -> None:
    """Some more games of a pairing, by the frozen version's own command."""
    setting, store = pairing.setting, pairing.store(folder)
    store.parent.mkdir(parents=True, exist_ok=True)
    n_games = min(pairing.n_games, n_done + max(4, _ROUND_POINTS // setting.size**2))
    command = [str(tengen), "match", setting.first, setting.second, "--games", str(n_games + n_games % 2)]
    options = {"size": setting.size, "komi": setting.komi, "rules": setting.rules, "seed": setting.seed}
    for name, value in (options | {"store": store}).items():
        command += [f"--{name}", str(value)]
    if setting.sprt:
        command += ["--sprt", f"{setting.sprt.elo0:g}", f"{setting.sprt.elo1:g}"]
    _run(
        command,
        f"a match of {pairing.first} against {pairing.second}",
        quiet=True,
        environment=_own_git(tengen),
    )


def _own_git(tengen: Path) -> dict[str, str]:
    """What lets a version note its own commit with its games, and not that of the checkout around it."""
    source = tengen.absolute().parents[2] / "source"
    return {"GIT_DIR": str(source / ".git"), "GIT_WORK_TREE": str(source)} if source.is_dir() else {}


def _build_book(book: PlannedBook, tengen: Path) -> None:
    """The book that the players open, with the paper's thresholds, if it is not there."""
    if not Path(book.file).exists():
        _run([str(tengen), "book", "build", book.games, "-o", book.file], f"building {book.file}")


def _installed(version: str, versions: Path) -> Path:
    """The `tengen` of a commit: its wheel in an environment of its own, made if it is not there."""
    home = versions / version
    tengen, is_whole = home / "venv" / "bin" / "tengen", home / "whole"
    if is_whole.exists():
        return tengen
    print(f"installing the version that plays, {version}, in {home} ...", flush=True)
    shutil.rmtree(home, ignore_errors=True)
    source = home / "source"
    _run(["git", "clone", "--quiet", "--shared", ".", str(source)], "copying this checkout")
    _run(["git", "-C", str(source), "checkout", "--quiet", version], f"taking commit {version}")
    _run([sys.executable, "-m", "venv", str(home / "venv")], "making an environment")
    pip = [str(home / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    constraints = ["--disable-pip-version-check", "--constraint", str(source / "constraints.txt")]
    _run([*pip, *constraints, str(source)], f"installing commit {version}")
    is_whole.touch()
    return tengen


def _run(
    command: list[str], what: str, quiet: bool = False, environment: Mapping[str, str] | None = None
) -> None:
    """Run a command to its end; GoError if it fails. An interrupt lets it keep what it has."""
    output = subprocess.DEVNULL if quiet else None
    process = subprocess.Popen(command, stdout=output, env={**os.environ, **(environment or {})})
    try:
        status = process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    if status == INTERRUPTED:
        raise KeyboardInterrupt
    if status != 0:
        raise GoError(f"{what} failed (status {status}): `{' '.join(command)}`")


def _show(console: Screen, states: States) -> None:
    """The plan with what is decided and what is left."""
    table = Table("step", "pair", "games", "what they say", box=box.SIMPLE)
    for step, of_step in states:
        for state in of_step:
            names = f"{state.pairing.first} - {state.pairing.second}"
            done = f"{state.n_done} of {state.pairing.n_games}"
            table.add_row(step.id, names, done, describe(state))
    console.print(table, highlight=False, markup=False)
    print(progress_line(states), flush=True)


def _told(state: Standing) -> str:
    pairing, score = state.pairing, state.score
    return (
        f"{pairing.first} - {pairing.second}: {score.points:g} of {score.games} games, "
        f"{state.elo.elo:+.0f} Elo ({state.elo.low:+.0f} to {state.elo.high:+.0f}); {describe(state)}"
    )
