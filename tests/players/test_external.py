"""Other programs as players: kept in step, checked, and ended."""

import gc
import json
import os
import signal
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import config

from tengen import BLACK, WHITE, Game, GoError
from tengen.core.notation import parse_vertex
from tengen.core.points_jit import PASS
from tengen.players.controller import DiedError, NoAnswerError, StartError
from tengen.players.external import ExternalPlayer, GnuGoPlayer, GtpPlayer, sync_commands, synced
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.player import Resigns
from tests.players.programs import is_running
from tests.reference.gnugo import needs_gnugo
from tests.waiting import PATIENCE

# Writes every command into a file; answers those of a table, one text after the other; "?" in front
# makes a refusal, "!" ends the program, "~" keeps it from answering.
PROGRAM = """
import json, sys, time
answers = json.loads(sys.argv[2])
for line in sys.stdin:
    number, _, command = line.strip().partition(" ")
    print(command, file=open(sys.argv[1], "a"))
    texts = answers.get(command.split()[0], [])
    text = texts.pop(0) if texts else ""
    if text == "~":
        time.sleep(60)
    if text == "!":
        sys.exit(1)
    sign = "?" if text.startswith("?") else "="
    print(f"{sign}{number} {text.lstrip('?')}\\n", flush=True)
    if command == "quit":
        sys.exit()
"""


@pytest.fixture
def program(tmp_path):
    """A maker of players with scripted answers to commands; what was sent is in `player.sent()`."""
    players = []

    def make(**answers):
        log = tmp_path / "commands"
        command = (sys.executable, "-S", "-E", "-c", PROGRAM, str(log), json.dumps(answers))
        player = GtpPlayer(command)

        def sent():
            text = log.read_text()
            log.write_text("")
            return text.splitlines()

        player.sent = sent
        players.append(player)
        return player

    yield make
    for player in players:
        player.close()


def process_of(player):
    return player._controller.process_id


def test_only_new_moves_are_told_while_the_game_goes_on(program):
    player = program(genmove=["D4", "pass"])
    game = Game(9, komi=5.5)
    game.play("C3")
    game.play(player.choose_move(game))
    assert player.sent() == ["boardsize 9", "clear_board", "komi 5.5", "play black C3", "genmove white"]
    assert game.last_move == parse_vertex("D4", 9)
    game.play("E5")
    assert player.choose_move(game) == PASS
    assert player.sent() == ["play black E5", "genmove white"]


EMPTY_BUT_ONE = "X........\n" + 8 * ".........\n"


def undo(game):
    game.undo()
    game.undo()
    return game


def other_komi(game):
    game.komi = 0.5
    return game


def other_beginning(game):
    other = Game.from_diagram(EMPTY_BUT_ONE)
    for colour, point in game.moves:
        other.play(point, colour)
    return other


@pytest.mark.parametrize(
    "change, told",
    [
        (undo, ["komi 7.5", "genmove black"]),
        (other_komi, ["komi 0.5", "play black D4", "play white C3", "genmove black"]),
        (
            other_beginning,
            ["komi 7.5", "play black A9", "play black D4", "play white C3", "genmove black"],
        ),
        (lambda game: Game(9), ["komi 7.5", "genmove black"]),
        (lambda game: Game(9, rules="chinese"), ["komi 7.5", "genmove black"]),
    ],
)
def test_anything_else_is_told_from_the_beginning(program, change, told):
    player = program(genmove=["D4", "E5"])
    game = Game(9)
    game.play(player.choose_move(game))
    game.play("C3")
    player.sent()
    player.choose_move(change(game))
    assert player.sent() == ["boardsize 9", "clear_board", *told]


def test_a_move_that_was_not_played_is_taken_back(program):
    player = program(genmove=["D4", "E5"])
    game = Game(9)
    player.choose_move(game)
    game.play("C3")
    player.sent()
    player.choose_move(game)
    assert player.sent()[2:] == ["komi 7.5", "play black C3", "genmove white"]


HANDICAP = "..X\n...\nX.."


@pytest.mark.parametrize(
    "drawing, to_play, known, told",
    [
        (HANDICAP, WHITE, "set_free_handicap\nplay", ["set_free_handicap C3 A1"]),
        (HANDICAP, WHITE, "play", ["play black C3", "play black A1"]),
        (HANDICAP, BLACK, "set_free_handicap", ["play black C3", "play black A1"]),
        ("..X\n...\n...", WHITE, "set_free_handicap", ["play black C3"]),
        ("O.X\n...\nX.O", WHITE, "set_free_handicap", [f"play black {v}" for v in ("C3", "A1")]
            + [f"play white {v}" for v in ("A3", "C1")]),
    ],
)  # fmt: skip
def test_first_stones_are_a_handicap_or_plays(program, drawing, to_play, known, told):
    player = program(genmove=["B2"], list_commands=[known])
    player.choose_move(Game.from_diagram(drawing, to_play))
    sent = [command for command in player.sent() if command != "list_commands"]
    assert sent[3:-1] == told


