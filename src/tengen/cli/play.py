"""`tengen play`: the page in the browser, or a board in the terminal."""

import contextlib
import errno
import gc
import os
import socket
import threading
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from tengen.cli.screen import Screen
from tengen.cli.terminal import TerminalGame
from tengen.cli.warmup import compile_players
from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.core.jit import compilation_notice
from tengen.core.points_jit import BLACK, MAX_SIZE, MIN_SIZE, WHITE
from tengen.core.rules import NAMED_RULES
from tengen.players.spec import DEFAULT_PLAYER, PLAYERS, make_player

_ADDRESS = "127.0.0.1"
_PORT = 8361
_MORE_PORTS = 20  # tried one after the other if the first is taken
_SECONDS_TO_OPEN = 0.3  # the server listens by then
_SECONDS_TO_END = 0.5  # for what is closed in good order
_ENDED_BY_CTRL_C = 130
_DEFAULT_LEVEL = "easy"


def play(
    size: Annotated[int, typer.Option(min=MIN_SIZE, max=MAX_SIZE, help="Lines of the board.")] = 9,
    komi: Annotated[float, typer.Option(help="Points for White.")] = 7.5,
    rules: Annotated[str, typer.Option(help=f"One of {', '.join(NAMED_RULES)}.")] = "chinese-kgs",
    colour: Annotated[Literal["black", "white"], typer.Option(help="Your colour.")] = "black",
    opponent: Annotated[
        str | None,
        typer.Option(
            help=f"Your opponent: {', '.join(PLAYERS)}; see `tengen players`. In the browser a level, too "
            f"[default: {_DEFAULT_LEVEL}; in the terminal {DEFAULT_PLAYER}]."
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="In the terminal, the same seed gives the same answers.")
    ] = 0,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play here and not in the browser.")] = False,
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help=f"Port of the page [default: {_PORT}, or the next free one]."),
    ] = None,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
    games: Annotated[Path | None, typer.Option(help="Folder of saved games.")] = None,
    results: Annotated[
        list[Path] | None,
        typer.Option(help="Match, tournament or folder of results to watch, may be repeated."),
    ] = None,
    allow_programs: Annotated[
        bool,
        typer.Option("--allow-programs", help="Let the page start programs as players (gtp:..., gnugo)."),
    ] = False,
    memory_mb: Annotated[
        int, typer.Option(min=50, help="Megabytes for the searches of all pages together.")
    ] = 1000,
) -> None:
    """Play Go in the browser and look inside the engine; with --terminal, play here."""
    if terminal:
        human = BLACK if colour == "black" else WHITE
        _play_here(size, komi, rules, human, opponent or DEFAULT_PLAYER, seed)
        return
    seats = {colour: "human", "white" if colour == "black" else "black": opponent or _DEFAULT_LEVEL}
    first = {"size": size, "komi": komi, "rules": rules, **seats}
    _serve(first, port, open_browser, games, results, allow_programs, memory_mb)


def _play_here(size: int, komi: float, rules: str, human: int, opponent: str, seed: int) -> None:
    player = make_player(opponent, seed)
    with compilation_notice():
        compile_players()
        TerminalGame(Game(size, komi, rules), player, human, Screen()).run()


def _serve(
    first: dict[str, Any],
    port: int | None,
    open_browser: bool,
    games: Path | None,
    results: list[Path] | None,
    allow_programs: bool,
    memory_mb: int,
) -> None:
    """Serve the page until Ctrl-C; the packages of the web are imported for it alone."""
    import uvicorn

    from tengen.cli.browser import open_in_browser, way_to
    from tengen.web.monitor.discovery import DEFAULT_FOLDERS
    from tengen.web.monitor.monitor import ExperimentMonitor
    from tengen.web.origin_check import TOKEN, new_token
    from tengen.web.registry import LibraryApi, SessionRegistry
    from tengen.web.resources import keep_large_memory_apart
    from tengen.web.saved_games import SavedGamesFolder, default_folder
    from tengen.web.server import STATIC, make_app, serving_settings

    if not (STATIC / "index.html").exists():
        raise GoError("the page has not been built: run `make page`, or install Tengen from a wheel")
    saved = SavedGamesFolder(games or default_folder())
    hub = SessionRegistry(saved, first, allow_programs=allow_programs, budget_mb=memory_mb)
    listening, taken = _listen(port)
    console = Screen(stderr=True)
    with compilation_notice():
        compile_players()
    hosts = frozenset(f"{name}:{taken}" for name in (_ADDRESS, "localhost"))
    token = new_token()
    app = make_app(hub, LibraryApi(saved, ExperimentMonitor(results or DEFAULT_FOLDERS)), hosts, token)
    address = f"http://{_ADDRESS}:{taken}/?{TOKEN}={token}"
    console.print(f"Tengen plays at {address} (Ctrl-C ends it)", highlight=False, soft_wrap=True)
    console.print(f"games are saved in {saved.folder}", highlight=False, soft_wrap=True)
    with contextlib.ExitStack() as until_the_end:
        if open_browser:
            with contextlib.suppress(OSError):  # no place for a file: there is the address in the terminal
                way = until_the_end.enter_context(way_to(address))
                threading.Timer(_SECONDS_TO_OPEN, open_in_browser, [way]).start()
        keep_large_memory_apart()
        gc.collect()
        gc.freeze()  # what is there now stays: nobody is to wait while it is looked through again
        server = uvicorn.Server(uvicorn.Config(app, **serving_settings()))
        try:
            server.run(sockets=[listening])
            if server.started:  # only a signal ends it, and asyncio may lose the one that uvicorn passes on
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            last_resort = threading.Timer(_SECONDS_TO_END, os._exit, [_ENDED_BY_CTRL_C])
            last_resort.daemon = True
            last_resort.start()  # whatever hangs: files are replaced whole, and programs end with us
            raise


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
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE:
                reason = f"cannot serve on port {one}: {error.strerror}"
                raise GoError(f"{reason}; choose another with --port") from None
    raise GoError(f"port {ports[0]} is taken: choose another with --port")
