"""5x5 is solved (Mayer, section III): what nets with deep search play from the opening, beside the truth.

Black wins all 25 points from C3 (van der Werf). A net and a depth of search play three games: against
themselves, without komi, and with each colour against `mcts`. Those have a komi of 24, so that Black must win
the whole board, for a search counts wins and not points, and would be content with less.
"""

from typing import Any

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, WHITE
from tengen.experiments.cached_computation import Amount
from tengen.experiments.document import Block, Bullets, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.td.nets import check_td_nets, load_net, td_label, td_nets_of
from tengen.players.mcts_player import MctsPlayer
from tengen.players.player import Player
from tengen.players.td_player import TdPlayer
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT

TRUTH_CLAIMS = ("Black wins by 25 from C3", "nets open in the centre")

_SIZE, _LEAD, _CENTRE = 5, 25, "C3"
_HARD_KOMI = 24.0
_DEPTHS = (1, 2, 4, 6, 8)
_PLAYOUTS = 10_000
_SHOWN_MOVES = 9


def check_truth(run: Run) -> None:
    """GoError for a net that is not there, or of another board."""
    check_td_nets(run)
    for name in td_nets_of(run):
        if (size := load_net(run, name).architecture.size) != _SIZE:
            raise GoError(f"{run.id} is about 5x5, but {td_label(name)} is a net for {size}x{size}")


def amount_of_truth(run: Run) -> Amount:
    """Three games of each net and depth, and the yardstick."""
    return Amount(3 * len(td_nets_of(run)) * len(_DEPTHS) + 1, "games")


def play_from_the_opening(run: Run, watch: Watch) -> Any:
    """The games of all nets at all depths, and of `mcts` with itself as a yardstick."""
    names = td_nets_of(run)
    rows: list[dict[str, Any]] = []
    for name in names:
        for depth in _DEPTHS:
            watch("nets and depths", len(rows), len(names) * len(_DEPTHS), f"{td_label(name)} {depth}")
            own = TdPlayer(net=name, depth=depth)
            with_itself = play_game(own, own, komi=0.0)
            rows.append(
                {
                    "net": td_label(name),
                    "depth": depth,
                    "moves": [format_vertex(move, _SIZE) for _, move in with_itself.moves],
                    "with itself": with_itself.score(),
                    "as Black": lead_of(play_game(own, _judge(WHITE), komi=_HARD_KOMI)),
                    "as White": lead_of(play_game(_judge(BLACK), own, komi=_HARD_KOMI)),
                }
            )
    yardstick = lead_of(play_game(_judge(BLACK), _judge(WHITE), komi=_HARD_KOMI))
    watch("nets and depths", len(rows), len(rows), "")
    return {"rows": rows, "yardstick": yardstick, "playouts": _PLAYOUTS}


def play_game(black: Player, white: Player, komi: float) -> Game:
    """One game on 5x5 by area; repetition is forbidden, else a game may go round in circles."""
    game = Game(_SIZE, komi, "chinese-kgs")
    while not game.is_over and len(game.moves) < MOVE_LIMIT_PER_POINT * _SIZE**2:
        game.play((black if game.to_play == BLACK else white).choose_move(game))
    return game


def lead_of(game: Game) -> float:
    """Black's area minus White's."""
    return game.score() + game.komi


def _judge(colour: int) -> Player:
    return MctsPlayer(playouts=_PLAYOUTS, prior_net=None, seed=colour)


def show_truth(name: str, found: Any) -> list[Block]:
    """The page."""
    if not found:
        return [Heading("Result"), Paragraph("Not run yet.")]
    rows = found["rows"]
    return [
        Heading("Setting"),
        Bullets(
            (
                f"5x5, area, depths {', '.join(map(str, _DEPTHS))} of alpha-beta over each net "
                "(`td/alphabeta.py`), from the empty board.",
                "With itself: without komi, as the nets were taught; equal moves are drawn by one seed.",
                f"Against `mcts:playouts={found['playouts']}`: with komi {_HARD_KOMI:g}, so that nothing but "
                "all 25 points wins for Black.",
                f"`mcts` with itself ends with {_lead(found['yardstick'])} under this komi.",
            )
        ),
        Heading("Result"),
        Paragraph("Black's area minus White's at the end of each game; the truth is +25."),
        Table(
            ("net", "depth", "opens", "with itself", "as Black against mcts", "as White against mcts"),
            tuple(
                (
                    row["net"],
                    str(row["depth"]),
                    row["moves"][0],
                    _lead(row["with itself"]),
                    _lead(row["as Black"]),
                    _lead(row["as White"]),
                )
                for row in rows
            ),
        ),
        Paragraph(f"The first {_SHOWN_MOVES} moves of the games with itself at the greatest depth:"),
        Bullets(
            tuple(
                f"{row['net']}: {' '.join(row['moves'][:_SHOWN_MOVES])}"
                for row in rows
                if row["depth"] == max(_DEPTHS)
            )
        ),
        Heading("The paper's claims"),
        Table(("the paper says", "ours"), tuple(_claims(rows))),
    ]


def _lead(lead: float) -> str:
    return f"{lead:+.0f}" if lead else "0"


def _claims(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    n_rows = len(rows)
    in_centre = sum(row["moves"][0] == _CENTRE for row in rows)
    true = {kind: sum(row[kind] == _LEAD for row in rows) for kind in ("with itself", "as Black")}
    kept = sum(row["as White"] < _LEAD for row in rows)
    return [
        ("nets open in the centre", f"{in_centre} of {n_rows} nets and depths open at {_CENTRE}"),
        (
            "Black wins by 25 from C3",
            f"+25 in {true['with itself']} of {n_rows} games with itself, and in {true['as Black']} of "
            f"{n_rows} as Black against mcts; as White {kept} of {n_rows} lose by less than that",
        ),
    ]
