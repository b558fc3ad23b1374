"""Every command: what it answers, and that wrong arguments change nothing."""

import pytest

from tengen import BLACK, WHITE, Game
from tengen.gtp.engine import Engine
from tengen.players.clock import Clock, TimeLeft, TimeSettings
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tests.gtp.sessions import ask, converse, fingerprint, new_engine

# Command -> arguments that it must refuse on a 5x5 board with two moves.
WRONG_ARGUMENTS = {
    "protocol_version": ["x"],
    "name": ["x"],
    "version": ["x"],
    "list_commands": ["x"],
    "known_command": ["", "a b"],
    "quit": ["now"],
    "gomill-describe_engine": ["x"],
    "boardsize": ["", "1", "20", "0", "-5", "5.0", "x", "9 8", "9 9 9", "99999999999999999999", "٩"],
    "rectangular_boardsize": ["", "9", "9 13", "1 1", "25 25", "x y"],
    "clear_board": ["now"],
    "komi": ["", "nan", "inf", "-inf", "x", "1e5", "1_0", "6.5 7", "1001", "0x10", "٦"],
    "get_komi": ["x"],
    "play": [
        "", "b", "b C3", "w C3", "b Z9", "b F1", "b A6", "b A0", "b I1", "b D", "b 4D", "green A1", "b A1 A2",
        "b resign", "b D4x", "D4 b", "b C", "b \xff", "b A-1",
    ],
    "genmove": ["", "x", "b w", "black 1"],
    "reg_genmove": ["", "x", "b w"],
    "kgs-genmove_cleanup": ["", "x", "b w"],
    "undo": ["1", "x"],
    "gg-undo": ["3", "-1", "x", "1 1", "99999"],
    "gogui-play_sequence": ["b", "b A1 w", "b A1 w A1", "b A1 w B2 b C3", "b A1 x A2", "b A1 w Z1"],
    "gogui-setup": ["b", "b A1 w", "x A1", "b pass", "b Z1", "w A2 w B1 b A1"],
    "gogui-setup_player": ["", "x", "b w"],
    "set_random_seed": ["", "x", "-1", "1.5", "1 2"],
    "get_random_seed": ["x"],
    "clear_cache": ["x"],
    "gomill-explain_last_move": ["x"],
    "fixed_handicap": ["", "x", "2", "1", "0", "-2", "10", "2 2"],
    "place_free_handicap": ["", "x", "2", "1", "25", "2 2"],
    "set_free_handicap": ["", "A1", "A1 A2", "A1 A1", "A1 pass", "A1 Z9"],
    "time_settings": ["", "1 2", "x 1 1", "-1 0 0", "1 1 1 1", "nan 0 0", "1 1 x", "1 1 1.5"],
    "time_left": ["", "b", "b 1", "x 1 1", "b -1 0", "b 1 x", "b inf 0", "b 1 1 1"],
    "kgs-time_settings": ["", "x", "none 1", "absolute", "canadian 1 1", "byoyomi 1 1 x", "fischer 1 1"],
    "kata-time_settings": ["", "x", "none 1", "fischer 1", "fischer-capped 1 1 1", "absolute -1"],
    "kata-list_time_settings": ["x"],
    "final_score": ["x"],
    "final_status_list": ["", "x", "dead alive", "dame"],
    "tengen-final_doubt": ["x"],
    "loadsgf": ["", "/nowhere/x.sgf", "/dev/zero", "/", "pyproject.toml", "x.sgf 1 2", "x.sgf y", "x 0"],
    "printsgf": ["/nowhere/x.sgf", "/", "a b"],
    "kata-get-rules": ["x"],
    "kata-set-rules": [
        "", "japanese", "aga", "{", "{}}", '{"ko":"SITUATIONAL"}', '{"scoring":"TERRITORY"}', '{"tax":"ALL"}',
        '{"x":1}', '{"hasButton":true}', '{"whiteHandicapBonus":"N"}', '{"ko":[1]}', '{"suicide":{}}',
    ],
    "kgs-rules": ["", "japanese", "aga", "new_zealand", "x", "chinese x"],
    "showboard": ["x"],
    "captures": ["", "x", "b w"],
    "list_stones": ["", "x", "b w"],
    "all_legal": ["", "x", "b w"],
    "is_legal": ["", "b", "x A1", "b Z9", "b A1 A2"],
    "cputime": ["x"],
    "gomill-cpu_time": ["x"],
    "lz-analyze": ["", "x", "b 1 x"],
    "kata-analyze": ["", "x"],
    "lz-genmove_analyze": ["", "x"],
    "kata-genmove_analyze": ["", "x"],
    "cgos-genmove_analyze": ["", "x", "b", "b 1"],
    "stop": ["x"],
    "kata-list-params": ["x"],
    "kata-get-param": ["", "x", "a b"],
    "kata-set-param": ["", "x", "x 1", "x 1 2"],
    "gogui-interrupt": ["x"],
    "tengen-param": ["x", "x 1", "live_graphics 2", "live_graphics 1 1", "live_graphics"],
    "tengen-best_moves": ["", "x"],
    "tengen-win_rates": ["", "x"],
    "tengen-principal_variation": ["", "x"],
    "tengen-ownership": ["", "x"],
    "tengen-book_moves": ["x"],
    "tengen-territory": ["huge", "paper small"],
    "gogui-title": ["x"],
    "gogui-analyze_commands": ["x"],
    "kgs-game_over": [],
    "cgos-opponent_name": [],
    "cgos-opponent_rating": [],
    "cgos-gameover": [],
}  # fmt: skip


