"""The reports on reply tables: Table 1, mean durations, and figures 8 and 9 of Baier & Drake (2010)."""

from collections.abc import Sequence
from math import isfinite

from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.figures import COLOURS, OURS, PAPER_COLOUR, Series, drawing, place_of
from tengen.experiments.lgrf.reply_tables import PolicyCounts
from tengen.experiments.statistics import (
    SOON,
    Comparison,
    Mean,
    TestResult,
    compare,
    gone_soon,
    mean_distance,
    mean_life,
    mean_over_games,
    share,
)
from tengen.playout.reply_stats_jit import MAX_DURATION, NONE, PLAYABLE, RESULT_NAMES

TABLE_NAMES = ("one-move table", "two-move table")

# The paper's figures: playable, unplayable, none in % of the look-ups; mean duration in playouts.
PAPER_SHARES = {
    ("lgr1", 0): (44.5, 55.5, 0.0),
    ("lgr2", 0): (23.5, 76.5, 0.0),
    ("lgr2", 1): (45.2, 54.7, 0.1),
    ("lgrf1", 0): (27.1, 43.7, 29.3),
    ("lgrf2", 0): (24.0, 52.8, 23.2),
    ("lgrf2", 1): (27.7, 43.5, 28.8),
}
PAPER_DURATIONS = {"lgr1": 8.639, "lgr2": 2544.958, "lgrf1": 4.185, "lgrf2": 1700.780}

# Durations in doubling steps, so that the rare long ones come together: 1, 2-3, 4-7, ...
STEPS = [(1 << k, min((2 << k) - 1, MAX_DURATION)) for k in range(12)]
_LONGEST_SHOWN = 100  # playouts, in Figure 8
_FEW = 30  # lives; below, a mean distance is noise

LOOKUP_CLAIMS = tuple(
    comparison
    for last, table in (("1", 0), ("2", 1))
    for comparison in (
        Comparison(
            f"LGRF-{last} returns fewer legal moves than LGR-{last}",
            (f"lgrf{last}", share(table, PLAYABLE)),
            (f"lgr{last}", share(table, PLAYABLE)),
        ),
        Comparison(
            f"LGRF-{last} has more empty slots than LGR-{last}",
            (f"lgr{last}", share(table, NONE)),
            (f"lgrf{last}", share(table, NONE)),
        ),
    )
)
DURATION_CLAIMS = (
    Comparison("LGRF-1 forgets sooner than LGR-1", ("lgrf1", mean_life(0)), ("lgr1", mean_life(0))),
    Comparison("LGRF-2 forgets sooner than LGR-2", ("lgrf2", mean_life(1)), ("lgr2", mean_life(1))),
    Comparison("replies to two moves stay longer (LGR)", ("lgr1", mean_life(0)), ("lgr2", mean_life(1))),
    Comparison("replies to two moves stay longer (LGRF)", ("lgrf1", mean_life(0)), ("lgrf2", mean_life(1))),
)
DISTRIBUTION_CLAIMS = (
    Comparison(
        "most replies of LGR-1 are removed very quickly", ("lgr1", lambda game: 50.0), ("lgr1", gone_soon)
    ),
    Comparison(
        "most replies of LGRF-1 are removed very quickly", ("lgrf1", lambda game: 50.0), ("lgrf1", gone_soon)
    ),
    Comparison("forgetting sharpens the distribution", ("lgr1", gone_soon), ("lgrf1", gone_soon)),
)
_SHORT, _LONG = mean_distance(0, SOON), mean_distance(SOON + 1, MAX_DURATION)
DISTANCE_CLAIMS = (
    Comparison("replies of LGR-1 that survive longer are more local", ("lgr1", _LONG), ("lgr1", _SHORT)),
    Comparison("replies of LGRF-1 that survive longer are more local", ("lgrf1", _LONG), ("lgrf1", _SHORT)),
    Comparison(
        "this effect is stronger with forgetting",
        ("lgr1", lambda game: _SHORT(game) - _LONG(game)),
        ("lgrf1", lambda game: _SHORT(game) - _LONG(game)),
    ),
    *(
        Comparison(
            f"forgetting reduces the mean distance at {low} to {high} playouts",
            ("lgrf1", mean_distance(low, high)),
            ("lgr1", mean_distance(low, high)),
        )
        for low, high in STEPS
    ),
)


