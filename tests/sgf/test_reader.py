"""Bytes to trees: the grammar, and what becomes of files that break it."""

import contextlib
import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.sgf import Limits, SgfError, SgfTree, format_sgf, parse_sgf
from tests.sgf.samples import SMALL_GAME, broken_games, sgf_texts


def read(text: str) -> SgfTree:
    (tree,) = parse_sgf(text.encode())
    return tree


def names(tree: SgfTree) -> list[list[str]]:
    return [[name for name, _ in node.properties] for node in tree.nodes]


def parents(tree: SgfTree) -> list[int]:
    return [node.parent for node in tree.nodes]


def test_variations_keep_their_places():
    tree = read("(;N[0];N[1](;N[2];N[3])(;N[4](;N[5])(;N[6])))")
    assert [node.text("N") for node in tree.nodes] == list("0123456")
    assert parents(tree) == [-1, 0, 1, 2, 1, 4, 4]
    assert tree.nodes[1].children == [2, 4]
    assert [node.text("N") for node in tree.main_line()] == list("0123")
    assert not tree.truncated
    assert not tree.warnings


def test_a_node_knows_where_it_stands():
    tree = read("\n (;FF[4]\n;B[aa]")
    assert [(node.line, node.column) for node in tree.nodes] == [(2, 3), (3, 1)]


def test_values_keep_their_escapes_and_texts_lose_them():
    tree = read("(;C[a\\]b\\\\c\\:d\\\ne\nf])")
    assert tree.root.values("C") == ["a\\]b\\\\c\\:d\\\ne\nf"]
    assert tree.root.text("C") == "a]b\\c:de\nf"


@pytest.mark.parametrize(
    "raw, text, simple",
    [
        ("a\nb", "a\nb", "a b"),
        ("a\r\nb\rc\n\rd", "a\nb\nc\nd", "a b c d"),
        ("a\r\n\r\nb", "a\n\nb", "a  b"),
        ("a\tb\vc\fd", "a b c d", "a b c d"),
        ("a\\\nb\\\r\nc", "abc", "abc"),
        ("a\\\tb", "a b", "a b"),
        ("\\]\\\\\\:", "]\\:", "]\\:"),
        ("\u3000\u00a0", "\u3000\u00a0", "\u3000\u00a0"),
    ],
)
def test_white_space_of_texts_is_that_of_ff_4(raw, text, simple):
    root = read(f"(;C[{raw}]GC[{raw}]XY[{raw}]PB[{raw}]EV[{raw}])").root
    assert [root.text(name) for name in ("C", "GC", "XY")] == [text] * 3
    assert [root.text(name) for name in ("PB", "EV")] == [simple] * 2
    assert root.values("C") == [raw]


def test_white_space_may_stand_anywhere_outside_values():
    tree = read(" ( ; B \n [aa] \t ; AB [bb] \r\n [cc] ) ")
    assert tree.nodes[0].properties == [("B", ["aa"])]
    assert tree.nodes[1].properties == [("AB", ["bb", "cc"])]
    assert not tree.warnings


def test_a_file_may_hold_many_games():
    trees = parse_sgf(b"(;N[1])(;N[2])\n\n(;N[3])")
    assert [tree.root.text("N") for tree in trees] == ["1", "2", "3"]


def test_text_around_games_is_skipped_with_a_warning():
    first, second = parse_sgf(b"Dear (all) ;-)\n(;N[1]) and (;N[2]) bye")
    assert (first.root.text("N"), second.root.text("N")) == ("1", "2")
    assert first.warnings == ["line 2, column 1: skipped text before the game"]
    assert [warning.split(": ")[1] for warning in second.warnings] == [
        "skipped text before the game",
        "skipped text behind the game",
    ]


def test_a_byte_order_mark_is_ignored():
    (tree,) = parse_sgf(b"\xef\xbb\xbf(;N[1])")
    assert not tree.warnings


def test_a_missing_close_makes_a_truncated_tree():
    tree = read("(;B[aa](;W[bb]")
    assert tree.truncated
    assert names(tree) == [["B"], ["W"]]


def test_an_extra_close_is_skipped():
    first, second = parse_sgf(b"(;B[aa]))) (;B[bb])")
    assert not first.truncated
    assert second.root.values("B") == ["bb"]


@pytest.mark.parametrize("text", ["(;B[aa]C[tex", "(;B[aa]C[text\\", "(;B[aa]C", "(;B[aa];", "(;B[aa]"])
def test_an_unfinished_property_is_dropped(text):
    tree = read(text)
    assert tree.truncated
    assert names(tree)[0] == ["B"]
    assert not any("C" in node for node in names(tree))


def test_an_unclosed_game_ends_where_the_next_root_begins():
    first, second = parse_sgf(b"(;FF[4]C[one\n(;FF[4]C[two])")
    assert first.truncated
    assert names(first) == [["FF"]]
    assert second.root.text("C") == "two"


def test_a_game_quoted_in_a_comment_does_not_end_the_comment():
    tree = read("(;C[look:\n(;FF[4\\]SZ[9\\];B[aa\\])];B[cc])")
    assert tree.root.text("C") == "look:\n(;FF[4]SZ[9];B[aa])"
    assert len(tree.nodes) == 2


def test_a_variation_on_a_line_of_its_own_is_no_game():
    tree = read("(;FF[4];B[aa]\n(;W[bb])\n(;W[cc]))")
    assert parents(tree) == [-1, 0, 1, 1]


def test_lower_case_letters_of_old_names_do_not_count():
    assert names(read("(;GaMe[1]White[aa]AddBlack[bb])")) == [["GM", "W", "AB"]]


