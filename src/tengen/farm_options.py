"""Where games are played, as options that several commands share; `match.farm.open_farm` reads them."""

from pathlib import Path
from typing import Annotated

import typer

MAX_WORKERS = 1000  # of one machine

Workers = Annotated[
    int | None,
    typer.Option(min=1, max=MAX_WORKERS, help="Games played at once, each in a process [default: 1]."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the workers of a dask scheduler, tcp://HOST:PORT."),
]
Tls = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER", help="Certificates for workers: ca.pem, cert.pem, key.pem; docs/scaling.md."
    ),
]
Slurm = Annotated[
    Path | None, typer.Option(metavar="FILE.toml", help="Play on workers that SLURM starts; docs/scaling.md.")
]
