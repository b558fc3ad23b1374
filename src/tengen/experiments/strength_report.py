"""What a report of strength is about: cells with their games, and what the paper says of them.

The report of an experiment of strength: its figure, its cells, its claims, and what remains open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.figures import OURS, Drawing, Series, drawing, place_of
from tengen.experiments.statistics import SIGNIFICANT, Claim, PairTest, Rate, judge_claims, least_significant
from tengen.match.intervals import format_rate, wilson
from tengen.match.job import FAILURES
from tengen.match.match_stats import Score, half_points, tally
from tengen.match.schedule import MatchConfig
from tengen.match.store import StoredGame

PaperRates = tuple[tuple[str, int | None, Rate], ...]  # policy, playouts or None for any, games won


class PaperBudget(NamedTuple):
    """What a move was given in the paper."""

    words: str
    playouts: tuple[int, ...]  # () if it was not counted in playouts


@dataclass(frozen=True)
class CellResult:
    """A cell and its games that count."""

    policy: str
    label: str  # as the paper writes it
    playouts: int
    games: list[StoredGame]

    @property
    def counted(self) -> list[StoredGame]:
        """The games that tell of strength: not those that the opponent's program lost by failing.

        GNU Go 3.8 crashes in some positions, always in the same ones: that is no merit of a policy.
        """
        return [game for game in self.games if not (game.result.ending == "forfeit" and half_points(game))]

    @property
    def score(self) -> Score:
        """Of the policy."""
        return tally(self.counted).total

    @property
    def rate(self) -> Rate:
        """Points and games, void ones left out."""
        return Rate(self.score.points, self.score.games)


@dataclass(frozen=True)
class Scope:
    """What the report is about, and what the paper did."""

    id: str
    size: int
    n_games: int
    paper_games: int
    budget: PaperBudget
    claims: tuple[Claim, ...]
    paper: PaperRates
    paper_opponent: str = ""  # where ours is another one

    def paper_rate(self, cell: CellResult) -> Rate | None:
        """The paper's result of a cell, where its text gives one."""
        known = {(policy, playouts): rate for policy, playouts, rate in self.paper}
        return known.get((cell.policy, cell.playouts), known.get((cell.policy, None)))


# --- The report -----------------------------------------------------------------------------------


NOT_GIVEN = "not given in the text"
_N_FAILURES_SHOWN = 10
_DODGE = 0.08  # between policies at the same number of playouts


def strength_blocks(scope: Scope, cells: Sequence[CellResult], example: MatchConfig) -> list[Block]:
    """All parts of the report but its head and its foot."""
    tests = judge_claims(scope.claims, {(cell.policy, cell.playouts): cell.rate for cell in cells})
    labels = {cell.policy: cell.label for cell in cells}
    return [
        Heading("Setting"),
        Bullets(_setting_lines(scope, cells, example)),
        Heading("Result"),
        _figure(scope, cells),
        _cell_table(scope, cells),
        Heading("The paper's claims"),
        *_claim_blocks(scope.claims, tests, labels),
        Heading("What the sample is too small to decide"),
        *_limits(scope, cells, tests, labels),
        Heading("What went wrong in games"),
        Bullets(_failure_lines(cells)),
    ]


def _setting_lines(scope: Scope, cells: Sequence[CellResult], example: MatchConfig) -> tuple[str, ...]:
    budgets = ", ".join(f"{n:,}" for n in dict.fromkeys(cell.playouts for cell in cells))
    instead_of = f" (the paper: `{scope.paper_opponent}`)" if scope.paper_opponent else ""
    return (
        f"Board {scope.size}x{scope.size}, komi {example.komi:g}, rules `{example.rules}`, "
        f"colours changed after each game, first seed {example.seed}.",
        f"Players such as `{example.first}` against `{example.second}`{instead_of}.",
        f"Playouts a move: {budgets} on one thread (the paper: {scope.budget.words}).",
        f"Games a cell: {scope.n_games:,} (the paper: {scope.paper_games:,}), whatever their results.",
        *_left_out(cells, example),
        *_unverified(cells),
        *(() if scope.paper else ("The text of the paper gives no win rates of these cells.",)),
    )


def _left_out(cells: Sequence[CellResult], example: MatchConfig) -> tuple[str, ...]:
    """How many games were lost by a failing opponent, if any."""
    n_left_out = sum(len(cell.games) - len(cell.counted) for cell in cells)
    if not n_left_out:
        return ()
    return (
        f"Left out of all rates and tests: {n_left_out} games that the opponent's program lost by a failure "
        f"of its own, a crash or no answer within {example.seconds_per_command:g} s; they are listed below.",
    )


