"""The page of Table II of Mayer: win rates by search depth beside the paper's, and whether depth helps."""

from itertools import pairwise

from tengen.experiments.claims import SIGNIFICANT, Rate
from tengen.experiments.document import Block, Bullets, Heading, Paragraph, Table
from tengen.experiments.td_depths import DepthCell
from tengen.match.intervals import format_rate, two_proportions
from tengen.nets.td_trials import OPPONENTS

DEPTH_CLAIMS = ("strength grows with the depth of the search", "against GOjen it does not grow steadily")

_PAPERS = {  # by opponent and depth
    "pattern": {1: 0.6500, 2: 0.5830, 4: 0.6560},
    "naive": {1: 0.7370, 2: 0.8920, 4: 0.9110},
    "random": {1: 0.9860, 2: 1.0, 4: 1.0},
    "all three": {1: 0.7527, 2: 0.7753, 4: 0.8320},
}
_ALL = "all three"


def show_depths(name: str, cells: list[DepthCell]) -> list[Block]:
    """All parts of the report but its head and its foot."""
    depths = list(dict.fromkeys(cell.depth for cell in cells))
    rates = {(cell.opponent, cell.depth): Rate(cell.points, cell.n_games) for cell in cells}
    for depth in depths:
        own = [rates[opponent, depth] for opponent in OPPONENTS]
        rates[_ALL, depth] = Rate(sum(one.points for one in own), sum(one.games for one in own))
    columns = ("against", *(f"depth {depth}" if depth else "no search" for depth in depths))
    return [
        Heading("Setting"),
        Bullets(
            (
                "Alpha-beta search over the net (`nets/alphabeta.py`): d plies on, the net is asked. Half of "
                "the games with each colour, no komi; equal best moves are drawn.",
                "Without search the net plays its best move, as in Figures 2 and 3. Depth 1 values the same "
                "moves, but counts the board where a second pass would end the game.",
                "`pattern` stands in for GOjen and is another player: see `td-fig3`.",
            )
        ),
        Heading("Result"),
        Paragraph("Share of wins with 95 % Wilson intervals, in brackets; then the paper's."),
        Table(columns, tuple(_row(opponent, depths, rates) for opponent in (*OPPONENTS, _ALL))),
        Paragraph(
            "The last row is over all games. The paper's strength is not the mean of its rows (0.7910, "
            "0.8250 and 0.8557); it is shown as printed."
        ),
        Table(("", *columns[1:]), (("milliseconds a move", *(_pace(cells, depth) for depth in depths)),)),
        Heading("The paper's claims"),
        Paragraph("Each depth against the one before, by the two-sided z-test of two proportions, p < 0.05."),
        Table(("against", "depths", "shares", "p", "verdict"), tuple(_claims(depths, rates))),
    ]


def _row(opponent: str, depths: list[int], rates: dict[tuple[str, int], Rate]) -> tuple[str, ...]:
    cells = []
    for depth in depths:
        papers = _PAPERS[opponent].get(depth)
        cells.append(format_rate(*rates[opponent, depth]) + (f"; {papers:.1%}" if papers else ""))
    return opponent if opponent == _ALL else f"`{opponent}`", *cells


def _pace(cells: list[DepthCell], depth: int) -> str:
    own = [cell for cell in cells if cell.depth == depth]
    n_moves, seconds = sum(cell.n_moves for cell in own), sum(cell.seconds for cell in own)
    return f"{1000 * seconds / n_moves:.2f}" if n_moves else "-"


def _claims(depths: list[int], rates: dict[tuple[str, int], Rate]) -> list[tuple[str, ...]]:
    """Whether a deeper search is stronger, for the depths of the paper."""
    rows: list[tuple[str, ...]] = []
    for opponent in (_ALL, *OPPONENTS):
        for low, high in pairwise(depth for depth in depths if depth):
            first, second = rates[opponent, low], rates[opponent, high]
            if first.games and second.games:
                test = two_proportions(*first, *second)
                change = "stronger" if test.z < 0 else "weaker"
                verdict = change if test.p < SIGNIFICANT else "no difference seen"
                shares = f"{first.value:.1%} and {second.value:.1%}"
                rows.append((opponent, f"{low} and {high}", shares, f"{test.p:.2g}", verdict))
    return rows
