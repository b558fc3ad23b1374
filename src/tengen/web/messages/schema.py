"""All messages together, as a JSON schema: the page's types are made from it.

It is kept in page/messages.schema.json; a test tells when the two differ.
"""

from typing import Annotated, Any

from pydantic import Field

from tengen.web.messages import Message
from tengen.web.messages.experiments import Experiment, Experiments
from tengen.web.messages.game import (
    Collection,
    ConsoleAnswer,
    GameProgress,
    Problem,
    Record,
    SavedGames,
    State,
    Welcome,
)
from tengen.web.messages.requests import Request
from tengen.web.messages.search import Playout, StepDone, Thought, TreeView

Event = Annotated[
    Welcome | State | Thought | TreeView | Playout | StepDone | GameProgress | Record | Collection
    | SavedGames | Experiments | Experiment | ConsoleAnswer | Problem,
    Field(discriminator="type"),
]  # fmt: skip


class Messages(Message):
    """All there is, for the schema."""

    request: Request
    event: Event


def message_schema() -> dict[str, Any]:
    """The JSON schema of all messages; `$defs` has one entry for each."""
    return Messages.model_json_schema()