def show_lookups(name: str, policies: list[PolicyCounts]) -> list[Block]:
    """Table 1."""
    played = [policy for policy in policies if policy.games]
    rows = tuple(
        (
            policy.label,
            TABLE_NAMES[table],
            *(
                f"{_with_reach(mean_over_games(policy.games, share(table, result)))} (paper {paper})"
                for result, paper in enumerate(PAPER_SHARES[policy.policy, table])
            ),
        )
        for policy in played
        for table in reversed(policy.tables)
    )
    columns = ("policy", "table", *(f"{result}, %" for result in RESULT_NAMES))
    caption = "Results of look-ups in the reply tables, ours above the paper's"
    return [
        *_setting(policies),
        Heading("Result"),
        Figure(name, caption, _draw_lookups(played)),
        Table(columns, rows),
        Paragraph(
            "The one-move table of LGR-2 and LGRF-2 is asked only where the two-move table leaves it open."
        ),
        *_claims(LOOKUP_CLAIMS, policies),
    ]


def show_durations(name: str, policies: list[PolicyCounts]) -> list[Block]:
    """The mean durations that the paper gives in its text: those of each policy's longest context."""
    played = [policy for policy in policies if policy.games]
    means = [mean_over_games(policy.games, mean_life(policy.tables[-1])) for policy in played]
    rows = tuple(
        (policy.label, _with_reach(mean), f"{PAPER_DURATIONS[policy.policy]:,.3f}")
        for policy, mean in zip(played, means)
    )
    with drawing("policy", "mean life in playouts") as drawn:
        drawn.points(OURS, _series("ours", range(len(played)), means), line=False)
        drawn.paper_points(range(len(played)), [PAPER_DURATIONS[policy.policy] for policy in played])
        drawn.axes.set_yscale("log")
        drawn.axes.set_xticks(range(len(played)), [policy.label for policy in played])
        drawn.axes.margins(x=0.15)
        drawn.legend()
    return [
        *_setting(policies),
        Heading("Result"),
        Figure(name, "Mean life of a stored reply", drawn.svg),
        Table(("policy", "mean life in playouts", "paper"), rows),
        *_claims(DURATION_CLAIMS, policies),
    ]


def show_distribution(name: str, policies: list[PolicyCounts]) -> list[Block]:
    """Figure 8: how many replies lived for so many playouts."""
    durations = range(_LONGEST_SHOWN + 1)
    with drawing("duration in playouts", "replies a game") as drawn:
        for index, policy in enumerate(policies):
            if policy.games:
                numbers = [sum(game.n_by_duration[0][k] for game in policy.games) for k in durations]
                ys = [number / len(policy.games) for number in numbers]
                drawn.axes.plot(
                    durations,
                    ys,
                    label=policy.label,
                    color=COLOURS[place_of(policy.policy, index)],
                    linewidth=1.8,
                )
        drawn.axes.set_yscale("log")
        drawn.legend()
    rows = tuple(
        (policy.label, _with_reach(mean_over_games(policy.games, gone_soon)))
        for policy in policies
        if policy.games
    )
    return [
        *_setting(policies),
        Heading("Result"),
        Figure(
            name, f"Replies by duration in the one-move table, up to {_LONGEST_SHOWN} playouts", drawn.svg
        ),
        Table(("policy", f"replies that lived for at most {SOON} playouts, %"), rows),
        Paragraph("The paper gives this result as a drawing only."),
        Paragraph(f'It names no time for "very quickly"; here it is at most {SOON} playouts.'),
        *_claims(DISTRIBUTION_CLAIMS, policies),
    ]


def show_distances(name: str, policies: list[PolicyCounts]) -> list[Block]:
    """Figure 9: how far replies lie from the move they answer, by duration."""
    rows = []
    with drawing("duration in playouts, in doubling steps", "mean distance in points") as drawn:
        for index, policy in enumerate(policies):
            shown = [step for step in STEPS if _n_lives(policy, step) >= _FEW]
            means = [mean_over_games(policy.games, mean_distance(*step)) for step in shown]
            drawn.points(
                place_of(policy.policy, index), _series(policy.label, [low for low, _ in shown], means)
            )
            rows += [
                (policy.label, f"{low} to {high}", f"{_n_lives(policy, (low, high)):,}", _with_reach(mean))
                for (low, high), mean in zip(shown, means)
            ]
        drawn.axes.set_xscale("log", base=2)
        drawn.axes.set_xticks([low for low, _ in STEPS], [str(low) for low, _ in STEPS])
        drawn.axes.minorticks_off()
        drawn.legend()
    return [
        *_setting(policies),
        Heading("Result"),
        Figure(name, "Distance between reply and predecessor by duration in the one-move table", drawn.svg),
        Table(("policy", "duration", "replies", "mean distance"), tuple(rows)),
        Paragraph("The paper gives this result as a drawing only."),
        Paragraph(f'It names no time for "longer"; here it is more than {SOON} playouts.'),
        *_claims(DISTANCE_CLAIMS, policies),
    ]


