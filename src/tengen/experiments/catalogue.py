"""Every table and figure of the four papers, by the names of docs/papers.md, and where each stands."""

from pathlib import Path

from tengen.core.errors import GoError
from tengen.experiments.book.experiments import BOOK_EXPERIMENTS
from tengen.experiments.dag_rnn.experiments import DAG_EXPERIMENTS
from tengen.experiments.experiment import Experiment
from tengen.experiments.lgrf.experiments import LGRF_EXPERIMENTS
from tengen.experiments.report import last_record, page_state
from tengen.experiments.td.experiments import TD_EXPERIMENTS
from tengen.players.settings import did_you_mean

PAGES = Path("docs/results")  # those that are published, in a checkout

EXPERIMENTS = {
    experiment.id: experiment
    for experiment in (
        *LGRF_EXPERIMENTS,
        *BOOK_EXPERIMENTS,
        *DAG_EXPERIMENTS,
        *TD_EXPERIMENTS,
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


def published_games(pages: Path) -> Path:
    """The folder of the games that are published with pages; like a folder of results, but only read."""
    return pages / "games"


def state_of(experiment: Experiment, folder: Path, pages: Path) -> str:
    """Where an experiment stands: by its report here, else by its page, else by a run without either."""
    if experiment.kind is None:
        return experiment.instead.removeprefix("is ")
    if own := page_state(folder / experiment.id, experiment.id):
        return f"{own} (in {folder / experiment.id})"
    if published := page_state(pages, experiment.id):
        return published
    record = last_record(folder / experiment.id)
    return f"partly run, begun {record.started[:10]}" if record else "can run"
