"""One game: who wins, and what becomes of programs that misbehave."""

import re

import pytest

from tengen import Game, GoError
from tengen.core.notation import format_vertex
from tengen.match import game as match_game
from tengen.match.game import claimed_score, parse_claim, play_game
from tengen.match.schedule import game_job
from tengen.players.heuristic_players import RandomPlayer
from tests.match.matches import assert_all_ended, misbehaving, setting
from tests.reference.gnugo import needs_gnugo
from tests.waiting import PATIENCE


def play(number=0, **changes):
    return play_game(game_job(setting(**changes), number))


def test_a_game_is_the_players_own_and_our_board_counts_it():
    result = play(seed=7)
    game, players = Game(5, 0.5), [RandomPlayer(7), RandomPlayer(8)]
    while not game.is_over:
        game.play(players[len(game.moves) % 2].choose_move(game))
    assert result.moves == tuple(format_vertex(point, 5) for _, point in game.moves)
    assert (result.ending, result.score) == ("score", game.score())
    assert result.winner == ("B" if game.score() > 0 else "W")
    assert (result.black_name, result.black_version, result.reason) == ("random", "0.1.0", "")
    assert result.started < result.ended
    assert result.machine


def test_a_game_begins_with_its_opening():
    opening = ("A1", "B2", "C3")
    assert play(openings=(opening,)).moves[:3] == opening


@pytest.mark.parametrize("number, winner", [(0, "W"), (1, "B")])
def test_who_resigns_loses(number, winner):
    result = play(number, first=misbehaving("resigns"))
    assert (result.winner, result.ending, result.score) == (winner, "resign", None)


def test_an_even_score_is_a_draw():
    both = misbehaving("passes")
    result = play(first=both, second=both, komi=0)
    assert (result.winner, result.ending, result.score) == (None, "score", 0.0)
    assert result.moves == ("pass", "pass")
    assert (result.black_version, result.white_version) == ("1.0", "1.0")


def test_a_game_without_end_is_counted_as_it_stands():
    result = play(move_limit=3)
    assert (result.ending, len(result.moves)) == ("move limit", 3)
    assert result.winner == ("B" if result.score > 0 else "W")


FAILURES = {
    "exits": "ended without an answer to 'genmove black' .status 3.",
    "writes garbage": "wrote what is no answer: 'Hello!",
    "answers with a wrong id": "answered with a wrong id: '=99 pass'",
    "answers 100 MB": "wrote an answer of more than 1048576 bytes",
    "makes an illegal move": "answered A1 as move 3 for Black, which is illegal",
    "makes no move": "answered 'Z99' as move 1 for Black",
    "refuses": "does not follow the game: .* refused 'genmove black': not today",
}


@pytest.mark.parametrize("mode, reason", FAILURES.items())
def test_a_program_that_fails_loses_its_game_and_is_gone(mode, reason):
    result = play(first=misbehaving(mode), seconds_per_command=PATIENCE)
    assert (result.ending, result.winner, result.score) == ("forfeit", "W", None)
    assert result.reason.startswith("Black: python")
    assert re.search(reason, result.reason)
    assert_all_ended(result.stderr_tail)


@pytest.mark.parametrize("mode", ["exits", "makes no move"])
def test_a_program_that_fails_voids_its_game_if_that_is_the_rule(mode):
    result = play(1, first=misbehaving(mode), on_failure="void")
    assert (result.ending, result.winner, result.score) == ("void", None, None)
    assert result.reason.startswith("White: python")


@pytest.mark.parametrize("program", [misbehaving("exits at start"), "gtp:/nowhere/engine"])
@pytest.mark.parametrize("number", [0, 1])
def test_a_program_that_cannot_be_started_voids_the_game(number, program):
    result = play(number, first=program)
    assert (result.ending, result.winner, result.moves) == ("void", None, ())
    assert "version" in result.reason or "cannot start engine" in result.reason
    if "nowhere" not in program:
        assert_all_ended(result.stderr_tail)


@pytest.mark.parametrize(
    "player, reason",
    [
        (
            misbehaving("refuses the board"),
            "not play on 7x7: .* refused 'boardsize 7': unacceptable size",
        ),
        ("td", "the net katatsugi plays on 5x5, not on 7x7"),
    ],
)
def test_a_player_that_does_not_play_on_the_board_voids_the_game(player, reason):
    result = play(1, second=player, size=7)
    assert (result.ending, result.winner, result.moves) == ("void", None, ())
    assert re.search(reason, result.reason)


@pytest.fixture
def quick_substitute(monkeypatch):
    """A search would take long uncompiled."""
    monkeypatch.setattr(match_game, "SUBSTITUTE", "random")


@pytest.mark.parametrize("number", [0, 1])
def test_a_program_that_ends_now_and_then_plays_its_game_to_the_end(number):
    """Each of its processes ends at its third move."""
    result = play(number, first=misbehaving("exits later"), second=misbehaving("passes"), move_limit=20)
    assert (result.ending, result.reason, result.moves) == ("score", "", ("pass", "pass"))
    result = play(number, first=misbehaving("exits later"), move_limit=20)
    assert (result.ending, result.reason, result.was_played_on) in [
        ("score", "", False),
        ("move limit", "", False),
    ]
    assert len(result.moves) > 6


