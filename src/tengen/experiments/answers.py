"""What came of the jobs of an experiment: a file each, named by all that the job depends on.

A job is a frozen dataclass of plain values. The fields that make two jobs equal are its question, and its key
is made of all of them: an input that is added to a job is in the key without another word. Fields that are
not compared only travel with a job, such as where a net lies; what the net is, digits of its weights tell.
Where a kind of job comes to mean something else, its `version` is raised.

So the answer to one question is never taken for that to another, and none is lost when another is asked.
"""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from tengen.core.errors import GoError
from tengen.core.files import replace_file
from tengen.core.system_info import commit, describe_machine
from tengen.match.executors.serial import Executor, stop_signals

_KEY_DIGITS = 12  # of a SHA-256; the question itself is in the file and is compared
_MARK_DIGITS = 16


class Job(Protocol):
    """A frozen dataclass of plain values."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """What its file is called, before the key; folders are made."""


AnyJob = TypeVar("AnyJob", bound=Job)
Value = TypeVar("Value")


def question_of(job: Job) -> dict[str, Any]:
    """All that the answer depends on, as JSON knows it."""
    asked = {each.name: _plain(getattr(job, each.name)) for each in fields(job) if each.compare}
    question: dict[str, Any] = json.loads(json.dumps(asked))
    return question


def key_of(job: Job) -> str:
    """Digits that change with every part of the question."""
    return hashlib.sha256(json.dumps(question_of(job), sort_keys=True).encode()).hexdigest()[:_KEY_DIGITS]


def mark_of(path: Path) -> str:
    """Digits that change with what a file holds; GoError if it cannot be read."""
    try:
        found = path.stat()
    except OSError as error:
        raise GoError(f"cannot read {path}: {error.strerror}") from None
    return _mark(path.absolute(), (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns))


@lru_cache(maxsize=64)
def _mark(path: Path, stamp: tuple[int, ...]) -> str:
    """Of a file as it was at a time; the stamp is there for the cache."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_MARK_DIGITS]


@dataclass(frozen=True)
class Answer(Generic[Value]):
    """What came of a job, when and where."""

    value: Value
    ended: str  # UTC
    machine: str
    commit: str


def stamped(value: Value) -> Answer[Value]:
    """An answer that was found now and here."""
    return Answer(value, datetime.now(UTC).isoformat(timespec="seconds"), describe_machine(), commit())


def answer(work: Callable[[AnyJob], Value], job: AnyJob) -> Answer[Value]:
    """Do a job, maybe on another machine: the answer says on which."""
    return stamped(work(job))


class Answers(Generic[AnyJob, Value]):
    """The answers in a folder."""

    def __init__(
        self,
        folder: Path,
        parse: Callable[[Any], Value] = lambda value: value,
        older: Callable[[Path, AnyJob], Answer[Value] | None] = lambda folder, job: None,
    ) -> None:
        """For the jobs of one kind.

        parse -- gives a value its form again; TypeError, ValueError or KeyError if it has another one
        older -- what an earlier version left in the folder, if that answers this very question
        """
        self._folder = folder
        self._parse = parse
        self._older = older

    def path(self, job: AnyJob) -> Path:
        """The file of an answer."""
        return self._folder / f"{job.name}-{key_of(job)}.json"

    def find(self, job: AnyJob) -> Answer[Value] | None:
        """The answer, None if there is none yet; GoError names a damaged file."""
        path = self.path(job)
        if not path.exists():
            try:
                return self._older(self._folder, job)
            except (OSError, TypeError, ValueError, KeyError):  # what cannot be read proves nothing
                return None
        try:
            kept: dict[str, Any] = json.loads(path.read_bytes())
            if kept["question"] != question_of(job):
                raise ValueError("it has another question")
            value = self._parse(kept["value"])
            return Answer(value, *(str(kept[name]) for name in ("ended", "machine", "commit")))
        except (TypeError, ValueError, KeyError) as error:
            raise GoError(f"{path} is no answer of this experiment, or a damaged one: {error}") from None

    def find_all(self, jobs: Iterable[AnyJob]) -> dict[AnyJob, Answer[Value]]:
        """All that have been answered, in the order of the jobs."""
        return {job: found for job in jobs if (found := self.find(job)) is not None}

    def keep(self, job: AnyJob, found: Answer[Value]) -> None:
        """Write an answer."""
        kept = {"question": question_of(job), **vars(found), "value": _plain(found.value)}
        replace_file(self.path(job), json.dumps(kept).encode())

    def find_out(
        self,
        jobs: Iterable[AnyJob],
        work: Callable[[AnyJob], Value],
        farm: Executor,
        tell: Callable[[AnyJob, Answer[Value]], None],
        prepare: Callable[[AnyJob], AnyJob] = lambda job: job,
    ) -> str:
        """Do jobs and keep each answer as it comes; why it stopped before the end, "" if it did not.

        prepare -- gives a job what it has to carry, when it is its turn
        """
        try:
            with stop_signals() as signals:
                for job, found in farm.run(partial(answer, work), map(prepare, jobs)):
                    with signals.held():
                        self.keep(job, found)
                        tell(job, found)
        except KeyboardInterrupt:
            return "interrupted"
        return ""


def _plain(value: Any) -> Any:
    """Dataclasses as dictionaries, also in a list."""
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
