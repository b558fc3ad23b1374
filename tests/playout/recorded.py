"""Playouts of real searches, as the naive twins read them; used by several tests."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from tengen import Game
from tengen.book.cursor_jit import NO_BOOK, CompiledBook
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.core.positions import SIGNS, position_of, to_pair
from tests.reference.board import NaiveBoard, opponent
from tests.reference.reply_policies import START


class Recorded(NamedTuple):
    """A playout, from the real position to its end."""

    board: NaiveBoard  # the real position, without its past
    moves: list  # tree and playout alike
    n_tree_moves: int
    first_colour: str
    winner: str  # "." if the playout is void
    third: Any  # the last three moves of the real game
    before: Any
    previous: Any
    number: int  # moves of the real game


def to_move(point: int) -> Any:
    """A point, pass or missing move of the compiled board as the naive twins write it."""
    return {PASS: None, NO_MOVE: START}.get(int(point)) if point <= NO_MOVE else to_pair(int(point))


def real_position(game: Game) -> NaiveBoard:
    """The position of a game with its ko, without its past."""
    ko = int(game.board.ko)
    colour = SIGNS[int(game.board.ko_colour)] if ko != PASS else None
    return NaiveBoard(position_of(game), ko_point=to_pair(ko) if colour else None, ko_colour=colour)


def recorded_search(
    policy: str,
    size: int,
    n_playouts: int,
    seed: int = 1,
    search: Any = None,
    opened: CompiledBook = NO_BOOK,
    **options: Any,
) -> tuple:
    """A searcher with one thread, and its playouts one by one (an iterator) over a game of some moves."""
    search = search if search is not None else new_search_parameters()
    parameters = new_parameters(policy, komi=0.5, **options)
    searcher = Searcher(size, parameters, search, memory_mb=1, seed=seed, book=opened)
    return searcher, _playouts(searcher, Game(size, komi=0.5), n_playouts)


def _playouts(searcher: Searcher, game: Game, n_playouts: int) -> Iterator[Recorded]:
    """Most playouts from the empty board, then some after each of a few moves; the second is a pass."""
    shares = [n_playouts // 2, *[max(1, n_playouts // 12)] * 6]
    worker = searcher.threads[0].worker
    for number, share in enumerate(shares):
        for _ in range(share):
            searcher.think(game, playouts=1)
            playout = worker.playout
            yield Recorded(
                board=real_position(game),
                moves=[to_move(point) for point in playout.moves[: playout.n_moves].tolist()],
                n_tree_moves=int(worker.n_virtual),
                first_colour=SIGNS[game.to_play],
                winner=SIGNS[int(playout.winner)],
                third=to_move(worker.third),
                before=to_move(worker.before),
                previous=to_move(worker.previous),
                number=len(game.moves),
            )
        game.play(PASS if number == 1 else searcher.root.candidates()[0].move)


def boards_of(recorded: Recorded) -> Iterator[tuple]:
    """Each board of a playout with colour to play, the three moves before it, and the move made."""
    board, colour = recorded.board, recorded.first_colour
    line = [recorded.third, recorded.before, recorded.previous, *recorded.moves]
    for index, move in enumerate(recorded.moves):
        yield board, colour, line[index], line[index + 1], line[index + 2], move
        board, colour = board.play(colour, move), opponent(colour)


def entries(table: np.ndarray) -> dict:
    """Index -> value, for all that is not 0."""
    return {tuple(index): table[tuple(index)].item() for index in np.argwhere(table).tolist()}
