"""A report as a list of blocks, written as Markdown for the repository and as one HTML file for people.

Text is plain; what stands between backticks is shown as code. That is all the markup there is, so both
forms say the same.
"""

import base64
import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.core.errors import visible


@dataclass(frozen=True)
class Heading:
    """The title of a part."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    """Some sentences."""

    text: str


@dataclass(frozen=True)
class Bullets:
    """Items of a list."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Rows of cells under names of columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Figure:
    """A drawing; the Markdown page links to a file of this name."""

    name: str
    caption: str
    svg: bytes


Block = Heading | Paragraph | Bullets | Table | Figure

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 68rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; display: block; overflow-x: auto; }
th, td { padding: 0.3rem 0.7rem; border-bottom: 1px solid #ddd; text-align: left; }
th { border-bottom: 2px solid #888; } td { white-space: nowrap; }
code { background: #f3f3f3; padding: 0.1rem 0.25rem; border-radius: 3px; overflow-wrap: anywhere; }
figure { margin: 1.5rem 0; } figure img { max-width: 100%; } figcaption { color: #555; }
"""


def to_markdown(title: str, blocks: Sequence[Block]) -> str:
    """The page; figures are files beside it."""
    return visible("\n\n".join([f"# {title}", *map(_markdown, blocks)])) + "\n"


def to_html(title: str, blocks: Sequence[Block]) -> str:
    """One file with everything in it."""
    body = "\n".join([f"<h1>{_inline(title)}</h1>", *map(_html, blocks)])
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _markdown(block: Block) -> str:
    match block:
        case Heading(text):
            return f"## {text}"
        case Paragraph(text):
            return text
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Table(columns, rows):
            lines = [columns, ("---",) * len(columns), *rows]
            return "\n".join("| " + " | ".join(map(_markdown_cell, line)) + " |" for line in lines)
        case Figure(name, caption, _):
            return f"![{caption}]({name}.svg)"


def _markdown_cell(text: str) -> str:
    return text.replace("|", "\\|")


def _html(block: Block) -> str:
    match block:
        case Heading(text):
            return f"<h2>{_inline(text)}</h2>"
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{_inline(item)}</li>" for item in items) + "</ul>"
        case Table(columns, rows):
            head = "".join(f"<th>{_inline(name)}</th>" for name in columns)
            lines = ("".join(f"<td>{_inline(cell)}</td>" for cell in row) for row in rows)
            body = "".join(f"<tr>{line}</tr>" for line in lines)
            return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        case Figure(_, caption, svg):
            data = base64.b64encode(svg).decode()
            picture = f'<img alt="{html.escape(caption)}" src="data:image/svg+xml;base64,{data}">'
            return f"<figure>{picture}<figcaption>{_inline(caption)}</figcaption></figure>"


def _inline(text: str) -> str:
    """Text for HTML, with what is between backticks as code."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(text, quote=False))
