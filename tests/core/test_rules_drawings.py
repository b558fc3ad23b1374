"""The rules of Go in drawings: captures, ko, suicide and superko, as a player knows them."""

import pytest

from tengen import BLACK, WHITE, Game, GoError, IllegalMoveError, Rules

SUICIDE = Rules("with suicide", ko="simple", suicide=True)


def rows(game):
    """The stones of the diagram without coordinates."""
    lines = game.diagram().replace("(", " ").replace(")", " ").splitlines()[1:-1]
    return [" ".join(line.split()[1:-1]) for line in lines]


def test_a_stone_without_liberties_is_captured():
    game = Game.from_diagram(
        """
        . X .
        X O .
        . X .""",
        to_play=BLACK,
    )
    game.play("C2")
    assert rows(game) == [". X .", "X . X", ". X ."]
    assert game.captures(BLACK) == 1
    assert game.captures(WHITE) == 0


def test_one_move_can_capture_three_chains():
    game = Game.from_diagram(
        """
        . X O . O X .
        . . X O X . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . ."""
    )
    game.play("D7")
    assert rows(game)[:3] == [". X . X . X .", ". . X . X . .", ". . . X . . ."]
    assert game.captures(BLACK) == 3


def test_capturing_one_stone_with_a_lone_stone_makes_a_ko():
    game = Game.from_diagram(
        """
        . X O .
        X O . O
        . X O .
        . . . ."""
    )
    game.play("C3")
    assert not game.is_legal("B3")
    with pytest.raises(IllegalMoveError, match=r"White may not play B3: the ko may not be retaken at once"):
        game.play("B3")
    game.play("A1")
    game.play("D1")
    assert game.is_legal("B3")


def test_a_pass_lifts_the_ko_by_simple_ko():
    game = Game.from_diagram(
        """
        . X O .
        X O . O
        . X O .
        . . . .""",
        rules="chinese",
    )
    for move in ("C3", "pass", "pass"):
        game.play(move)
    assert game.is_legal("B3")


def test_the_one_who_took_the_ko_may_fill_it():
    game = Game.from_diagram(
        """
        . X O .
        X O . O
        . X O .
        . . . ."""
    )
    game.play("C3")
    assert game.is_legal("B3", BLACK)
    assert not game.is_legal("B3", WHITE)


def test_taking_two_stones_makes_no_ko():
    game = Game.from_diagram(
        """
        X O O .
        . X X .
        . . . .
        . . . ."""
    )
    game.play("D4")
    assert game.captures(BLACK) == 2
    assert game.is_legal("C4")


def test_a_snapback_may_be_taken_at_once():
    game = Game.from_diagram(
        """
        . X O X .
        . X O X .
        . O . O .
        . O O O .
        . . . . .""",
    )
    game.play("C3")
    assert game.captures(BLACK) == 2
    assert game.is_legal("C4", WHITE)


def test_suicide_is_refused_without_a_change():
    game = Game.from_diagram(
        """
        . O .
        O . .
        . . ."""
    )
    before = game.board.tobytes()
    with pytest.raises(IllegalMoveError, match="Black may not play A3: it would be suicide"):
        game.play("A3")
    assert game.board.tobytes() == before
    assert game.moves == []


def test_suicide_of_two_stones_takes_both_off_where_it_is_allowed():
    diagram = """
        X . O
        O O O
        . . ."""
    assert not Game.from_diagram(diagram).is_legal("B3")
    game = Game.from_diagram(diagram, rules=SUICIDE)
    game.play("B3")
    assert rows(game) == [". . O", "O O O", ". . ."]
    assert game.captures(WHITE) == 2


def test_suicide_of_a_lone_stone_repeats_the_position_and_falls_to_positional_superko():
    diagram = """
        . O .
        O . .
        . . ."""
    assert Game.from_diagram(diagram, rules=SUICIDE).is_legal("A3")
    assert not Game.from_diagram(diagram, rules="tromp-taylor").is_legal("A3")
    assert Game.from_diagram(diagram, rules=Rules("ssk", "situational", True)).is_legal("A3")


KO_RULES = [Rules(ko, ko, False) for ko in ("simple", "positional", "situational")]


@pytest.mark.parametrize("rules", KO_RULES, ids=lambda rules: rules.name)
def test_a_triple_ko_goes_round_only_under_simple_ko(rules):
    game = Game.from_diagram(
        """
        . X O . . X O . .
        X O . O X . X O .
        . X O . . X O . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        X O . O . . . . .
        . X O . . . . . .
        . . . . . . . . .""",
        rules=rules,
    )
    for move in ("C8", "F8", "C3", "B8", "G8"):
        game.play(move)
    assert game.is_legal("B3") == (rules.ko == "simple")
    if rules.ko != "simple":
        with pytest.raises(IllegalMoveError, match=f"repeats an earlier position .{rules.ko} superko"):
            game.play("B3")


@pytest.mark.parametrize("rules", KO_RULES, ids=lambda rules: rules.name)
def test_sending_two_returning_one_repeats_the_position_with_the_other_player_to_move(rules):
    game = Game.from_diagram(
        """
        . O . O
        X X O O
        . . . .
        . . . .""",
        to_play=WHITE,
        rules=rules,
    )
    game.play("A4")
    game.play("C4")
    assert game.captures(BLACK) == 2
    assert game.is_legal("B4") == (rules.ko != "positional")


def test_a_taken_point_is_refused():
    game = Game(9)
    game.play("E5")
    with pytest.raises(IllegalMoveError, match="White may not play E5: the point is taken"):
        game.play("e5")


@pytest.mark.parametrize("name", ["japanese", "aga", "", "chinese kgs", "JAPANESE"])
def test_other_rules_are_refused_by_name(name):
    with pytest.raises(GoError, match="Tengen plays tromp-taylor, chinese, chinese-kgs"):
        Game(rules=name)


def test_rules_are_a_value():
    assert Rules("a", "simple", True) == Rules("a", "simple", True)
    assert Game(rules="Tromp-Taylor").rules == Rules("tromp-taylor", "positional", True, dead_stay=True)
    with pytest.raises(GoError, match="unknown ko rule 'none'"):
        Rules("odd", "none", False)
