"""What records say of this machine: never the folders of it."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest
from safetensors import safe_open

from tengen.core.system_info import command_line, command_without_paths, without_paths

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tengen"

# Where machines have folders of their own: no page and no record speaks of any of them.
FOLDERS = re.compile(
    r"(?<![\w.~-])/(?:home|root|work|tmp|mnt|media|srv|data|scratch|var|private|Users|Volumes)/\w[^\s`'\",)]*"
    r"|\b[A-Z]:\\Users\b"
)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout with a folder inside that is the current one, in somebody's home."""
    home = tmp_path / "somebody"
    here = home / "lab" / "inside"
    here.mkdir(parents=True)
    (home / "lab" / ".git").mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(home))
    return here


@pytest.mark.parametrize(
    "typed, kept",
    [
        ("--folder {here}/results --out {here}/results/out", "--folder results --out results/out"),
        ("--folder={here}/results", "--folder=results"),
        ("--data {lab}/games", "--data games"),
        ("--data {home}/games", "--data '~/games'"),
        ("--net /opt/nets/mine.safetensors", "--net mine.safetensors"),
        ("'gtp:/usr/games/gnugo --mode gtp'", "'gtp:gnugo --mode gtp'"),
        ("mcts:book_file=/opt/a.book,net=/opt/b.net", "mcts:book_file=a.book,net=b.net"),
        ("'/opt/my games/old ones.sgf'", "'old ones.sgf'"),
        ("'{here}/my games/one.sgf'", "'my games/one.sgf'"),
        ("--scheduler tcp://10.0.0.1:8786", "--scheduler tcp://10.0.0.1:8786"),
        ("--data ../shared/data --scale 1/2", "--data ../shared/data --scale 1/2"),
    ],
)
def test_commands_are_recorded_without_the_folders_of_this_machine(checkout, monkeypatch, typed, kept):
    names = {"here": checkout, "lab": checkout.parent, "home": checkout.parents[1]}
    line = "tengen reproduce " + typed.format(**names)
    assert command_without_paths(line) == "tengen reproduce " + kept
    monkeypatch.setattr(sys, "argv", shlex.split(line))
    assert command_line() == "tengen reproduce " + kept


def test_a_root_folder_is_no_place_to_be_relative_to(monkeypatch):
    monkeypatch.chdir("/")
    monkeypatch.setenv("HOME", "/")
    assert command_without_paths("tengen match --store /work/main/a.db") == "tengen match --store a.db"


def test_a_command_that_was_cut_off_is_read_as_a_sentence(checkout):
    assert command_without_paths("tengen match 'gtp:/opt/engine") == "tengen match 'gtp:engine"


@pytest.mark.parametrize(
    "text, kept",
    [
        (
            "cannot start x: [Errno 2] No such file: '/bin/nope'",
            "cannot start x: [Errno 2] No such file: 'nope'",
        ),
        ("`gtp:/opt/engine --gtp` against", "`gtp:engine --gtp` against"),
        ("ours / theirs, 1/9 and and/or, a /", "ours / theirs, 1/9 and and/or, a /"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
        ("an open ' quote of /opt/x", "an open ' quote of x"),
    ],
)
def test_sentences_keep_all_but_the_folders(checkout, text, kept):
    assert without_paths(text) == kept
    assert without_paths(kept) == kept


def texts_of(path):
    """What a published file says, as text."""
    if path.suffix == ".db":  # as bytes: it may be played on while this test looks, and its text is plain
        return path.read_bytes().decode("latin-1")
    if path.suffix == ".safetensors":
        with safe_open(path, framework="numpy") as net:
            return str(net.metadata())
    return path.read_bytes().decode("utf-8", "replace")


PUBLISHED = [
    *(
        path
        for path in (ROOT / "docs").rglob("*")
        if path.suffix in (".md", ".svg", ".jsonl", ".json", ".toml", ".db")
    ),
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile")),
    *PACKAGE.rglob("*.safetensors"),
    *PACKAGE.rglob("*.book"),
]


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: os.path.relpath(path, ROOT))
def test_nothing_published_speaks_of_the_folders_of_a_machine(path):
    assert FOLDERS.findall(texts_of(path)) == []
