"""Compiled code that is damaged, foreign, or cannot be kept: a miss and a sentence, never a wrong answer."""

import os
import pickle
import random
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numba import config

from tengen.core import jit, source_hash
from tengen.core.source_hash import SourceHashes

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="looks at compiled code")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="gives files to another user, which root can")

SOURCE = "def answer(values):\n    return values[0] * 7 + len(values)\n"
VALUES = np.arange(3, 8)
ANSWER = 26


# In this process: a function that is compiled anew each time, and the files of its code.


class Cache:
    """A folder of compiled code, and what a fresh use of it answers and says."""

    def __init__(self, root, monkeypatch, capfd):
        self.root = root
        self._capfd = capfd
        self._monkeypatch = monkeypatch
        source = root / "package" / "core" / "compiled_jit.py"
        source.parent.mkdir(parents=True)
        source.write_text(SOURCE)
        self.source = source
        self._code = compile(SOURCE, str(source), "exec")
        monkeypatch.setattr(jit, "PACKAGE", root / "package")
        monkeypatch.setattr(jit, "SOURCES", SourceHashes(root / "package", jit.SOURCES._memory))
        monkeypatch.setenv("TENGEN_CACHE_DIR", str(root / "cache"))
        monkeypatch.setenv("TMPDIR", str(root / "temporary"))
        self.folder = root / "cache" / jit.KEY

    def use(self):
        """As a process that has just started: the answer, whether it was found, and what was said."""
        folder, fault = jit.choose_folder(jit.KEY)
        for name, value in {"FOLDER": folder, "FAULT": fault, "STDERR": jit.Stderr()}.items():
            self._monkeypatch.setattr(jit, name, value)
        module = ModuleType("package.core.compiled_jit")
        self._monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(self._code, module.__dict__)
        function = jit.jit(module.answer)
        self._capfd.readouterr()
        answer = function(VALUES)
        return answer, sum(function.stats.cache_hits.values()) == 1, self._capfd.readouterr().err

    def file(self):
        """The one file of a warm cache."""
        assert self.use() == (ANSWER, False, "")
        assert self.use() == (ANSWER, True, "")
        (found,) = files_of(self.root / "cache")
        return found


@pytest.fixture
def cache(tmp_path, monkeypatch, capfd):
    return Cache(tmp_path, monkeypatch, capfd)


def files_of(folder):
    """All files of a cache but what is remembered of sources."""
    return sorted(path for path in folder.rglob("*") if not path.is_dir() and path.name != jit._FACTS)


def check_miss(used, *words):
    """The right answer, compiled again, and one sentence."""
    answer, is_found, said = used
    assert (answer, is_found) == (ANSWER, False)
    assert said.startswith("tengen: ")
    assert said.count("\n") == 1
    for word in words:
        assert word in said


def damages(data, rng):
    """Kinds of damage to a file, by name."""
    yield "empty", b""
    yield "cut", data[: rng.randrange(1, len(data))]
    yield "last byte lost", data[:-1]
    yield "longer", data + b"x"
    yield "garbage", rng.randbytes(len(data))
    yield "zeros", bytes(len(data))
    for number in range(3):
        flipped = bytearray(data)
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        yield f"bit {number}", bytes(flipped)


def check_damages(cache, rounds, seed):
    path, rng = cache.file(), random.Random(seed)
    whole = path.read_bytes()
    for _ in range(rounds):
        for damage, bad in damages(whole, rng):
            path.write_bytes(bad)
            check_miss(cache.use(), str(path), "damaged", "compiled again")
            assert cache.use() == (ANSWER, True, ""), damage


def test_a_damaged_file_is_compiled_again(cache):
    check_damages(cache, 1, seed=27)


@pytest.mark.slow
def test_many_damaged_files_are_compiled_again(cache):
    check_damages(cache, 100, seed=28)


