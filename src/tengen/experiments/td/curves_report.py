"""The page of Figures 2 and 3 of Mayer: curves of strength, the table of their ends, and the claims."""

from math import isfinite
from typing import Any

from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.figures import COLOURS, Drawing, Series, drawing, panels
from tengen.experiments.statistics import Mean
from tengen.experiments.td.claims import (
    PAPERS_END,
    PAPERS_GAMES,
    ClaimResult,
    RunCurves,
    judge_centre,
    judge_ends,
    judge_order,
    judge_random,
    judge_selections,
    judge_stagnation,
)
from tengen.td.games_jit import OPPONENTS

CURVE_CLAIMS = (
    "katatsugi is the best representation on average, roban the last",
    "nets open in the centre",
    "nets beat the random player in about 98 % of the games",
)
GREEDY_CLAIMS = (*CURVE_CLAIMS, "nothing is gained after half a million games")
CREATIVE_CLAIMS = (*CURVE_CLAIMS, "creative selection gives stronger nets than epsilon-greedy")

_COLOUR = {"koten": 4, "roban": 3, "katatsugi": 5}  # in all figures
_MILLION = 1e6
_DODGE = 0.012  # millions of games between the paper's marks
_SELECTIONS = {
    "greedy": "epsilon-greedy: a move at random with chance {}",
    "creative": "creative: one of the moves worth at least v_max (1 - {}), with equal chance",
}


def show_curves(
    name: str, learned: list[RunCurves], rivals: list[RunCurves], sessions: list[dict[str, Any]]
) -> list[Block]:
    """All parts of the report but its head and its foot."""
    selection = learned[0].settings.selection
    return [
        Heading("Setting"),
        Bullets(tuple(_setting(learned))),
        Heading("Result"),
        Figure(name, _caption(learned), _draw_strength(learned)),
        Figure(f"{name}-opponents", "The same for each opponent", _draw_opponents(learned)),
        Paragraph(_about_table(learned)),
        Table(_COLUMNS, tuple(_row(one, PAPERS_END[selection]) for one in learned)),
        Paragraph(_about_speed(sessions)),
        Heading("The paper's claims"),
        Paragraph(
            "A run is the unit. Two means are compared by Welch's t-test, two-sided, at p < 0.05; a mean "
            "contradicts the paper's number if its 95 % interval does not hold it. After ± is half that "
            "interval, in brackets the number of runs; those that have not come to their end do not count."
        ),
        *_about_length(learned),
        Table(("the paper says", "ours", "verdict"), tuple(map(tuple, _judge(selection, learned, rivals)))),
        Heading("Where the paper's experiment was another one"),
        Bullets(_DIFFERENCES),
    ]


_COLUMNS = (
    "representation",
    "runs at the end",
    "strength ± standard error",
    "the paper",
    "best run",
    *(f"against `{opponent}`" for opponent in OPPONENTS),
    "moves a game",
)

_DIFFERENCES = (
    "`pattern` stands in for GOjen, which is not to be had. On 5x5 it beats `naive` in 95 % of the games "
    "(docs/players.md); by the paper's figures GOjen would beat its Naive in some 60 %. So strengths, which "
    "are means over the three, are to be compared in order and shape, not digit by digit.",
    "`naive` is rebuilt from three sentences of the paper.",
    "Games are counted by area, without komi, with simple ko and without suicide; the paper does not name "
    "its rules. A draw is half a win. docs/papers.md lists what else the paper leaves open.",
)


def _setting(learned: list[RunCurves]) -> list[str]:
    settings = learned[0].settings
    nets = ", ".join(one.settings.architecture.text() for one in learned)
    return [
        f"Nets: {nets}, random weights at first.",
        f"Selection while learning: {_SELECTIONS[settings.selection].format(settings.exploration)}. "
        f"TD(0) over two plies, learning rate {settings.rate:g}.",
        f"Every {settings.sample_every:,} games a net plays {settings.trials:,} games against each of "
        f"{', '.join(f'`{opponent}`' for opponent in OPPONENTS)}, half of them with each colour, always its "
        "best move. Strength is its share of wins over all three.",
        "With --scale the games of a run and the number of runs shrink alike, to whole samples and at least "
        "two runs; a run of more games goes on with the same one.",
    ]


def _caption(learned: list[RunCurves]) -> str:
    return (
        f"Strength during learning, {learned[0].settings.selection} selection: means of the runs and their "
        "95 % intervals; diamonds are the paper's means at the end, one beside the other"
    )


