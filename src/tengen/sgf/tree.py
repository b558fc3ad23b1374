"""A game record as a tree: nodes in one flat list, so nothing that walks it can recurse.

A tree of 100,000 variations inside each other is compared, written and freed like any other.

Trees to bytes: UTF-8, one game a line, variations kept.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tengen.sgf.charsets import close_value, escape_text, read_text

NO_PARENT = -1
# The properties of FF[4] whose lines do not count; comments and unknown ones keep theirs.
SIMPLE_TEXT = frozenset({
    "AN", "AP", "BR", "BT", "CP", "DT", "EV", "GN", "LB", "N", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
    "SO", "US", "WR", "WT",
})  # fmt: skip


@dataclass(slots=True)
class SgfNode:
    """Properties in the order of the file, and where the node hangs.

    A name in capitals goes with its raw values: decoded, but with their escapes, so that nothing
    is lost on writing. The same name may come twice.
    """

    properties: list[tuple[str, list[str]]] = field(default_factory=list)
    parent: int = NO_PARENT
    children: list[int] = field(default_factory=list)  # indices of nodes, main line first
    line: int = field(default=0, compare=False)  # place in the file it was read from, 0 for none
    column: int = field(default=0, compare=False)

    def values(self, name: str) -> list[str]:
        """All raw values under a name."""
        return [value for own_name, values in self.properties if own_name == name for value in values]

    def text(self, name: str) -> str | None:
        """The first value under a name as plain text, None without the property."""
        values = self.values(name)
        return read_text(values[0], is_simple=name in SIMPLE_TEXT) if values else None

    def put(self, name: str, values: list[str]) -> None:
        """Raw values for a name, in its place or behind the others; no values take the name away."""
        places = [at for at, (own_name, _) in enumerate(self.properties) if own_name == name]
        for place in reversed(places[1:] if values else places):
            del self.properties[place]
        if values and places:
            self.properties[places[0]] = (name, values)
        elif values:
            self.properties.append((name, values))

    def add_text(self, name: str, text: str) -> None:
        """Add a property with one value of plain text."""
        self.properties.append((name, [escape_text(text)]))


@dataclass(slots=True)
class SgfTree:
    """One game with its variations; `nodes[0]` is the root, and a parent comes before its children.

    Trees are equal if their nodes are: the rest tells how the reading went. CA is not among the
    properties, for it belongs to bytes, and text here is decoded.
    """

    nodes: list[SgfNode] = field(default_factory=lambda: [SgfNode()])
    charset: str | None = field(default=None, compare=False)  # what CA said
    truncated: bool = field(default=False, compare=False)  # the text ended before the tree did
    warnings: list[str] = field(default_factory=list, compare=False)

    @property
    def root(self) -> SgfNode:
        """The node with what holds for the whole game."""
        return self.nodes[0]

    def add_node(self, parent: int) -> int:
        """Hang an empty node below a parent, behind its other children; return its index."""
        self.nodes.append(SgfNode(parent=parent))
        self.nodes[parent].children.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def cut(self, node: int) -> None:
        """Take a node with all that hangs below it off the tree; the other nodes keep their indices."""
        self.nodes[self.nodes[node].parent].children.remove(node)

    def main_line(self) -> Iterator[SgfNode]:
        """The root and the first child of each node from there."""
        node = self.root
        yield node
        while node.children:
            node = self.nodes[node.children[0]]
            yield node


_OPEN, _CLOSE = -1, -2  # on the stack, between the indices of nodes to write


# --- Writing --------------------------------------------------------------------------------------


def format_sgf(trees: Iterable[SgfTree]) -> bytes:
    """Write games; reading them again gives equal trees, and writing those the same bytes."""
    parts: list[str] = []
    for tree in trees:
        _format_tree(tree, parts)
    return "".join(parts).encode("utf-8", "replace")


def _format_tree(tree: SgfTree, parts: list[str]) -> None:
    """Append a tree. There are no line breaks between its nodes: a line begins a game."""
    stack = [_CLOSE, 0, _OPEN]
    while stack:
        index = stack.pop()
        if index == _OPEN:
            parts.append("(")
        elif index == _CLOSE:
            parts.append(")")
        else:
            node = tree.nodes[index]
            parts.append(";")
            _format_properties(_with_charset(node) if index == 0 else node.properties, parts)
            if len(node.children) == 1:
                stack.append(node.children[0])
            else:
                for child in reversed(node.children):
                    stack += [_CLOSE, child, _OPEN]
    parts.append("\n")


def _with_charset(root: SgfNode) -> list[tuple[str, list[str]]]:
    """The properties of a root with CA, behind those that tell other programs what the file is."""
    first = 0
    while first < len(root.properties) and root.properties[first][0] in ("FF", "GM"):
        first += 1
    return [*root.properties[:first], ("CA", ["UTF-8"]), *root.properties[first:]]


def _format_properties(properties: list[tuple[str, list[str]]], parts: list[str]) -> None:
    for name, values in properties:
        parts.append(name)
        parts.extend(f"[{close_value(value)}]" for value in values)
