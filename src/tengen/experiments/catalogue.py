"""Every table and figure of the four papers, by the names of docs/papers.md, and where each stands."""

from pathlib import Path

from tengen.core.errors import GoError
from tengen.experiments.book import BOOK_EXPERIMENTS
from tengen.experiments.dag import DAG_EXPERIMENTS
from tengen.experiments.experiment import Experiment
from tengen.experiments.lgrf import LGRF_EXPERIMENTS
from tengen.experiments.record import last_record
from tengen.experiments.report import page_state
from tengen.players.settings import did_you_mean


def _planned(**titles: str) -> tuple[Experiment, ...]:
    """Experiments with self-taught nets, still to come; keyword `fig1` is `td-fig1`."""
    part = "self-taught nets"
    return tuple(
        Experiment(f"td-{name}", title, part, (), instead=f"is planned ({part})")
        for name, title in titles.items()
    )


EXPERIMENTS = {
    experiment.id: experiment
    for experiment in (
        *LGRF_EXPERIMENTS,
        *BOOK_EXPERIMENTS,
        *DAG_EXPERIMENTS,
        *_planned(
            fig1="three representations of one position",
            fig2="strength during learning, epsilon-greedy",
            fig3="strength during learning, creative",
            fig4="a commented game with the net's values",
            table1="tournament of the best nets",
            table2="search depths 1, 2 and 4",
        ),
    )
}


def find_experiment(name: str) -> Experiment:
    """The experiment of an ID that can be run; GoError says why another one cannot."""
    if name not in EXPERIMENTS:
        hint = did_you_mean(name, EXPERIMENTS)
        raise GoError(f"no experiment is called {name!r}{hint}: `tengen reproduce` lists them")
    experiment = EXPERIMENTS[name]
    if experiment.kind is None:
        raise GoError(f"{name} {experiment.instead} and cannot be run")
    return experiment


def state_of(experiment: Experiment, folder: Path, out: Path) -> str:
    """Where an experiment stands: by its page, else by the record of a run that has left none yet."""
    if experiment.kind is None:
        return experiment.instead.removeprefix("is ")
    if state := page_state(out, experiment.id):
        return state
    record = last_record(folder / experiment.id)
    return f"partly run, begun {record.started[:10]}" if record else "can run"
