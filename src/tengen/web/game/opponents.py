"""Opponents for people: named levels, and what a player's text may ask of this machine.

A text comes from a page. It may name a player and its settings, but no file and no program, and nothing that
would keep the machine busy for long.

Who plays a colour in a session: a person, or a player made from its text.
"""

from collections.abc import Callable
from dataclasses import replace

from tengen.core.errors import GoError
from tengen.players.mcts_player import DEFAULT_PLAYOUTS
from tengen.players.player import Player
from tengen.players.settings import Value, did_you_mean
from tengen.players.spec import PLAYERS, PlayerSpec, format_spec, make_player, parse_player, player_settings
from tengen.td.weights import find_td_net
from tengen.web.limits import MEMORY_MB, PLAYOUTS_A_MOVE, SECONDS_A_MOVE
from tengen.web.messages.game import Level

_LIGHT = "prior_net=none,book=none,learned=0,escape=0,pattern=0,capture=0,refuse=0"  # knows only the rules

# The lowest first, by the games of docs/players.md.
LEVELS = (
    Level(
        name="first-steps",
        title="First steps",
        about="Hardly looks ahead and overlooks much: to learn how stones are captured.",
        player=f"mcts:playouts=10,{_LIGHT}",
    ),
    Level(
        name="easy",
        title="Easy",
        about="Sees some captures ahead, but has no idea of good shape: for beginners after some games.",
        player=f"mcts:playouts=60,{_LIGHT}",
    ),
    Level(
        name="medium",
        title="Medium",
        about="Plays the usual shapes and hardly reads ahead: for those who know the basics.",
        player="mcts:playouts=20,prior_net=none",
    ),
    Level(
        name="hard",
        title="Hard",
        about="Plays the usual shapes and reads a few moves ahead.",
        player="mcts:playouts=150,prior_net=none",
    ),
    Level(
        name="strong",
        title="Strong",
        about="Plays the usual shapes and reads well; answers at once on a small board.",
        player="mcts:playouts=1000",
    ),
    Level(
        name="strongest",
        title="Strongest",
        about="Thinks eight times as much on two cores, up to two seconds on a large board.",
        player="mcts:playouts=8000,threads=2",
    ),
)

_PROGRAMS = ("gnugo", "gtp")
_MOST: dict[str, dict[str, float]] = {  # by player and setting
    "mcts": {"playouts": PLAYOUTS_A_MOVE, "seconds": SECONDS_A_MOVE, "threads": 2, "memory_mb": 256},
    "dag-rnn": {"width": 20},
    "td": {"depth": 10},  # half a second
}
_BUDGET = {"playouts", "seconds"}
_SHOWN = 40


def player_of(text: str, size: int, *, allow_programs: bool = False) -> str:
    """The text of a player, from the name of a level or a text of a page; GoError says why it is refused.

    allow_programs -- whether gtp: and gnugo may be started, which are programs of this machine
    """
    spec = parse_player(_text_of(text.strip()))
    if spec.name in _PROGRAMS:
        if not allow_programs:
            raise GoError(f"this server was not given leave to start programs such as {spec.name}")
        return format_spec(spec)
    _check_numbers(spec)
    _check_names(spec)
    _check_time(spec)
    _check_size(spec, size)
    return format_spec(_with_limits(spec))


def _text_of(text: str) -> str:
    """A player's text, that of the level if it is the name of one."""
    for level in LEVELS:
        if text == level.name:
            return level.player
    name, colon, _ = text.partition(":")
    if colon and name in [level.name for level in LEVELS]:
        raise GoError(
            f"the level {name} takes no settings: write a player instead, such as mcts:playouts=500"
        )
    if name not in PLAYERS:
        known = [*(level.name for level in LEVELS), *PLAYERS]
        hint = did_you_mean(name, known)
        raise GoError(f"{name[:_SHOWN]!r} is no level and no player{hint}: choose one of {', '.join(known)}")
    return text


def _check_numbers(spec: PlayerSpec) -> None:
    for setting, most in _MOST.get(spec.name, {}).items():
        value = spec.settings.get(setting)
        if isinstance(value, int | float) and value > most:
            raise GoError(f"player {spec.name}: on the page {setting} is at most {most:g}, not {value:g}")


def _check_names(spec: PlayerSpec) -> None:
    """A page may use what is shipped, and read no file."""
    known = player_settings(spec.name)
    for name, value in spec.settings.items():
        if known[name].names_a_file(value):
            shipped = known[name].shipped
            choice = f"choose one of {', '.join(shipped)}" if shipped else "use the shipped one"
            raise GoError(f"player {spec.name}: on the page {name} cannot be a file: {choice}")


def _check_time(spec: PlayerSpec) -> None:
    """What no number limits: thinking without end, and looks of nets that multiply."""
    if spec.settings.get("ponder"):
        raise GoError(f"player {spec.name}: on the page nobody thinks in the opponent's time: use ponder=no")
    if spec.name == "dag-rnn":
        settings = spec.settings
        is_large = settings.get("net", "paper") != "paper"
        if sum([is_large, settings.get("depth") == 2, bool(settings.get("averaged"))]) > 1:
            raise GoError(
                "player dag-rnn: on the page only one of a larger net, depth=2 and averaged=yes is allowed"
            )


def _check_size(spec: PlayerSpec, size: int) -> None:
    """Self-taught nets know one size."""
    if spec.name == "td":
        net = str(spec.settings.get("net", "katatsugi"))
        known = find_td_net(net).architecture.size
        if known != size:
            raise GoError(f"the net {net} plays on {known}x{known}, not on {size}x{size}")


def _with_limits(spec: PlayerSpec) -> PlayerSpec:
    """The same player with the limits that its text leaves open."""
    if spec.name != "mcts":
        return spec
    named = {name: value for name, value in spec.settings.items() if value is not None or name not in _BUDGET}
    limits: dict[str, Value] = {"memory_mb": MEMORY_MB, "seconds": SECONDS_A_MOVE}
    if not _BUDGET & named.keys():
        limits["playouts"] = DEFAULT_PLAYOUTS
    return replace(spec, settings={**limits, **named})


# --- Who plays a colour ---------------------------------------------------------------------------


HUMAN = "human"


class Seat:
    """One side of the board; `text` is what the page said."""

    def __init__(self, text: str, make: Callable[[], Player] | None = None) -> None:
        """A person's seat, or that of a player, which is made at once: GoError if it cannot be."""
        self.text = text
        self._make = make
        self._player = make() if make else None

    @property
    def is_human(self) -> bool:
        """Whether a person moves."""
        return self._make is None

    @property
    def player(self) -> Player | None:
        """Who moves; made anew after it was dismissed, None for a person."""
        if self._player is None and self._make is not None:
            self._player = self._make()
        return self._player

    @property
    def made(self) -> Player | None:
        """Who has moved so far and may hold memory; None if nobody has."""
        return self._player

    def dismiss(self) -> None:
        """Let the player go with all that it holds; the next move is made by another one."""
        self._player = None


def take_seat(text: str, size: int, seed: int, *, allow_programs: bool) -> Seat:
    """A seat for a level, a player's text, or a person; GoError if there is no such player."""
    text = text.strip()
    if text == HUMAN:
        return Seat(HUMAN)
    spec = player_of(text, size, allow_programs=allow_programs)
    return Seat(text, lambda: make_player(spec, seed))


def seat_from_record(text: str, size: int, seed: int) -> Seat:
    """A seat as a record names it: a person unless it is a player of ours."""
    try:
        return take_seat(text, size, seed, allow_programs=False)
    except GoError:
        return Seat(HUMAN)
