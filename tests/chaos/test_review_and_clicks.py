"""Clicks while the whole game is reviewed: each is about the position shown, and none is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from numba import config

from tengen.core.errors import GoError
from tengen.web.messages.encoding import board_rows
from tengen.web.messages.requests import AnalyseGame, GoTo, MarkDead, OpenRecord, Play, RemoveBranch
from tengen.web.review import LineReview
from tests.web.told import ToldSession

MOVES = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 pass pass"
N_REVIEWS = 1 if config.DISABLE_JIT else 4


@pytest.fixture
def told(tmp_path: Path) -> Iterator[ToldSession]:
    told = ToldSession(tmp_path)
    yield told
    told.close()


def reviewed(told: ToldSession) -> ToldSession:
    """A game that is being counted, and reviewed for some time."""
    told.begin()
    for vertex in MOVES.split():
        told.ask(Play(vertex=vertex))
    told.ask(AnalyseGame(playouts=10))
    return told


def test_a_click_on_a_dead_stone_is_about_the_counted_position(told: ToldSession) -> None:
    reviewed(told)
    refused, n_clicks, n_reviews = [], 0, 1
    dead = set(told.state.count.dead if told.state.count else [])
    while n_clicks == 0 or told.state.thinking or n_reviews < N_REVIEWS:
        if told.state.thinking is None:
            told.ask(AnalyseGame(playouts=10))
            n_reviews += 1
        n_clicks += 1
        vertex = ("E3", "C1")[n_clicks % 2]
        try:
            told.ask(MarkDead(vertex=vertex))
        except GoError as error:
            refused.append(str(error))
            continue
        dead ^= {"E3"} if vertex == "E3" else {"C1", "C2", "C3", "C4", "C5"}
        assert told.state.count is not None
        assert set(told.state.count.dead) == dead
    assert (len(refused), refused[:1]) == (0, [])
    for node in range(len(MOVES.split())):  # and no other position has got marks
        told.ask(GoTo(node=node))
        assert told.state.count is None


def test_a_branch_may_be_cut_off_while_it_is_reviewed(told: ToldSession) -> None:
    reviewed(told)
    told.ask(GoTo(node=3))
    told.ask(Play(vertex="B2"))  # ends the review
    told.ask(GoTo(node=3))
    told.ask(AnalyseGame(playouts=10))
    told.ask(GoTo(node=2))
    told.ask(RemoveBranch(node=5))
    told.wait(lambda: told.state.thinking is None)
    assert max(row.id for row in told.state.tree) == 14


def test_a_review_passes_stones_that_were_set_up(told: ToldSession) -> None:
    told.ask(OpenRecord(text="(;SZ[5];B[cc];W[dd];AB[aa][bb]AE[dd]PL[W];W[ee];B[ea])"))
    boards = {}
    for row in told.state.tree:
        told.ask(GoTo(node=row.id))
        boards[row.id] = told.state.board
    review = LineReview(told.session._played.tree)
    seen = {}
    for node, game in zip(reversed(told.session._played.tree.line()), review.positions()):
        seen[node] = board_rows(game.board.colour, 5)
    assert seen == boards