def _draw_lookups(policies: Sequence[PolicyCounts]) -> bytes:
    """Bars of three parts, ours above the paper's; tables from top to bottom."""
    bars = [(policy, table) for policy in policies for table in reversed(policy.tables)]
    with drawing("% of look-ups", "", height=1.2 + 0.7 * len(bars)) as drawn:
        for place, (policy, table) in enumerate(bars):
            ours = [mean_over_games(policy.games, share(table, result)).value for result in range(3)]
            for shift, shares, edge in (
                (-0.2, ours, "white"),
                (0.2, PAPER_SHARES[policy.policy, table], PAPER_COLOUR),
            ):
                left = 0.0
                for result, value in enumerate(shares):
                    label = RESULT_NAMES[result] if place == 0 and shift < 0 else None
                    drawn.axes.barh(
                        place + shift, value, 0.36, left, color=_SHADES[result], edgecolor=edge, label=label,
                        alpha=1.0 if shift < 0 else 0.45,
                    )  # fmt: skip
                    left += value
                drawn.axes.text(101, place + shift, "ours" if shift < 0 else "paper", va="center", fontsize=8)
        drawn.axes.set_yticks(range(len(bars)), [f"{one.label}\n{TABLE_NAMES[table]}" for one, table in bars])
        drawn.axes.invert_yaxis()
        drawn.axes.set_xlim(0, 108)
        drawn.legend()
    return drawn.svg


_SHADES = ("#0072B2", "#E69F00", "#BBBBBB")


def _setting(policies: Sequence[PolicyCounts]) -> list[Block]:
    games = [game for policy in policies for game in policy.games]
    each = ", ".join(f"{policy.label} {len(policy.games)}" for policy in policies)
    lines = [f"Self-play of `preset=orego` on one thread, komi 7.5, nobody resigns; games: {each}."]
    if games:
        moves = sum(game.n_moves for game in games) / len(games)
        seconds = sum(game.seconds for game in games) / len(games)
        lines.append(f"A game has {moves:.0f} moves and takes {seconds:.0f} s in the mean.")
    return [Heading("Setting"), Bullets(tuple(lines))]


def _claims(comparisons: Sequence[Comparison], policies: Sequence[PolicyCounts]) -> list[Block]:
    """A row for each claim that can be tested, and what is left open in words."""
    tested = [one for comparison in comparisons if (one := compare(comparison, policies))]
    intro = (
        "Look-ups of one game depend on each other, so a game is the unit: means over games are compared by "
        "their spread between games (Welch's t-test, two-tailed, p < 0.05). ± is half a 95 % interval."
    )
    columns = ("claim", "smaller", "larger", "t", "p", "verdict")
    undecided = [one.comparison.words for one in tested if one.verdict == "undecided"]
    n_open = len(comparisons) - len(tested)
    limits = [f"Too few games to decide: {words}." for words in undecided]
    limits += [f"{n_open} claims about policies or durations without games are not tested."] if n_open else []
    return [
        Heading("The paper's claims"),
        Paragraph(intro),
        Table(columns, tuple(map(_claim_row, tested))),
        Heading("What the sample is too small to decide"),
        Bullets(tuple(limits) or ("Nothing: every claim is decided.",)),
    ]


def _claim_row(one: TestResult) -> tuple[str, ...]:
    p = f"{one.p:.3f}" if one.p >= 0.001 else "< 0.001"
    means = _with_reach(one.smaller), _with_reach(one.larger)
    return one.comparison.words, *means, f"{one.t:+.2f}", p, one.verdict


def _with_reach(mean: Mean) -> str:
    """The mean and half its interval; one game has none."""
    digits = 1 if mean.value >= 100 else 2
    return f"{mean.value:,.{digits}f}" + (f" ± {mean.reach:,.{digits}f}" if isfinite(mean.reach) else "")


def _series(label: str, xs: Sequence[float], means: Sequence[Mean]) -> Series:
    reaches = [mean.reach if isfinite(mean.reach) else 0.0 for mean in means]
    ys = [mean.value for mean in means]
    lows = [y - reach for y, reach in zip(ys, reaches)]
    return Series(label, xs, ys, lows, [y + reach for y, reach in zip(ys, reaches)])


def _n_lives(policy: PolicyCounts, step: tuple[int, int]) -> int:
    low, high = step
    return sum(sum(game.n_by_duration[0][low : high + 1]) for game in policy.games)
