"""What the server tells of matches and reproductions."""

from typing import Literal

from tengen.web.messages import Message


class ExperimentRow(Message):
    """One match, tournament or reproduction."""

    name: str
    title: str
    done: int
    total: int | None
    running: bool


class Experiments(Message):
    """All of them."""

    type: Literal["experiments"] = "experiments"
    rows: list[ExperimentRow]


class Cell(Message):
    """A pairing: how often the first player won."""

    store: str
    first: str
    second: str
    games: int
    total: int | None
    wins: int
    losses: int
    draws: int
    voids: int
    rate: float | None
    low: float | None  # of the 95 % interval
    high: float | None
    sprt: dict[str, float] | None  # llr, lower, upper


class GameRow(Message):
    """A game that was played."""

    store: str
    number: int
    black: str
    white: str
    result: str
    moves: int


class Experiment(Message):
    """One of them in full."""

    type: Literal["experiment"] = "experiment"
    name: str
    title: str
    cells: list[Cell]
    games: list[GameRow]  # the newest first, some hundred at most
    figures: list[str]  # SVG texts
    report: str  # the page so far, Markdown
