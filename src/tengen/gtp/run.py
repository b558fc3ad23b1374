"""A GTP engine as a process on standard input and output."""

import os
import threading
import time
from collections.abc import Callable, Iterable

from tengen import __version__
from tengen.core.game import Game
from tengen.gtp.engine import Engine
from tengen.gtp.line_queue import LineQueue
from tengen.gtp.process import ending_quietly, standard_input
from tengen.gtp.session import OwnCommands, Session
from tengen.players.analysis import Analyst
from tengen.players.player import Player

_SECONDS_FOR_A_COMMAND = 0.4  # when nobody listens any more


def run_gtp(
    player: Player,
    game: Game | None = None,
    *,
    name: str = "Tengen",
    version: str = __version__,
    more_commands: Iterable[Callable[[Session], OwnCommands]] = (),
) -> None:
    """Answer GTP on standard input and output until quit, end of input, SIGINT or SIGTERM."""
    engine = Engine(player, game, name=name, version=version)
    for commands_of in more_commands:
        engine.add(commands_of(engine.session))
    with ending_quietly() as answers:
        data, live = standard_input()
        lines = LineQueue(data, live=live)
        threading.Thread(target=_leave_what_hangs, args=(lines,), daemon=True).start()
        try:
            engine.serve(lines, answers)
        finally:
            if isinstance(engine.session.player, Analyst):
                engine.session.player.stop()  # its threads would keep the process alive


def _leave_what_hangs(lines: LineQueue) -> None:
    """End the process when the input was abandoned and a command that cannot be stopped goes on and on."""
    n_taken = -1
    while lines.wait_until_abandoned():
        if n_taken == lines.n_taken:
            os._exit(0)
        n_taken = lines.n_taken
        time.sleep(_SECONDS_FOR_A_COMMAND)