def test_names_may_hold_digits():
    assert names(read("(;LZ2[x]K7[y])")) == [["LZ2", "K7"]]


def test_a_property_given_twice_is_kept_twice():
    tree = read("(;AB[aa]AB[bb][cc])")
    assert tree.root.properties == [("AB", ["aa"]), ("AB", ["bb", "cc"])]
    assert tree.root.values("AB") == ["aa", "bb", "cc"]


def test_a_node_may_lack_its_semicolon_behind_a_parenthesis():
    tree = read("(FF[4];B[aa](W[bb])(W[cc];B[dd]))")
    assert names(tree) == [["FF"], ["B"], ["W"], ["W"], ["B"]]
    assert parents(tree) == [-1, 0, 1, 1, 3]


@pytest.mark.parametrize(
    "value",
    [
        "see [1] here",
        "a] b; c (d) e",
        "x [Bob] B plays on",
        "list [1], [2], [3]",
        "(see [1]) b",
        "[1]; White lost",
    ],
)
def test_an_unescaped_bracket_that_must_be_text_is_text(value):
    tree = read(f"(;C[{value}];B[aa])")
    assert tree.root.text("C") == value
    assert tree.root.values("C") == [value.replace("]", "\\]")]
    assert tree.nodes[1].values("B") == ["aa"]


def test_in_a_move_the_first_bracket_ends_the_value():
    tree = read("(;B[aa] x] y;W[bb])")
    assert tree.root.values("B") == ["aa"]
    assert tree.nodes[1].values("W") == ["bb"]
    assert len(tree.warnings) == 2


def test_a_bracket_before_a_property_ends_the_value_whatever_lies_between():
    tree = read("(;PB[Ann],PW[Bob]AB;B[aa])")
    assert tree.root.properties == [("PB", ["Ann"]), ("PW", ["Bob"])]
    assert tree.nodes[1].values("B") == ["aa"]
    assert len(tree.warnings) == 2


@pytest.mark.parametrize(
    "text, reason, column",
    [
        ("(;[aa])", "a value without the name of a property", 4),
        ("(;white[aa])", "a value without the name of a property", 9),
        ("(;B;W[aa])", "a move without a value", 3),
        ("(;C[see [1] and W[aa] too])", "stray characters before a move", 19),
    ],
)
def test_what_could_lose_or_invent_a_stone_is_an_error(text, reason, column):
    with pytest.raises(SgfError) as caught:
        read(text)
    assert caught.value.reason.startswith(reason)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert str(caught.value).startswith(f"line 1, column {column}: ")


def test_an_error_tells_line_and_column():
    with pytest.raises(SgfError) as caught:
        parse_sgf(b"(;FF[4]\n;B[aa]\n ;W;B[bb])")
    assert (caught.value.line, caught.value.column) == (3, 3)


@pytest.mark.parametrize("data", [b"", b"hello", b"(", b")", b"(((((", b"()", b"\xff\xfe(\0;\0)\0"])
def test_a_file_without_a_game_is_an_error(data):
    with pytest.raises(SgfError, match="no game found"):
        parse_sgf(data)


@pytest.mark.parametrize(
    "limits, reason",
    [
        (Limits(file_bytes=20), "more bytes"),
        (Limits(nodes=2), "more nodes"),
        (Limits(value_bytes=3), "a value longer"),
        (Limits(depth=1), "more nested variations"),
    ],
)
def test_a_file_beyond_a_limit_is_refused(limits, reason):
    data = b"(;C[text](;B[aa])(;B[bb]))"
    parse_sgf(data)
    parse_sgf(data, Limits(file_bytes=len(data), nodes=3, value_bytes=4, depth=2))
    with pytest.raises(SgfError, match=reason):
        parse_sgf(data, limits)


def test_the_limit_on_nodes_holds_for_all_games_of_a_file():
    parse_sgf(b"(;)(;)(;)", Limits(nodes=3))
    with pytest.raises(SgfError, match="more nodes"):
        parse_sgf(b"(;)(;)(;)", Limits(nodes=2))


def test_a_flood_of_warnings_is_cut_short():
    assert len(read("(" + ";x" * 1000 + ")").warnings) == 20


@given(data=st.one_of(sgf_texts, broken_games(), st.binary(max_size=80)))
@settings(max_examples=200, deadline=None)
def test_no_bytes_raise_anything_but_sgf_error_and_what_is_read_can_be_written(data):
    try:
        trees = parse_sgf(data)
    except SgfError:
        return
    written = format_sgf(trees)
    assert parse_sgf(written) == trees
    assert format_sgf(parse_sgf(written)) == written


def test_a_game_cut_anywhere_is_an_error_or_a_truncated_beginning():
    (whole,) = parse_sgf(SMALL_GAME)
    n_errors = 0
    for length in range(len(SMALL_GAME.rstrip())):
        try:
            (tree,) = parse_sgf(SMALL_GAME[:length])
        except SgfError:
            n_errors += 1
            continue
        assert tree.truncated
        for node, true_node in zip(tree.nodes, whole.nodes):
            assert node.parent == true_node.parent
            for (name, values), (true_name, true_values) in zip(node.properties, true_node.properties):
                assert name == true_name
                assert values == true_values[: len(values)]
    assert n_errors == 2


@pytest.mark.parametrize("data", [b"(;B[aa])", b"no game"])
def test_garbage_collection_goes_on_after_reading(data):
    with contextlib.suppress(SgfError):
        parse_sgf(data)
    assert gc.isenabled()
