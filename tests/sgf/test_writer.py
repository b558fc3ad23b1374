"""Trees to bytes."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.sgf import SgfTree, escape_text, format_sgf, parse_sgf, unescape_text
from tests.sgf.samples import SMALL_GAME


def test_a_tree_is_written_on_one_line_with_its_charset():
    (tree,) = parse_sgf(b"(;FF[4]GM[1]CA[Shift_JIS]SZ[9](;B[aa](;W[bb]))(;B[cc];W[dd]))")
    assert format_sgf([tree]) == b"(;FF[4]GM[1]CA[UTF-8]SZ[9](;B[aa];W[bb])(;B[cc];W[dd]))\n"


def test_what_is_read_is_written_and_read_again_the_same():
    trees = parse_sgf(SMALL_GAME + SMALL_GAME)
    written = format_sgf(trees)
    assert parse_sgf(written) == trees
    assert format_sgf(parse_sgf(written)) == written


def test_text_is_written_as_utf_8():
    tree = SgfTree()
    tree.root.add_text("PB", "李世乭")
    written = format_sgf([tree])
    assert "PB[李世乭]".encode() in written
    assert parse_sgf(written)[0].root.text("PB") == "李世乭"


def test_a_careless_raw_value_does_not_break_the_file():
    tree = SgfTree()
    tree.root.properties += [("C", ["a]b"]), ("N", ["c\\"])]
    (again,) = parse_sgf(format_sgf([tree]))
    assert again.root.text("C") == "a]b"
    assert again.root.text("N") == "c\\"


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_text_comes_back(text):
    assert unescape_text(escape_text(text)) == text
    tree = SgfTree()
    tree.root.add_text("C", text)
    tree.add_node(0)
    (again,) = parse_sgf(format_sgf([tree]))
    assert again == tree
    with_line_ends = re.sub("\r\n|\n\r|\r", "\n", text)
    assert again.root.text("C") == re.sub("[\t\v\f]", " ", with_line_ends)


def test_a_comment_that_looks_like_a_game_stays_a_comment():
    tree = SgfTree()
    tree.root.add_text("C", "look:\n(;GM[1]\n(;GM[1")
    (again,) = parse_sgf(format_sgf([tree]))
    assert again.root.text("C") == "look:\n(;GM[1]\n(;GM[1"


def test_a_lone_surrogate_is_written_as_a_question_mark():
    tree = SgfTree()
    tree.root.add_text("C", "a\ud800b")
    assert b"C[a?b]" in format_sgf([tree])
