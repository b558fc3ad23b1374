"""The pages of Table 2 and Figure 2b of Wu & Baldi: how likely and how high nets rank the moves played."""

from collections.abc import Callable, Sequence
from math import isfinite
from typing import NamedTuple

from tengen.dag_rnn.training.evaluation import (
    TEMPERATURES,
    GameMean,
    Measure,
    PositionMetrics,
    is_among,
    log_gibbs_at,
    log_of_mean,
    log_swing_at,
    log_uniform,
    mean_over_games,
)
from tengen.experiments.dag_rnn.move_prediction import PAPER_MOVES, VALIDATION_PLACE, CellRows
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.figures import Series, drawing

_Z = 1.96  # standard errors on each side of a 95 % interval
_PAPER_RANDOM = {"9x9": "-4.13", "13x13": "-4.88", "19x19": "-5.64"}
PAPER_NET = {"9x9": "-1.86", "13x13": "-2.27", "19x19": "-2.70"}
_TOP = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 70, 100, 150, 200)
PAPER_TOP, PAPER_SHARE = 30, 0.5

TABLE2_CLAIMS = (
    "the net gives moves of test games -1.86 (9x9), -2.27 (13x13) and -2.70 (19x19, moves 80 to 83)",
    "that is far more than a player at random gives them",
)
FIG2B_CLAIMS = ("half of the professional moves at 80 stones are among the 30 best of the net",)


class RankingMethod(NamedTuple):
    """How 1-ply values a move, for its probability at a temperature and for its rank."""

    log_at: Callable[[float], Measure]
    rank: Measure


WAYS = {
    "1-ply": RankingMethod(log_gibbs_at, lambda row: row.area_rank),
    "1-ply by swing": RankingMethod(log_swing_at, lambda row: row.swing_rank),
}


class Temperatures(NamedTuple):
    """Those with the best figures on validation games."""

    of_mean: float  # best mean of log p
    of_log: float  # best log of mean p


def choose_temperatures(rows: Sequence[PositionMetrics], way: RankingMethod) -> Temperatures:
    """The best of TEMPERATURES for each reading of the paper's table."""
    return Temperatures(
        max(TEMPERATURES, key=lambda one: mean_over_games(rows, way.log_at(one)).value),
        max(TEMPERATURES, key=lambda one: log_of_mean(rows, way.log_at(one)).value),
    )


def show_table2(name: str, cells: list[CellRows], warnings: list[str]) -> list[Block]:
    """The page of Table 2."""
    chosen = {
        cell.net: {
            by: choose_temperatures([told.seen for told in cell.rows], way) for by, way in WAYS.items()
        }
        for cell in cells
        if cell.place == VALIDATION_PLACE and cell.rows
    }
    rows = []
    for cell in cells:
        if cell.place != VALIDATION_PLACE and cell.rows and cell.net in chosen:
            rows += _table2_rows(cell, chosen[cell.net])
    columns = ("board", "system", "games", "positions", "mean of log p", "log of mean p", "the paper")
    return [
        *_setting(warnings),
        Heading("Result"),
        Table(columns, tuple(rows)),
        Heading("The paper's claims"),
        Paragraph(_reading(cells, chosen)),
        Bullets(tuple(_verdicts(cells, chosen))),
        Heading("Temperatures"),
        Paragraph(
            "Chosen on other games on 9x9, those that validate, once for each reading and then used on every "
            "board: "
            + "; ".join(
                f"{net}, {way}: {one.of_mean:g} for the mean of log p, {one.of_log:g} for the log of mean p"
                for net, ways in chosen.items()
                for way, one in ways.items()
            )
            + f". Tried: {', '.join(f'{one:g}' for one in TEMPERATURES)} points of area."
        ),
    ]


