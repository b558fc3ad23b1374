"""`tengen play`: the page in the browser, or a board in the terminal."""

import logging
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.jit import compilation_notice
from tengen.core.points import BLACK, MAX_SIZE, MIN_SIZE, WHITE
from tengen.core.rules import NAMED_RULES
from tengen.players.spec import DEFAULT_PLAYER, PLAYERS, make_player
from tengen.terminal import TerminalGame
from tengen.warmup import compile_players

_ADDRESS = "127.0.0.1"
_PORT = 8361
_MORE_PORTS = 20  # tried one after the other if the first is taken


def play(
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help=f"Port of the page [default: {_PORT} or the next free]."),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
    games: Annotated[Path | None, typer.Option(help="Folder of saved games.")] = None,
    results: Annotated[
        list[Path] | None,
        typer.Option(help="Folder of matches or reproductions to watch, may be repeated [default: results]."),
    ] = None,
    allow_programs: Annotated[
        bool, typer.Option(help="Let the page start programs as players (gtp:..., gnugo).")
    ] = False,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal instead.")] = False,
    size: Annotated[int, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Terminal: lines of the board.")] = 9,
    komi: Annotated[float, typer.Option(help="Terminal: points for White.")] = 7.5,
    rules: Annotated[str, typer.Option(help=f"Terminal: one of {', '.join(NAMED_RULES)}.")] = "chinese-kgs",
    colour: Annotated[Literal["black", "white"], typer.Option(help="Terminal: your colour.")] = "black",
    opponent: Annotated[
        str, typer.Option(help=f"Terminal: {', '.join(PLAYERS)}; see `tengen players`.")
    ] = DEFAULT_PLAYER,
    seed: Annotated[int, typer.Option(min=0, help="Terminal: the same seed gives the same answers.")] = 0,
) -> None:
    """Play a game of Go in the browser and look inside the engine, or with --terminal play here."""
    if terminal:
        _play_here(size, komi, rules, BLACK if colour == "black" else WHITE, opponent, seed)
    else:
        _serve(port, open_browser, games, results or [Path("results")], allow_programs)


def _play_here(size: int, komi: float, rules: str, human: int, opponent: str, seed: int) -> None:
    player = make_player(opponent, seed)
    with compilation_notice():
        compile_players()
        TerminalGame(Game(size, komi, rules), player, human, Console()).run()


def _serve(
    port: int | None, open_browser: bool, games: Path | None, results: list[Path], allow_programs: bool
) -> None:
    import uvicorn

    from tengen.web.hub import Hub
    from tengen.web.saved_games import SavedGamesFolder, default_folder
    from tengen.web.server import STATIC, make_app, serving_settings
    from tengen.web.shelf import Shelf
    from tengen.web.watching import Watching

    if not (STATIC / "index.html").exists():
        raise GoError("the page has not been built: run `make page`, or install Tengen from a wheel")
    console = Console(stderr=True)
    with compilation_notice():
        compile_players()
    listening, taken = _listen(port)
    hosts = frozenset(f"{name}:{taken}" for name in (_ADDRESS, "localhost"))
    saved = SavedGamesFolder(games or default_folder())
    app = make_app(Hub(saved, allow_programs=allow_programs), Shelf(saved, Watching(results)), hosts)
    url = f"http://{_ADDRESS}:{taken}/"
    console.print(f"Tengen plays at [bold]{url}[/bold] (Ctrl-C ends it); games are saved in {saved.folder}")
    if open_browser:
        threading.Timer(0.3, webbrowser.open, [url]).start()
    logging.getLogger("tengen").addHandler(logging.StreamHandler())
    config = uvicorn.Config(app, **serving_settings())
    uvicorn.Server(config).run(sockets=[listening])


def _listen(port: int | None) -> tuple[socket.socket, int]:
    """A socket on this machine's own address: the port that was named, or the first that is free."""
    ports = [port] if port is not None else list(range(_PORT, _PORT + _MORE_PORTS))
    for one in ports:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((_ADDRESS, one))
            listening.listen(128)
            return listening, one
        except OSError:
            listening.close()
    raise GoError(f"port {ports[0]} is taken: choose another with --port")
