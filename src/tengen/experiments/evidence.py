"""A plan of matches that was written before its games, and where the matches stand.

The plan is a TOML file: for each step the players, who all meet each other, why they meet, how many games
a pairing plays or which sequential test ends it, and the version of Tengen that plays. A pairing is a
match like any other, with a store of its own (`FOLDER/STEP/FIRST-SECOND.db`). All that is told here comes
from the stores.
"""

import re
import tomllib
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tengen.core.errors import GoError
from tengen.files import read_plain_file
from tengen.match.elo import EloEstimate, elo_from_pairs
from tengen.match.judge import PairJudge
from tengen.match.schedule import MatchSetting, check_pairs
from tengen.match.sprt import Sprt, SprtState
from tengen.match.store import PlayedGame, read_games
from tengen.match.tally import Score, Tally, tally

_LARGEST_PLAN = 1 << 20  # bytes
_SAFE_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_STEP_KEYS = {
    "id": str,
    "title": str,
    "why": str,
    "size": int,
    "games": int,
    "seed": int,
    "players": dict,
}
_OPTIONAL_KEYS = {"sprt": list, "version": str, "book": dict}


@dataclass(frozen=True)
class PlannedBook:
    """An opening book that players of a step open: built if it is not there."""

    file: str
    games: str  # the records that it is built from, with the default thresholds


@dataclass(frozen=True)
class Pairing:
    """Two players of a step, in the plan's order."""

    step: str
    first: str  # names in the plan
    second: str
    setting: MatchSetting
    n_games: int  # at most

    def store(self, folder: Path) -> Path:
        """Where its games are kept."""
        return folder / self.step / f"{self.first}-{self.second}.db"


@dataclass(frozen=True)
class Step:
    """One question of the plan."""

    id: str
    title: str
    why: str
    version: str  # the commit whose wheel plays
    pairings: tuple[Pairing, ...]
    book: PlannedBook | None


@dataclass(frozen=True)
class Standing:
    """A pairing and its games that count."""

    pairing: Pairing
    figures: Tally
    sprt: SprtState | None
    n_done: int  # games of the schedule that need not be played again
    seconds_per_game: float  # of both players together, in the mean; 0 before the first game
    commits: tuple[str, ...]  # of the versions that played
    machines: tuple[str, ...]
    last_day: str  # of the last game, "" before the first one

    @property
    def score(self) -> Score:
        """Of the first player."""
        return self.figures.total

    @property
    def elo(self) -> EloEstimate:
        """The first player above the second, by whole pairs."""
        return elo_from_pairs(self.figures.pairs)

    @property
    def is_over(self) -> bool:
        """Whether the number that was fixed has been played, or the test has decided."""
        return self.n_done >= self.pairing.n_games or self.is_decided_by_test

    @property
    def is_decided_by_test(self) -> bool:
        """Whether the sequential test has ended the pairing."""
        return self.sprt is not None and self.sprt.verdict is not None

    @property
    def n_left(self) -> int:
        """Games that may still be played, at most."""
        return 0 if self.is_over else self.pairing.n_games - self.n_done


def read_plan(path: Path) -> list[Step]:
    """The steps of a plan in their order; GoError that says what is wrong with it."""
    try:
        plan = tomllib.loads(read_plain_file(path, _LARGEST_PLAN).decode())
    except OSError as error:
        raise GoError(
            f"cannot read the plan {path}: {error.strerror or error}; give another by --plan"
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise GoError(f"the plan {path} is no TOML file: {error}") from None
    steps = plan.get("step")
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise GoError(f"the plan {path} has no steps: begin each with [[step]]")
    read = [_step(path, values, plan.get("version", "")) for values in steps]
    ids = [step.id for step in read]
    if len(set(ids)) < len(ids):
        raise GoError(f"the plan {path} names a step twice")
    return read


def standing(pairing: Pairing, folder: Path) -> Standing:
    """Where a pairing stands, from its store; games beyond the plan or after a verdict do not count."""
    valid = [
        game
        for game in read_games(pairing.store(folder), pairing.setting)
        if game.result.ending != "void" and game.job.number < pairing.n_games
    ]
    judge = PairJudge(pairing.setting.sprt)
    for game in valid:
        judge.add(game)
    if judge.verdict:
        valid = [game for game in valid if game.job.number < 2 * judge.n_pairs]
    return Standing(
        pairing,
        tally(valid),
        judge.state,
        len(valid),
        _seconds_per_game(valid),
        tuple(sorted({game.result.commit for game in valid})),
        tuple(sorted({game.result.machine for game in valid})),
        max((game.result.ended[:10] for game in valid), default=""),
    )


def describe(state: Standing) -> str:
    """What the games of a pairing say, in a sentence."""
    first, second = state.pairing.first, state.pairing.second
    if not state.is_over:
        return f"open: at most {state.n_left:,} games left" if state.n_done else "not begun"
    if state.sprt is not None:
        test = state.pairing.setting.sprt
        assert test is not None
        match state.sprt.verdict:
            case "H1":
                return f"decided: {first} is stronger than {second} (H1, {test.elo1:+g} Elo)"
            case "H0":
                return (
                    f"decided: {first} is not {test.elo1:g} Elo stronger than {second} (H0, {test.elo0:+g})"
                )
        return f"undecided: the test was open after all {state.pairing.n_games:,} games"
    elo = state.elo
    if elo.low > 0:
        return f"decided: {first} is stronger than {second}"
    if elo.high < 0:
        return f"decided: {second} is stronger than {first}"
    return f"no difference seen: it lies between {elo.low:+.0f} and {elo.high:+.0f} Elo"


def _seconds_per_game(games: list[PlayedGame]) -> float:
    seconds = sum(game.result.black_seconds + game.result.white_seconds for game in games)
    return seconds / len(games) if games else 0.0


def _step(path: Path, values: dict[str, Any], version: str) -> Step:
    """A step from its table; GoError that names the step and the key."""
    where = f"the plan {path}, step {values.get('id', '?')}"
    for key, kind in _STEP_KEYS.items():
        if not isinstance(values.get(key), kind):
            raise GoError(f"{where}: {key} is missing or no {kind.__name__}")
    for key in values.keys() - _STEP_KEYS.keys():
        if key not in _OPTIONAL_KEYS or not isinstance(values[key], _OPTIONAL_KEYS[key]):
            raise GoError(f"{where}: {key} is unknown or of the wrong kind")
    version = values.get("version", version)
    for name in (values["id"], version, *values["players"]):
        if not _SAFE_NAME.fullmatch(name):
            raise GoError(f"{where}: names are small letters, digits and -, not {name!r}")
    if len(values["players"]) < 2:
        raise GoError(f"{where}: give two players or more")
    try:
        check_pairs(values["games"])
        sprt = _sprt(*values["sprt"]) if "sprt" in values else None
        book = PlannedBook(**values["book"]) if "book" in values else None
        pairings = tuple(
            _pairing(values, first, second, sprt) for first, second in combinations(values["players"], 2)
        )
    except (GoError, TypeError, ValueError) as error:
        raise GoError(f"{where}: {error}") from None
    return Step(values["id"], values["title"], " ".join(values["why"].split()), version, pairings, book)


def _sprt(elo0: float, elo1: float) -> Sprt:
    return Sprt(float(elo0), float(elo1))


def _pairing(values: dict[str, Any], first: str, second: str, sprt: Sprt | None) -> Pairing:
    players = values["players"]
    setting = MatchSetting(
        players[first], players[second], size=values["size"], seed=values["seed"], sprt=sprt
    )
    return Pairing(values["id"], first, second, setting, values["games"])
