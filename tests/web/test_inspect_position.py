"""Books, territory and self-taught nets as the page shows them, against what they say themselves."""

import numpy as np
import pytest
from numba import config

from tengen import Game
from tengen.core.notation import format_vertex
from tengen.dag_rnn.evaluator import blacks_territory, load_pretrained
from tengen.players.heuristic_players import RandomPlayer
from tengen.players.mcts_player import MctsPlayer
from tengen.players.td_player import TdPlayer
from tengen.td.weights import SHIPPED_NETS, find_td_net
from tengen.web.inspect.position import book_rows, td_rows, territory
from tests.core.positions import position_of
from tests.reference import td as naive

N_PLAYOUTS = 10 if config.DISABLE_JIT else 200

DECIDED = """
    . X . X O
    X X X X O
    . X O O O
    X X O . O
    . X O O ."""


def test_book_moves_come_with_counts_and_shares_the_whole_board_first() -> None:
    game, player = Game(19), MctsPlayer()
    for move in ("Q16", "D4"):
        game.play(move)
    rows, known = book_rows(player, game), player.book_moves(game)
    for source in ("fuseki", "joseki"):
        expected: dict[str, tuple[int, int]] = {}
        for one in known:
            if (one.corner is None) == (source == "fuseki"):
                vertex = format_vertex(one.point, 19)
                expected[vertex] = max(expected.get(vertex, (0, 1)), (one.times, one.seen))
        found = [row for row in rows if row.source == source]
        assert {row.vertex: (row.count, row.share) for row in found} == {
            vertex: (times, times / seen) for vertex, (times, seen) in expected.items()
        }
        assert [row.count for row in found] == sorted((row.count for row in found), reverse=True)
        assert found
    assert [row.source for row in rows] == sorted(row.source for row in rows)


def test_without_a_book_there_are_no_book_moves() -> None:
    assert book_rows(MctsPlayer(book="none"), Game(19)) == []
    assert book_rows(MctsPlayer(), Game(13)) == []
    assert book_rows(RandomPlayer(), Game(19)) == []


@pytest.mark.parametrize("to_play", [1, 2])
def test_on_a_decided_board_playouts_and_count_agree_whoever_is_to_play(to_play) -> None:
    game = Game.from_diagram(DECIDED, to_play=to_play, komi=0.5)
    player = MctsPlayer(memory_mb=1, mercy=False)
    player.analyse(game, playouts=N_PLAYOUTS)
    assert player.searcher is not None
    told = territory(player.searcher.root, game)
    assert told.playouts is not None
    signs = "".join(DECIDED.split())
    owners = {"X": 1.0, "O": -1.0}
    for index, sign in enumerate(signs):
        if sign in owners:
            assert told.playouts[index] == owners[sign]
    assert told.playouts_lead == pytest.approx(game.score())


@pytest.mark.parametrize("to_play", [1, 2])
def test_the_net_is_told_by_blacks_eyes(to_play) -> None:
    game = Game.from_diagram(DECIDED, to_play=to_play, komi=0.5)
    told = territory(None, game)
    owners = blacks_territory(load_pretrained("paper"), game)
    assert told.playouts is None
    assert told.playouts_lead is None
    assert told.net == pytest.approx(
        [2 * owners[row, column] - 1 for row in range(5) for column in range(5)], abs=1e-3
    )
    assert told.net_lead == pytest.approx(sum(told.net) - 0.5, abs=0.02)
    assert told.net[1] > 0 > told.net[4]  # B5 is Black's, E5 is White's


def test_no_owners_are_told_if_none_were_counted() -> None:
    game, player = Game(5), MctsPlayer(memory_mb=1, playouts=N_PLAYOUTS)
    player.choose_move(game)
    assert player.searcher is not None
    assert territory(player.searcher.root, game).playouts is None


def positions() -> list[Game]:
    """The empty board, some stones, and a capture to make."""
    games = [Game(5), Game(5), Game.from_diagram(DECIDED), Game.from_diagram(DECIDED, to_play=2)]
    for move in ("C3", "C4", "pass"):
        games[1].play(move)
    return games


@pytest.mark.parametrize("number", range(4))
def test_the_first_move_of_each_net_is_what_its_player_plays(number) -> None:
    game = positions()[number]
    rows = td_rows(game)
    assert list(rows) == list(SHIPPED_NETS)
    for name, found in rows.items():
        values = {row.vertex: row.value for row in found}
        assert sorted(values) == sorted([*game.legal(), "pass"])
        chosen = TdPlayer(net=name).choose_move(game)
        assert values[format_vertex(chosen, 5)] == found[0].value == max(values.values())


@pytest.mark.parametrize("number", range(4))
def test_values_are_those_of_the_slow_net_after_the_move(number) -> None:
    game = positions()[number]
    for name, found in td_rows(game).items():
        file = find_td_net(name)
        represent = getattr(naive, file.architecture.representation)
        layers = [np.asarray(layer, float) for layer in file.layers]
        for row in found:
            after = game.copy()
            after.play(row.vertex)
            inputs = represent(position_of(after), "X" if game.to_play == 1 else "O")
            assert row.value == pytest.approx(naive.value(layers, inputs), abs=1e-4)


def test_no_net_speaks_of_other_boards() -> None:
    assert td_rows(Game(9)) == {}
