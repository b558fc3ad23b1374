"""Whatever others wrote, the terminal shows it and does nothing else."""

import io
import subprocess
import sys
from collections.abc import Callable

import pytest
from rich.live import Live
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from tengen.cli.screen import Screen

TRICK = "\x1b[2J\x1b]0;title\x07\x9b1m\r\x08\u202ename"
BEGINS_WITH = r"\x1b[2J\x1b]0;tit"  # rich may cut the rest, or leave out signs itself


def table(text: str) -> Table:
    drawn = Table(text, title=text, caption=text)
    drawn.add_row(text)
    drawn.add_row(Text(text, style="red"))
    return drawn


def live(screen: Screen) -> None:
    with Live(table(TRICK), console=screen):
        pass


def progress(screen: Screen) -> None:
    with Progress(console=screen) as bar:
        bar.add_task(TRICK)


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize(
    "draw",
    [
        lambda screen: screen.print(TRICK, markup=False, highlight=False),
        lambda screen: screen.print(TRICK, style="bold"),
        lambda screen: screen.print(f"[red]{TRICK}[/red]", soft_wrap=True),
        lambda screen: screen.print(table(TRICK)),
        lambda screen: screen.log(TRICK),
        lambda screen: screen.rule(TRICK),
        live,
        progress,
    ],
)
def test_nothing_that_is_drawn_moves_the_cursor(draw: Callable[[Screen], None], is_terminal: bool) -> None:
    written = io.StringIO()
    draw(Screen(file=written, width=300, force_terminal=is_terminal, color_system=None, legacy_windows=False))
    text = written.getvalue()
    assert BEGINS_WITH in text
    assert not any(part in text for part in ("\x1b[2J", "\x1b]", "\x07", "\x9b", "\x08", "\u202e"))
    assert is_terminal or not any(letter in text for letter in "\x1b\r")  # rich itself moves the cursor there


def test_colours_stay() -> None:
    written = io.StringIO()
    screen = Screen(file=written, force_terminal=True, color_system="standard")
    screen.print("good", style="green", highlight=False)
    assert written.getvalue() == "\x1b[32mgood\x1b[0m\n"


def test_an_error_that_tells_of_text_of_others_is_visible_text(tmp_path) -> None:
    name = tmp_path / "\x1b[31m\x07.book"
    command = [sys.executable, "-m", "tengen", "book", "info", str(name)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert r"\x1b[31m\x07.book" in done.stderr
    assert "\x1b" not in done.stderr
