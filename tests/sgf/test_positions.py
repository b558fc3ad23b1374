"""From records to positions: moves, set-up anywhere, whose turn it is, and what cannot be."""

import pytest

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.points_jit import BLACK, WHITE, point_at
from tengen.core.rules import parse_rules
from tengen.sgf import Limits, SgfError, parse_sgf, read_moves, replay


def play(text: str, next_move: int | None = None) -> Game:
    (tree,) = parse_sgf(text.encode())
    return replay(tree, 7.5, parse_rules("chinese"), next_move)


def rows(game: Game) -> str:
    lines = range(game.size)
    return "/".join(
        "".join(".XO"[game.board.colour[point_at(row, column)]] for column in lines) for row in lines
    )


@pytest.mark.parametrize(
    "text, next_move, stones, turn",
    [
        ("(;SZ[5];B[aa];W[bb];AB[cc];B[ee])", None, {"aa": 1, "bb": 2, "cc": 1, "ee": 1}, WHITE),
        ("(;SZ[5];B[aa];W[bb];AB[cc]AW[dd];B[ee])", 3, {"aa": 1, "bb": 2, "cc": 1, "dd": 2}, BLACK),
        ("(;SZ[5];B[aa];W[bb];AB[cc];W[ee])", 3, {"aa": 1, "bb": 2, "cc": 1}, WHITE),
        ("(;SZ[5];B[aa];W[bb];AB[cc]PL[W])", None, {"aa": 1, "bb": 2, "cc": 1}, WHITE),
        ("(;SZ[5];B[aa];W[bb];AE[aa:bb])", None, {}, BLACK),
        ("(;SZ[5];B[aa];W[bb]AE[aa];B[cc])", None, {"bb": 2, "cc": 1}, WHITE),
        ("(;SZ[5];B[aa];PL[B];B[bb])", None, {"aa": 1, "bb": 1}, WHITE),
        ("(;SZ[5];B[aa];PL[B])", None, {"aa": 1}, BLACK),
        ("(;SZ[5]AB[aa][bb];AE[bb];W[cc])", None, {"aa": 1, "cc": 2}, BLACK),
        ("(;SZ[5]HA[2]AB[aa][ee])", None, {"aa": 1, "ee": 1}, WHITE),
        ("(;SZ[5]HA[2];AB[aa][ee])", None, {"aa": 1, "ee": 1}, WHITE),
        ("(;SZ[5]HA[2]AB[aa][ee]PL[B])", None, {"aa": 1, "ee": 1}, BLACK),
        ("(;SZ[5]B[aa];C[hm];W[bb])", None, {"aa": 1, "bb": 2}, BLACK),
    ],
)
def test_stones_are_set_up_wherever_they_stand(text, next_move, stones, turn):
    game = play(text, next_move)
    colours = {
        "abcde"[column] + "abcde"[row]: colour
        for row, line in enumerate(rows(game).split("/"))
        for column, sign in enumerate(line)
        if (colour := ".XO".index(sign))
    }
    assert colours == stones
    assert game.to_play == turn


def test_prisoners_stay_when_stones_are_set_up():
    game = play("(;SZ[5];B[ab];W[aa];B[ba];AW[ee];B[cc])")
    assert (game.captures(BLACK), game.captures(WHITE)) == (1, 0)


def test_nothing_is_taken_back_beyond_a_set_up():
    game = play("(;SZ[5];B[aa];W[bb];AB[cc];W[dd])")
    game.undo()
    assert rows(game) == "X..../.O.../..X../...../....."
    with pytest.raises(GoError, match="no move to take back"):
        game.undo()


@pytest.mark.parametrize(
    "text, reason",
    [
        ("(;SZ[5];B[aa];W[aa])", "^move 2: illegal move: White may not play A5: the point is taken$"),
        ("(;SZ[2]AB[aa:bb])", "^the position has stones without a liberty$"),
        (
            "(;SZ[2];B[aa];AW[ba:bb][ab])",
            "^the set-up after move 1: the position has stones without a liberty$",
        ),
        ("(;SZ[5];B[aa];AB[zz])", "outside the board"),
        ("(;SZ[5];B[aa];AB[a])", "not a point"),
    ],
)
def test_what_cannot_be_is_named_with_its_move(text, reason):
    with pytest.raises(GoError, match=reason):
        play(text)


def test_a_line_without_end_is_refused(monkeypatch):
    monkeypatch.setattr("tengen.sgf.positions.MAX_MOVES", 3)
    play("(;SZ[5];B[];W[];B[])")
    with pytest.raises(GoError, match="move 4: a line of more than 3 moves"):
        play("(;SZ[5];B[];W[];B[];W[])")


def test_a_node_with_too_many_stones_is_refused_before_they_are_listed():
    (tree,) = parse_sgf(b"(;AB" + b"[aa:ss]" * 10_000 + b")")
    with pytest.raises(SgfError, match="set-up stones"):
        read_moves(tree.root, 19, Limits(setup_stones=1000))


def test_properties_are_put_in_their_place_and_branches_cut():
    (tree,) = parse_sgf(b"(;SZ[5]RE[B+R]PB[x]RE[W+R](;B[aa];W[bb])(;B[cc]))")
    tree.root.put("RE", ["0"])
    tree.root.put("KM", ["7"])
    tree.root.put("SZ", [])
    assert tree.root.properties == [("RE", ["0"]), ("PB", ["x"]), ("KM", ["7"])]
    tree.cut(1)
    assert tree.root.children == [3]
    assert tree.nodes[3].values("B") == ["cc"]