def test_a_resignation_is_told_by_the_player(program):
    player = program(genmove=["D4", "Resign", "C3"])
    assert isinstance(player, Resigns)
    assert not player.wants_to_resign()
    game = Game(9)
    game.play(player.choose_move(game))
    assert not player.wants_to_resign()
    game.play("E5")
    assert player.choose_move(game) == PASS
    assert player.wants_to_resign()
    player.choose_move(game)
    assert not player.wants_to_resign()


@pytest.mark.parametrize(
    "answer, message",
    [
        ("D4", "answered D4 as move 2 for White, which is illegal"),
        ("Z99", "answered 'Z99' as move 2 for White: 'Z99' is not a point from A1 to J9"),
        ("", "answered '' as move 2 for White"),
        ("E5 with pleasure", "answered 'E5 with pleasure'"),
    ],
)
def test_a_move_that_is_none_is_an_error_that_names_program_and_move(program, answer, message):
    player = program(genmove=["D4", answer, "E5"])
    game = Game(9)
    game.play(player.choose_move(game))
    with pytest.raises(GoError) as caught:
        player.choose_move(game)
    assert f"{player.name} {message}" in str(caught.value)
    player.sent()
    assert player.choose_move(game) == parse_vertex("E5", 9)
    assert player.sent()[:2] == ["boardsize 9", "clear_board"]


def test_a_program_that_refuses_the_game_is_named_with_the_command(program):
    player = program(boardsize=["?unacceptable size", ""], genmove=["C3"])
    with pytest.raises(
        GoError, match=r"python\S* does not follow the game: .* 'boardsize 5': unacceptable size"
    ):
        player.choose_move(Game(5))
    assert player.choose_move(Game(5)) == parse_vertex("C3", 5)


def test_a_program_that_dies_is_started_again_once_and_told_the_whole_game(program):
    player, game = program(genmove=["C3", "!"]), Game(5)
    game.play(player.choose_move(game))
    game.play("D3")
    player.sent()
    with pytest.raises(GoError, match="answered C3 as move 3 for Black, which is illegal"):
        player.choose_move(game)  # the first answer of the new process
    told = ["boardsize 5", "clear_board", "komi 7.5", "play black C3", "play white D3", "genmove black"]
    assert player.sent() == ["play white D3", "genmove black", *told]


def test_a_program_that_dies_again_is_an_error_and_started_for_the_next_move(program):
    player = program(genmove=["!"])
    for _ in range(2):
        with pytest.raises(DiedError, match="genmove black"):
            player.choose_move(Game(5))
        assert player.sent() == 2 * ["boardsize 5", "clear_board", "komi 7.5", "genmove black"]


def test_a_program_that_hangs_is_given_up(program):
    player = program(genmove=["~"])
    player.time_limit = 0.5
    with pytest.raises(NoAnswerError):
        player.choose_move(Game(5))


def test_a_deadline_ends_the_wait_before_the_limit_of_a_command(program):
    player = program(genmove=["D4", "~"])
    player.deadline = time.monotonic() + PATIENCE
    game = Game(9)
    game.play(player.choose_move(game))
    player.deadline = time.monotonic() + 0.3
    with pytest.raises(NoAnswerError):
        player.choose_move(game)


def test_a_limit_holds_for_every_command(program):
    player = program(list_commands=["~"])
    player.time_limit = 0.5
    with pytest.raises(NoAnswerError, match="list_commands"):
        player.choose_move(Game.from_diagram(HANDICAP, WHITE))


def test_a_program_is_asked_for_its_version_before_the_game(program):
    player = program(version=["1.2 beta"], genmove=["C3"])
    assert player.version() == "1.2 beta"
    player.choose_move(Game(5))
    assert player.sent()[:2] == ["version", "boardsize 5"]
    assert program(version=["?unknown command"]).version() == ""
    with pytest.raises(DiedError, match="version"):
        program(version=["!"]).version()


def test_the_last_words_of_a_program_are_kept_after_its_end():
    dying = "import sys; print('no memory', file=sys.stderr, flush=True); sys.stdin.readline(); sys.exit(1)"
    player = GtpPlayer((sys.executable, "-S", "-E", "-c", dying))
    assert player.stderr_tail == ""
    with pytest.raises(DiedError):
        player.choose_move(Game(5))
    assert player.stderr_tail == "no memory\n"