@pytest.mark.parametrize("number", [0, 1])
def test_where_a_program_dies_again_another_player_moves_for_it(number, quick_substitute):
    colour = ("Black", "White")[number]
    result = play(number, first=misbehaving("dies at a position"), move_limit=30)
    assert result.ending in ("score", "move limit")
    assert result.score is not None
    died = rf"python\S* ended without an answer to 'genmove {colour.lower()}' \(status -11\); .*"
    where = rf"{colour}, twice at move {5 + number}"
    assert re.fullmatch(rf"{where}: {died}; random made its moves from there on", result.reason)
    assert result.was_played_on
    assert set(result.moves[number:4:2]) == {"pass"}
    assert set(result.moves[4 + number :: 2]) != {"pass"}
    assert_all_ended(result.stderr_tail)


def test_who_plays_on_may_resign(monkeypatch):
    class Loser:
        def choose_move(self, game):
            return 0

        def wants_to_resign(self):
            return True

    real = match_game.make_player
    monkeypatch.setattr(
        match_game,
        "make_player",
        lambda text, seed: Loser() if text == match_game.SUBSTITUTE else real(text, seed),
    )
    result = play(first=misbehaving("dies at a position"), move_limit=30)
    assert (result.ending, result.winner, result.was_played_on) == ("resign", "W", True)


@pytest.mark.parametrize("mode", ["hangs", "hangs with a child", "leaves the answer open"])
@pytest.mark.parametrize("on_failure", ["forfeit", "void"])
def test_a_program_that_is_late_twice_voids_its_game_and_is_gone(mode, on_failure):
    result = play(first=misbehaving(mode), seconds_per_command=2.0, on_failure=on_failure)
    assert (result.ending, result.winner, result.score) == ("void", None, None)
    assert re.match("Black: python.* did not answer in time to 'genmove black'", result.reason)
    assert_all_ended(result.stderr_tail)


def test_a_game_that_was_late_is_played_once_more_from_its_beginning(tmp_path):
    result = play(first=misbehaving("hangs the first time", tmp_path / "was here"), seconds_per_command=2.0)
    assert (result.ending, result.reason) == ("score", "")


@pytest.mark.parametrize("number", [0, 1])
def test_time_that_is_used_up_in_many_moves_voids_the_game(number):
    result = play(number, first=misbehaving("thinks long"), seconds_per_game=1.75)
    assert (result.ending, result.winner) == ("void", None)
    assert "in time" in result.reason or "used more than 1.75 s" in result.reason
    slow = result.white_seconds if number else result.black_seconds
    assert slow > 1.5


def test_a_program_that_hangs_has_the_rest_of_its_time_in_the_game_at_most():
    result = play(first=misbehaving("hangs"), seconds_per_game=1.5, seconds_per_command=PATIENCE)
    assert (result.ending, result.winner) == ("void", None)
    assert result.black_seconds < PATIENCE


def test_an_own_player_that_uses_up_its_time_voids_the_game_too():
    result = play(seconds_per_game=1e-9)
    assert (result.ending, result.winner) == ("void", None)
    assert result.reason == "Black: random used more than 1e-09 s in the game"


def test_a_job_that_is_wrong_is_an_error_and_no_result():
    with pytest.raises(GoError, match="may not play A1: the point is taken"):
        play(openings=(("A1", "A1"),))


@needs_gnugo
def test_the_referee_agrees_about_games_played_to_the_end():
    for number in range(3):
        result = play(number, referee="gnugo")
        assert result.claim == f"{result.winner}+{abs(result.score):g}"


@needs_gnugo
def test_the_referee_takes_dead_stones_off_where_we_do_not():
    game = Game(5, komi=0.5)
    for vertex in ("C3", "A1", "C2", "pass", "C4", "pass", "C5", "pass", "C1", "pass", "B3", "pass", "pass"):
        game.play(vertex)
    assert game.score() < 24.5
    assert claimed_score(game, 60) == "B+24.5"


def test_a_referee_that_fails_leaves_our_score_and_a_reason(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("tengen.players.external._GAMES_FOLDERS", "/nowhere")
    result = play(referee="gnugo")
    assert (result.ending, result.claim) == ("score", None)
    assert result.reason == "no claim of the referee: GNU Go is not installed: apt-get install gnugo"


@pytest.mark.parametrize("answer, claim", [("W+2.0", "W+2"), ("B+3.5", "B+3.5"), ("0", "0"), (" 0\n", "0")])
def test_claims_are_written_as_our_results_are(answer, claim):
    assert parse_claim(answer) == claim


@pytest.mark.parametrize("answer", ["", "B", "B+", "B+x", "X+3", "+3", "0+1"])
def test_a_claim_that_is_none_is_an_error(answer):
    with pytest.raises(GoError, match="the referee's score is none"):
        parse_claim(answer)
