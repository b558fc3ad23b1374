"""What is missing is named with the command that installs it here, from a clone and elsewhere."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from tengen import GoError
from tengen.core import system_info

ROOT = Path(__file__).parents[2]


class Installed:
    """A distribution as pip notes it."""

    def __init__(self, note):
        self.note = note

    def __call__(self, name):
        assert name == "tengen"
        return self

    def read_text(self, name):
        assert name == "direct_url.json"
        return self.note and json.dumps(self.note)


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """An environment in a folder; the function says how Tengen came into it."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "venv" / "bin" / "python"))
    monkeypatch.setenv("PATH", "/usr/bin")
    return lambda note: monkeypatch.setattr(system_info, "distribution", Installed(note))


def of_clone(root):
    return {"dir_info": {"editable": True}, "url": root.as_uri()}


@pytest.fixture
def clone(installed, monkeypatch, tmp_path):
    """As `make play` makes it, in a folder with a blank."""
    root = tmp_path / "my tengen"
    pip = root / ".venv" / "bin" / "pip"
    pip.parent.mkdir(parents=True)
    pip.touch()
    monkeypatch.setattr(sys, "prefix", str(root / ".venv"))
    monkeypatch.chdir(root)
    installed(of_clone(root))
    return root


def test_from_a_clone(clone):
    assert system_info.checkout() == clone
    assert system_info.install_command("report") == ".venv/bin/pip install -e '.[report]'"


def test_from_another_folder_the_clone_is_entered(clone, monkeypatch):
    monkeypatch.chdir("/")
    assert system_info.install_command("train") == f"cd '{clone}' && .venv/bin/pip install -e '.[train]'"


def test_from_a_clone_with_an_environment_elsewhere(clone, monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/opt/venv")
    assert system_info.install_command("report") == f"{sys.executable} -m pip install -e '.[report]'"


@pytest.mark.parametrize(
    "note, what",
    [
        (None, "tengen[report]"),
        ({"url": "file:///tmp/tengen.whl", "archive_info": {}}, "tengen[report] @ file:///tmp/tengen.whl"),
        (
            {"url": "https://go.example/t.git", "vcs_info": {"vcs": "git", "commit_id": "12ab"}},
            "tengen[report] @ git+https://go.example/t.git@12ab",
        ),
    ],
)
def test_where_it_was_installed_from_is_where_an_extra_comes_from(installed, note, what):
    installed(note)
    assert system_info.checkout() is None
    assert system_info.install_command("report") == f"{sys.executable} -m pip install '{what}'"


def test_pip_is_short_where_a_shell_finds_the_right_one(installed, monkeypatch, tmp_path):
    installed(None)
    pip = tmp_path / "venv" / "bin" / "pip"
    pip.parent.mkdir(parents=True)
    pip.touch(0o755)
    monkeypatch.setenv("PATH", f"{pip.parent}:/usr/bin")
    assert system_info.install_command("report") == "pip install 'tengen[report]'"


def test_what_is_missing_is_named(clone, monkeypatch):
    for name in ("jax", "optax"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(GoError) as refused:
        system_info.check_extra("train", "training")
    assert str(refused.value) == "training needs jax and optax: .venv/bin/pip install -e '.[train]'"


def test_the_list_of_extras_is_that_of_the_package():
    """A package's distribution may have another name than what is imported."""
    optional = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    names = {"dask_jobqueue": "dask-jobqueue"}
    for extra, packages in system_info.EXTRAS.items():
        declared = [requirement.partition(">")[0] for requirement in optional[extra]]
        assert [names.get(package, package) for package in packages] == declared
        assert set(optional[extra]) <= set(optional["test"])
    assert set(system_info.EXTRAS) == set(optional) - {"test"}


def test_no_other_place_tells_how_to_install_an_extra():
    for source in (ROOT / "src").rglob("*.py"):
        assert "pip install" not in source.read_text() or source.name == "system_info.py", source
