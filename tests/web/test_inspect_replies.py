"""The reply tables as the page shows them, against tables written by hand and replies followed one by one."""

import numpy as np
import pytest
from numba import config

from tengen import BLACK, WHITE, Game
from tengen.core.errors import GoError
from tengen.core.notation import format_vertex, parse_vertex
from tengen.core.points_jit import NO_MOVE, PASS
from tengen.mcts.searcher import Searcher
from tengen.players.mcts_player import MctsPlayer
from tengen.web.inspect.replies import MOST_ROWS, ReplyTableMonitor
from tengen.web.messages.search import ReplyRow

N_PLAYOUTS = 4 if config.DISABLE_JIT else 60


def searcher_of(game: Game, **settings: object) -> Searcher:
    return MctsPlayer(memory_mb=1, **settings).searcher_for(game)


def played(moves: str, size: int = 5) -> Game:
    game = Game(size)
    for move in moves.split():
        game.play(move)
    return game


def store(searcher: Searcher, colour: int, context: str, reply: str | None, size: int = 5) -> None:
    """Write a reply to one move or to two into the tables; None deletes it."""
    moves = [NO_MOVE if move == "start" else parse_vertex(move, size) for move in context.split()]
    point = PASS if reply is None else parse_vertex(reply, size)
    replies = searcher.memory.replies[0]
    table = replies.to_one if len(moves) == 1 else replies.to_two
    table[(colour, *moves)] = point


def told(rows: list[ReplyRow]) -> list[tuple]:
    return [(row.colour, row.before, row.previous, row.reply, row.change) for row in rows]


def test_without_a_point_the_replies_to_the_last_moves_are_told_stored_or_not() -> None:
    game = played("C3 D4")
    searcher = searcher_of(game)
    watcher = ReplyTableMonitor(searcher)
    assert told(watcher.rows(game)) == [("black", "C3", "D4", None, None), ("black", None, "D4", None, None)]
    store(searcher, BLACK, "D4", "D3")
    store(searcher, BLACK, "C3 D4", "D4")
    rows = watcher.rows(game)
    assert told(rows) == [("black", "C3", "D4", "D4", "won"), ("black", None, "D4", "D3", "won")]
    assert [row.playable for row in rows] == [False, True]  # D4 is taken
    assert [row.age for row in rows] == [None, None]  # nobody counts


def test_before_the_first_move_the_context_is_the_start() -> None:
    game = Game(5)
    searcher = searcher_of(game)
    watcher = ReplyTableMonitor(searcher)
    store(searcher, BLACK, "start", "C3")
    expected = [("black", "start", "start", None, None), ("black", None, "start", "C3", "won")]
    assert told(watcher.rows(game)) == expected


def test_changes_since_the_last_look_are_told_once() -> None:
    game = played("C3")
    searcher = searcher_of(game)
    store(searcher, BLACK, "A1", "A2")
    watcher = ReplyTableMonitor(searcher)
    assert told(watcher.rows(game))[2:] == []  # it was there before anybody looked
    store(searcher, BLACK, "A1", "B1")
    store(searcher, WHITE, "B2 pass", "E5")
    assert told(watcher.rows(game))[2:] == [
        ("black", None, "A1", "B1", "replaced"),
        ("white", "B2", "pass", "E5", "won"),
    ]
    store(searcher, WHITE, "B2 pass", None)
    assert told(watcher.rows(game))[2:] == [("white", "B2", "pass", None, "forgotten")]
    assert told(watcher.rows(game))[2:] == []


def test_at_a_stone_its_answers_come_first_and_the_pair_of_the_game_is_always_told() -> None:
    game = played("C3 D4 B2")
    searcher = searcher_of(game)
    for context, colour, reply in [
        ("D4", BLACK, "D3"),
        ("D4", WHITE, "E4"),
        ("E3 D4", BLACK, "D2"),
        ("A1 D4", BLACK, "E5"),
        ("B2 D4", WHITE, "E1"),
        ("B2 C3", BLACK, "A3"),
    ]:
        store(searcher, colour, context, reply)
    rows = ReplyTableMonitor(searcher).rows(game, "d4")
    assert [row[:4] for row in told(rows)] == [
        ("black", "C3", "D4", None),
        ("black", None, "D4", "D3"),
        ("black", "E3", "D4", "D2"),  # nearer than A1
        ("black", "A1", "D4", "E5"),
        ("white", "C3", "D4", None),
        ("white", None, "D4", "E4"),
        ("white", "B2", "D4", "E1"),
    ]