def check_flips(cache, bits):
    path = cache.file()
    whole = path.read_bytes()
    for bit in bits(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        path.write_bytes(flipped)
        with pytest.raises(jit.CacheError, match="damaged"):
            jit.read_code(path)


def test_flipped_bits_are_seen_before_anything_is_unpickled(cache):
    check_flips(cache, lambda n_bits: random.Random(27).sample(range(n_bits), 500))


@pytest.mark.slow
def test_each_flipped_bit_is_seen_before_anything_is_unpickled(cache):
    check_flips(cache, range)


@pytest.mark.parametrize("kind", ["folder", "pipe", "link to nothing", "link to itself"])
def test_what_is_no_file_is_no_code(cache, kind):
    path = cache.file()
    path.unlink()
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("nothing" if kind == "link to nothing" else path.name)
    answer, is_found, said = cache.use()
    assert (answer, is_found) == (ANSWER, False)
    assert said.startswith("tengen: ")


def test_whole_code_of_another_function_is_a_miss(cache):
    """As after a copy of one file onto another: the hash is right, and what was compiled is not."""
    path = cache.file()
    key, reduced = pickle.loads(jit.read_code(path))
    jit.write_code(path, pickle.dumps((("another", *key[1:]), reduced)))
    assert cache.use() == (ANSWER, False, "")


def test_whole_code_that_cannot_be_loaded_is_a_miss(cache):
    path = cache.file()
    jit.write_code(path, b"cnowhere\nnothing\n.")
    check_miss(cache.use(), "cannot be loaded", "compiled again")


class Trap:
    """Unpickled, it leaves a folder."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.fixture
def trap(cache):
    """In the place of code, with all right that a writer can make right; and the mark that it leaves."""
    path, mark = cache.file(), cache.root / "trapped"
    jit.write_code(path, pickle.dumps(Trap(mark)))
    return path, mark


def test_the_trap_is_real(cache, trap):
    """Whoever may write as this user is this user: here it goes off."""
    check_miss(cache.use(), "cannot be loaded")
    assert trap[1].exists()


PLACES = ("file", "folder", "folder above")


def place(path, what):
    return {"file": path, "folder": path.parent, "folder above": path.parent.parent}[what]


@needs_root
@pytest.mark.parametrize("what", PLACES)
def test_what_another_user_owns_is_never_unpickled(cache, trap, what):
    path, mark = trap
    os.chown(place(path, what), 12345, 12345)
    check_miss(cache.use(), "others could have written" if what == "file" else "belongs to another user")
    assert not mark.exists()


@pytest.mark.parametrize("mode", [0o770, 0o707])
@pytest.mark.parametrize("what", PLACES)
def test_what_others_may_write_is_never_unpickled(cache, trap, what, mode):
    path, mark = trap
    place(path, what).chmod(mode)
    check_miss(cache.use(), "others")
    assert not mark.exists()


@needs_root
def test_a_link_to_the_folder_of_another_user_is_not_followed(cache, trap):
    path, mark = trap
    theirs = cache.root / "theirs"
    path.parent.parent.rename(theirs)
    os.chown(theirs, 12345, 12345)
    (cache.root / "cache").symlink_to(theirs)
    check_miss(cache.use(), "belongs to another user")
    assert not mark.exists()


@needs_root
def test_what_another_user_prepared_in_a_folder_of_all_users_is_not_used(cache, trap):
    path, mark = trap
    shared = path.parent.parent
    prepared = shared / f"tengen-{os.geteuid()}"
    prepared.mkdir()
    path.parent.rename(prepared / path.parent.name)
    os.chown(prepared, 12345, 12345)
    shared.chmod(0o1777)
    check_miss(cache.use(), "belongs to another user")
    assert not mark.exists()


def test_under_a_folder_of_all_users_each_has_a_part(cache):
    shared = cache.root / "cache"
    shared.mkdir()
    shared.chmod(0o1777)
    own = cache.file().parent.parent
    assert own == shared / f"tengen-{os.geteuid()}"
    assert [path.name for path in shared.iterdir()] == [own.name]


@pytest.fixture(params=[0o000, 0o002, 0o077])
def mask(request):
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("mask")
def test_whatever_the_umask_nobody_else_may_write(cache):
    cache.file()
    for path in [cache.root / "cache", *(cache.root / "cache").rglob("*")]:
        assert not path.stat().st_mode & 0o022


def test_without_its_folder_code_is_kept_in_a_folder_of_the_users_own(cache, monkeypatch):
    monkeypatch.setenv("TENGEN_CACHE_DIR", "/proc/nowhere")
    check_miss(cache.use(), "is kept in", str(cache.root / "temporary"), "/proc/nowhere")
    answer, is_found, said = cache.use()
    assert (answer, is_found) == (ANSWER, True)
    assert said.count("\n") == 1


def test_a_user_without_a_home_has_a_cache(cache, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("TENGEN_CACHE_DIR")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert cache.use() == (ANSWER, False, "")
    assert cache.use() == (ANSWER, True, "")


@pytest.mark.parametrize("call", ["open", "replace"])
def test_a_disk_that_refuses_stops_nothing_and_leaves_nothing(cache, monkeypatch, call):
    def refuse(*_arguments):
        raise OSError(28, "No space left on device")

    def open_old(path, flags, mode=0o777, real=os.open):
        return (
            refuse()
            if flags & os.O_CREAT and str(path).startswith(str(cache.root))
            else real(path, flags, mode)
        )

    if call == "open":
        monkeypatch.setattr(os, "open", open_old)
    else:
        monkeypatch.setattr(Path, "replace", refuse)
    check_miss(cache.use(), "not kept", "No space left on device")
    assert files_of(cache.root / "cache") == []


def test_a_folder_that_was_removed_while_the_program_ran_is_made_again(cache, monkeypatch):
    path = cache.file()
    shutil.rmtree(cache.root / "cache")
    monkeypatch.setattr(jit, "choose_folder", lambda key: (path.parent, ""))
    assert cache.use() == (ANSWER, False, "")
    assert path.exists()


def test_sources_that_are_edited_while_the_program_runs_leave_no_code_under_their_old_name(
    cache, monkeypatch
):
    cache.source.write_text(SOURCE.replace("return", "return 1 +"))
    assert cache.use() == (ANSWER, False, "")
    assert files_of(cache.root / "cache") == []


def test_code_that_the_key_does_not_cover_is_not_kept(cache, monkeypatch):
    monkeypatch.setattr(jit, "COMPILED", "_other.py")
    assert cache.use() == (ANSWER, False, "")
    assert files_of(cache.root / "cache") == []


# In processes of their own: a package of one compiled function, with our cache.

MAIN = "import numpy as np; from package.core.compiled_jit import answer; print(answer(np.arange(3, 8)))"


@pytest.fixture
def package(tmp_path):
    core = tmp_path / "package" / "core"
    core.mkdir(parents=True)
    for module in (jit, source_hash):
        text = Path(module.__file__).read_text().replace("tengen.core", "package.core")
        (core / Path(module.__file__).name).write_text(text)
    (core / "compiled_jit.py").write_text(f"from package.core.jit import jit\n\n@jit\n{SOURCE}")
    return tmp_path


def start(package, cache="cache", main=MAIN, limit=None):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    settings = {"PYTHONPATH": package, "TENGEN_CACHE_DIR": package / cache, "TMPDIR": package / cache}
    return subprocess.Popen(
        [sys.executable, "-B", "-c", main],
        env=kept | {name: str(value) for name, value in settings.items()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit and (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))),
    )


def check_process(process, *words):
    answer, said = process.communicate()
    assert (answer, process.returncode) == (f"{ANSWER}\n", 0), said
    assert said.count("\n") == bool(words)
    for word in words:
        assert word in said


def test_where_nothing_can_be_written_code_is_compiled_in_memory_and_not_beside_the_sources(package):
    before = files_of(package)
    check_process(start(package, "/proc/nowhere"), "not kept", "/proc/nowhere", "TENGEN_CACHE_DIR")
    assert files_of(package) == before


def test_a_full_disk_stops_nothing_and_leaves_nothing(package):
    check_process(start(package, limit=1000), "not kept", "File too large")
    assert files_of(package / "cache") == []
    check_process(start(package))
    assert files_of(package / "cache")


def check_together(package, n_processes):
    started = [start(package, main=f"import sys; sys.stdin.read(1); {MAIN}") for _ in range(n_processes)]
    for process in started:
        process.stdin.write("x")
        process.stdin.flush()
    for process in started:
        check_process(process)
    (found,) = files_of(package / "cache")
    jit.read_code(found)


def test_processes_that_start_together_share_a_cache(package):
    check_together(package, 3)


@pytest.mark.slow
def test_many_processes_that_start_together_share_a_cache(package):
    for _ in range(10):
        check_together(package, 8)
        shutil.rmtree(package / "cache")


def test_a_stderr_that_is_full_or_closed_stops_nothing(package):
    main = "import sys; sys.stderr = open('/dev/full', 'w'); {}; sys.stderr = None; {}"
    again = MAIN.replace("answer(np.arange(3, 8))", "answer(np.arange(3, 8) + 0.5) - 3.5")
    process = start(package, "/proc/nowhere", main.format(MAIN, again))
    assert process.communicate()[0] == f"{ANSWER}\n{ANSWER}.0\n"
