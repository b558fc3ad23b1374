"""Pages and programs that want to drive the server without leave, or to learn of files from it."""

import asyncio
import itertools
import os
import random
import string
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tengen.core.errors import GoError
from tengen.core.game import Game
from tengen.gtp.engine import Engine
from tengen.players.mcts_player import MctsPlayer
from tengen.players.spec import PLAYERS, player_settings
from tengen.web.console import QUESTIONS, answer_line
from tengen.web.game.opponents import player_of
from tengen.web.origin_check import NO_TOKEN, OriginMiddleware, new_token

HOST = "127.0.0.1:8361"
SEEDS = [pytest.param(2_000, id="2000"), pytest.param(100_000, id="100000", marks=pytest.mark.slow)]

# ---- the door


class Door:
    """A guard before an application that lets everybody in, asked without a network."""

    def __init__(self) -> None:
        self.token = new_token()
        self.guard = OriginMiddleware(self._serve, frozenset({HOST}), self.token)
        self.n_served = 0
        self.cookie = ""
        answer = self.ask("http", {"host": HOST}, f"token={self.token}")
        self.cookie = dict(answer[0]["headers"])[b"set-cookie"].decode().partition(";")[0]

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        self.n_served += 1
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})

    def ask(
        self, kind: str, headers: dict[str, str], query: str, method: str = "GET"
    ) -> list[dict[str, Any]]:
        """What is answered to one request."""
        told: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            told.append(message)

        raw = [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
        scope = {"type": kind, "headers": raw, "query_string": query.encode("latin-1", "replace")}
        asyncio.run(self.guard({**scope, "method": method, "path": "/"}, receive, send))
        return told


def spoiled(text: str, rng: random.Random) -> str:
    """A text that is nearly the right one."""
    at = rng.randrange(len(text))
    letter = rng.choice(string.ascii_letters + string.digits + "-_")
    forms = (
        text[:at],
        text[at:] if at else "",
        text[:at] + letter + text[at + 1 :] if letter != text[at] else "",
        text[:at] + letter + text[at:],
        text.swapcase(),
        text + "%00",
        text + "\x00",
        "\xff" + text,
        " ".join(text),
        text[::-1],
        "",
    )
    return rng.choice(forms)


@pytest.mark.parametrize("n_tries", SEEDS)
def test_nobody_gets_in_without_token_cookie_host_and_origin(n_tries: int) -> None:
    door, rng = Door(), random.Random(17)
    right = {"token": door.token, "cookie": door.cookie, "host": HOST, "origin": f"http://{HOST}"}
    n_before = door.n_served
    for _ in range(n_tries):
        kind = rng.choice(("http", "websocket"))
        given = dict(right)
        # A request is let in by token or cookie, a websocket by both: so much is spoiled that neither holds.
        wrong = rng.choice((["host"], ["origin"], ["token", "cookie"]))
        if kind == "websocket" and wrong == ["token", "cookie"]:
            wrong = rng.choice((["token"], ["cookie"], wrong))
        for name in wrong:
            given[name] = spoiled(right[name], rng)
            if given[name].strip().lower() == right[name].lower() and name in ("host", "origin"):
                given[name] = "null"
        headers = {name: given[name] for name in ("host", "origin", "cookie")}
        told = door.ask(kind, headers, f"token={given['token']}", rng.choice(("GET", "POST", "HEAD", "PUT")))
        if kind == "http":
            assert told[0]["status"] == 403, given
        else:
            assert told[-1]["type"] == "websocket.close", given
            assert told[-1]["code"] == (1008 if wrong[0] in ("host", "origin") else NO_TOKEN)
    assert door.n_served == n_before
    assert (
        door.ask(
            "websocket", {name: right[name] for name in ("host", "origin", "cookie")}, f"token={door.token}"
        )
        == []
    )
    assert door.n_served == n_before + 1


# ---- files


OPENED: set[str] = set()
WATCHED: list[str] = []


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and WATCHED and str(arguments[0]).startswith(WATCHED[0]):
        OPENED.add(str(arguments[0]))


sys.addaudithook(_note)  # for good: hooks cannot be taken away


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Path]:
    """A folder with a file, a pipe and a link; whatever is opened in it is noted."""
    (tmp_path / "there").write_text("a secret")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "there")
    WATCHED[:] = [str(tmp_path)]
    OPENED.clear()
    yield tmp_path
    WATCHED.clear()


PLACES = ("there", "pipe", "link", "missing", "")


def all_commands() -> list[str]:
    return list(Engine(MctsPlayer(seed=1), Game(5)).commands)


def test_no_line_of_the_console_opens_or_finds_a_file(watched: Path) -> None:
    """All commands of the engine, those that are not offered, too, with paths in all places."""
    player, game = MctsPlayer(seed=1, playouts=10), Game(5)
    n_lines = 0
    for name in [*all_commands(), "nonsense", "cat"]:
        for before in ("", "black", "black D4", "dead", "paper"):
            answers = set()
            for place in PLACES:
                path = str(watched / place)
                answer = answer_line(f"{name} {before} {path}", player, game)
                assert not answer.ok
                answers.add(answer.answer.replace(repr(path[:40]), "PATH").replace(path, "PATH"))
                n_lines += 1
            assert len(answers) == 1, "an answer tells whether there is a file"
    assert n_lines > 1_500
    assert not OPENED


def test_names_in_the_folder_of_the_server_are_paths_too(
    watched: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`there` without a slash is a file as well, in the folder where the server was started."""
    monkeypatch.chdir(watched)
    player, game = MctsPlayer(seed=1, playouts=10), Game(5)
    for name, place in itertools.product(QUESTIONS, ("there", "pipe", "missing")):
        answer = answer_line(f"{name} {place}", player, game)
        assert answer.ok == (name == "known_command")
        assert answer.answer == answer_line(f"{name} missing", player, game).answer.replace("missing", place)


def test_no_text_of_a_player_opens_or_finds_a_file(watched: Path) -> None:
    """Every setting that is a text, of every player."""
    n_texts = 0
    for player in PLAYERS:
        for name, setting in player_settings(player).items():
            for place in PLACES if setting.kind is str else ():
                path = str(watched / place)
                with pytest.raises(GoError) as refused:
                    player_of(f"{player}:{name}={path}", 9)
                assert "cannot be" in str(refused.value)
                n_texts += 1
    assert n_texts >= 4 * len(PLACES)
    assert not OPENED


@pytest.mark.parametrize(
    "text", ["../x", "/etc/passwd", quote("/etc/passwd", safe=""), "a/b", "..", "x\x00", ""]
)
def test_words_of_the_console_are_no_paths(text: str) -> None:
    """Whatever word a command is offered with: a new kind of word that takes a path fails here."""
    for words in QUESTIONS.values():
        for word in words:
            assert not word.fits(text)
