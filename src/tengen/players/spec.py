"""A player as one line of text: `mcts:policy=lgrf2,playouts=8000`, `random`, `gtp:gnugo --mode gtp`.

The text is a name, and after a colon what the player is told; docs/players.md has the whole list. The
same text with the same seed makes an equal player. A new player is one line in `PLAYERS`.
"""

import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from tengen.core.errors import GoError
from tengen.players.dag_rnn_player import DagRnnPlayer
from tengen.players.external import GnuGoPlayer, GtpPlayer
from tengen.players.heuristic_players import NaivePlayer, PatternPlayer, RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tengen.players.player import Player
from tengen.players.settings import Setting, Value, did_you_mean, settings_of, with_preset
from tengen.players.td_player import TdPlayer

PLAYERS: dict[str, type[Any]] = {
    "mcts": MctsPlayer,
    "random": RandomPlayer,
    "naive": NaivePlayer,
    "pattern": PatternPlayer,
    "dag-rnn": DagRnnPlayer,
    "td": TdPlayer,
    "gnugo": GnuGoPlayer,
    "gtp": GtpPlayer,
}

DEFAULT_PLAYER = "mcts"  # for those who name none
_DRAWN_SEEDS = 1 << 31  # as many as every program takes

_SHOWN = 40


@dataclass(frozen=True)
class PlayerSpec:
    """A player's name and the settings that were named; all others keep their defaults."""

    name: str
    settings: dict[str, Value] = field(default_factory=dict)


def parse_player(text: str) -> PlayerSpec:
    """The player that a text describes; GoError names what is wrong and what would be right."""
    name, colon, rest = text.strip().partition(":")
    known = player_settings(name)
    if not colon:
        values: dict[str, Value] = {}
    elif command := _command_line(known):
        values = {command.name: _parse_value(name, command, rest.strip())}
    else:
        values = _parse_settings(name, known, rest)
    _check_complete(name, known, values)
    return PlayerSpec(name, values)


def format_spec(spec: PlayerSpec) -> str:
    """The text of a player: what `parse_player` reads back."""
    known = player_settings(spec.name)
    texts = {name: known[name].format(value) for name, value in spec.settings.items()}
    if not texts:
        return spec.name
    if command := _command_line(known):
        return f"{spec.name}:{texts[command.name]}"
    return f"{spec.name}:{','.join(f'{name}={text}' for name, text in texts.items())}"


def make_player(player: str | PlayerSpec, seed: int | None = None) -> Player:
    """The player itself; `seed` is for players that have one and whose text names none."""
    spec = parse_player(player) if isinstance(player, str) else player
    if seed is not None and "seed" not in spec.settings:
        spec = with_seed(spec, seed)
    player_class = PLAYERS[spec.name]
    made: Player = player_class(**with_preset(player_class, spec.settings))
    return made


def with_seed(spec: PlayerSpec, seed: int) -> PlayerSpec:
    """The same player with another seed; a player without a seed stays as it is."""
    known = player_settings(spec.name)
    if "seed" not in known:
        return spec
    known["seed"].check(seed)
    return replace(spec, settings={**spec.settings, "seed": seed})


def drawn_seed() -> int:
    """A seed for those who name none, so that no two games are the same."""
    return secrets.randbelow(_DRAWN_SEEDS)


def player_settings(name: str) -> dict[str, Setting]:
    """The settings of the player of a name; GoError if there is none."""
    if name not in PLAYERS:
        hint = did_you_mean(name, PLAYERS)
        raise GoError(f"unknown player {name[:_SHOWN]!r}{hint}: choose one of {', '.join(PLAYERS)}")
    return settings_of(PLAYERS[name])


def _parse_settings(player: str, known: dict[str, Setting], text: str) -> dict[str, Value]:
    """The values of `name=value,name=value`."""
    values: dict[str, Value] = {}
    for item in text.split(","):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals:
            raise GoError(f"player {player}: {item[:_SHOWN]!r} is no setting; write NAME=VALUE,NAME=VALUE")
        if name not in known:
            hint = did_you_mean(name, known)
            names = ", ".join(known) or "none"
            raise GoError(f"player {player}: unknown setting {name[:_SHOWN]!r}{hint}; it has {names}")
        if name in values:
            raise GoError(f"player {player}: {name} is set twice")
        values[name] = _parse_value(player, known[name], value)
    return values


def _parse_value(player: str, setting: Setting, text: str) -> Value:
    try:
        return setting.parse(text)
    except GoError as error:
        raise GoError(f"player {player}: {error}") from None


def _command_line(known: dict[str, Setting]) -> Setting | None:
    """The setting that takes the whole text, if the player has one."""
    return next((setting for setting in known.values() if setting.is_command_line), None)


def _check_complete(name: str, known: dict[str, Setting], values: dict[str, Value]) -> None:
    for setting in known.values():
        if setting.is_command_line and setting.name not in values:
            raise GoError(f"player {name}: write {setting.values()} after the colon, as in {name}:PROGRAM")
