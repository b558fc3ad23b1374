"""A server in which much never ends; a program, for Ctrl-C ends a process.

    python -m tests.chaos.never_ending_server FOLDER

The random player thinks for ever and cannot be stopped; questions for saved games are never answered.
"""

import sys
import threading
from pathlib import Path
from typing import Any

import tengen.cli.play
import tengen.web.server
from tengen.cli.app import app
from tengen.players.heuristic_players import RandomPlayer
from tengen.web.saved_games import SavedGamesFolder


def never_end(*_: Any) -> Any:
    """Wait for what does not come."""
    threading.Event().wait()


def main(folder: Path) -> None:
    """Serve until Ctrl-C."""
    (folder / "index.html").touch()
    tengen.web.server.STATIC = folder
    tengen.cli.play.compile_players = lambda: None  # or it would ask that player
    RandomPlayer.choose_move = never_end  # type: ignore[method-assign]
    RandomPlayer.stop = lambda player: None  # type: ignore[method-assign]
    SavedGamesFolder.list = never_end  # type: ignore[method-assign]
    app(["play", "--no-open", "--allow-programs", "--games", str(folder / "games")])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
