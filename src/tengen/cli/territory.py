"""`tengen territory`: who will own what, as a territory net sees a position, in text and in pictures."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from tengen.core.errors import GoError
from tengen.core.files import replace_file
from tengen.core.game import COLOUR_NAMES, Game, format_result
from tengen.core.jit import compilation_notice
from tengen.core.notation import format_diagram, format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, EMPTY, PASS, point_at
from tengen.core.rules import parse_rules
from tengen.dag_rnn.evaluator import (
    SHIPPED_NETS,
    Owners,
    TerritoryEvaluator,
    blacks_territory,
    expected_score,
    load_pretrained,
    playable_moves,
)
from tengen.dag_rnn.territory_svg import TerritoryDiagram, bars_svg, territory_svg
from tengen.gtp.commands.records import read_first_tree
from tengen.sgf import main_line, read_moves, replay

_SURE, _LIKELY = 0.85, 0.6
_N_CHANGES = 6
_KEY = (
    f"■ ▪ Black's and □ ▫ White's (■ □ from {_SURE:.0%}, ▪ ▫ from {_LIKELY:.0%}), · open; "
    "x o stones that seem dead"
)


def territory(
    file: Annotated[Path, typer.Argument(help="An SGF file; its first game is looked at.")],
    move: Annotated[int | None, typer.Option(min=0, help="After so many moves [default: all].")] = None,
    after: Annotated[
        str | None, typer.Option(metavar="VERTEX", help="Compare this move with a pass, as in D4.")
    ] = None,
    net: Annotated[
        str, typer.Option(help=f"A shipped net ({', '.join(SHIPPED_NETS)}) or the file of one.")
    ] = SHIPPED_NETS[0],
    averaged: Annotated[bool, typer.Option("--averaged", help="Look at all eight images.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Draw the board with shades into this SVG file.")
    ] = None,
    bars: Annotated[Path | None, typer.Option(help="Draw bars into this SVG file.")] = None,
) -> None:
    """Show who will own what at the end, and the score expected, as a territory net sees a position.

    With --after, what one move changes: the board after a pass beside the board after the move.
    """
    foresight = load_pretrained(net, is_averaged=averaged)
    game = _game_of(file, move)
    with compilation_notice():
        shown = [_look(foresight, game, None)] if after is None else _compare(foresight, game, after)
        told = [] if after is None else [_changes(foresight, game, parse_vertex(after, game.size), *shown)]
    scenes = [one.scene for one in shown]
    for path, draw in ((out, territory_svg), (bars, bars_svg)):
        if path is not None:
            replace_file(path, draw(scenes).encode())
    for one in shown:
        print(f"{one.text}\n{_diagram(one.scene)}\n")
    print("\n".join([_KEY, *told]))


@dataclass(frozen=True)
class _Shown:
    """A position as it is shown."""

    scene: TerritoryDiagram
    text: str


def _game_of(file: Path, n_moves: int | None) -> Game:
    """The first game of a file, after some moves; GoError names the file."""
    try:
        tree = read_first_tree(str(file))
        size = main_line(tree).size
        n_all = sum(len(read_moves(node, size).moves) for node in tree.main_line())
        if n_moves is not None and n_moves > n_all:
            raise GoError(f"the game has {n_all} moves, not {n_moves}")
        next_move = None if n_moves is None else n_moves + 1
        return replay(tree, Game().komi, parse_rules("chinese"), next_move)
    except (OSError, GoError) as error:
        raise GoError(f"cannot show {file}: {getattr(error, 'strerror', None) or error}") from None


def _look(foresight: TerritoryEvaluator, game: Game, played: int | None) -> _Shown:
    """A position, or what it becomes by a move."""
    mover = COLOUR_NAMES[game.to_play]
    if played is None:
        heading = f"Move {len(game.moves)}, {mover} to play"
    else:
        game = game.copy()
        game.play(played)
        heading = f"{mover} passes" if played == PASS else f"{mover} plays {format_vertex(played, game.size)}"
    owners = blacks_territory(foresight, game)
    area = float(owners.sum())
    score = round(expected_score(owners, game.komi), 1)
    caption = f"{heading}: Black {area:.1f}, White {owners.size - area:.1f}"
    last_move = game.last_move or PASS
    scene = TerritoryDiagram(game.board.colour, owners, last_move, caption)
    return _Shown(scene, f"{caption} points expected, {format_result(score)} with komi {game.komi:g}")


def _compare(foresight: TerritoryEvaluator, game: Game, vertex: str) -> list[_Shown]:
    """The board after a pass and after a move: both with the opponent to play, so that they compare."""
    return [_look(foresight, game, PASS), _look(foresight, game, parse_vertex(vertex, game.size))]


def _diagram(scene: TerritoryDiagram) -> str:
    """The board as text, empty points by their owners, dead stones in small letters."""
    labels = {}
    for row in range(scene.size):
        for column in range(scene.size):
            point = int(point_at(row, column))
            if scene.colours[point] == EMPTY:
                labels[point] = _sign(float(scene.owners[row, column]))
            elif scene.is_dead(row, column):
                labels[point] = "x" if scene.colours[point] == BLACK else "o"
    return format_diagram(scene.colours, scene.size, scene.last_move, labels)


def _sign(p: float) -> str:
    for share, blacks, whites in ((_SURE, "■", "□"), (_LIKELY, "▪", "▫")):
        if max(p, 1 - p) >= share:
            return blacks if p > 0.5 else whites
    return "·"


def _changes(foresight: TerritoryEvaluator, game: Game, move: int, passed: _Shown, played: _Shown) -> str:
    """What a move gains over a pass, where most, and its rank among all moves."""
    mine = 1 if game.to_play == BLACK else -1
    gain: Owners = mine * (played.scene.owners - passed.scene.owners)
    vertex, colour = format_vertex(move, game.size), COLOUR_NAMES[game.to_play]
    largest = abs(gain).ravel().argsort()[::-1][:_N_CHANGES]
    places = [divmod(int(index), game.size) for index in largest]
    where = ", ".join(
        f"{format_vertex(int(point_at(*place)), game.size)} {gain[place]:+.2f}" for place in places
    )
    text = f"{vertex} gains {gain.sum():+.1f} points for {colour} over a pass, most at {where}"
    moves = playable_moves(game)
    if move not in moves:
        return text
    areas = foresight.areas_after(game, moves)
    rank = 1 + int((areas > areas[moves.index(move)]).sum())
    return f"{text}\nIt is number {rank} of {len(moves)} moves by the area expected after it"