def _unverified(cells: Sequence[CellResult]) -> tuple[str, ...]:
    """How many games nobody can check, if any."""
    n_unverified = sum(not game.is_verified for cell in cells for game in cell.games)
    if not n_unverified:
        return ()
    return (f"Unverified: {n_unverified:,} games were stored without a checksum, by an older version.",)


def _figure(scope: Scope, cells: Sequence[CellResult]) -> Figure:
    """By playouts where there are several numbers of them, else by policy."""
    budgets = list(dict.fromkeys(cell.playouts for cell in cells))
    x_label = "playouts a move" if len(budgets) > 1 else f"policy, {budgets[0]:,} playouts a move"
    with drawing(x_label, "games won, %") as drawn:
        if len(budgets) > 1:
            _draw_by_playouts(drawn, scope, cells, budgets)
        else:
            _draw_by_policy(drawn, scope, cells)
        drawn.axes.set_ylim(bottom=0)
        drawn.legend()
    caption = f"Share of games won on {scope.size}x{scope.size}, with 95 % Wilson intervals"
    return Figure(scope.id, caption, drawn.svg)


def _draw_by_playouts(
    drawn: Drawing, scope: Scope, cells: Sequence[CellResult], budgets: Sequence[int]
) -> None:
    names = list(dict.fromkeys(cell.policy for cell in cells))
    places = {
        (name, budget): place + _DODGE * (index - (len(names) - 1) / 2)
        for place, budget in enumerate(budgets)
        for index, name in enumerate(names)
    }
    for index, name in enumerate(names):
        own = [cell for cell in cells if cell.policy == name and cell.rate.games]
        drawn.points(
            place_of(name, index),
            _series(own[0].label if own else "", own, [places[name, cell.playouts] for cell in own]),
        )
    known = [(cell, rate) for cell in cells if (rate := scope.paper_rate(cell))]
    xs = [places[cell.policy, cell.playouts] for cell, _ in known]
    drawn.paper_points(xs, [100 * rate.value for _, rate in known])
    drawn.axes.set_xticks(range(len(budgets)), [f"{budget:,}" for budget in budgets])


def _draw_by_policy(drawn: Drawing, scope: Scope, cells: Sequence[CellResult]) -> None:
    played = [(index, cell) for index, cell in enumerate(cells) if cell.rate.games]
    ours = _series("ours", [cell for _, cell in played], [index for index, _ in played])
    drawn.points(OURS, ours, line=False)
    known = [(index, rate) for index, cell in enumerate(cells) if (rate := scope.paper_rate(cell))]
    drawn.paper_points([index for index, _ in known], [100 * rate.value for _, rate in known])
    drawn.axes.set_xticks(range(len(cells)), [cell.label.replace(", ", "\n") for cell in cells])
    drawn.axes.margins(x=0.15)


def _series(label: str, cells: Sequence[CellResult], xs: Sequence[float]) -> Series:
    bounds = [wilson(*cell.rate) for cell in cells]
    return Series(
        label,
        xs,
        [100 * cell.rate.value for cell in cells],
        [100 * low for low, _ in bounds],
        [100 * high for _, high in bounds],
    )


def _cell_table(scope: Scope, cells: Sequence[CellResult]) -> Table:
    columns = (
        "policy", "playouts", "games", "won", "rate (95 %)", "as Black", "as White",
        "seconds a move, ours / opponent's", "seconds a game", "paper",
    )  # fmt: skip
    rows = tuple(_cell_row(scope, cell) for cell in cells)
    if all(row[-1] == NOT_GIVEN for row in rows):
        return Table(columns[:-1], tuple(row[:-1] for row in rows))
    return Table(columns, rows)


def _cell_row(scope: Scope, cell: CellResult) -> tuple[str, ...]:
    figures = tally(cell.counted)
    paper = scope.paper_rate(cell)
    valid = [game.result for game in cell.counted if game.result.ending != "void"]
    seconds = sum(result.black_seconds + result.white_seconds for result in valid) / max(1, len(valid))
    return (
        cell.label,
        f"{cell.playouts:,}",
        str(figures.total.games),
        f"{figures.total.points:g}",
        format_rate(*cell.rate),
        format_rate(figures.as_black.points, figures.as_black.games),
        format_rate(figures.as_white.points, figures.as_white.games),
        " / ".join(f"{value:.3f}" for value in figures.seconds_per_move),
        f"{seconds:.1f}",
        f"{paper.points:g} of {paper.games:,}, {format_rate(*paper)}" if paper else NOT_GIVEN,
    )


