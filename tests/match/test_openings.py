"""How games begin."""

import pytest

from tengen import Game, GoError
from tengen.match.schedule import check_random_opening, random_opening, sgf_openings


def openings_of(tmp_path, *texts, size=9, n_moves=4):
    paths = []
    for number, text in enumerate(texts):
        paths.append(tmp_path / f"{number}.sgf")
        paths[-1].write_text(text)
    return sgf_openings(paths, size, n_moves, "chinese-kgs")


def test_the_first_moves_of_each_game_in_their_order(tmp_path):
    found = openings_of(
        tmp_path, "(;SZ[9];B[ee];W[cc];B[dd])(;SZ[9];B[aa])", "(;SZ[9];B[ii];W[ee])", n_moves=2
    )
    assert found == (("E5", "C7"), ("A9",), ("J1", "E5"))


def test_an_opening_that_two_games_share_is_there_once(tmp_path):
    found = openings_of(tmp_path, "(;SZ[9];B[ee];W[cc])", "(;SZ[9];B[ee];W[aa])", n_moves=1)
    assert found == (("E5",),)


@pytest.mark.parametrize(
    "text, message",
    [
        ("(;SZ[13];B[ee])", "0.sgf, game 1 is on size 13, and the match on size 9"),
        ("(;SZ[9]AB[ee];W[aa])", "begins with stones on the board"),
        ("(;SZ[9];B[ee];B[aa])", "move 2 is a pass or out of turn"),
        ("(;SZ[9];W[ee])", "move 1 is a pass or out of turn"),
        ("(;SZ[9];B[ee];W[])", "move 2 is a pass or out of turn"),
        ("(;SZ[9];B[ee];W[ee])", "move 2: White may not play E5: the point is taken"),
        ("no game", "cannot take an opening from .*0.sgf"),
    ],
)
def test_what_cannot_be_an_opening_is_refused_with_its_place(tmp_path, text, message):
    with pytest.raises(GoError, match=message):
        openings_of(tmp_path, text)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(GoError, match=r"cannot take an opening from .*nowhere\.sgf"):
        sgf_openings([tmp_path / "nowhere.sgf"], 9, 4, "chinese-kgs")


def test_random_openings_are_legal_and_differ_by_seed_and_pair():
    seen = set()
    for seed in range(3):
        for pair in range(3):
            opening = random_opening(5, 6, "chinese-kgs", seed, pair)
            game = Game(5)
            for vertex in opening:
                game.play(vertex)
            assert len(opening) == 6
            assert "pass" not in opening
            assert opening == random_opening(5, 6, "chinese-kgs", seed, pair)
            seen.add(opening)
    assert len(seen) == 9


def test_random_openings_use_the_whole_board():
    firsts = {random_opening(2, 1, "chinese-kgs", 0, pair)[0] for pair in range(20)}
    assert len(firsts) == 4


@pytest.mark.parametrize("size, most", [(2, 1), (5, 6), (9, 20), (19, 90)])
def test_too_many_random_moves_are_refused(size, most):
    check_random_opening(size, most)
    with pytest.raises(GoError, match=f"use 0 to {most}"):
        check_random_opening(size, most + 1)