def _table2_rows(cell: CellRows, chosen: dict[str, Temperatures]) -> list[tuple[str, ...]]:
    """A board of a net: at random, by areas and by swings at both temperatures, by the output for moves."""
    rows = _paper_rows(cell)
    n_games, n_rows = str(len({row.game for row in rows})), str(len(rows))
    measures: list[tuple[str, Measure, str]] = [
        ("at random", log_uniform, _PAPER_RANDOM[cell.place]),
        *(
            (f"{cell.net}, {name}, T = {temperature:g}", way.log_at(temperature), PAPER_NET[cell.place])
            for name, way in WAYS.items()
            for temperature in chosen[name]
        ),
    ]
    if mean_over_games(rows, lambda row: row.log_move).n_games:
        measures.append((f"{cell.net}, output for moves", lambda row: row.log_move, ""))
    return [
        (
            cell.place,
            system,
            n_games,
            n_rows,
            _interval(mean_over_games(rows, measure), ".2f"),
            _interval(log_of_mean(rows, measure), ".2f"),
            paper,
        )
        for system, measure, paper in measures
    ]


def _paper_rows(cell: CellRows) -> list[PositionMetrics]:
    """The positions that the paper looks at: on 19x19 those before moves 80 to 83."""
    return [told.seen for told in cell.rows if cell.place != "19x19" or told.time + 1 in PAPER_MOVES]


def _reading(cells: list[CellRows], chosen: dict[str, dict[str, Temperatures]]) -> str:
    """Which reading of the paper's figures is nearer to ours, over boards and nets, for 1-ply by area."""
    distances = {"mean of log p": 0.0, "log of mean p": 0.0}
    for cell in cells:
        if cell.place in PAPER_NET and cell.rows and cell.net in chosen:
            rows, paper = _paper_rows(cell), float(PAPER_NET[cell.place])
            best = chosen[cell.net]["1-ply"]
            mean = mean_over_games(rows, log_gibbs_at(best.of_mean)).value
            of_mean = log_of_mean(rows, log_gibbs_at(best.of_log)).value
            distances["mean of log p"] += abs(mean - paper)
            distances["log of mean p"] += abs(of_mean - paper)
    if not any(distances.values()):
        return "Not run yet."
    nearer = min(distances, key=distances.__getitem__)
    return (
        "The paper does not say whether it means the mean of log p or the log of mean p, nor at what "
        "temperature. "
        f"With each at its own temperature, {nearer} is nearer to the paper's figures."
    )


def _verdicts(cells: list[CellRows], chosen: dict[str, dict[str, Temperatures]]) -> list[str]:
    """What our games say of the paper's figures read as the log of mean p, board by board."""
    found: dict[str, list[str]] = {}
    for cell in cells:
        if cell.place in PAPER_NET and cell.rows and cell.net in chosen:
            for by, way in WAYS.items():
                ours = log_of_mean(_paper_rows(cell), way.log_at(chosen[cell.net][by].of_log))
                paper = PAPER_NET[cell.place]
                text = f"{cell.place} {_interval(ours, '.2f')}, {_beside(ours, float(paper))} {paper}"
                found.setdefault(f"{cell.net}, {by}", []).append(text)
    return [f"{system}, log of mean p: {'; '.join(texts)}." for system, texts in found.items()]


def show_fig2b(name: str, cells: list[CellRows], warnings: list[str]) -> list[Block]:
    """The page of Figure 2b."""
    pro = [cell for cell in cells if cell.place == "19x19" and cell.rows]
    return [
        *_setting(warnings),
        Heading("Result"),
        _top_figure(name, pro),
        Table(("moves", "by", "games", *(f"top {most}" for most in _SHOWN)), tuple(_phase_rows(pro))),
        Paragraph(
            "Shares in % with 95 % intervals. The paper: 50 % among the top 30 at 80 stones; its other "
            "values are in a drawing only."
        ),
        Heading("The paper's claims"),
        Bullets(tuple(_verdict(cell, way) for cell in pro for way in WAYS)),
    ]


_SHOWN = (1, 5, 10, 30, 50, 100)


def _phase_rows(pro: list[CellRows]) -> list[tuple[str, ...]]:
    """Shares by moves of the game, and by what ranks them."""
    rows = []
    for cell in pro:
        for label, times in _phases(cell).items():
            part = [told.seen for told in cell.rows if told.time in times]
            for by, shares in _shares(cell, part).items():
                n_games = str(len({row.game for row in part}))
                values = [_interval(_hundred(shares(most)), ".1f") for most in _SHOWN]
                rows.append((label, by, n_games, *values))
    return rows


