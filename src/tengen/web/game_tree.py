"""A game with its variations: one node a move, and the game at the node that is looked at.

Nodes keep their number for good, so that a page may name one while others come and go. Going to a node
takes back moves up to the last common one and plays on from there.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.vertex import format_vertex
from tengen.web.messages.game import TreeNode
from tengen.web.words import colour_name

ROOT = 0
MAX_NODES = 20_000


@dataclass
class Node:
    """A move, and what is known of the position after it."""

    number: int
    parent: int | None
    colour: int = 0  # of the move; the root has none
    point: int = 0
    children: list[int] = field(default_factory=list)  # the main line first
    comment: str = ""
    win_rate: float | None = None  # Black's
    score: float | None = None  # Black's lead
    loss: float | None = None  # of the move, in win rate of its colour


class GameTree:
    """All variations of a game."""

    def __init__(self, first: Game, handicap: int = 0) -> None:
        """A tree without moves from a first position."""
        self.first = first.copy()  # before the first move
        self.game = first.copy()  # at the node that is looked at
        self.handicap = handicap
        self.current = ROOT
        self.nodes = {ROOT: Node(ROOT, None)}
        self._next = 1

    @property
    def node(self) -> Node:
        """The node that is looked at."""
        return self.nodes[self.current]

    def play(self, point: int, colour: int | None = None) -> Node:
        """Play on from here: the child with this move, or a new one; GoError if the move is illegal."""
        colour = self.game.to_play if colour is None else colour
        for child in self.node.children:
            if (self.nodes[child].point, self.nodes[child].colour) == (point, colour):
                self.go_to(child)
                return self.node
        if len(self.nodes) >= MAX_NODES:
            raise GoError(f"the game has {MAX_NODES} moves in all its variations already")
        self.game.play(point, colour)
        node = Node(self._next, self.current, colour, point)
        self._next += 1
        self.nodes[node.number] = node
        self.node.children.append(node.number)
        self.current = node.number
        return node

    def go_to(self, number: int) -> None:
        """Look at another node."""
        way = self.way_to(number)
        old = self.way_to(self.current)
        n_common = 0
        while n_common < min(len(way), len(old)) and way[n_common] == old[n_common]:
            n_common += 1
        for _ in old[n_common:]:
            self.game.undo()
        for step in way[n_common:]:
            self.game.play(self.nodes[step].point, self.nodes[step].colour)
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
        stack = [number]
        while stack:
            stack += self.nodes.pop(stack.pop()).children

    def copy_at(self, number: int) -> Game:
        """The game at a node; the tree stays where it is."""
        here = self.current
        self.go_to(number)
        game = self.game.copy()
        self.go_to(here)
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
        is_root = node.parent is None
        return TreeNode(
            id=node.number,
            parent=node.parent,
            vertex=None if is_root else format_vertex(node.point, self.game.size),
            colour=None if is_root else colour_name(node.colour),
            win_rate=node.win_rate,
            score=node.score,
            loss=node.loss,
            comment=node.comment,
        )
