"""A game with variations: nodes keep their numbers, the board follows, and the record keeps all it had."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import BLACK, WHITE
from tengen.sgf import SgfTree, format_sgf, parse_sgf
from tengen.web.game import tree as game_tree
from tengen.web.game.records import OpenedGame, open_game
from tengen.web.game.tree import ROOT, GameTree
from tengen.web.messages.encoding import board_rows


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
            again.play(*tree.nodes[number].moves[0])
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


def opened(text: str) -> OpenedGame:
    (sgf,) = parse_sgf(text)
    return open_game(sgf)


def content(sgf: SgfTree) -> str:
    return format_sgf([sgf]).decode().strip()


def test_what_is_played_is_in_the_record_and_comes_back() -> None:
    tree = played("C3", "D3", "pass")
    tree.sgf.nodes[3].add_text("C", "a ] and a \\ and\na line")
    tree.node.win_rate, tree.node.score = 0.25, -3.5
    tree.go_to(1)
    tree.play(parse_vertex("C4", 5))
    tree.write_analyses()
    (sgf,) = parse_sgf(content(tree.sgf))
    again = open_game(sgf).tree
    assert again.rows()[3].comment == "a ] and a \\ and\na line"
    tree.nodes[3].comment = again.rows()[3].comment
    assert again.rows() == tree.rows()
    assert content(again.sgf) == content(tree.sgf)


def test_a_record_with_handicap_stones_begins_with_white() -> None:
    tree = opened("(;SZ[9]HA[2]AB[cc][gg];W[ee])").tree
    assert tree.handicap == 2
    assert tree.game.board.stones[BLACK] == 2
    assert tree.game.to_play == WHITE
    first = tree.game.copy()
    new = GameTree(first, 2)
    assert open_game(new.sgf).tree.game.diagram() == first.diagram()
    assert open_game(new.sgf).tree.game.to_play == WHITE


@pytest.mark.parametrize(
    "text, reason",
    [
        ("(;SZ[9];B[zz])", "outside the board"),
        ("(;SZ[9];B[aa];W[aa])", "move 2"),
        ("(;SZ[9];B[aa];AB[cc];W[bb];B[bb])", "move 3"),
        ("(;SZ[3];B[aa])", "3 lines"),
        ("(;SZ[30];B[aa])", "board"),
        ("(;SZ[5]AB[aa:ee])", "without a liberty"),
    ],
)
def test_a_wrong_record_is_refused_in_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(GoError, match=reason):
        opened(text)


def test_a_wrong_variation_ends_before_its_wrong_move_and_stays_in_the_record() -> None:
    text = "(;FF[4]CA[UTF-8]SZ[5];B[cc](;W[dd];B[ab])(;W[cc];B[ee])(;W[bb];B[zz];W[aa])(;W[de];B[de]C[x]))"
    game = opened(text)
    assert [(row.parent, row.vertex) for row in game.tree.rows()] == [
        (None, None),
        (0, "C3"),
        (1, "D2"),
        (2, "A4"),
        (1, "B4"),
        (1, "D1"),
    ]
    assert [note.split(": ", 1)[0] for note in game.notes].count(
        "A variation is shown only up to a fault"
    ) == 3
    assert content(game.tree.sgf) == text


def test_stones_are_set_up_wherever_they_stand() -> None:
    tree = opened(
        "(;SZ[5]C[lecture];B[cc]C[a](;AW[bb]C[b];B[dd])(;W[dc];AE[dc]AB[aa][bb]PL[B];C[c];B[ee]))"
    ).tree
    rows = {row.id: (row.parent, row.vertex, row.number, row.comment) for row in tree.rows()}
    assert rows == {
        0: (None, None, 0, "lecture"),
        1: (0, "C3", 1, "a"),
        2: (1, None, 1, "b"),
        3: (2, "D2", 2, ""),
        4: (1, "D3", 2, ""),
        5: (4, None, 2, ""),
        6: (5, None, 2, "c"),
        7: (6, "E1", 3, ""),
    }
    boards = {number: board_rows(tree.copy_at(number).board.colour, 5) for number in rows}
    assert boards[3] == [".....", ".O...", "..X..", "...X.", "....."]
    assert boards[7] == ["X....", ".X...", "..X..", ".....", "....X"]
    assert boards[4] == [".....", ".....", "..XO.", ".....", "....."]
    assert [tree.copy_at(number).to_play for number in (2, 5, 6, 7)] == [BLACK, BLACK, BLACK, WHITE]
    tree.go_to(6)
    tree.play(parse_vertex("A1", 5))
    assert tree.rows()[-1].parent == 6


@pytest.mark.parametrize("seed", range(5))
def test_a_random_record_has_at_each_node_the_board_of_its_way(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sgf = SgfTree()
    sgf.root.properties.append(("SZ", ["5"]))
    letters = "abcde"
    for _ in range(80):
        number = sgf.add_node(int(rng.integers(len(sgf.nodes))))
        point = letters[rng.integers(5)] + letters[rng.integers(5)]
        name = str(rng.choice(["B", "W", "B", "W", "AB", "AW", "AE", "C", "PL"]))
        sgf.nodes[number].properties.append((name, ["B" if name == "PL" else point]))
    sgf.nodes[0].children, rest = [], sgf.nodes[0].children
    keeper = sgf.add_node(0)  # a main line without faults
    sgf.nodes[keeper].properties.append(("C", ["nothing"]))
    sgf.nodes[0].children += rest
    tree = open_game(sgf).tree
    numbers = list(tree.nodes)
    for number in rng.choice(numbers, 60):
        tree.go_to(int(number))
        assert board_rows(tree.game.board.colour, 5) == naive_board(sgf, [0, *tree.way_to(int(number))])


def naive_board(sgf: SgfTree, way: list[int]) -> list[str]:
    """The board after the nodes of a way: stones, and chains without liberties, point by point."""
    board: dict[tuple[int, int], str] = {}

    def chain(at: tuple[int, int]) -> tuple[set, bool]:
        seen, waiting, is_free = {at}, [at], False
        while waiting:
            column, row = waiting.pop()
            for near in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if not (0 <= near[0] < 5 and 0 <= near[1] < 5) or near in seen:
                    continue
                if near not in board:
                    is_free = True
                elif board[near] == board[at]:
                    seen.add(near)
                    waiting.append(near)
        return seen, is_free

    for number in way:
        for name, values in sgf.nodes[number].properties:
            if name in ("AB", "AW", "AE", "B", "W"):
                at = ("abcde".index(values[0][0]), "abcde".index(values[0][1]))
                board.pop(at, None)
                if name != "AE":
                    board[at] = "X" if name[-1] == "B" else "O"
                if name in ("B", "W"):
                    for other in [point for point, sign in board.items() if sign != board[at]]:
                        if other in board and not (found := chain(other))[1]:
                            for point in found[0]:
                                del board[point]
    return ["".join(board.get((column, row), ".") for column in range(5)) for row in range(5)]


def test_numbers_that_are_none_are_left_out() -> None:
    tree = opened("(;SZ[5];B[cc]SBKV[nan]V[inf];W[dd]SBKV[140]V[x];B[bb]SBKV[60]V[2.5])").tree
    assert [(row.win_rate, row.score) for row in tree.rows()] == [
        (None, None),
        (None, None),
        (None, None),
        (0.6, 2.5),
    ]


def test_an_analysis_is_written_beside_all_else_and_only_where_it_is_another() -> None:
    text = "(;CA[UTF-8]AP[Tengen:1]SZ[5];B[cc]SBKV[60.00]V[2.50]LB[cc:A]XX[?];W[dd]V[x]N[y])"
    tree = opened(text).tree
    tree.write_analyses()
    assert content(tree.sgf) == text
    tree.nodes[2].win_rate, tree.nodes[2].score = 0.7, 1.0
    tree.nodes[1].win_rate = 0.5
    tree.write_analyses()
    assert content(tree.sgf) == (
        "(;CA[UTF-8]AP[Tengen:1]SZ[5];B[cc]SBKV[50.00]V[2.50]LB[cc:A]XX[?];W[dd]V[1.00]N[y]SBKV[70.00])"
    )


def test_what_another_program_thought_of_a_position_is_not_replaced() -> None:
    tree = opened("(;CA[UTF-8]AP[Sabaki:0.52]SZ[5];B[cc]SBKV[60.00];W[dd]V[x];B[ee])").tree
    for node in tree.nodes.values():
        node.win_rate, node.score = 0.5, 1.0
    tree.write_analyses()
    assert content(tree.sgf) == (
        "(;CA[UTF-8]AP[Sabaki:0.52]SZ[5]SBKV[50.00]V[1.00];B[cc]SBKV[60.00];W[dd]V[x];B[ee]SBKV[50.00]V[1.00])"
    )


@pytest.mark.parametrize(
    "named, text, taken",
    [
        ("Japanese", "AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[];B[];W[bb];B[];W[];B[cb]", "chinese"),
        ("NZ", "AB[bb];B[aa];W[]", "chinese-kgs"),
        ("NZ", "AB[ac][bb][ca]AW[ba];B[ee];W[ab];B[dd];W[aa]", "tromp-taylor"),
    ],
)
def test_rules_are_taken_by_which_all_moves_are_legal(named: str, text: str, taken: str) -> None:
    game = opened(f"(;SZ[5]KM[0]RU[{named}]{text})")
    assert f"by {named} rules; Tengen counts area and goes by {taken} here" in game.notes[0]
    with pytest.raises(GoError, match="illegal move"):
        opened(f"(;SZ[5]KM[0]RU[chinese-kgs]{text})" if taken != "chinese-kgs" else "(;SZ[5];B[aa];W[aa])")


@pytest.mark.parametrize(
    "text, notes",
    [
        ("(;SZ[5]RU[Chinese-KGS]KM[6.5])", []),
        (
            "(;SZ[5]RU[Japanese]KM[6.5])",
            ["by Japanese rules; Tengen counts area and goes by chinese-kgs"],
        ),
        ("(;SZ[5]RU[chinese])", ["names no komi: 7.5 is taken"]),
        ("(;SZ[5])", ["names no rules and no komi: chinese-kgs and 7.5 are taken"]),
        ("(;SZ[5]RU[chinese]KM[375])", ["The komi '375' is no number of points: 7.5 is taken"]),
        ("(;SZ[5]RU[chinese]KM[0]HA[two])", ["The handicap 'two' is no number of stones: none is taken"]),
        ("(;SZ[5]RU[chinese]KM[0]HA[2])", ["tells of a handicap of 2, but sets up no stones"]),
        ("(;SZ[5]RU[chinese]KM[0]HA[2]AB[aa][bb])", []),
        ("(;SZ[5]RU[chinese]KM[0];B[aa", ["is cut off"]),
        ("(;SZ[5]RU[chinese]KM[0];B[aa];AW[ab][ba];W[cc])", ["up to a fault: the set-up after move 1"]),
    ],
)
def test_what_is_not_as_the_record_has_it_is_told(text: str, notes: list[str]) -> None:
    told = opened(text).notes
    assert len(told) == len(notes)
    for sentence, part in zip(told, notes):
        assert part in sentence
        assert sentence.endswith(".")


class CountedGame(Game):
    """Counts what is done with all games."""

    n_done = 0

    def play(self, *arguments: object) -> None:  # type: ignore[override]
        CountedGame.n_done += 1
        super().play(*arguments)  # type: ignore[arg-type]

    def undo(self) -> None:
        CountedGame.n_done += 1
        super().undo()


def comb(n: int) -> str:
    """A long line of passes, with a variation and a set-up at each node."""
    return "(;SZ[5]" + "(;B[];W[]" * n + "(;AB[aa];W[bb])" * 1 + ")(;AB[cc];B[dd];W[ee])(;C[x])" * n + ")"


@pytest.mark.parametrize(
    "text",
    [
        comb,
        lambda n: "(;SZ[5]" + ";" * 4 * n + ")",
        lambda n: "(;SZ[5]" + "(;AB[aa]AE[bb];B[bb]" * n + ")" * (n + 1),
    ],
    ids=["comb", "empty nodes", "set-ups"],
)
def test_the_work_of_opening_grows_with_the_nodes_alone(
    text: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.web.game.tree.Game", CountedGame)
    monkeypatch.setattr("tengen.sgf.positions.Game", CountedGame)
    works = []
    for n in (5, 20, 80):
        (sgf,) = parse_sgf(text(n))
        CountedGame.n_done = 0
        with sys_calls() as calls:
            tree = open_game(sgf).tree
        assert len(tree.nodes) == len(sgf.nodes)
        assert CountedGame.n_done <= 2 * len(sgf.nodes)
        works.append(calls[0] / len(sgf.nodes))
    assert works[2] < 1.2 * works[0] + 5


@contextmanager
def sys_calls() -> Iterator[list[int]]:
    """Counts calls of Python functions meanwhile."""
    n_calls = [0]

    def count(frame: object, event: str, argument: object) -> None:
        n_calls[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield n_calls
    finally:
        sys.setprofile(None)


def test_more_than_the_page_can_show_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_tree, "MAX_MOVES", 6)
    monkeypatch.setattr("tengen.web.game.records.MAX_NODES", 20)
    with pytest.raises(GoError, match="the record has 21 nodes; the page shows up to 20"):
        opened("(;SZ[5]" + ";C[x]" * 20 + ")")
    with pytest.raises(GoError, match="a line of more than 6 moves"):
        opened("(;SZ[5]" + ";B[];W[]" * 4 + ")")
    tree = opened("(;SZ[5]" + ";B[];W[]" * 3 + ")").tree
    tree.go_to(6)
    with pytest.raises(GoError, match="6 moves already"):
        tree.play(parse_vertex("A1", 5))
    monkeypatch.setattr(game_tree, "_MAX_SET_UPS", 2)
    game = opened("(;SZ[5]RU[chinese]KM[0];AB[aa];AB[bb];AB[cc];B[ee])")
    assert len(game.tree.nodes) == 3
    assert "set up more than 2 times" in game.notes[0]