def test_the_table_of_wrong_arguments_names_every_command():
    assert set(WRONG_ARGUMENTS) == set(new_engine().commands)


@pytest.mark.parametrize("command", WRONG_ARGUMENTS)
def test_wrong_arguments_are_refused_and_change_nothing(command):
    engine = new_engine()
    ask(engine, "play b C3", "play w C4", "komi 6.5")
    before = fingerprint(engine)
    for arguments in WRONG_ARGUMENTS[command]:
        answer = ask(engine, f"5 {command} {arguments}")
        assert answer.startswith("?5 "), (arguments, answer)
        assert "internal" not in answer, (arguments, answer)
        assert fingerprint(engine) == before, arguments


# Lines, then what the last of them answers.
DIALOGUES = [
    (["protocol_version"], "= 2"),
    (["name"], "= Tengen"),
    (["known_command play"], "= true"),
    (["known_command analyze"], "= false"),
    (["boardsize 7", "list_stones b"], "="),
    (["boardsize 7 7", "is_legal b G7"], "= 1"),
    (["rectangular_boardsize 7 7", "is_legal b G7"], "= 1"),
    (["boardsize 25"], "? unacceptable size"),
    (["boardsize 9 13"], "? unacceptable size"),
    (["komi -3.5", "get_komi"], "= -3.5"),
    (["komi 6", "boardsize 9", "clear_board", "get_komi"], "= 6"),
    (["play BLACK c3", "list_stones black"], "= C3"),
    (["play b C3", "play b C4", "play w pass", "list_stones b"], "= C4 C3"),
    (["play b C3", "play w c3"], "? illegal move: White may not play C3: the point is taken"),
    (["play b A2", "play b B1", "play w A1"], "? illegal move: White may not play A1: it would be suicide"),
    (["play w A1", "play b A2", "play b B1", "captures b"], "= 1"),
    (["undo"], "? cannot undo"),
    (["play b C3", "undo", "list_stones b"], "="),
    (["play b C3", "play w C4", "gg-undo 2", "list_stones w"], "="),
    (["play b C3", "gg-undo", "list_stones b"], "="),
    (["fixed_handicap 2"], "? invalid number of stones"),
    (["boardsize 9", "fixed_handicap 5"], "= C3 G7 C7 G3 E5"),
    (["boardsize 9", "fixed_handicap 2", "undo"], "? cannot undo"),
    (["boardsize 9", "play b E5", "fixed_handicap 2"], "? board not empty"),
    (["set_free_handicap A1 E5 C3", "list_stones b"], "= E5 C3 A1"),
    (["set_free_handicap A1 A1"], "? bad vertex list: a vertex is named twice"),
    (["set_free_handicap A1"], "? bad vertex list: 1 stones are not from 2 to 24"),
    (["set_free_handicap A1 pass"], "? bad vertex list: syntax error: a pass is not a point"),
    (["place_free_handicap 1"], "? invalid number of stones"),
    (["gogui-play_sequence b A1 w B2 b pass", "list_stones w"], "= B2"),
    (["gogui-setup b A1 w B2", "list_stones w"], "= B2"),
    (["gogui-setup b A1 w B2", "gogui-setup e B2 b C3", "list_stones b"], "= C3 A1"),
    (["gogui-setup b A1", "undo"], "? cannot undo"),
    (["set_random_seed 77", "get_random_seed"], "= 77"),
    (["kata-list_time_settings"], "= none absolute byoyomi canadian fischer fischer-capped"),
    (["kata-set-rules tromp-taylor", "play b A2", "play b B1", "is_legal w A1"], "= 0"),
    (["play b A2", "play w A1", "kata-set-rules tromp-taylor", "is_legal w B1"], "= 1"),
    (["kgs-rules chinese", "kata-set-rules chinese-ogs", "get_komi"], "= 7.5"),
    (["is_legal b pass"], "= 1"),
    (["gogui-title"], "= Tengen (random)"),
    (["gomill-explain_last_move"], "= the player random gives no reasons"),
    (["cgos-opponent_name some body", "cgos-gameover 2026-11-15 B+R Resign"], "="),
    (["final_status_list seki"], "="),
]


