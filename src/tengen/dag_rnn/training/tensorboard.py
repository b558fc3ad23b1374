"""The record of a training as files that TensorBoard draws (the extra `tensorboard`).

Whoever goes on with a training writes all its rounds again, into a file of its own that hides what the files
before it say of them. So a kill between two rounds leaves neither a gap nor a double.
"""

from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tengen.core.errors import GoError
from tengen.core.system_info import check_extra


class TensorBoardFiles:
    """Writes rounds into a folder; a context manager."""

    def __init__(self, folder: Path) -> None:
        check_extra("tensorboard", "--tensorboard")
        self._folder = folder
        self._writer: Any = None

    def add(self, row: dict[str, Any]) -> None:
        """Write a round of the record: learning, validation, and validation by board and stones on it."""
        speed = row["positions"] / max(row["seconds"], 1e-9)
        scalars = {"learning/loss": row["loss"], "learning/positions-a-second": speed}
        scalars |= {f"validation/{name}": value for name, value in _figures(row["validation"])}
        for phase in row["phases"]:
            place = f"{phase['size']}x{phase['size']}-from-{phase['stones']}-stones"
            scalars |= {f"{place}/{name}": value for name, value in _figures(phase)}
        writer = self._open()
        for name, value in scalars.items():
            writer.add_scalar(name, value, row["step"])
        writer.flush()

    def _open(self) -> Any:
        """The writer, made for the first round: a training that is refused leaves the folder as it is."""
        if self._writer is None:
            from tensorboardX import SummaryWriter

            try:
                self._writer = SummaryWriter(str(self._folder), purge_step=0)
            except OSError as error:
                raise GoError(f"cannot write files for TensorBoard to {self._folder}: {error}") from None
        return self._writer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.close()


def _figures(means: dict[str, float]) -> list[tuple[str, float]]:
    return [(name, value) for name, value in means.items() if name not in ("positions", "size", "stones")]