def _draw_strength(learned: list[RunCurves]) -> bytes:
    with drawing("million games of self-play", "strength") as drawn:
        _draw_curves(drawn, learned, "")
        papers = PAPERS_END[learned[0].settings.selection]
        for place, one in enumerate(learned):
            drawn.axes.plot(
                [PAPERS_GAMES / _MILLION + _DODGE * (place - 1)],
                [papers[one.representation]],
                label=f"{one.representation}, the paper",
                linestyle="none",
                marker="D",
                markersize=7,
                markerfacecolor="none",
                markeredgewidth=1.5,
                markeredgecolor=COLOURS[_COLOUR[one.representation]],
                clip_on=False,
            )
        drawn.axes.set_xlim(0, 1.03 * max(learned[0].settings.games, PAPERS_GAMES) / _MILLION)
        drawn.axes.set_ylim(0, 1)
        drawn.legend()
    return drawn.svg


def _draw_opponents(learned: list[RunCurves]) -> bytes:
    with panels(1, len(OPPONENTS), width=10.0, height=3.2) as drawings:
        for drawn, opponent in zip(drawings, OPPONENTS, strict=True):
            _draw_curves(drawn, learned, opponent)
            drawn.axes.set_title(f"against {opponent}", fontsize=10)
            drawn.axes.set_xlabel("million games")
            drawn.axes.set_xlim(0, learned[0].settings.games / _MILLION)
            drawn.axes.set_ylim(0, 1)
        drawings[0].axes.set_ylabel("share of wins")
        for drawn in drawings[1:]:
            drawn.axes.tick_params(labelleft=False)
        drawings[-1].legend()
    return drawings[-1].svg


def _draw_curves(drawn: Drawing, learned: list[RunCurves], opponent: str) -> None:
    """A band for each representation, as far as its runs have come."""
    for one in learned:
        sampled_at = one.settings.sampled_at()
        means = [one.mean_at(sample, opponent) for sample in range(len(sampled_at))]
        kept = [(games, mean) for games, mean in zip(sampled_at, means) if mean.n_games]
        xs, ys = [games / _MILLION for games, _ in kept], [mean.value for _, mean in kept]
        reaches = [mean.reach if isfinite(mean.reach) else 0.0 for _, mean in kept]
        lows, highs = [y - r for y, r in zip(ys, reaches)], [y + r for y, r in zip(ys, reaches)]
        drawn.band(_COLOUR[one.representation], Series(one.representation, xs, ys, lows, highs))


def _about_table(learned: list[RunCurves]) -> str:
    settings = learned[0].settings
    return (
        f"After {settings.games:,} games ({PAPERS_GAMES:,} in the paper). The best run is the one with the "
        f"greatest strength then; with {len(OPPONENTS) * settings.trials:,} games its luck is part of that."
    )


def _row(one: RunCurves, papers: dict[str, float]) -> tuple[str, ...]:
    finals = one.strengths(len(one.settings.sampled_at()) - 1)
    ended = one.finished()
    moves = sum(int(run.moves[-1]) for run in ended) / max(1, sum(int(run.games[-1]) for run in ended))
    return (
        one.representation,
        str(len(ended)),
        _with_error(one.final()),
        f"{papers[one.representation]:.2f}",
        f"{max(finals):.3f}" if finals else "-",
        *(_with_error(one.final(opponent)) for opponent in OPPONENTS),
        f"{moves:.1f}" if ended else "-",
    )


def _with_error(mean: Mean) -> str:
    if not mean.n_games:
        return "-"
    return f"{mean.value:.3f}" + (f" ± {mean.error:.3f}" if isfinite(mean.error) else "")


def _about_speed(sessions: list[dict[str, Any]]) -> str:
    if not sessions:
        return "No games yet."
    games, seconds, cpu_seconds = (
        sum(one[name] for one in sessions) for name in ("games", "seconds", "cpu_seconds")
    )
    threads = sorted({one["threads"] for one in sessions})
    return (
        f"{games:,} games of learning in {seconds / 3600:.2f} hours with {' or '.join(map(str, threads))} "
        f"threads, samples included: {games / seconds:,.0f} a second, {games / cpu_seconds:,.0f} a CPU "
        "second. The paper's 20 million games took about 70 hours, 79 a second."
    )


def _about_length(learned: list[RunCurves]) -> list[Block]:
    if learned[0].settings.games == PAPERS_GAMES:
        return []
    return [
        Paragraph(
            f"The paper speaks of runs of {PAPERS_GAMES:,} games. What it says of their order is carried "
            "over to other runs here; its numbers are not."
        )
    ]


def _judge(selection: str, learned: list[RunCurves], rivals: list[RunCurves]) -> list[ClaimResult]:
    if selection == "greedy":
        own = judge_stagnation(learned)
    else:
        own = judge_selections(rivals, learned)
    return [
        *own,
        *judge_order(selection, learned),
        *judge_ends(selection, learned),
        judge_centre(learned),
        judge_random(learned),
    ]
