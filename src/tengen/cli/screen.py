"""The terminal, on which text of others is shown: names in records, what programs say of themselves, paths.

Everything that is drawn passes here, so no place that prints has to think of it, and the linter lets nobody
use rich's own console.
"""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType  # noqa: TID251
from rich.segment import Segment

from tengen.core.errors import visible


class Screen(Console):
    """A console on which no text moves the cursor; what rich itself tells the terminal goes through."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is to be written, piece by piece."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else piece._replace(text=visible(piece.text))
