"""The page of a plan of matches: what has been decided and what is left, from the stores alone."""

from collections.abc import Sequence
from pathlib import Path

from tengen.experiments.document import Block, Bullets, Heading, Paragraph, Table, to_markdown
from tengen.experiments.evidence import Standing, Step, describe
from tengen.match.intervals import format_rate

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


def evidence_page(steps: Sequence[tuple[Step, Sequence[Standing]]]) -> str:
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


def progress_line(steps: Sequence[tuple[Step, Sequence[Standing]]]) -> str:
    """How far the plan has come, in a sentence."""
    states = [state for _, of_step in steps for state in of_step]
    n_over = sum(state.is_over for state in states)
    n_done, n_left = (sum(column) for column in zip(*((state.n_done, state.n_left) for state in states)))
    return (
        f"{n_over} of {len(states)} pairings have ended; {n_done:,} games are played, "
        f"at most {n_left:,} are left."
    )


def _summary(steps: Sequence[tuple[Step, Sequence[Standing]]]) -> str:
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


def _notes(step: Step, states: Sequence[Standing]) -> tuple[str, ...]:
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
