"""A game with variations: nodes keep their numbers, and the board follows."""

import numpy as np
import pytest

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points import BLACK
from tengen.core.vertex import parse_vertex
from tengen.web.game_records import tree_from_text, tree_to_text
from tengen.web.game_tree import ROOT, GameTree


def played(*vertices: str, size: int = 5) -> GameTree:
    tree = GameTree(Game(size))
    for vertex in vertices:
        tree.play(parse_vertex(vertex, size))
    return tree


def test_a_move_that_is_there_already_makes_no_new_node() -> None:
    tree = played("C3", "D3")
    tree.go_to(1)
    tree.play(parse_vertex("D3", 5))
    assert tree.current == 2
    assert len(tree.nodes) == 3


def test_another_move_begins_a_variation() -> None:
    tree = played("C3", "D3", "B2")
    tree.go_to(1)
    tree.play(parse_vertex("C4", 5))
    assert [(row.id, row.parent, row.vertex) for row in tree.rows()] == [
        (0, None, None),
        (1, 0, "C3"),
        (2, 1, "D3"),
        (3, 2, "B2"),
        (4, 1, "C4"),
    ]
    assert tree.line() == [0, 1, 4]


@pytest.mark.parametrize("seed", range(5))
def test_the_board_is_that_of_the_way_wherever_one_goes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tree = GameTree(Game(5))
    for _ in range(60):
        legal = tree.game.legal()
        if legal:
            tree.play(parse_vertex(str(rng.choice(legal)), 5))
        tree.go_to(int(rng.choice(list(tree.nodes))))
        again = Game(5)
        for number in tree.way_to(tree.current):
            again.play(tree.nodes[number].point, tree.nodes[number].colour)
        assert tree.game.diagram() == again.diagram()
        assert tree.game.to_play == again.to_play


def test_a_branch_that_is_removed_takes_its_moves_along_and_keeps_other_numbers() -> None:
    tree = played("C3", "D3", "B2")
    tree.go_to(1)
    tree.play(parse_vertex("C4", 5))
    tree.go_to(3)
    tree.remove(2)
    assert sorted(tree.nodes) == [0, 1, 4]
    assert tree.current == 1
    assert tree.play(parse_vertex("A1", 5)).number == 5


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    tree = played("C3")
    before = tree.rows()
    for change in (
        lambda: tree.play(parse_vertex("C3", 5)),
        lambda: tree.go_to(7),
        lambda: tree.remove(ROOT),
        lambda: tree.remove(9),
    ):
        with pytest.raises(GoError):
            change()
    assert tree.rows() == before
    assert tree.current == 1


def test_a_record_and_back() -> None:
    tree = played("C3", "D3", "pass")
    tree.node.comment = "a ] and a \\ and\na line"
    tree.node.win_rate, tree.node.score = 0.25, -3.5
    tree.go_to(1)
    tree.play(parse_vertex("C4", 5))
    text = tree_to_text(tree, "human", "<b>easy</b>", "W+R")
    again, record = tree_from_text(text)
    assert again.rows() == tree.rows()
    assert (record.black_name, record.white_name, record.result) == ("human", "<b>easy</b>", "W+R")
    assert tree_to_text(again, "human", "<b>easy</b>", "W+R") == text


def test_a_record_with_handicap_stones_begins_with_white() -> None:
    tree, _ = tree_from_text("(;SZ[9]HA[2]AB[cc][gg];W[ee])")
    assert tree.handicap == 2
    assert tree.game.board.stones[BLACK] == 2
    again, _ = tree_from_text(tree_to_text(tree, "", "", ""))
    assert again.rows() == tree.rows()


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "no game"),
        ("(;SZ[9];B[zz])", "outside the board"),
        ("(;SZ[9];B[aa];W[aa])", "move 2"),
        ("(;SZ[3];B[aa])", "3 lines"),
        ("(;SZ[30];B[aa])", "board"),
    ],
)
def test_a_wrong_record_is_refused_in_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(GoError, match=reason):
        tree_from_text(text)


def test_a_wrong_variation_ends_before_its_wrong_move() -> None:
    tree, _ = tree_from_text(
        "(;SZ[5];B[cc](;W[dd];B[ab])(;W[cc];B[ee])(;W[bb];B[zz];W[aa])(;W[de];AB[aa];B[ab]))"
    )
    assert [(row.parent, row.vertex) for row in tree.rows()] == [
        (None, None),
        (0, "C3"),
        (1, "D2"),
        (2, "A4"),
        (1, "B4"),
        (1, "D1"),
    ]


def test_numbers_that_are_none_are_left_out() -> None:
    tree, _ = tree_from_text("(;SZ[5];B[cc]SBKV[nan]V[inf];W[dd]SBKV[140]V[x];B[bb]SBKV[60]V[2.5])")
    assert [(row.win_rate, row.score) for row in tree.rows()] == [
        (None, None),
        (None, None),
        (None, None),
        (0.6, 2.5),
    ]
