"""Players as text: read, written back, made; and what is said about bad text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import config

from tengen import Game, GoError
from tengen.players.external import GnuGoPlayer, GtpPlayer
from tengen.players.heuristic_players import NaivePlayer, PatternPlayer, RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tengen.players.settings import LARGEST_NUMBER, settings_of, with_preset
from tengen.players.spec import PLAYERS, PlayerSpec, format_spec, make_player, parse_player, with_seed

NUMBERS = {name: one for name, one in settings_of(MctsPlayer).items() if one.kind in (int, float)}


@pytest.mark.parametrize(
    "text, player",
    [
        ("mcts", MctsPlayer()),
        (
            "mcts:policy=lgrf1,playouts=100,threads=2",
            MctsPlayer(policy="lgrf1", playouts=100, threads=2),
        ),
        (" mcts: playouts = none , seconds = 1.5 ", MctsPlayer(playouts=None, seconds=1.5)),
        ("random", RandomPlayer()),
        ("random:seed=7", RandomPlayer(7)),
        ("random:moves=all", RandomPlayer(moves="all")),
        ("naive:seed=7", NaivePlayer(7)),
        ("pattern", PatternPlayer()),
        ("gnugo", GnuGoPlayer()),
        ("gnugo:level=1", GnuGoPlayer(level=1)),
        ("gtp:gnugo --mode gtp", GtpPlayer(("gnugo", "--mode", "gtp"))),
        ("gtp: 'my engine' -x a=b,c:d", GtpPlayer(("my engine", "-x", "a=b,c:d"))),
    ],
)
def test_text_makes_a_player(text, player):
    assert make_player(text) == player
    assert make_player(format_spec(parse_player(text))) == player


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "unknown player '': choose one of mcts, random, naive, pattern, dag-rnn, td, gnugo, gtp"),
        (
            "mtcs:playouts=3",
            "unknown player 'mtcs' (did you mean mcts?): choose one of mcts, random, naive, pattern, dag-rnn",
        ),
        (
            "mcts:playuots=3",
            "player mcts: unknown setting 'playuots' (did you mean playouts?); it has preset, policy,",
        ),
        ("random:playouts=3", "player random: unknown setting 'playouts'; it has seed, moves"),
        ("mcts:playouts=0", "player mcts: playouts cannot be 0: use a whole number of 1 or more, or none"),
        ("mcts:policy=lgr4", "player mcts: policy cannot be 'lgr4' (did you mean lgr2?): use one of default"),
        *((f"mcts:{name}={400 * '9'}", f"player mcts: {name} cannot be ") for name in NUMBERS),
        (f"random:seed={2**63}", "seed cannot be so large (at most 1000000000000000000): use a whole number"),
        ("mcts:playouts", "player mcts: 'playouts' is no setting; write NAME=VALUE,NAME=VALUE"),
        ("mcts:", "player mcts: '' is no setting"),
        ("mcts:seed=1,", "player mcts: '' is no setting"),
        ("mcts:seed=1,seed=1", "player mcts: seed is set twice"),
        ("gtp", "player gtp: write a command line after the colon, as in gtp:PROGRAM"),
        ("gtp:", "player gtp: command cannot be (): use a command line"),
        ("gtp:gnugo '", 'player gtp: command cannot be "gnugo \'": use a command line'),
    ],
)
def test_bad_text_is_refused_in_one_sentence_with_the_nearest_name(text, message):
    with pytest.raises(GoError) as caught:
        parse_player(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="uncompiled, random numbers warn of what they drop")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", sorted(NUMBERS.keys() - {"threads", "memory_mb"}))
def test_the_largest_number_that_a_setting_takes_can_be_played_with(name):
    setting = NUMBERS[name]
    largest = LARGEST_NUMBER if setting.high is None else setting.high
    settings = {"playouts": 2, "prior_net": "none", "memory_mb": 16, name: largest}
    player = make_player("mcts:" + ",".join(f"{name}={value}" for name, value in settings.items()))
    player.analyse(Game(3), playouts=2)


def test_more_memory_than_the_machine_has_is_refused():
    with pytest.raises(GoError, match=r"memory_mb cannot be 100000000: this machine has \d+$"):
        make_player("mcts:memory_mb=100000000")


def test_memory_that_is_not_given_is_one_sentence(monkeypatch):
    def refuse(*arguments):
        raise MemoryError

    monkeypatch.setattr("tengen.mcts.searcher.new_tree", refuse)
    with pytest.raises(GoError, match="there is no memory for a search tree of 16 MB"):
        make_player("mcts:memory_mb=16,prior_net=none").analyse(Game(3), playouts=1)


def values_of(setting):
    """Values that a setting may have."""
    if setting.is_command_line:
        words = st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]))
        return st.lists(words, min_size=1).map(tuple)
    if setting.choices:
        values = st.sampled_from(setting.choices)
    elif setting.kind is bool:
        values = st.booleans()
    elif setting.kind is int:
        values = st.integers(setting.low, setting.high or LARGEST_NUMBER)
    elif setting.kind is str:
        values = st.text(st.characters(categories=["L", "N"]), min_size=1).filter(lambda text: text != "none")
    else:
        assert setting.kind is float
        values = st.floats(setting.low, setting.high or LARGEST_NUMBER, allow_nan=False, allow_infinity=False)
    return values | st.none() if setting.optional else values


@st.composite
def specs(draw):
    """Any player with any of its settings."""
    name = draw(st.sampled_from(sorted(PLAYERS)))
    known = settings_of(PLAYERS[name])
    named = [each for each in known.values() if each.is_command_line or draw(st.booleans())]
    return PlayerSpec(name, {each.name: draw(values_of(each)) for each in named})


@given(specs())
def test_what_is_written_is_read_back(spec):
    assert parse_player(format_spec(spec)) == spec


@given(st.text())
def test_any_text_is_a_player_or_one_error(text):
    try:
        spec = parse_player(text)
    except GoError:
        return
    assert parse_player(format_spec(spec)) == spec


def test_the_seed_goes_to_players_that_have_one_and_whose_text_names_none():
    assert make_player("random", seed=5) == RandomPlayer(5) != RandomPlayer(6)
    assert make_player("random:seed=1", seed=5) == RandomPlayer(1)
    assert make_player("gtp:x", seed=5) == GtpPlayer(("x",))
    assert make_player(with_seed(parse_player("random:seed=1"), 5)) == RandomPlayer(5)
    with pytest.raises(GoError, match="seed cannot be -1"):
        make_player("random", seed=-1)


def test_making_a_player_fills_in_its_preset(monkeypatch):
    monkeypatch.setattr(RandomPlayer, "PRESETS", {"lucky": {"seed": 7}}, raising=False)
    monkeypatch.setattr(RandomPlayer, "preset", "lucky", raising=False)
    assert make_player("random") == RandomPlayer(7)
    assert make_player("random:seed=1") == RandomPlayer(1)


@pytest.mark.parametrize("name", PLAYERS)
def test_every_player_says_what_it_is_and_every_default_and_preset_is_a_good_value(name):
    player_class = PLAYERS[name]
    assert player_class.__doc__.count("\n") == 0
    known = settings_of(player_class)
    for each in known.values():
        assert each.help
        if not each.is_command_line:
            each.check(each.default)
    for preset in getattr(player_class, "PRESETS", {}):
        for setting_name, value in with_preset(player_class, {"preset": preset}).items():
            known[setting_name].check(value)
