"""Where games are played, as options that several commands share; `match.farm.open_farm` reads them."""

from pathlib import Path
from typing import Annotated

import typer

Workers = Annotated[
    int | None, typer.Option(min=1, help="Games played at once, each in a process [default: 1].")
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the workers of a dask scheduler, tcp://HOST:PORT."),
]
Slurm = Annotated[
    Path | None, typer.Option(metavar="FILE.toml", help="Play on workers that SLURM starts; docs/scaling.md.")
]
