"""Somebody who looks at a session: a page, and what it has open."""

from collections.abc import Callable
from dataclasses import dataclass

from tengen.web.messages.requests import View
from tengen.web.messages.schema import Event


@dataclass(eq=False)
class Viewer:
    """One page of a session."""

    tell: Callable[[Event], None]  # an event for this page alone; may be called from any thread
    views: frozenset[View] = frozenset()  # that are open
    point: str | None = None  # where it points at in the reply tables
