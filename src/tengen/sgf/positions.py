"""From the nodes of a record to positions: moves are played, and set-up stones begin a position anew.

A position that was set up has no past: nothing can be taken back beyond it, and superko does not look behind
it.
"""

from collections.abc import Sequence

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, WHITE
from tengen.core.rules import Rules
from tengen.sgf.record import NodeMoves, main_line, read_moves
from tengen.sgf.tree import SgfTree

MAX_MOVES = 10_000  # of one line: each is kept with its board, to be taken back
_MIN_HANDICAP = 2  # stones, with which White begins


def replay(tree: SgfTree, komi: float, rules: Rules, next_move: int | None = None) -> Game:
    """The game along the main line, up to the position in which move number `next_move` is to be played.

    Komi is that of the record where it has one; GoError names the first illegal move or impossible set-up.
    """
    record = main_line(tree)
    nodes = [read_moves(node, record.size) for node in tree.main_line()]
    colours = first_colours(nodes)
    komi = komi if record.komi is None else record.komi
    game = empty_board(record.size, colours[0], record.handicap, komi, rules)
    number = 0
    for node, next_colour in zip(nodes, colours):
        game = set_up(game, node, next_colour, number)
        for point, colour in node.moves:
            number += 1
            if number == next_move:
                game.board.to_play = colour
                return game
            play_numbered(game, point, colour, number)
    return game


def first_colours(nodes: Sequence[NodeMoves]) -> list[int | None]:
    """For each node of a line who makes the next move, its own moves included; None behind the last move."""
    colours: list[int | None] = []
    colour = None
    for node in reversed(nodes):
        colour = node.moves[0][1] if node.moves else colour
        colours.append(colour)
    return colours[::-1]


def empty_board(size: int, first_colour: int | None, handicap: int | None, komi: float, rules: Rules) -> Game:
    """A game before its first node; a record without moves begins with White if there is a handicap."""
    to_play = first_colour or (WHITE if (handicap or 0) >= _MIN_HANDICAP else BLACK)
    return Game.from_colours(size, Game(size).board.colour, to_play, komi, rules)


def set_up(game: Game, node: NodeMoves, next_colour: int | None, number: int) -> Game:
    """The game with what a node sets up, a new one if that changes anything; GoError if it cannot be.

    next_colour -- who makes the next move; PL counts before it
    number -- of the last move, for the message
    """
    to_play = node.to_play or (next_colour if node.setup else None) or game.to_play
    if not node.setup and to_play == game.to_play:
        return game
    colours = game.board.colour.copy()
    for point, colour in node.setup:
        colours[point] = colour
    try:
        changed = Game.from_colours(game.size, colours, to_play, game.komi, game.rules)
    except GoError as error:
        raise GoError(f"the set-up after move {number}: {error}" if number else str(error)) from None
    changed.board.prisoners[:] = game.board.prisoners
    return changed


def play_numbered(game: Game, point: int, colour: int, number: int) -> None:
    """Play a move of a record; GoError names it if it cannot be."""
    if game.n_moves >= MAX_MOVES:
        raise GoError(f"move {number}: a line of more than {MAX_MOVES:,} moves")
    try:
        game.play(point, colour)
    except GoError as error:
        raise GoError(f"move {number}: illegal move: {error}") from None
