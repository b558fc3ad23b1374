"""The opening book as the page shows it: what it knows here, whole board and corners."""

from tengen.core.game import Game
from tengen.core.vertex import format_vertex
from tengen.players.analysis import HasBook
from tengen.web.messages.search import BookRow


def book_rows(player: object, game: Game) -> list[BookRow]:
    """The known moves: those of the whole board first, then those of the corners; none without a book.

    A move on a middle line may be known in two corners: it is told once, with the larger count.
    """
    if not isinstance(player, HasBook):
        return []
    rows: dict[tuple[bool, int], BookRow] = {}
    for move in sorted(player.book_moves(game), key=lambda one: (one.corner is not None, -one.times)):
        row = BookRow(
            vertex=format_vertex(move.point, game.size),
            source="fuseki" if move.corner is None else "joseki",
            count=move.times,
            share=move.times / max(move.seen, 1),
        )
        rows.setdefault((move.corner is None, move.point), row)
    return list(rows.values())
