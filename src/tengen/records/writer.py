"""Trees to bytes: UTF-8, one game a line, variations kept."""

from collections.abc import Iterable

from tengen.records.charsets import close_value
from tengen.records.tree import SgfNode, SgfTree

_OPEN, _CLOSE = -1, -2  # on the stack, between the indices of nodes to write


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
