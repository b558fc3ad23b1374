"""Games played in this process, one after another."""

from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Protocol, Self, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")


class GameFarm(Protocol):
    """Where games are played; a job and its result are plain values that can travel."""

    def run(self, play: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Finished games in any order; jobs are taken only when there is somebody to play them."""


class Here:
    """The farm of one process: `with Here() as farm: farm.run(play_game, jobs)`."""

    def run(self, play: Callable[[Job], Result], jobs: Iterable[Job]) -> Iterator[tuple[Job, Result]]:
        """Play each game as it is taken."""
        for job in jobs:
            yield job, play(job)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """There is nothing to put away."""
