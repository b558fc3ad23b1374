"""Games for other programs."""

import pytest

from tengen import GoError
from tengen.core.points_jit import BLACK, WHITE
from tengen.match.export import DAT_COLUMNS, format_dat, game_to_sgf, sgf_result, write_dat, write_sgf_files
from tengen.sgf import main_line, parse_sgf
from tests.match.matches import played, setting


@pytest.mark.parametrize(
    "winner, ending, changes, expected",
    [
        ("B", "score", {}, "B+3.5"),
        ("W", "score", {}, "W+3.5"),
        (None, "score", {}, "0"),
        ("W", "resign", {}, "W+R"),
        ("B", "forfeit", {}, "B+F"),
        (None, "void", {}, "Void"),
        ("W", "move limit", {"score": -12.0}, "W+12"),
    ],
)
def test_results_as_sgf_writes_them(winner, ending, changes, expected):
    assert sgf_result(played(0, winner, ending, **changes)) == expected


def test_a_game_as_sgf_holds_moves_players_result_and_circumstances():
    game = played(
        3, "W", "forfeit", reason="Black: it said ] and \\", moves=("A1", "pass", "E5"), claim="B+1"
    )
    (tree,) = parse_sgf(game_to_sgf(game))
    record = main_line(tree)
    assert (record.size, record.komi, record.rules, record.result) == (5, 0.5, "chinese-kgs", "W+F")
    assert (record.black_name, record.white_name) == ("black's name", "white's name")
    assert record.colours.tolist() == [BLACK, WHITE, BLACK]
    assert record.moves[1] == 0
    comment = tree.root.text("C")
    for part in ("Game 3, pair 1", "Black: it said ] and \\", "Referee: B+1", "a machine", "abc", "seed 2"):
        assert part in comment
    assert tree.root.text("DT") == "2026-01-01"


def rows_of(text):
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [dict(zip(DAT_COLUMNS, line.split("\t"), strict=True)) for line in lines]


def test_the_twogtp_table_has_its_properties_and_columns():
    match = setting("random", "random:seed=5", komi=6.5)
    text = format_dat(match, [played(0, of=match)])
    assert text.splitlines() == [
        "# Black: black's name",
        "# BlackCommand: random",
        "# BlackLabel: black's name",
        "# BlackVersion: 1",
        "# Date: 2026-01-01T00:00:00.000+00:00",
        "# Host: a machine",
        "# Komi: 6.5",
        "# Referee: -",
        "# Size: 5",
        "# White: white's name",
        "# WhiteCommand: random:seed=5",
        "# WhiteLabel: white's name",
        "# WhiteVersion: 2",
        "# Xml: 0",
        "#",
        "#GAME\tRES_B\tRES_W\tRES_R\tALT\tDUP\tLEN\tTIME_B\tTIME_W\tCPU_B\tCPU_W\tERR\tERR_MSG",
        "0\tB+3.5\tB+3.5\t?\t0\t-\t3\t1.0\t2.0\t0\t0\t0\t",
    ]


def test_the_twogtp_table_speaks_of_programs_where_colours_were_changed():
    games = [played(0, claim="B+2"), played(1, claim="B+3.5"), played(2, None), played(3, "W", "resign")]
    rows = rows_of(format_dat(setting(), games))
    assert [row["ALT"] for row in rows] == ["0", "1", "0", "1"]
    assert [row["RES_B"] for row in rows] == ["B+3.5", "W+3.5", "0", "B+R"]
    assert [row["RES_R"] for row in rows] == ["B+2", "W+3.5", "?", "B+R"]
    assert [(row["TIME_B"], row["TIME_W"]) for row in rows[:2]] == [("1.0", "2.0"), ("2.0", "1.0")]
    assert [row["DUP"] for row in rows] == ["-", "0", "0", "0"]


def test_the_properties_are_those_of_the_programs_also_if_the_first_game_is_missing():
    text = format_dat(setting(), [played(1)])
    assert "# Black: white's name\n" in text
    assert "# WhiteVersion: 1\n" in text


def test_failures_are_errors_of_the_twogtp_table():
    games = [played(0, "W", "forfeit", reason="it\tdied\n"), played(1, None, "void", reason="no")]
    rows = rows_of(format_dat(setting(), games))
    assert [(row["RES_B"], row["ERR"], row["ERR_MSG"]) for row in rows] == [
        ("W+F", "1", "it died"),
        ("?", "1", "no"),
    ]


def test_files_are_written_whole_and_folders_made(tmp_path):
    games = [played(0), played(12)]
    write_sgf_files(games, tmp_path / "a" / "b")
    names = sorted(file.name for file in (tmp_path / "a" / "b").iterdir())
    assert names == ["game-00000.sgf", "game-00012.sgf"]
    write_dat(setting(), games, tmp_path / "a" / "x.dat")
    assert (tmp_path / "a" / "x.dat").read_text() == format_dat(setting(), games)
    with pytest.raises(GoError, match=r"cannot write .*x\.dat/game-00000\.sgf"):
        write_sgf_files(games, tmp_path / "a" / "x.dat")