def _phases(cell: CellRows) -> dict[str, set[int]]:
    """Times by name; those of the paper are together."""
    paper = {number - 1 for number in PAPER_MOVES}
    others = sorted({told.time for told in cell.rows} - paper)
    phases = {**{str(time + 1): {time} for time in others}, "80 to 83": paper}
    return dict(sorted(phases.items(), key=lambda item: min(item[1])))


class _Shares:
    """How often moves of some positions are among the best, by one way to rank."""

    def __init__(self, rows: Sequence[PositionMetrics], rank: Measure | None) -> None:
        self._rows, self._rank = rows, rank

    def __call__(self, most: int) -> GameMean:
        if self._rank is None:
            return mean_over_games(self._rows, lambda row: min(1.0, most / max(row.n_legal, 1)))
        return mean_over_games(self._rows, is_among(self._rank, most))


def _shares(cell: CellRows, rows: Sequence[PositionMetrics]) -> dict[str, _Shares]:
    """By areas, by swings, by the output for moves if there is one, and at random."""
    shares = {f"{cell.net}, {name}": _Shares(rows, way.rank) for name, way in WAYS.items()}
    if mean_over_games(rows, lambda row: row.move_rank).n_games:
        shares[f"{cell.net}, output for moves"] = _Shares(rows, lambda row: row.move_rank)
    return {**shares, "at random": _Shares(rows, None)}


def _top_figure(name: str, pro: list[CellRows]) -> Figure:
    curves: dict[str, _Shares] = {}
    for cell in pro:
        curves |= _shares(cell, _paper_rows(cell))
    with drawing("best moves, m", "share of moves played among them, %") as drawn:
        for index, (label, shares) in enumerate(curves.items()):
            means = [_hundred(shares(most)) for most in _TOP]
            reaches = [_Z * mean.error if isfinite(mean.error) else 0.0 for mean in means]
            ys = [mean.value for mean in means]
            lows, highs = [y - r for y, r in zip(ys, reaches)], [y + r for y, r in zip(ys, reaches)]
            drawn.points(index, Series(label, _TOP, ys, lows, highs))
        drawn.paper_points([PAPER_TOP], [100 * PAPER_SHARE])
        drawn.axes.set_ylim(0, 100)
        drawn.legend()
    caption = "Professional moves 80 to 83 on 19x19 among the m best of a net, with 95 % intervals"
    return Figure(name, caption, drawn.svg)


def _verdict(cell: CellRows, way: str) -> str:
    """What our games say of the paper's 50 %, for a way of 1-ply."""
    share = _Shares(_paper_rows(cell), WAYS[way].rank)(PAPER_TOP)
    verdict = f"{_beside(share, PAPER_SHARE)} the paper's 50 %"
    return f"{cell.net}, {way}, top 30: {_interval(_hundred(share), '.1f')} %, {verdict}."


def _beside(ours: GameMean, paper: float) -> str:
    """Where our figure stands beside the paper's."""
    reach = _Z * ours.error
    if ours.value + reach < paper:
        return "below"
    return "above" if ours.value - reach > paper else "not to be told from"


def _setting(warnings: list[str]) -> list[Block]:
    return [
        Heading("Setting"),
        Bullets(
            (
                "9x9: 4 moves drawn from each game of amateurs and programs kept for tests. 13x13: 8 moves "
                "of each game; no net was taught on 13x13. 19x19: moves 20, 80 to 83, 140 and 200 of "
                "professional games kept for tests. Passes are not looked at.",
                "1-ply: moves in proportion to e^(area / T), area being what the player expects after one.",
                "By swing: that area less what would be left after the opponent's move there, as players "
                "count the size of a move. This is ours, not the paper's.",
                "The games kept for tests are those of the split with seed 1 (docs/nets.md); the header of a "
                "net tells the numbers of its split, and they were compared.",
                "A game is the unit: means over games of the means of their positions, ± 95 % intervals.",
                *warnings,
            )
        ),
    ]


def _hundred(mean: GameMean) -> GameMean:
    return GameMean(100 * mean.value, 100 * mean.error, mean.n_games)


def _interval(mean: GameMean, form: str) -> str:
    if not mean.n_games:
        return ""
    return f"{mean.value:{form}}" + (f" ± {_Z * mean.error:{form}}" if isfinite(mean.error) else "")