def test_a_program_that_is_none_is_told_with_the_first_move():
    with pytest.raises(StartError, match="cannot start engine"):
        GtpPlayer(("/nowhere/engine",)).choose_move(Game(5))


def test_the_program_ends_with_the_context_and_with_the_player(program):
    with program(genmove=["C3"]) as player:
        first_move = player.choose_move(Game(5))
        first = process_of(player)
        assert is_running(first)
    assert not is_running(first)
    forgotten = GtpPlayer(player.command)
    assert forgotten.choose_move(Game(5)) == first_move
    second = process_of(forgotten)
    assert is_running(second)
    del forgotten
    gc.collect()
    assert not is_running(second)


@given(st.integers(0, 2**32), st.sampled_from([3, 4, 5]))
def test_any_position_can_be_told_by_plays(seed, size):
    """Played on our own board, the commands give the same stones, and nothing is captured on the way."""
    game, player = Game(size, rules="tromp-taylor"), RandomPlayer(seed)
    for _ in range(6 if config.DISABLE_JIT else 4 * size):
        game.play(player.choose_move(game))
    first = Game.from_diagram(game.diagram(), game.to_play)
    other = Game(size)
    for command in sync_commands(first, None, lambda name: False)[3:]:
        _, colour, vertex = command.split()
        other.play(vertex, BLACK if colour == "black" else WHITE)
    assert other.diagram().replace("(", " ").replace(")", " ") == first.diagram()
    assert other.captures(BLACK) == other.captures(WHITE) == 0


def stones_of(player):
    """The stones that the program sees."""
    return {
        colour: set(player._controller.send(f"list_stones {name}").split())
        for colour, name in ((BLACK, "black"), (WHITE, "white"))
    }


def our_stones(game):
    found = {BLACK: set(), WHITE: set()}
    for row, line in enumerate(game.diagram().splitlines()[1:-1]):
        signs = line[3:].replace("(", " ").replace(")", " ").split()
        for column, sign in enumerate(signs[: game.size]):
            if sign in "XO":
                vertex = f"{'ABCDEFGHJKLMNOPQRST'[column]}{game.size - row}"
                found[BLACK if sign == "X" else WHITE].add(vertex)
    return found


@needs_gnugo
@pytest.mark.parametrize("drawing, to_play", [(None, BLACK), (HANDICAP, WHITE), ("O.X\n...\nX.O", BLACK)])
def test_gnu_go_keeps_in_step_over_a_game_with_undo(drawing, to_play):
    game = Game.from_diagram(drawing, to_play) if drawing else Game(7)
    other = RandomPlayer(3)
    with GnuGoPlayer(level=1, seed=1) as gnugo:
        for n in range(6 if config.DISABLE_JIT else 20):
            move = gnugo.choose_move(game)
            if gnugo.wants_to_resign() or game.is_over:
                break
            game.play(move)
            assert stones_of(gnugo) == our_stones(game)
            game.play(other.choose_move(game))
            if n % 5 == 4:
                game.undo()
                game.undo()
        assert n >= 1
        process = process_of(gnugo)
    assert not is_running(process)


@needs_gnugo
def test_gnu_go_killed_again_and_again_plays_its_game():
    game, opponent = Game(5), RandomPlayer(3)
    with GnuGoPlayer(level=1) as gnugo:
        while not game.is_over and len(game.moves) < 40:
            game.play(gnugo.choose_move(game))
            os.kill(process_of(gnugo), signal.SIGSEGV)
            if not game.is_over:
                game.play(opponent.choose_move(game))
    assert game.score() > 0


@needs_gnugo
def test_gnu_go_is_told_level_and_seed():
    command = GnuGoPlayer(level=3, seed=2**31 + 5).command_line()
    assert " ".join(command[1:]) == (
        "--mode gtp --chinese-rules --capture-all-dead --positional-superko --level 3 --seed 5"
    )
    assert GnuGoPlayer(level=3).name == "gnugo level 3"


def test_without_gnu_go_one_is_told_how_to_get_it(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("tengen.players.external._GAMES_FOLDERS", "/nowhere")
    with pytest.raises(GoError, match="GNU Go is not installed: apt-get install gnugo"):
        GnuGoPlayer().choose_move(Game(5))


def test_our_own_engine_is_a_program_like_any_other():
    game = Game.from_diagram("O.X\n...\nX.O", WHITE)
    with GtpPlayer((sys.executable, "-m", "tengen", "gtp", "random")) as player:
        for _ in range(2):
            game.play(player.choose_move(game))
        assert stones_of(player) == our_stones(game)
        assert player._told == synced(game)
        assert isinstance(player, ExternalPlayer)
