"""Opens the page in the browser without showing its token to others.

Whoever starts a browser with an address puts it on a command line, and those can be read by all users of a
machine. So the browser is given a file that only its owner can read, which leads on to the address.
"""

import contextlib
import html
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path

_SNAPS = Path("/snap")
_PAGE = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>Tengen</title>
<a href="{address}">Tengen plays here.</a>
"""


@contextlib.contextmanager
def way_to(address: str) -> Iterator[Path]:
    """A file of ours alone that leads to an address; gone in the end."""
    with tempfile.NamedTemporaryFile("w", prefix="tengen-", suffix=".html", dir=_folder()) as file:
        file.write(_PAGE.format(address=html.escape(address)))
        file.flush()
        yield Path(file.name)


def open_in_browser(way: Path) -> None:
    """Show the page; where there is no browser nothing happens, for the terminal shows the address, too."""
    with contextlib.suppress(webbrowser.Error):
        webbrowser.open(way.as_uri())


def _folder() -> Path | None:
    """Where browsers can read: one that is confined as a snap has a /tmp of its own, but reads the home."""
    return Path.home() if _SNAPS.is_dir() else None
