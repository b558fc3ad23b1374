"""The review of a whole game: which moves are mistakes, and what would have been better."""

import lzma
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tengen.core.game import Game
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import BLACK, N_POINTS
from tengen.players.player import Analysis, CandidateMove
from tengen.playout.dead_stones import dead_stones
from tengen.sgf import parse_sgf
from tengen.web import review as game_analysis
from tengen.web.analysis import new_analyst
from tengen.web.game.records import open_game
from tengen.web.game.tree import GameTree
from tengen.web.messages.game import GameProgress
from tengen.web.review import LineReview

RECORDS = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "games-9x9-human.sgf.xz"
WALLS = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5"  # on 5x5: Black has 15 points, White 10


@pytest.fixture(autouse=True)
def quick_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few playouts tell which stones are dead on 5x5."""
    monkeypatch.setattr(game_analysis, "_count", lambda game: game.score(dead_stones(game, 40)))


def of_the_search(game: Game, best: list[str], rate: float) -> Analysis:
    """With a rate of 0.9 whoever is to play wins: each move, the best one too, seems to give all away."""
    line = tuple(parse_vertex(vertex, game.size) for vertex in best)
    candidate = CandidateMove(line[0], visits=9, win_rate=0.9, lower_bound=0.8, prior=0.5, line=line)
    return Analysis(game.to_play, 10, rate, 3.0, 1.0, (candidate,), np.zeros(N_POINTS))


def review(vertices: str, best: str = "A5 E5", n_even: int = 0) -> tuple[GameTree, GameProgress]:
    """A game on 5x5 reviewed by a search that always expects the same line, and finds some moves even."""
    tree = GameTree(Game(5, 0.5))
    for vertex in vertices.split():
        tree.play(parse_vertex(vertex, 5))
    found = LineReview(tree)
    for game in found.positions():
        rate = 0.5 if len(game.moves) < n_even else 0.9
        progress = found.note(None if found.is_counted else of_the_search(game, best.split(), rate))
    assert progress.done == progress.total == len(tree.nodes)
    return tree, progress


def losses(tree: GameTree) -> list[float | None]:
    return [node.loss for node in tree.nodes.values() if node.moves]


def test_passes_that_end_a_game_and_moves_when_nothing_is_left_give_nothing_away() -> None:
    filling = " pass B3 pass E2 pass pass"  # White passes, Black fills a point of its own, White a dead end
    tree, progress = review(WALLS + filling)
    assert losses(tree)[-6:] == [0, 0, 0, 0, 0, 0]
    assert {row.number for row in progress.mistakes} <= set(range(1, 11))
    assert progress.mistakes


def test_a_move_after_which_less_is_counted_is_a_mistake_though_passes_follow() -> None:
    tree, progress = review("D5 C5 D4 C4 D3 C3 D2 C2 pass E1 D1 C1 pass pass", n_even=8)
    assert losses(tree)[-2:] == [0, 0]
    assert losses(tree)[7:9] == pytest.approx([0.4, 0.8])  # the second is a pass while the border is open
    assert [row.number for row in progress.mistakes] == [9, 10, 11, 12, 8]


def test_passes_on_a_board_that_is_not_finished_are_mistakes_but_for_the_last_two() -> None:
    tree, progress = review("C3 pass B2 pass pass")
    assert [(row.number, row.vertex) for row in progress.mistakes] == [(1, "C3"), (2, "pass"), (3, "B2")]
    assert losses(tree)[3:] == [0, 0]


def test_the_end_of_a_finished_game_is_what_is_counted() -> None:
    tree, _ = review(WALLS + " pass pass")
    end = tree.nodes[tree.current]
    assert (end.win_rate, end.score) == (1, 4.5)
    unfinished, _ = review(WALLS + " pass")
    assert unfinished.nodes[unfinished.current].win_rate == pytest.approx(0.1)  # White's move


def test_each_mistake_has_its_better_move_with_the_line_that_is_expected() -> None:
    _, progress = review("C3 D3", best="B2 D4 A1")
    assert [(row.vertex, row.parent, row.line) for row in progress.mistakes] == [
        ("C3", 0, ["B2", "D4", "A1"]),
        ("D3", 1, ["B2", "D4", "A1"]),
    ]


def test_the_move_that_the_search_would_play_itself_is_no_mistake() -> None:
    tree, progress = review("C3 D3", best="D3")
    assert [row.vertex for row in progress.mistakes] == ["C3"]
    assert losses(tree)[1] == pytest.approx(0.8)  # the graph drops all the same


def test_a_move_out_of_turn_is_compared_with_no_move_of_the_other_colour() -> None:
    tree = GameTree(Game(5, 0.5))
    for vertex in ("C3", "D3"):  # both Black's
        tree.play(parse_vertex(vertex, 5), BLACK)
    found = LineReview(tree)
    for game in found.positions():
        rate = 0.1 if format_vertex(game.last_move or 0, 5) == "C3" else 0.9
        progress = found.note(of_the_search(game, ["A1"], rate))
    assert "D3" not in [row.vertex for row in progress.mistakes]


@pytest.mark.slow  # two minutes
def test_in_real_games_no_final_pass_is_a_mistake_and_each_mistake_has_a_better_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    if not RECORDS.exists():
        pytest.skip(f"no game records: put {RECORDS.name} into {RECORDS.parent}")
    analyst, n_mistakes = new_analyst(1), 0
    with lzma.open(RECORDS) as lines:
        finished = (line for line in lines if line.endswith(b"[])\n"))
        for line in islice(finished, 100):
            tree = open_game(parse_sgf(line)[0]).tree
            tree.go_to(tree.main_end())
            found = LineReview(tree)
            analyst.clear_cache()
            for game in found.positions():
                progress = found.note(None if found.is_counted else analyst.analyse(game, playouts=100))
            last = tree.node.n_moves
            assert not {row.number for row in progress.mistakes} & {last, last - 1}
            for row in progress.mistakes:
                assert row.parent is not None
                assert tree.copy_at(row.parent).is_legal(row.line[0])
                assert row.line[0] != row.vertex
            n_mistakes += len(progress.mistakes)
    assert n_mistakes > 100
