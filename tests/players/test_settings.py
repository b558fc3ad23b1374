"""Settings are declared once, read from text and written back."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from tengen import GoError
from tengen.players.settings import setting, settings_of, with_preset


@dataclass
class Toy:
    """A player with a setting of every kind."""

    PRESETS: ClassVar = {"quick": {"moves": 1, "share": 0.25}, "slow": {"moves": 99}}

    moves: int | None = setting(8, "moves", low=1, high=99)
    share: float = setting(0.5, "share", low=0, high=1)
    bonus: float = setting(0.0, "bonus")
    ponder: bool = setting(False, "ponder")
    style: str = setting("calm", "style", choices=["calm", "wild"])
    label: str | None = setting(None, "label")
    command: tuple[str, ...] = setting(("x",), "command")
    preset: str = setting("plain", "preset", choices=["plain", *PRESETS])
    no_setting: int = 3


SETTINGS = settings_of(Toy)


def test_only_fields_declared_as_settings_are_settings_in_their_order():
    assert list(SETTINGS) == ["moves", "share", "bonus", "ponder", "style", "label", "command", "preset"]
    assert [SETTINGS["moves"].default, SETTINGS["label"].default] == [8, None]
    assert SETTINGS["share"].help == "share"
    assert Toy() == Toy(moves=8, share=0.5)


@pytest.mark.parametrize(
    "name, text, value",
    [
        ("moves", "1", 1),
        ("moves", "99", 99),
        ("moves", "none", None),
        ("share", "0", 0.0),
        ("share", "0.1", 0.1),
        ("share", "1e-05", 1e-05),
        ("bonus", "-1e+16", -1e16),
        ("ponder", "yes", True),
        ("ponder", "no", False),
        ("style", "wild", "wild"),
        ("label", "none", None),
        ("label", "a = b:c", "a = b:c"),
        ("command", "gnugo --mode gtp", ("gnugo", "--mode", "gtp")),
        ("command", "'my engine' ''", ("my engine", "")),
    ],
)
def test_values_are_read_and_written_back(name, text, value):
    assert SETTINGS[name].parse(text) == value
    assert type(SETTINGS[name].parse(text)) is type(value)
    assert SETTINGS[name].format(value) == text


@pytest.mark.parametrize(
    "name, text, message",
    [
        ("moves", "0", "moves cannot be 0: use a whole number from 1 to 99, or none"),
        ("moves", "100", "moves cannot be 100: use a whole number from 1 to 99, or none"),
        ("moves", "1.5", "moves cannot be '1.5': use a whole number from 1 to 99, or none"),
        ("moves", "", "moves cannot be '': use a whole number from 1 to 99, or none"),
        ("moves", "٣", "moves cannot be '٣': use a whole number from 1 to 99, or none"),
        ("moves", 5000 * "9", "from 1 to 99, or none"),
        ("share", "nan", "share cannot be nan: use a number from 0 to 1"),
        ("share", "x", "share cannot be 'x': use a number from 0 to 1"),
        ("share", "none", "share cannot be 'none': use a number from 0 to 1"),
        ("bonus", "inf", "bonus cannot be inf: use a number"),
        ("bonus", "nan", "bonus cannot be nan: use a number"),
        ("ponder", "1", "ponder cannot be '1': use yes or no"),
        ("style", "wyld", "style cannot be 'wyld' (did you mean wild?): use one of calm, wild"),
        ("style", "", "style cannot be '': use one of calm, wild"),
        ("label", "", "label cannot be '': use a text without commas, or none"),
        ("command", "", "command cannot be (): use a command line"),
        ("command", "'", 'command cannot be "\'": use a command line'),
    ],
)
def test_bad_values_are_refused_with_the_good_ones_named(name, text, message):
    with pytest.raises(GoError) as caught:
        SETTINGS[name].parse(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    "name, value",
    [
        ("moves", True),
        ("moves", 2.0),
        ("moves", "2"),
        ("share", None),
        ("share", float("inf")),
        ("ponder", 1),
        ("ponder", "yes"),
        ("label", "a,b"),
        ("label", " a"),
        ("label", "none"),
        ("label", "a\nb"),
        ("label", 1),
        ("style", ("calm",)),
        ("command", "gnugo"),
        ("command", ()),
        ("command", ("a\nb",)),
    ],
)
def test_values_of_another_kind_or_without_a_text_are_not_written(name, value):
    with pytest.raises(GoError):
        SETTINGS[name].format(value)


def test_a_preset_changes_what_is_not_named():
    assert Toy(**with_preset(Toy, {"preset": "quick"})) == Toy(moves=1, share=0.25, preset="quick")
    assert Toy(**with_preset(Toy, {"preset": "quick", "moves": 5})) == Toy(5, 0.25, preset="quick")
    assert with_preset(Toy, {"share": 0.1}) == {"share": 0.1}


def test_the_default_preset_counts_too():
    @dataclass
    class Quick(Toy):
        preset: str = setting("quick", "preset", choices=Toy.PRESETS)

    assert with_preset(Quick, {}) == {"moves": 1, "share": 0.25}


def test_a_setting_of_an_odd_type_is_a_mistake_of_the_programmer():
    @dataclass
    class Odd:
        values: list[int] | None = setting(None, "values")  # noqa: RUF009

    with pytest.raises(TypeError, match="cannot be of type"):
        settings_of(Odd)
