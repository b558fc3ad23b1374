"""What is kept on disk: compiled code, nets, books, stores of matches, saved games."""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from tengen.cli.doctor.finding import Finding, count, megabytes, note, ok, problem
from tengen.core import jit
from tengen.core.errors import GoError
from tengen.core.system_info import checkout, install_command

_STALE_SECONDS = 3600  # what a process that writes leaves for a moment
_KINDS = {".safetensors": "net", ".book": "book", ".db": "store"}


# --- Compiled code --------------------------------------------------------------------------------


def cache() -> Iterator[Finding]:
    """Where compiled code is kept can be written and trusted, and what lies there is whole."""
    if jit.FAULT:
        yield _fault()
    folder = jit.FOLDER
    if folder is None:
        return
    damaged, n_bytes = [], 0
    files = sorted(folder.glob(f"*{jit.SUFFIX}"))
    for file in files:
        try:
            n_bytes += len(jit.read_code(file))
        except OSError:
            damaged.append(file)
    for file in damaged:
        yield problem(f"{file} is damaged, or others could have written it", _REPAIR, file.unlink)
    yield ok(
        f"{count(len(files) - len(damaged), 'piece')} of compiled code, {megabytes(n_bytes)}, in {folder}"
    )
    if not os.access(folder, os.W_OK):
        yield problem(f"{folder} cannot be written: what is not compiled yet is compiled at each start")
    yield from _leavings(folder)


_REPAIR = "tengen doctor --repair"


def _fault() -> Finding:
    """Why code is not kept where it should be; what is only too open can be closed."""
    wanted = jit.keyed_folder(next(jit.cache_roots()), jit.KEY)
    for path in (wanted, wanted.parent):
        with suppress(OSError):
            status = path.lstat()
            if status.st_uid == os.geteuid() and stat.S_ISDIR(status.st_mode) and status.st_mode & 0o022:
                close = partial(path.chmod, stat.S_IMODE(status.st_mode) & ~0o022)
                return problem(jit.FAULT, f"chmod go-w {path}", close)
    return problem(jit.FAULT, "TENGEN_CACHE_DIR names another folder")


def _leavings(folder: Path) -> Iterator[Finding]:
    """What ended processes and older versions have left."""
    old = time.time() - _STALE_SECONDS
    torn = [path for path in folder.glob("*.new") if path.lstat().st_mtime < old]
    if torn:
        yield note(f"{count(len(torn), 'file')} half written in {folder}", _REPAIR, lambda: _remove(torn))
    root = folder.parent
    unused = jit.unused_folders(root)
    if unused:
        found = count(len(unused), "folder")
        yield note(f"{found} in {root} unused for a month", _REPAIR, lambda: jit.sweep(root))
    others = [path for path in root.iterdir() if path not in (folder, *unused) and path.is_dir()]
    n_bytes = sum(file.lstat().st_size for other in others for file in other.rglob("*") if file.is_file())
    if others:
        yield ok(f"{count(len(others), 'folder')} of other versions, {megabytes(n_bytes)}: kept for a month")


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink()


# --- Nets, books, stores --------------------------------------------------------------------------


def shipped_nets() -> Iterator[Finding]:
    """Those of the package, beside the code that opens them."""
    yield from _shipped("net", sorted(jit.PACKAGE.rglob("*.safetensors")))


def shipped_books() -> Iterator[Finding]:
    """Those of the package."""
    from tengen.book.book_file import SHIPPED

    yield from _shipped("book", list(SHIPPED.values()))


def _shipped(kind: str, paths: list[Path]) -> Iterator[Finding]:
    root, n_whole = checkout(), 0
    for path in paths:
        try:
            check_file(path)
            n_whole += 1
        except GoError as error:
            if root is None:
                again = install_command().replace(" install ", " install --force-reinstall --no-deps ")
            else:
                again = f"git -C {root} checkout -- {path.relative_to(root)}"
            yield problem(str(error), again)
    if n_whole:
        yield ok(f"{count(n_whole, kind)} of the package, whole")
    else:
        yield problem(f"the package has no {kind}s", install_command())


def own_files(named: Sequence[Path]) -> Callable[[], Iterator[Finding]]:
    """A check of the nets, books and stores in some files and folders."""

    def check() -> Iterator[Finding]:
        numbers = dict.fromkeys(_KINDS.values(), 0)
        for path in named:
            if not path.exists():
                yield problem(f"there is no {path}")
        for path in _found(named):
            try:
                check_file(path)
                numbers[_KINDS[path.suffix]] += 1
            except GoError as error:
                yield problem(str(error))
        told = ", ".join(count(number, kind) for kind, number in numbers.items() if number)
        yield ok(f"{told or 'nothing to look at'} in {', '.join(map(str, named)) or 'this folder'}")

    return check


def _found(named: Sequence[Path]) -> Iterator[Path]:
    """The files that are named, and those in folders that are; links in them are not followed."""
    for path in named:
        if path.is_dir():
            yield from sorted(
                file for file in path.rglob("*") if file.suffix in _KINDS and not file.is_symlink()
            )
        elif path.exists():
            yield path


def check_file(path: Path) -> None:
    """Read a net, a book or a store as whoever uses it does; GoError says what is wrong with it."""
    kind = _KINDS.get(path.suffix)
    if kind == "book":
        from tengen.book.book_file import load_book

        load_book(path)
    elif kind == "store":
        from tengen.match.store import open_reader

        with open_reader(path) as reader:
            reader.setting()
            reader.games()
    elif kind == "net":
        _check_net(path)
    else:
        raise GoError(f"{path} is neither a net (.safetensors) nor a book (.book) nor a store (.db)")


def _check_net(path: Path) -> None:
    from tengen.core.array_files import read_arrays
    from tengen.dag_rnn import weights as dag_rnn_weights
    from tengen.mcts.move_prior import weights as move_weights
    from tengen.td import weights as td_weights

    _, header = read_arrays(path)
    match header.get("format"):
        case dag_rnn_weights.FORMAT:
            dag_rnn_weights.load_net(path)
        case td_weights.FORMAT:
            td_weights.load_td_net(path)
        case _ if path == move_weights.SHIPPED:
            move_weights.load_weights(move_weights.SMALL, path)


# --- Saved games ----------------------------------------------------------------------------------


def saved_games() -> Iterator[Finding]:
    """The folder that the page saves in."""
    from tengen.web.saved_games import default_folder

    folder = default_folder()
    if not folder.exists():
        yield ok(f"none yet; they will be in {folder}")
    elif not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        yield problem(f"{folder} cannot be read and written", f"chmod u+rwx {folder}")
    else:
        yield ok(f"{count(len(list(folder.glob('*.sgf'))), 'game')} in {folder}")
