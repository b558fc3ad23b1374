"""A game with its variations, on top of the tree of its record: each node of one is a node of the other.

So nothing that a record holds is lost: a move that is played becomes a node of the record, and what the page
knows nothing of stays where it is. Nodes keep their number for good, so that a page may name one while others
come and go.

All moves are played once when a record is opened, to see which variations can be shown; a variation ends
before an illegal move. Going to a node takes back moves up to the last common one and plays on from there.
Where stones are set up, a position without a past begins (sgf/positions.py), from which moves are played.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, EMPTY, WHITE
from tengen.sgf import GameRecord, NodeMoves, SgfNode, SgfTree, read_moves, record_to_tree
from tengen.sgf.positions import play_numbered, set_up
from tengen.sgf.record import format_move
from tengen.web.game.file import is_ours
from tengen.web.game.notes import analysis_of, comment_of, put_analysis
from tengen.web.messages.encoding import colour_name
from tengen.web.messages.game import TreeNode

ROOT = 0
MAX_NODES = 20_000
MAX_MOVES = 3_000  # on the way to a node: each is kept with its board, 9 KB
_MAX_SET_UPS = 1_000  # on the way to a node, for the same reason
_MAX_LEFT_OUT = 5  # variations that are told to end early


@dataclass
class Node:
    """A node of the record, and what is known of the position after it."""

    number: int
    parent: int | None
    moves: list[tuple[int, int]] = field(default_factory=list)  # points and colours; most often one
    begins: bool = False  # whether the position begins here, by a set-up
    n_moves: int = 0  # from the root to here
    children: list[int] = field(default_factory=list)  # those that can be shown, the main line first
    comment: str = ""
    win_rate: float | None = None  # Black's
    score: float | None = None  # Black's lead
    loss: float | None = None  # of the move, in win rate of its colour

    @property
    def colour(self) -> int:
        """Who moved last here; nobody where stones are set up or something is said."""
        return self.moves[-1][1] if self.moves else EMPTY


class _Start(NamedTuple):
    """A position without a past, as small as can be: a record may set up thousands."""

    colours: npt.NDArray[np.uint8]  # (N_POINTS,)
    to_play: int
    prisoners: npt.NDArray[np.uint32]

    @classmethod
    def of(cls, game: Game) -> "_Start":
        """The position on a board."""
        return cls(game.board.colour.copy(), game.to_play, game.board.prisoners.copy())


class GameTree:
    """All variations of a game."""

    def __init__(self, first: Game, handicap: int = 0, sgf: SgfTree | None = None) -> None:
        """The tree of a record, looked at from its root; without one, a new record without moves.

        first -- before the root: its stones are those of a new record, and an old record sets up its own
        """
        self.handicap = handicap
        self.sgf = _new_record(first, handicap) if sgf is None else sgf
        self.nodes: dict[int, Node] = {}
        self.left_out: list[str] = []  # why variations end early
        self.current = ROOT
        self._size, self._komi, self._rules = first.size, first.komi, first.rules
        self._starts = {ROOT: _Start.of(first)}
        self._told = _evaluated_by_others(self.sgf)
        self.game = first.copy()
        if sgf is None:
            self.nodes[ROOT] = Node(ROOT, None)
        else:
            self._play_all()

    @property
    def node(self) -> Node:
        """The node that is looked at."""
        return self.nodes[self.current]

    def play(self, point: int, colour: int | None = None) -> Node:
        """Play on from here: the child with this move, or a new one; GoError if the move is illegal."""
        colour = self.game.to_play if colour is None else colour
        for child in self.node.children:
            if self.nodes[child].moves == [(point, colour)] and not self.nodes[child].begins:
                self.go_to(child)
                return self.node
        if len(self.nodes) >= MAX_NODES:
            raise GoError(f"the game has {MAX_NODES:,} moves in all its variations already")
        if self.node.n_moves >= MAX_MOVES:
            raise GoError(f"the game has {MAX_MOVES:,} moves already")
        self.game.play(point, colour)
        number = self.sgf.add_node(self.current)
        self.sgf.nodes[number].properties.append(("B" if colour == BLACK else "W", [format_move(point)]))
        node = Node(number, self.current, [(point, colour)], n_moves=self.node.n_moves + 1)
        self.nodes[number] = node
        self.node.children.append(number)
        self.current = number
        return node

    def go_to(self, number: int) -> None:
        """Look at another node."""
        way, old = self._way_from_start(number), self._way_from_start(self.current)
        if way[0] != old[0]:
            self.game, old = self._begin_at(way[0]), []
        n_common = 0
        while n_common < min(len(way), len(old)) and way[n_common] == old[n_common]:
            n_common += 1
        for step in old[n_common:]:
            for _ in self.nodes[step].moves:
                self.game.undo()
        for step in way[n_common:]:
            for point, colour in self.nodes[step].moves:
                self.game.play(point, colour)
        self.current = number

    def way_to(self, number: int) -> list[int]:
        """The nodes from the root to a node, the root left out; GoError if there is no such node."""
        if number not in self.nodes:
            raise GoError(f"the game has no node {number}")
        way = []
        node = self.nodes[number]
        while node.parent is not None:
            way.append(node.number)
            node = self.nodes[node.parent]
        return way[::-1]

    def line(self) -> list[int]:
        """The nodes of the line that is looked at: up to here, and on along the first children."""
        line = [ROOT, *self.way_to(self.current)]
        while children := self.nodes[line[-1]].children:
            line.append(children[0])
        return line

    def main_end(self) -> int:
        """The last node of the main line."""
        number = ROOT
        while children := self.nodes[number].children:
            number = children[0]
        return number

    def remove(self, number: int) -> None:
        """Cut off a node with all that comes after it; who looked at it looks at its parent."""
        if number == ROOT:
            raise GoError("the beginning of the game cannot be removed")
        way = self.way_to(self.current)
        parent = self.nodes[self.way_to(number)[-1]].parent
        assert parent is not None
        if number in way:
            self.go_to(parent)
        self.nodes[parent].children.remove(number)
        self.sgf.cut(number)
        stack = [number]
        while stack:
            removed = stack.pop()
            self._starts.pop(removed, None)
            stack += self.nodes.pop(removed).children

    def copy_at(self, number: int) -> Game:
        """The game at a node, played anew: nobody sees the tree go there."""
        way = self._way_from_start(number)
        game = self._begin_at(way[0])
        for step in way:
            for point, colour in self.nodes[step].moves:
                game.play(point, colour)
        return game

    def rows(self) -> list[TreeNode]:
        """The tree as the page is told."""
        return [self.row(node) for node in self.in_order()]

    def in_order(self) -> Iterator[Node]:
        """All nodes, parents before children and main lines first."""
        stack = [ROOT]
        while stack:
            node = self.nodes[stack.pop()]
            yield node
            stack += reversed(node.children)

    def row(self, node: Node) -> TreeNode:
        """One node as the page is told."""
        return TreeNode(
            id=node.number,
            parent=node.parent,
            number=node.n_moves,
            vertex=format_vertex(node.moves[-1][0], self._size) if node.moves else None,
            colour=colour_name(node.colour) if node.moves else None,
            win_rate=node.win_rate,
            score=node.score,
            loss=node.loss,
            comment=node.comment,
        )

    def write_analyses(self) -> None:
        """Put what is known of win rates and leads into the record, where nobody else did so before."""
        for node in self.nodes.values():
            if node.number not in self._told:
                put_analysis(self.sgf.nodes[node.number], node.win_rate, node.score)

    def _way_from_start(self, number: int) -> list[int]:
        """The nodes from the one where the position of a node begins to the node, both included."""
        if number not in self.nodes:
            raise GoError(f"the game has no node {number}")
        way = []
        node = self.nodes[number]
        while node.parent is not None and not node.begins:
            way.append(node.number)
            node = self.nodes[node.parent]
        return [node.number, *reversed(way)]

    def _begin_at(self, number: int) -> Game:
        """The position that begins at a node, before the moves of the node."""
        start = self._starts[number]
        game = Game.from_colours(self._size, start.colours, start.to_play, self._komi, self._rules)
        game.board.prisoners[:] = start.prisoners
        return game

    # ---- a record is opened

    def _play_all(self) -> None:
        """Play every move once, depth first, and take it back once: the work grows with the nodes alone."""
        contents = [_read(node, self._size) for node in self.sgf.nodes]
        next_colours = _next_colours(self.sgf, contents)
        main_line = _main_line(self.sgf)
        games = [self.game]  # one more for each set-up on the way: its parent's is gone on with afterwards
        stack = [(ROOT, True)]
        while stack:
            number, enters = stack.pop()
            if not enters:
                self._leave(self.nodes[number], games)
                continue
            try:
                can_be = self._enter(number, contents[number], next_colours[number], games)
            except GoError as error:
                if number in main_line:
                    raise
                can_be = self._leave_out(error)
            if can_be:
                stack.append((number, False))
                stack += [(child, True) for child in reversed(self.sgf.nodes[number].children)]
        self.game = self._begin_at(ROOT)
        _play_moves(self.game, self.node.moves, 0)

    def _enter(
        self, number: int, content: NodeMoves | GoError, next_colour: int | None, games: list[Game]
    ) -> bool:
        """Make a node and its position; False if its set-up cannot be, GoError if its moves cannot."""
        if isinstance(content, GoError):
            raise content
        sgf = self.sgf.nodes[number]
        parent = None if number == ROOT else self.nodes[sgf.parent]
        n_moves = parent.n_moves if parent else 0
        try:
            game = set_up(games[-1], content, next_colour, n_moves)
            begins = game is not games[-1]
            if begins and len(games) > _MAX_SET_UPS:
                raise GoError(f"stones are set up more than {_MAX_SET_UPS:,} times on the way")
        except GoError as error:
            if parent is None:
                raise
            return self._leave_out(error)
        start = _Start.of(game)
        _play_moves(game, content.moves, n_moves)
        node = Node(
            number, sgf.parent if parent else None, content.moves, begins, n_moves + len(content.moves)
        )
        node.comment, (node.win_rate, node.score) = comment_of(sgf), analysis_of(sgf)
        self.nodes[number] = node
        if parent:
            parent.children.append(number)
        if begins or parent is None:
            self._starts[number] = start
        if begins:
            games.append(game)
        return True

    def _leave(self, node: Node, games: list[Game]) -> None:
        """Take back what a node did, with all that came after it taken back before."""
        if node.begins:
            games.pop()
        else:
            _take_back(games[-1], len(node.moves))

    def _leave_out(self, error: GoError) -> bool:
        """A variation ends here; False."""
        if len(self.left_out) < _MAX_LEFT_OUT:
            self.left_out.append(str(error))
        return False


def _new_record(first: Game, handicap: int) -> SgfTree:
    """A record without moves of a game that Tengen begins, with AP to say so."""
    colours = first.board.colour
    stones = np.flatnonzero((colours == BLACK) | (colours == WHITE))
    sgf = record_to_tree(
        GameRecord(
            size=first.size,
            moves=np.zeros(0, np.uint16),
            colours=np.zeros(0, np.uint8),
            komi=first.komi,
            handicap=handicap,
            rules=first.rules.name,
            setup_points=stones.astype(np.uint16),
            setup_colours=colours[stones],
        )
    )
    if stones.size and first.to_play == WHITE:
        sgf.root.properties.append(("PL", ["W"]))
    return sgf


def _evaluated_by_others(sgf: SgfTree) -> set[int]:
    """The nodes of which another program told a win rate or a value."""
    told = (number for number, node in enumerate(sgf.nodes) if node.values("SBKV") or node.values("V"))
    return set() if is_ours(sgf) else set(told)


def _read(node: SgfNode, size: int) -> NodeMoves | GoError:
    """What a node does to the board, or why that cannot be told."""
    try:
        return read_moves(node, size)
    except GoError as error:
        return error


def _next_colours(sgf: SgfTree, contents: list[NodeMoves | GoError]) -> list[int | None]:
    """For each node who makes the next move on its main line, its own moves included."""
    colours: list[int | None] = [None] * len(contents)
    for number in reversed(range(len(contents))):  # children come behind their parents
        content, children = contents[number], sgf.nodes[number].children
        if isinstance(content, NodeMoves) and content.moves:
            colours[number] = content.moves[0][1]
        elif children:
            colours[number] = colours[children[0]]
    return colours


def _main_line(sgf: SgfTree) -> set[int]:
    """The numbers of the nodes of the main line."""
    line = [ROOT]
    while children := sgf.nodes[line[-1]].children:
        line.append(children[0])
    return set(line)


def _play_moves(game: Game, moves: list[tuple[int, int]], n_before: int) -> None:
    """Play the moves of a node, all or none; GoError names the illegal one."""
    for n_played, (point, colour) in enumerate(moves):
        number = n_before + n_played + 1
        try:
            if number > MAX_MOVES:
                raise GoError(f"a line of more than {MAX_MOVES:,} moves, which the page does not follow")
            play_numbered(game, point, colour, number)
        except GoError:
            _take_back(game, n_played)
            raise


def _take_back(game: Game, n_moves: int) -> None:
    for _ in range(n_moves):
        game.undo()