def _claim_blocks(claims: Sequence[Claim], tests: Sequence[PairTest], labels: dict[str, str]) -> list[Block]:
    if not tests:
        return [Paragraph("No claim can be tested with the cells that have been played.")]
    intro = (
        f"Each pair is tested as in the paper: two-tailed z-test of two proportions, p < {SIGNIFICANT:g}. "
        f"Of {len(tests)} tests {SIGNIFICANT * len(tests):.1f} would be significant by chance alone "
        "if all policies were equal."
    )
    rows = tuple(_test_row(test, labels) for test in tests)
    columns = ("pair", "playouts", "difference in points", "z", "p", "verdict")
    summary = tuple(_summary(claim, tests) for claim in claims)
    return [Paragraph(intro), Bullets(summary), Table(columns, rows)]


def _summary(claim: Claim, tests: Sequence[PairTest]) -> str:
    own = sorted(test.verdict for test in tests if test.claim == claim)
    if not own:
        where = f" (said of {', '.join(f'{n:,}' for n in claim.playouts)} playouts)" if claim.playouts else ""
        return f"{claim.words}{where}: not tested."
    counts = ", ".join(f"{verdict} in {len(list(group))}" for verdict, group in groupby(own))
    return f"{claim.words}: {counts} of {len(own)}."


def _test_row(test: PairTest, labels: dict[str, str]) -> tuple[str, ...]:
    sign = {"below": "<", "not above": "≤", "alike": "=", "open": "?"}[test.claim.relation]
    return (
        f"{labels[test.first]} {sign} {labels[test.second]}",
        f"{test.playouts:,}",
        f"{100 * test.difference:+.1f}",
        f"{test.z:+.2f}",
        f"{test.p:.3f}" if test.p >= 0.001 else "< 0.001",
        test.verdict,
    )


def _limits(
    scope: Scope, cells: Sequence[CellResult], tests: Sequence[PairTest], labels: dict[str, str]
) -> list[Block]:
    """In plain words, by number of playouts."""
    lines = []
    for playouts, group in groupby(cells, lambda cell: cell.playouts):
        played = [cell.rate for cell in group if cell.rate.games]
        if not played:
            lines.append(f"At {playouts:,} playouts nothing has been played yet.")
            continue
        fewest = min(played, key=lambda rate: rate.games)
        mean = sum(rate.points for rate in played) / sum(rate.games for rate in played)
        apart = least_significant(mean, fewest.games)
        needed = (
            f"two policies must lie {100 * apart:.1f} points apart to differ significantly"
            if apart
            else "no difference at all would be significant"
        )
        lines.append(
            f"At {playouts:,} playouts, with {fewest.games} games a cell and rates around {mean:.0%}, "
            f"{needed}. {_open_pairs(tests, playouts, labels)}"
        )
        if playouts not in scope.budget.playouts:
            lines.append(
                f"{playouts:,} playouts is not the paper's budget of a move ({scope.budget.words}); "
                "its claims are only carried over."
            )
    if scope.paper_opponent:
        lines.append(
            "The opponent is not the paper's: win rates cannot be compared with the paper's, differences "
            "only loosely."
        )
    return [Bullets(tuple(lines))]


def _open_pairs(tests: Sequence[PairTest], playouts: int, labels: dict[str, str]) -> str:
    undecided = ("undecided", "not contradicted", "no difference seen")
    pairs = dict.fromkeys(
        f"{labels[test.first]} and {labels[test.second]} ({100 * abs(test.difference):.1f} points apart)"
        for test in tests
        if test.playouts == playouts and test.verdict in undecided
    )
    if not pairs:
        return "All pairs tested lie further apart."
    return f"So nothing is said about which is stronger of {'; '.join(pairs)}."


def _failure_lines(cells: Sequence[CellResult]) -> tuple[str, ...]:
    """Ends by failure, duplicates, and where the referee saw another score."""
    lines, failures = [], []
    for cell in cells:
        figures, where = tally(cell.games), f"{cell.label} at {cell.playouts:,}"
        ends = [
            f"{figures.endings[end]} by {end}"
            for end in ("forfeit", "void", "move limit")
            if end in figures.endings
        ]
        if figures.n_played_on:
            ends.append(
                f"{figures.n_played_on} ended by another player in the place of a program that had died"
            )
        if figures.n_duplicates:
            ends.append(f"{figures.n_duplicates} with the moves of an earlier game")
        if figures.n_other_winner:
            ends.append(
                f"{figures.n_other_winner} of {figures.n_claims} in which the referee sees another winner"
            )
        if ends:
            lines.append(f"{where}: {', '.join(ends)}.")
        failures += [
            f"{where}, game {job.number}, {result.ending}: {result.reason}"
            for job, result in cell.games
            if result.ending in FAILURES or result.was_played_on
        ]
    if len(failures) > _N_FAILURES_SHOWN:
        failures = [
            *failures[:_N_FAILURES_SHOWN],
            f"and {len(failures) - _N_FAILURES_SHOWN} more; all are in the stores",
        ]
    return tuple(lines + failures) or ("Nothing: no forfeit, void game, move limit or duplicate.",)
