"""Heavy playouts in a search: when they end, and who is then ahead, told by the naive board."""

import pytest
from numba import config

from tengen import Game
from tengen.mcts.searcher import Searcher
from tengen.mcts.worker import new_search_parameters
from tengen.playout.parameters_jit import new_parameters
from tests.playout.recorded import boards_of, recorded_search
from tests.reference.reply_policies import is_playable
from tests.reference.tree_rules import owners

N_PLAYOUTS = 4 if config.DISABLE_JIT else 60


def is_hopeless(board):
    """The mercy rule: stones, with seven for White, differ by more than half the board."""
    return abs(len(board.stones("X")) - len(board.stones("O")) - 7) > len(board.points) // 2


@pytest.mark.parametrize("mercy", [True, False])
def test_a_playout_ends_with_two_passes_or_by_mercy_and_the_board_tells_who_won(mercy):
    searcher, playouts = recorded_search("lgrf2", 5, N_PLAYOUTS, mercy=mercy)
    playout = searcher.threads[0].worker.playout
    n_mercy = n_passed = 0
    for one in playouts:
        after = [board.play(colour, move) for board, colour, *_, move in boards_of(one)]
        of_playout = after[one.n_tree_moves :]
        hopeless = [mercy and is_hopeless(board) for board in of_playout]
        assert playout.is_mercy == any(hopeless)
        assert not any(hopeless[:-1])
        last_two = [one.previous, *one.moves][-2:]
        assert playout.is_mercy or one.winner == "." or last_two == [None, None]
        if not of_playout or one.winner == ".":
            continue
        end = of_playout[-1]
        if playout.is_mercy:
            lead = len(end.stones("X")) - len(end.stones("O"))
            n_mercy += 1
        else:
            lead = sum(owners(end.position).values())
            n_passed += 1
        assert playout.lead == lead
        assert one.winner == ("X" if lead > 0.5 else "O")
    assert n_passed > 0
    assert (n_mercy > 0) == mercy


def test_no_side_passes_in_a_playout_while_it_has_a_playable_point():
    _, playouts = recorded_search("default", 5, N_PLAYOUTS)
    n_passes = 0
    for one in playouts:
        for index, (board, colour, *_, move) in enumerate(boards_of(one)):
            if index >= one.n_tree_moves and move is None:
                assert not any(is_playable(board, point, colour) for point in board.points)
                n_passes += 1
    assert n_passes > 0


@pytest.mark.parametrize("size", [2, 3, 4])
def test_on_the_smallest_boards_a_playout_goes_beyond_its_first_move(size):
    parameters = new_parameters("default", komi=0.5, opening=False)
    one = Searcher(size, parameters, new_search_parameters(), memory_mb=1, seed=1)
    one.think(Game(size, komi=0.5), playouts=1)
    playout = one.threads[0].worker.playout
    assert not playout.is_mercy
    assert playout.n_moves > 2
