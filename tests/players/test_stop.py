"""Every player can be stopped while it chooses a move, however long that would take."""

import sys
import threading
from collections.abc import Callable

import pytest
from numba import config

from tengen import Game
from tengen.core.errors import StoppedError
from tengen.core.points_jit import PASS
from tengen.dag_rnn.evaluator import TerritoryEvaluator
from tengen.players.external import GtpPlayer
from tengen.players.player import Player
from tengen.players.spec import PLAYERS, make_player
from tengen.td.alphabeta import AlphaBeta
from tests.dag_rnn.test_evaluator import net_file
from tests.players.programs import is_running
from tests.waiting import wait_until

_LOOP = "import os, sys, time\nfor line in sys.stdin:\n"
HANGING = _LOOP + "    time.sleep(3600)\n"
# Its child leaves the group and holds the output open, so nobody ever reads an end of it.
ESCAPING = _LOOP + "    if os.fork() == 0:\n        os.setsid()\n    time.sleep(3600)\n"

needs_compiler = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="a net of full size")
ENDLESS = [
    pytest.param("mcts:playouts=none,seconds=36000,memory_mb=8", 9),
    pytest.param("td:depth=64", 5),
    pytest.param("dag-rnn:net=large,depth=2,width=361,averaged=yes", 19, marks=needs_compiler),
]


def stop_it(player: Player, game: Game, stop: Callable[[], None] | None = None) -> int | None:
    """Let a player begin, stop it until it has ended, and return its move, None if it had none."""
    moves: list[int | None] = []

    def choose() -> None:
        try:
            moves.append(player.choose_move(game))
        except StoppedError:
            moves.append(None)

    thread = threading.Thread(target=choose, daemon=True)
    thread.start()

    def has_ended() -> bool:
        (stop or player.stop)()
        return not thread.is_alive()

    wait_until(has_ended, "it cannot be stopped")
    return moves[0]


@pytest.mark.parametrize("text, size", ENDLESS)
def test_a_search_ends_when_it_is_stopped(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AlphaBeta.search, "__defaults__", (1 << 60,))  # nodes without end
    player, game = make_player(text, 1), Game(size)
    for _ in range(2):  # to be stopped once is no matter for the next time
        move = stop_it(player, game)
        assert move is None or game.is_legal(move)
    assert game.moves == []


@pytest.mark.parametrize("name", [name for name in PLAYERS if name != "gtp"])
def test_a_player_that_rests_is_none_the_worse_for_it(name: str) -> None:
    player = make_player(name, 1)
    player.stop()


def test_a_net_looks_at_no_further_move_when_it_is_stopped() -> None:
    foresight, game = TerritoryEvaluator(net_file(), "here"), Game(5)
    asked = []

    def is_stopped() -> bool:
        asked.append(None)
        return len(asked) == 2

    foresight.is_stopped = is_stopped
    with pytest.raises(StoppedError):
        foresight.areas_after(game, [PASS] * 40)
    assert len(asked) == 2


@pytest.mark.parametrize("program", [HANGING, ESCAPING])
def test_a_program_that_never_answers_is_killed(program: str) -> None:
    player = GtpPlayer((sys.executable, "-S", "-E", "-c", program))
    player.time_limit = 3600.0
    processes = []

    def stop_when_it_runs() -> None:
        if player._controller is not None and player._controller.process_id not in processes:
            processes.append(player._controller.process_id)
        player.stop()

    for _ in range(2):
        assert stop_it(player, Game(5), stop_when_it_runs) is None
    assert len(processes) == 2
    assert not any(map(is_running, processes))
