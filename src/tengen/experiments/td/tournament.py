"""Table I of Mayer: a round robin of the best nets, each pair with both colours, always the best move.

Two nets play the same game again unless two moves have exactly equal values. So games are no independent
draws, and no intervals are given: the number of different games says how much stands behind a score.
"""

from itertools import combinations
from typing import Any

import numpy as np

from tengen.core.random_jit import rng_state
from tengen.experiments.cached_computation import Amount
from tengen.experiments.document import Block, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.td.nets import check_td_nets, load_net, td_label, td_nets_of
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.td.games_jit import play_match
from tengen.td.learning_jit import new_training_buffers
from tengen.td.network import TdNet

PAPERS_GAMES = 1000  # a pair
PAPERS_SCORES = {
    "koten": 0.7040,
    "koten-greedy": 0.5892,
    "katatsugi": 0.4866,
    "katatsugi-greedy": 0.4796,
    "roban": 0.3758,
    "roban-greedy": 0.3282,
}
TOURNAMENT_CLAIMS = (
    "koten nets beat katatsugi nets, roban nets are last",
    "for each representation the creative net is above the greedy one",
)


def check_tournament(run: Run) -> None:
    """GoError for nets that cannot meet, or an odd number of games."""
    amount_of_tournament(run)
    check_td_nets(run)


def amount_of_tournament(run: Run) -> Amount:
    """Games of all pairs."""
    n_pairs = len(list(combinations(td_nets_of(run), 2)))
    return Amount(n_pairs * run.wanted.games_of(PAPERS_GAMES, in_pairs=True), "games")


def play_tournament(run: Run, watch: Watch) -> Any:
    """All pairs; what each has won, drawn and lost as the first of its pair, and how many games differ."""
    names = td_nets_of(run)
    files = [load_net(run, name) for name in names]
    nets, size = [file.net() for file in files], files[0].architecture.size
    n_games = run.wanted.games_of(PAPERS_GAMES, in_pairs=True)
    pairs = []
    places = list(combinations(range(len(nets)), 2))
    for number, (first, second) in enumerate(places):
        watch("pairs", number, len(places), f"{td_label(names[first])} and {td_label(names[second])}")
        results = play_pair(nets[first], nets[second], size, n_games, number)
        pairs.append({"first": first, "second": second, **results})
    watch("pairs", len(places), len(places), "")
    return {"nets": [td_label(name) for name in names], "games": n_games, "pairs": pairs}


def play_pair(first: TdNet, second: TdNet, size: int, n_games: int, seed: int) -> dict[str, int]:
    """Half of the games with each colour: the first net's wins, draws and losses, and different games."""
    moves = np.zeros((n_games // 2, MOVE_LIMIT_PER_POINT * size * size), np.uint16)
    n_moves, leads = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.int64)
    desks, state = (new_training_buffers(first), new_training_buffers(second)), rng_state(seed)
    signs, different = [], 0
    for black, white, sign in ((0, 1, 1), (1, 0, -1)):
        nets = (first, second)
        moves[:] = 0
        play_match(nets[black], nets[white], desks[black], desks[white], size, moves, n_moves, leads, state)
        signs += (sign * np.sign(leads)).tolist()
        different += len(np.unique(np.column_stack([n_moves, moves]), axis=0))
    return {
        "won": signs.count(1),
        "drawn": signs.count(0),
        "lost": signs.count(-1),
        "different": different,
    }


def show_tournament(name: str, found: Any) -> list[Block]:
    """The page of Table I."""
    if not found:
        return [Heading("Result"), Paragraph("Not run yet.")]
    nets, totals = found["nets"], _totals(found)
    order = sorted(range(len(nets)), key=lambda place: -_score(totals[place]))
    return [
        Heading("Setting"),
        Paragraph(
            f"Each net meets each other one in {found['games']:,} games, half of them with each colour, "
            "without komi; always the best move, and one of the equal ones by chance. A draw is half a win; "
            "the paper's scores add up to less than a point a game, so its draws probably counted for nobody."
        ),
        Heading("Result"),
        Table(
            ("rank", "net", "score", "won", "drawn", "lost", "the paper's score", "its rank"),
            tuple(_row(rank, nets[place], totals[place]) for rank, place in enumerate(order, 1)),
        ),
        Paragraph(
            "Won, drawn and lost games of the net of a row against that of a column; in brackets how many "
            "different games they played."
        ),
        Table(("", *(nets[place] for place in order)), tuple(_cross_rows(found, order))),
        Paragraph(_about_differences(found)),
        Heading("The paper's claims"),
        Paragraph(
            "Nets are single ones, the best of their runs, and may play few different games: what follows is "
            "about these nets, not about representations."
        ),
        *_claims_table(nets, [_score(one) for one in totals]),
    ]


def _totals(found: Any) -> list[tuple[int, int, int]]:
    """Won, drawn and lost games of each net."""
    totals = np.zeros((len(found["nets"]), 3), int)
    for pair in found["pairs"]:
        results = [pair["won"], pair["drawn"], pair["lost"]]
        totals[pair["first"]] += results
        totals[pair["second"]] += results[::-1]
    return [(int(won), int(drawn), int(lost)) for won, drawn, lost in totals]


def _score(total: tuple[int, int, int]) -> float:
    won, drawn, _ = total
    return (won + drawn / 2) / max(1, sum(total))


def _row(rank: int, net: str, total: tuple[int, int, int]) -> tuple[str, ...]:
    papers = f"{PAPERS_SCORES[net]:.4f}" if net in PAPERS_SCORES else "-"
    papers_rank = str(list(PAPERS_SCORES).index(net) + 1) if net in PAPERS_SCORES else "-"
    return str(rank), net, f"{_score(total):.4f}", *(f"{count:,}" for count in total), papers, papers_rank


def _cross_rows(found: Any, order: list[int]) -> list[tuple[str, ...]]:
    cells = {}
    for pair in found["pairs"]:
        results = [pair["won"], pair["drawn"], pair["lost"]]
        for key, own in (
            ((pair["first"], pair["second"]), results),
            ((pair["second"], pair["first"]), results[::-1]),
        ):
            cells[key] = f"{'-'.join(map(str, own))} ({pair['different']})"
    return [(found["nets"][row], *(cells.get((row, column), "") for column in order)) for row in order]


def _about_differences(found: Any) -> str:
    different = sum(pair["different"] for pair in found["pairs"])
    n_games = found["games"] * len(found["pairs"])
    return f"Of {n_games:,} games {different:,} are different within their pair and colours."


def _claims_table(nets: list[str], scores: list[float]) -> list[Block]:
    rows = tuple(_claims(nets, scores))
    if not rows:
        return [Paragraph("No two of the nets are those that the paper speaks of.")]
    return [Table(("the paper says", "ours", "verdict"), rows)]


def _claims(nets: list[str], scores: list[float]) -> list[tuple[str, str, str]]:
    """What can be said of the nets that took part."""
    by_name = dict(zip(nets, scores, strict=True))
    pairs = [
        ("koten", "katatsugi"),
        ("koten-greedy", "katatsugi-greedy"),
        *(
            (f"{other}{suffix}", f"roban{suffix}")
            for other in ("koten", "katatsugi")
            for suffix in ("", "-greedy")
        ),
        *((name, f"{name}-greedy") for name in ("koten", "roban", "katatsugi")),
    ]
    return [
        (
            f"{high} above {low}",
            f"{by_name[high]:.4f} and {by_name[low]:.4f}",
            "holds" if by_name[high] > by_name[low] else "does not hold",
        )
        for high, low in pairs
        if high in by_name and low in by_name
    ]
