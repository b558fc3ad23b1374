"""A report says the same in Markdown and in HTML."""

import base64

from tengen.experiments.document import Bullets, Figure, Heading, Paragraph, Table, to_html, to_markdown

BLOCKS = [
    Heading("A < B"),
    Paragraph("Run `tengen a<b`."),
    Bullets(("one", "two")),
    Table(("name", "p"), (("a|b", "< 0.001"),)),
    Figure("picture", "Rates & more", b"<svg/>"),
]


def test_markdown():
    assert to_markdown("Title", BLOCKS) == (
        "# Title\n\n## A < B\n\nRun `tengen a<b`.\n\n- one\n- two\n\n"
        "| name | p |\n| --- | --- |\n| a\\|b | < 0.001 |\n\n![Rates & more](picture.svg)\n"
    )


def test_html_escapes_and_holds_its_figures():
    page = to_html("Title", BLOCKS)
    assert "<h1>Title</h1>" in page
    assert "<h2>A &lt; B</h2>" in page
    assert "<p>Run <code>tengen a&lt;b</code>.</p>" in page
    assert "<ul><li>one</li><li>two</li></ul>" in page
    assert "<tr><td>a|b</td><td>&lt; 0.001</td></tr>" in page
    assert base64.b64encode(b"<svg/>").decode() in page
    assert "<figcaption>Rates &amp; more</figcaption>" in page
    assert 'src="http' not in page
