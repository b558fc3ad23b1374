"""Figure 4 of Mayer: a game that the best net wins as White, with what it expects after each of its moves."""

from typing import Any

from tengen.core.game import COLOUR_NAMES, Game
from tengen.core.notation import format_vertex
from tengen.core.points_jit import BLACK, PASS
from tengen.core.random_jit import rng_state
from tengen.experiments.document import Block, Bullets, Figure, Heading, Paragraph, Table
from tengen.experiments.experiment import Run, Watch
from tengen.experiments.figures import COLOURS, draw_board, number_moves, panels
from tengen.experiments.td.nets import load_net, td_label, td_nets_of
from tengen.players.heuristic_players import PatternPlayer
from tengen.playout.parameters_jit import MOVE_LIMIT_PER_POINT
from tengen.td.games_jit import choose_best
from tengen.td.network import TdNet
from tengen.td.value_jit import new_accumulator

_PAPERS_VALUES = "0.68 after move 2, 0.61 at the end"
GAME_CLAIMS = ("the best creative katatsugi net, White, beats GOjen", f"its value is {_PAPERS_VALUES}")

_SEEDS = 1000  # of games that are tried
_MARGIN = 0.05  # of the axis of values


def find_won_game(run: Run, watch: Watch) -> Any:
    """The first game by seed that the net wins with White against `pattern`; None if it wins none."""
    (name,) = td_nets_of(run)
    file = load_net(run, name)
    net = file.net()
    for seed in range(_SEEDS):
        watch("games", seed, _SEEDS, "")
        game, values = play_game(net, file.architecture.size, seed)
        if game.score() < 0:
            moves = [[colour, move, value] for (colour, move), value in zip(game.moves, values, strict=True)]
            net_text = f"{td_label(name)} ({file.architecture.text()})"
            return {"net": net_text, "size": game.size, "seed": seed, "result": game.result(), "moves": moves}
    return None


def play_game(net: TdNet, size: int, seed: int) -> tuple[Game, list[float | None]]:
    """`pattern` against the net, White; with the net's value of each of its moves, None for the others."""
    game, sight, state = Game(size, komi=0, rules="chinese"), new_accumulator(net), rng_state(seed)
    black = PatternPlayer(seed)
    values: list[float | None] = []
    while not game.is_over and len(game.moves) < MOVE_LIMIT_PER_POINT * size * size:
        if game.to_play == BLACK:
            move, value = black.choose_move(game), None
        else:
            chosen, value = choose_best(net, sight, game.board, state)
            move, value = int(chosen), float(value)
        game.play(move)
        values.append(value)
    return game, values


def show_game(name: str, found: Any) -> list[Block]:
    """The page of Figure 4."""
    if not found:
        return [Heading("Result"), Paragraph("Not run yet, or the net won no game.")]
    size, moves = found["size"], found["moves"]
    stones, numbers, later = number_moves([(colour, move) for colour, move, _ in moves])
    passes = [str(number) for number, (_, move, _) in enumerate(moves, 1) if move == PASS]
    beside = [*later, *([f"{', '.join(passes)} pass"] if passes else [])]
    caption = "Black `pattern`, White the net; beside it the net's value for itself after each of its moves"
    values = [value for *_, value in moves if value is not None]
    return [
        Heading("Setting"),
        Paragraph(
            f"White is {found['net']}, which plays its best move; Black is `pattern`, our stand-in for "
            f"GOjen. This is the first game by seed that White wins: seed {found['seed']}, "
            f"{found['result']} by area, without komi."
        ),
        Heading("Result"),
        Figure(name, caption, _draw(size, moves, stones, numbers)),
        *([Paragraph(f"Not on the diagram: {'; '.join(beside)}.")] if beside else []),
        Table(("move", "colour", "played", "value for White"), tuple(_rows(size, moves))),
        Heading("The paper's claims"),
        Bullets(
            (
                f"The net wins with White, in its game number {found['seed'] + 1}: with smaller seeds it won "
                "none. How the paper found its game it does not say.",
                f"The net's value: {values[0]:.2f} after its first move, {values[-1]:.2f} after its last, "
                f"{min(values):.2f} at least and {max(values):.2f} at most. The paper's: {_PAPERS_VALUES}.",
            )
        ),
    ]


def _rows(size: int, moves: list[Any]) -> list[tuple[str, ...]]:
    return [
        (
            str(number),
            COLOUR_NAMES[colour],
            format_vertex(move, size),
            "" if value is None else f"{value:.3f}",
        )
        for number, (colour, move, value) in enumerate(moves, 1)
    ]


def _draw(size: int, moves: list[Any], stones: dict[int, int], numbers: dict[int, str]) -> bytes:
    with panels(1, 2, width=9.0, height=4.0) as (board, curve):
        draw_board(board.axes, size, stones, numbers, font_size=11)
        valued = [(number, value) for number, (*_, value) in enumerate(moves, 1) if value is not None]
        xs, ys = zip(*valued, strict=True)
        axes = curve.axes
        axes.axhline(0.5, color="#999999", linewidth=0.8)
        axes.plot(xs, ys, color=COLOURS[4], marker="o", markersize=4, linewidth=1.2)
        axes.set_xlabel("move")
        axes.set_ylabel("value for White")
        axes.set_ylim(min(0.0, *ys) - _MARGIN, max(1.0, *ys) + _MARGIN)
        axes.set_xlim(0, len(moves) + 1)
        axes.set_box_aspect(0.9)
    return board.svg
