"""`tengen tournament` as a user types it, without the start of Python."""

import pytest
from typer.testing import CliRunner

from tengen import GoError
from tengen.cli import match
from tengen.cli.app import app
from tests.match.matches import misbehaving

OPTIONS = ["--size", "3", "--random-opening", "1", "--games", "2"]
RANDOM = ["random", "random:seed=1", "random:seed=2", *OPTIONS]


@pytest.fixture(autouse=True)
def without_compilation(monkeypatch):
    """These players are compiled with their first game; a search would take long uncompiled."""
    monkeypatch.setattr(match, "compile_players", lambda: None)


def run(*arguments):
    return CliRunner().invoke(app, ["tournament", *map(str, arguments)], catch_exceptions=False)


def test_a_tournament_is_played_kept_exported_and_shown_again(tmp_path):
    kept = ["--store", tmp_path / "kept"]
    first = run(*RANDOM, *kept, "--sgf", tmp_path / "sgf")
    assert first.exit_code == 0
    assert "Ends of 6 games" in first.stdout
    assert "Elo" in first.stdout
    assert len(list((tmp_path / "sgf").glob("*/game-0000[01].sgf"))) == 6
    assert len(list((tmp_path / "kept").glob("*.db"))) == 3
    assert run(*RANDOM, *kept).stdout == first.stdout


def test_in_a_gauntlet_only_the_first_meets_all_others(tmp_path):
    shown = run(*RANDOM, "--gauntlet", "--store", tmp_path).stdout
    assert "Ends of 4 games" in shown
    assert sorted(path.name[:20] for path in tmp_path.glob("*.db")) == [
        "random-random-seed-1",
        "random-random-seed-2",
    ]


def test_a_program_that_starts_no_more_stops_its_pairings_only(tmp_path):
    once = misbehaving("starts once", tmp_path / "was here")
    done = run(once, *RANDOM[:2], *OPTIONS, "--store", tmp_path / "kept")
    assert done.exit_code == 1
    assert "Void games: 4; the same command" in done.stdout
    assert "Not complete: A against B: 2 void games in a row; the last: python" in done.stdout
    assert "Not complete: B against C" not in done.stdout
    assert "2-0" in done.stdout or "1-1" in done.stdout or "0-2" in done.stdout


def test_a_player_that_cannot_play_is_told_before_anything_is_written(tmp_path):
    store = tmp_path / "kept"
    with pytest.raises(GoError, match="player td: the net katatsugi plays on 5x5, not on 3x3"):
        run(*RANDOM[:2], "td", *OPTIONS, "--store", store)
    with pytest.raises(GoError, match="player gtp:/nowhere/x: cannot start x: "):
        run(*RANDOM[:2], "gtp:/nowhere/x", *OPTIONS, "--store", store)
    assert list(tmp_path.iterdir()) == []


def test_pairings_that_have_begun_are_shown_without_their_programs(tmp_path):
    once = misbehaving("starts thrice", tmp_path / "was here")
    shown = run(once, "random", *OPTIONS, "--store", tmp_path / "kept").stdout
    assert "Ends of 2 games: score 2" in shown
    assert run(once, "random", *OPTIONS, "--store", tmp_path / "kept").stdout == shown


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["random", " random"], "a tournament names each player once, but random twice"),
        (["random"], "a tournament needs at least two players"),
        (["random", "random:seed=1", "--games", "3"], "games come in pairs: 3 is odd, use 4"),
        (
            ["random", "random:seed=1", "--workers", "2", "--slurm", "x.toml"],
            "games are played in one place, so choose one of --workers and --slurm",
        ),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_made(tmp_path, arguments, message):
    with pytest.raises(GoError, match=f"^{message}$"):
        run(*arguments, "--store", tmp_path / "kept")
    assert not (tmp_path / "kept").exists()
