"""A plan of matches that was written before its games, and where the matches stand.

The plan is a TOML file: for each step the players, who all meet each other, why they meet, how many games
a pairing plays or which sequential test ends it, and the version of Tengen that plays. A pairing is a
match like any other, with a store of its own (`FOLDER/STEP/FIRST-SECOND.db`). All that is told here comes
from the stores.

The page of a plan of matches: what has been decided and what is left, from the stores alone.
"""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from tengen.core.errors import GoError
from tengen.core.files import read_plain_file
from tengen.experiments.document import Block, Bullets, Heading, Paragraph, Table, to_markdown
from tengen.match.elo import EloEstimate, elo_from_pairs
from tengen.match.intervals import format_rate
from tengen.match.match_stats import MatchStats, PairResults, Score, tally
from tengen.match.schedule import MatchConfig, check_pairs
from tengen.match.sprt import Sprt, SprtState
from tengen.match.store import StoredGame, read_games

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
    setting: MatchConfig
    n_games: int  # at most

    def store(self, folder: Path) -> Path:
        """Where its games are kept."""
        return folder / self.step / f"{self.first}-{self.second}.db"


@dataclass(frozen=True)
class PlanStep:
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
    figures: MatchStats
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


def read_plan(path: Path) -> list[PlanStep]:
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
    judge = PairResults(pairing.setting.sprt)
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


def _seconds_per_game(games: list[StoredGame]) -> float:
    seconds = sum(game.result.black_seconds + game.result.white_seconds for game in games)
    return seconds / len(games) if games else 0.0


def _step(path: Path, values: dict[str, Any], version: str) -> PlanStep:
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
    return PlanStep(values["id"], values["title"], " ".join(values["why"].split()), version, pairings, book)


def _sprt(elo0: float, elo1: float) -> Sprt:
    return Sprt(float(elo0), float(elo1))


def _pairing(values: dict[str, Any], first: str, second: str, sprt: Sprt | None) -> Pairing:
    players = values["players"]
    setting = MatchConfig(
        players[first], players[second], size=values["size"], seed=values["seed"], sprt=sprt
    )
    return Pairing(values["id"], first, second, setting, values["games"])


# --- The page -------------------------------------------------------------------------------------


_COLUMNS = ("pair", "games", "score of the first", "won-drawn-lost", "Elo (95 %)", "test", "what it says")
_INTRODUCTION = (
    "Matches between players that differ in one thing, to decide what the papers claim. Who meets whom, how "
    "many games are played or which sequential test ends them was written down in "
    "[the plan](../evidence/plan.toml) before the games. `make evidence` plays what is next and writes this "
    "page; the games are in `docs/results/games/evidence`."
)
_READING = (
    "Games come in pairs with colours changed; intervals are those of the pairs. A fixed number of games is "
    "judged by its 95 % interval once all are played, a sequential test (SPRT, 5 % of error on both sides) "
    "by its bounds; its interval only describes the games. Before its end a pairing says nothing, whatever "
    "its score. No correction is made for the number of pairings."
)


def evidence_page(steps: Sequence[tuple[PlanStep, Sequence[Standing]]]) -> str:
    """The page as Markdown; the same stores give the same bytes."""
    blocks: list[Block] = [Paragraph(_INTRODUCTION), Paragraph(_summary(steps)), Paragraph(_READING)]
    for step, states in steps:
        blocks += [
            Heading(f"{step.id.upper()}. {step.title}"),
            Paragraph(step.why),
            Table(_COLUMNS, tuple(map(_row, states))),
            Bullets(_notes(step, states)),
        ]
    return to_markdown("Evidence: the papers' headlines, head to head", blocks)


def progress_line(steps: Sequence[tuple[PlanStep, Sequence[Standing]]]) -> str:
    """How far the plan has come, in a sentence."""
    states = [state for _, of_step in steps for state in of_step]
    n_over = sum(state.is_over for state in states)
    n_done, n_left = (sum(column) for column in zip(*((state.n_done, state.n_left) for state in states)))
    return (
        f"{n_over} of {len(states)} pairings have ended; {n_done:,} games are played, "
        f"at most {n_left:,} are left."
    )


def _summary(steps: Sequence[tuple[PlanStep, Sequence[Standing]]]) -> str:
    days = [state.last_day for _, states in steps for state in states if state.last_day]
    return progress_line(steps) + (f" The last game ended on {max(days)}." if days else "")


def _row(state: Standing) -> tuple[str, ...]:
    pairing, score, elo = state.pairing, state.score, state.elo
    if not state.n_done:
        nothing = ("-",) * 4
        return (f"{pairing.first} - {pairing.second}", f"0 of {pairing.n_games:,}", *nothing, describe(state))
    test = "fixed number"
    if state.sprt is not None:
        test = f"LLR {state.sprt.llr:+.2f} ({state.sprt.lower:.2f} to {state.sprt.upper:.2f})"
    return (
        f"{pairing.first} - {pairing.second}",
        f"{score.games:,} of {pairing.n_games:,}",
        format_rate(score.points, score.games),
        "-".join(map(str, score)),
        f"{elo.elo:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})" if elo.games else "-",
        test,
        describe(state),
    )


def _notes(step: PlanStep, states: Sequence[Standing]) -> tuple[str, ...]:
    """Who played by which version, and what is out of the ordinary."""
    setting = states[0].pairing.setting
    players = {name: text for state in states for name, text in _players(state)}
    notes = [
        f"{setting.size}x{setting.size}, komi {setting.komi:g}, {setting.rules}, first seed {setting.seed}; "
        + "; ".join(f"{name}: `{text}`" for name, text in players.items())
        + "."
    ]
    if any(state.n_done for state in states):
        n_games = sum(state.n_done for state in states)
        seconds = sum(state.seconds_per_game * state.n_done for state in states) / n_games
        commits = sorted({commit for state in states for commit in state.commits})
        machines = sorted({machine for state in states for machine in state.machines})
        notes.append(
            f"{seconds:.1f} seconds a game, both players together; played by commit "
            f"{', '.join(commits)} on {', '.join(machines)}."
        )
    if step.book:
        names = (f"`{Path(name).name}`" for name in (step.book.file, step.book.games))
        notes.append("{} is built from {}, with the paper's thresholds.".format(*names))
    if n_unverified := sum(state.figures.n_unverified for state in states):
        notes.append(
            f"{n_unverified:,} games are unverified, for an older version stored them without checksums."
        )
    if n_duplicates := sum(state.figures.n_duplicates for state in states):
        notes.append(f"{n_duplicates} games have the moves of an earlier one.")
    return tuple(notes)


def _players(state: Standing) -> list[tuple[str, str]]:
    pairing = state.pairing
    return [(pairing.first, pairing.setting.first), (pairing.second, pairing.setting.second)]