@pytest.mark.parametrize("lines, answer", DIALOGUES, ids=lambda value: value[-1] if value else "")
def test_dialogue(lines, answer):
    assert ask(new_engine(), *lines) == answer


@pytest.mark.parametrize("name", ["tromp-taylor", "chinese", "chinese-kgs"])
def test_rules_are_told_as_they_can_be_set_again(name):
    engine = new_engine()
    told = ask(engine, f"kata-set-rules {name}", "kata-get-rules")
    assert ask(engine, "kata-set-rules tromp-taylor", f"kata-set-rules {told[2:]}") == "="
    assert engine.session.game.rules.name == name


def test_rules_that_the_moves_break_are_refused():
    engine = new_engine(rules="tromp-taylor")
    ask(engine, "gogui-setup w A3 w B2 w B1 b A1")
    assert ask(engine, "play b A2") == "="  # suicide of two stones
    before = fingerprint(engine)
    assert ask(engine, "kata-set-rules chinese").startswith("? the moves so far break the rules chinese")
    assert fingerprint(engine) == before


@pytest.mark.parametrize(
    "line, settings",
    [
        ("time_settings 60 0 0", TimeSettings("absolute", main=60)),
        ("time_settings 0 5 1", TimeSettings("canadian", period=5, stones=1)),
        ("time_settings 0 1 0", TimeSettings("none")),
        ("time_settings 600 30 10", TimeSettings("canadian", main=600, period=30, stones=10)),
        ("kgs-time_settings none", TimeSettings("none")),
        ("kgs-time_settings absolute 60", TimeSettings("absolute", main=60)),
        ("kgs-time_settings byoyomi 60 30 5", TimeSettings("byoyomi", main=60, period=30, periods=5)),
        ("kata-time_settings fischer 60.5 2.5", TimeSettings("fischer", main=60.5, increment=2.5)),
        (
            "kata-time_settings fischer-capped 60 2 -1 10",
            TimeSettings("fischer-capped", main=60, increment=2, move_limit=10),
        ),
    ],
)
def test_time_settings_are_kept(line, settings):
    engine = new_engine()
    assert ask(engine, line) == "="
    assert engine.session.time == Clock(settings)


def test_time_left_is_kept_for_each_colour():
    engine = new_engine()
    ask(engine, "time_settings 60 30 5", "time_left b 12.5 0", "time_left w 30 3")
    assert engine.session.time.left == {BLACK: TimeLeft(12.5, 0), WHITE: TimeLeft(30, 3)}
    ask(engine, "clear_board")
    assert engine.session.time.left == {}
    assert engine.session.time.settings == TimeSettings("canadian", main=60, period=30, stones=5)


def test_genmove_plays_and_reg_genmove_does_not():
    engine = new_engine()
    before = engine.session.game.board.tobytes()
    ask(engine, "reg_genmove w")
    assert engine.session.game.board.tobytes() == before
    vertex = ask(engine, "genmove w")[2:]
    assert ask(engine, "list_stones w") == f"= {vertex}"


def test_genmove_moves_are_legal_after_undo_setup_handicap_and_out_of_turn():
    engine = new_engine()
    lines = ["genmove b", "genmove b", "genmove w", "undo", "genmove w", "play b pass", "play w pass"]
    lines += ["genmove b", "gogui-setup_player w", "reg_genmove b", "clear_board"]
    lines += ["set_free_handicap C3 D2", "genmove w", "boardsize 2", *60 * ["genmove b", "genmove w"]]
    for line in lines:
        assert ask(engine, line).startswith("="), line


def test_the_same_seed_gives_the_same_moves():
    moves = [ask(new_engine(), "set_random_seed 5", "genmove b", "genmove w") for _ in range(2)]
    assert moves[0] == moves[1]


