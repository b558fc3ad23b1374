"""A page in a real browser: what it shows, and what the server told it."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, WebSocket

CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LETTERS = "ABCDEFGHJKLMNOPQRST"
PATIENCE = 120_000  # milliseconds, beside other work on all cores


class OpenPage:
    """A page that is open; what is wrong in it is collected."""

    def __init__(self, browser: Browser, url: str, **settings: Any) -> None:
        """Settings -- of playwright: viewport, colour scheme, ..."""
        self.events: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.errors: list[str] = []
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}, **settings})
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._note)
        self.page.goto(url)
        self.find("board").wait_for()
        self.wait(lambda: bool(self.told("state")))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.events.append(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    def _note(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def find(self, name: str) -> Locator:
        """What has a name for tests."""
        return self.page.locator(f'[data-test="{name}"]')

    def click(self, name: str) -> None:
        self.find(name).first.click()

    def told(self, kind: str) -> list[dict[str, Any]]:
        """All events of a type so far."""
        return [event for event in self.events if event["type"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.told(kind)[-1]

    def wait(self, holds: Callable[[], bool]) -> None:
        """Until something holds of what was told or is shown."""
        for _ in range(PATIENCE // 20):
            if holds():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never; the last state was {self.last('state')}")

    def wait_for_news(self, n_known: int, kinds: tuple[str, ...]) -> None:
        """Until an event of one of some types comes after those that are known."""
        self.wait(lambda: any(event["type"] in kinds for event in self.events[n_known:]))

    @property
    def rows(self) -> list[str]:
        """The stones as the page shows them."""
        return (self.find("board").get_attribute("data-rows") or "").split("/")

    def play(self, vertex: str) -> None:
        """Click on a point."""
        size = len(self.rows)
        row, column = size - int(vertex[1:]), LETTERS.index(vertex[0])
        self.page.locator(".shudan-vertex").nth(row * size + column).click()

    def play_all(self, *vertices: str) -> None:
        """Click on points, one after the other, for both colours."""
        for vertex in vertices:
            n_known = len(self.events)
            self.play(vertex)
            self.wait_for_news(n_known, ("state",))
            assert self.last("state")["last_move"] == vertex

    def analyse(self, tab: str) -> dict[str, Any]:
        """Think about the position with a view open until the search rests; what was told then."""
        self.click(f"tab-{tab}")
        n_known = len(self.events)
        self.click("analyse")

        def rested() -> list[dict[str, Any]]:
            news = [event for event in self.events[n_known:] if event["type"] == "thought"]
            return [thought for thought in news if not thought["running"] and thought["visits"] > 0]

        self.wait(lambda: bool(rested()))
        return rested()[-1]

    def begin(self, size: int = 9, black: str = "human", white: str = "human") -> None:
        """A new game by the dialog."""
        self.click("new-game")
        self.find("new-size").select_option(str(size))
        for colour, player in (("black", black), ("white", white)):
            choice = self.find(f"player-{colour}-choice")
            if player in [option.get_attribute("value") for option in choice.locator("option").all()]:
                choice.select_option(player)
            else:
                choice.select_option("")
                self.find(f"player-{colour}-text").fill(player)
        n_states = len(self.told("state"))
        self.click("begin-game")
        self.wait(lambda: len(self.told("state")) > n_states and self.last("state")["size"] == size)
        self.wait(lambda: len(self.rows) == size)

    def picture(self, name: str) -> None:
        """A screenshot for the docs, if somebody wants them: TENGEN_SCREENSHOTS names the folder."""
        if folder := os.environ.get("TENGEN_SCREENSHOTS"):
            self.page.screenshot(path=Path(folder) / f"{name}.png")

    def close(self) -> None:
        """Leave; nothing may have gone wrong in the page."""
        self.context.close()
        assert self.errors == []