def test_at_an_empty_point_the_pair_is_the_last_move_and_a_stone_there() -> None:
    game = played("C3 D4")  # Black to play: White would answer a stone on B2
    rows = ReplyTableMonitor(searcher_of(game)).rows(game, "B2")
    assert [(row.colour, row.before) for row in rows[:2]] == [("white", "D4"), ("white", None)]
    with pytest.raises(GoError, match="F9"):
        ReplyTableMonitor(searcher_of(game)).rows(game, "F9")


@pytest.mark.parametrize("policy", ["default", "softmax1", "cmc", "past"])
def test_policies_without_replies_have_no_rows(policy) -> None:
    assert ReplyTableMonitor(searcher_of(Game(5), policy=policy)).rows(Game(5)) == []


def test_a_policy_of_one_move_tells_no_pairs() -> None:
    game = played("C3 D4")
    searcher = searcher_of(game, policy="lgrf1")
    searcher.think(game, playouts=N_PLAYOUTS)
    watcher = ReplyTableMonitor(searcher)
    searcher.think(game, playouts=N_PLAYOUTS)
    rows = watcher.rows(game) + watcher.rows(game, "C3")
    assert rows
    assert all(row.before is None and row.age is None for row in rows)


def test_ages_and_changes_are_those_of_replies_followed_playout_by_playout() -> None:
    game = played("C3")
    searcher = searcher_of(game, counting=True, policy="lgrf2", early_pass=False)
    watcher, to_two = ReplyTableMonitor(searcher), searcher.memory.replies[0].to_two
    stored = to_two.copy()
    changed_at: dict[tuple[int, ...], int] = {}
    n_learned = n_changes = n_pointed = 0
    for _ in range(N_PLAYOUTS):
        searcher.think(game, playouts=1)
        n_learned += int(searcher.threads[0].worker.playout.winner) != 0
        changes = {tuple(index) for index in np.argwhere(to_two != stored).tolist()}
        changed_at.update(dict.fromkeys(changes, n_learned))
        rows = watcher.rows(game)
        assert len(rows) <= MOST_ROWS
        for row in rows:
            if row.before is not None and row.change:
                context = context_of(row)
                old, new = int(stored[context]), int(to_two[context])
                assert context in changes
                assert row.reply == (None if new == PASS else format_vertex(new, 5))
                assert row.age == (None if new == PASS else 0)
                assert row.change == ("forgotten" if new == PASS else "replaced" if old else "won")
                n_changes += 1
        stored = to_two.copy()
    for row in watcher.rows(game, "B2"):
        if row.before is not None and row.reply is not None:
            assert row.age == n_learned - changed_at[context_of(row)]
            n_pointed += 1
    assert n_changes > 0
    assert n_pointed > 0


def context_of(row: ReplyRow) -> tuple[int, int, int]:
    assert row.before is not None
    names = (row.before, row.previous)
    before, previous = (NO_MOVE if name == "start" else parse_vertex(name, 5) for name in names)
    return BLACK if row.colour == "black" else WHITE, before, previous


def test_with_counts_the_newest_comes_first() -> None:
    game = played("C3 D4")
    searcher = searcher_of(game, counting=True)
    watcher, counts = ReplyTableMonitor(searcher), searcher.memory.counts
    counts.n_playouts = 100
    for before, playout in [("A1", 70), ("D3", 20), ("E5", 90)]:
        store(searcher, BLACK, f"{before} D4", "B2")
        counts.since_two[BLACK, parse_vertex(before, 5), parse_vertex("D4", 5)] = playout
    for rows in (watcher.rows(game), watcher.rows(game, "D4")):
        assert [(row.before, row.age) for row in rows[2:5]] == [("E5", 10), ("A1", 30), ("D3", 80)]


def test_a_cleared_search_has_forgotten_its_replies() -> None:
    game = played("C3 D4")
    searcher = searcher_of(game)
    store(searcher, BLACK, "D4", "D3")
    watcher = ReplyTableMonitor(searcher)
    searcher.clear()
    assert told(watcher.rows(game))[1] == ("black", None, "D4", None, "forgotten")