def test_a_player_that_moves_illegally_is_told_and_changes_nothing():
    class Cheat:
        name = "cheat"

        def choose_move(self, game):
            return game.moves[0][1]

    engine = new_engine()
    engine.session.player = Cheat()
    ask(engine, "play b C3")
    before = fingerprint(engine)
    assert ask(engine, "genmove w").startswith("? illegal move")
    assert fingerprint(engine) == before


def test_a_player_may_explain_itself_and_forget():
    class Talker:
        name = "talker"
        forgot = False

        def choose_move(self, game):
            return 0

        def explain_last_move(self):
            return "I passed\n\nbecause"

        def clear_cache(self):
            self.forgot = True

    engine = new_engine()
    engine.session.player = Talker()
    assert ask(engine, "gomill-explain_last_move") == "= I passed\nbecause"
    assert ask(engine, "clear_cache") == "="
    assert engine.session.player.forgot
    assert ask(engine, "set_random_seed 1") == "? the player talker has no seed"
    assert ask(engine, "get_random_seed") == "? the player talker has no seed"
    assert ask(engine, "gomill-describe_engine").split("\n")[1] == "player: talker"


def test_another_seed_keeps_what_the_player_was_told():
    engine = Engine(MctsPlayer(playouts=3, memory_mb=16), Game(5))
    ask(engine, "kata-set-param playouts 7", "kata-set-param policy lgr1", "set_random_seed 12")
    settings = {name: ask(engine, f"kata-get-param {name}") for name in ("playouts", "policy", "seed")}
    assert settings == {"playouts": "= 7", "policy": "= lgr1", "seed": "= 12"}
    ask(engine, "kata-set-param seed 13")
    assert ask(engine, "get_random_seed") == "= 13"


def test_another_seed_begins_again():
    engine, other = Engine(RandomPlayer(3), Game(5)), Engine(RandomPlayer(9), Game(5))
    moves = [ask(engine, "genmove b") for _ in range(3)]
    ask(other, "genmove b", "clear_board", "set_random_seed 3")
    assert [ask(other, "genmove b") for _ in range(3)] == moves


def test_a_game_without_end_is_stopped_before_memory_is(monkeypatch):
    monkeypatch.setattr("tengen.gtp.session.MAX_MOVES", 4)
    engine = new_engine()
    assert ask(engine, "play b pass", "gogui-play_sequence b pass w pass b pass w pass").startswith("?")
    assert len(engine.session.game.moves) == 1
    assert ask(engine, *4 * ["genmove b"]) == "? the game has 4 moves already"


def test_list_commands_begins_on_the_line_of_the_sign_and_all_are_known():
    engine = new_engine()
    names = ask(engine, "list_commands")[2:].split("\n")
    assert names[0] == "protocol_version"
    assert names == list(engine.commands)
    assert all(ask(engine, f"known_command {name}") == "= true" for name in names)


def test_gogui_is_offered_only_commands_that_exist():
    engine = new_engine()
    for line in ask(engine, "gogui-analyze_commands")[2:].split("\n"):
        kind, label, command = line.split("/")
        assert kind in ("string", "plist", "gfx", "var", "dboard", "param")
        assert label
        assert command.split()[0] in engine.commands


def test_the_table_can_be_extended_and_name_and_version_chosen():
    engine = new_engine()
    engine.add({"tengen-hello": lambda arguments: "hello"})
    engine.name, engine.version = "KataGo", "1.16.0"
    assert ask(engine, "tengen-hello") == "= hello"
    assert ask(engine, "known_command tengen-hello") == "= true"
    assert ask(engine, "name") == "= KataGo"
    assert ask(engine, "version") == "= 1.16.0"
    assert "KataGo 1.16.0" in ask(engine, "gomill-describe_engine")


def test_showboard_draws_the_board_below_the_sign():
    answer = ask(new_engine(3), "play b B2", "showboard")
    assert answer == (
        "=\n   A B C\n 3 . . . 3\n 2 .(X). 2\n 1 . . . 1\n   A B C\n"
        "move 2, White to play; captures: Black 0, White 0; komi 7.5, rules chinese-kgs"
    )


def test_a_session_of_a_gui_is_answered_with_ids_in_order():
    session = b"1 boardsize 5\r\n2 clear_board\r\n3 komi 6.5\r\n4 play b C3\r\n5 undo\r\n6 quit\r\n7 name\r\n"
    assert converse(new_engine(), session) == "".join(f"={number}\n\n" for number in range(1, 7))


def test_cpu_time_is_a_number():
    assert float(ask(new_engine(), "cputime")[2:]) > 0
