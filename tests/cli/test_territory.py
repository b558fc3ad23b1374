"""`tengen territory` as a user types it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tengen.core.errors import GoError
from tengen.dag_rnn.weights import save_net
from tests.cli.typed import typed
from tests.dag_rnn.test_evaluator import net_file

SHORT = "(;SZ[4]KM[3.5];B[bb];W[cc];B[cb])"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("territory")
    found = net_file()
    loud = {name: 30 * array for name, array in found.weights.items()}  # moves change what it sees
    save_net(folder / "net", replace(found, weights=loud))
    (folder / "game.sgf").write_text(SHORT)
    return folder


def test_the_board_is_drawn_with_the_expected_score(folder):
    shown = typed("territory", folder / "game.sgf", "--net", folder / "net")
    black, white, winner, score = re.match(
        r"Move 3, White to play: Black ([\d.]+), White ([\d.]+) points expected, "
        r"([BW])\+([\d.]+) with komi 3.5\n",
        shown,
    ).groups()
    assert float(black) + float(white) == pytest.approx(16, abs=0.11)
    lead = float(score) if winner == "B" else -float(score)
    assert lead == pytest.approx(float(black) - float(white) - 3.5, abs=0.21)
    stones = re.findall("[XOxo]", "".join(shown.splitlines()[2:6]))
    assert "".join(stones).upper() == "XXO"


def test_a_move_number_shows_an_earlier_position(folder):
    assert typed("territory", folder / "game.sgf", "--move", "1", "--net", folder / "net").startswith(
        "Move 1, White to play"
    )
    assert typed("territory", folder / "game.sgf", "--move", "0", "--net", folder / "net").startswith(
        "Move 0, Black to play"
    )


@pytest.mark.parametrize("n_moves, colour, n_legal", [("3", "White", 13), ("2", "Black", 14)])
def test_a_move_is_compared_with_a_pass(folder, n_moves, colour, n_legal):
    pictures = folder / "new" / "board.svg", folder / "bars.svg"
    options = ["--move", n_moves, "--after", "b2", "--net", folder / "net", "-o", pictures[0]]
    shown = typed("territory", folder / "game.sgf", *options, "--bars", pictures[1])
    passed, played = (
        float(re.search(rf"^{colour} {does}: .*{colour} ([\d.]+)[ ,]", shown, re.MULTILINE)[1])
        for does in ("passes", "plays B2")
    )
    gain = re.search(
        rf"^B2 gains ([+-][\d.]+) points for {colour} over a pass, most at", shown, re.MULTILINE
    )[1]
    assert float(gain) == pytest.approx(played - passed, abs=0.16)
    assert abs(float(gain)) > 0.2  # or its sign would not be seen
    rank = rf"^It is number \d+ of {n_legal} moves by the area expected after it$"
    assert re.search(rank, shown, re.MULTILINE)
    for picture in pictures:
        text = picture.read_text()
        assert f"{colour} passes: " in text
        assert f"{colour} plays B2: " in text


def test_averaged_answers_are_the_same_for_a_turned_board(folder):
    turned = folder / "turned.sgf"
    turned.write_text("(;SZ[4]KM[3.5];B[cb];W[bc];B[bb])")  # columns from the right
    first, second = (
        typed("territory", file, "--net", folder / "net", "--averaged").splitlines()[0]
        for file in (folder / "game.sgf", turned)
    )
    assert first == second


def test_bad_input_gets_one_sentence(folder):
    net = ["--net", str(folder / "net")]
    (folder / "bad.sgf").write_text("(;SZ[4];B[bb];W[bb])")
    for arguments, message in (
        (["/nowhere.sgf", *net], "cannot show /nowhere.sgf: No such file"),
        ([str(folder / "bad.sgf"), *net], "bad.sgf: move 2: .*White may not play B3: the point is taken"),
        ([str(folder / "game.sgf"), "--move", "4", *net], "game.sgf: the game has 3 moves, not 4"),
        ([str(folder / "game.sgf"), "--after", "B3", *net], "White may not play B3: the point is taken"),
        ([str(folder / "game.sgf"), "--after", "Z1", *net], "'Z1' is not a point from A1 to D4"),
        ([str(folder / "game.sgf"), "--net", "huge"], "there is no net 'huge'"),
        ([str(folder / "game.sgf"), "-o", "/proc/x/board.svg", *net], "cannot write /proc/x/board.svg"),
    ):
        with pytest.raises(GoError, match=message):
            typed("territory", *arguments)


def test_the_example_of_the_docs_is_there():
    docs = Path(__file__).parents[2] / "docs"
    page = (docs / "nets.md").read_text()
    for name in ("images/territory.svg", "images/territory-bars.svg"):
        assert f"({name})" in page
        assert (docs / name).read_text().startswith("<svg ")
    assert "tengen territory docs/images/territory.sgf" in page
    assert (docs / "images" / "territory.sgf").exists()
