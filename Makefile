# `make play` and `make test` do everything from a fresh clone; they need Python 3.11+ and make.
PYTHON ?= python3
BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Only files whose hashes are known, and none that would be built from sources; the lists name all that is needed.
LOCKED := $(PIP_INSTALL) --require-hashes --only-binary :all: --no-deps
# The project itself, with what is there, and nothing more from anywhere; its build makes the page.
PROJECT := $(PIP_INSTALL) --no-index --no-deps --no-build-isolation --editable .
NODE := $(BIN)/python hatch_build.py node || $(LOCKED) --requirement requirements/node.txt
UNLOCKED := .venv/lock/bin/python -m pip install --quiet --only-binary :all: --constraint constraints.txt
EXTRAS := cluster report tensorboard train
QUICK := -m "not slow" -n auto
# Tests of twins, processes, reports, the page and JAX, in which no array is indexed that other tests do not index, too.
UNINDEXED := tests/reference tests/chaos tests/match tests/experiments tests/web tests/cli/test_match.py tests/cli/test_tournament.py \
  tests/cli/test_evidence.py tests/cli/test_reproduce.py tests/cli/test_match_view.py tests/cli/test_tournament_view.py \
  tests/dag_rnn/test_train.py tests/dag_rnn/test_network_jax.py

.PHONY: play page test check lanes test-slow coverage bench evidence constraints clean

play: .venv/play
	@$(BIN)/tengen play

# The page is built by the package build (hatch_build.py) if its sources have changed.
page: .venv/play
	@$(NODE)
	@$(PROJECT)

test: check lanes

check: .venv/test
	$(BIN)/python -m pip --disable-pip-version-check check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python hatch_build.py check

lanes: .venv/test
	@echo "== lane 1: compiled"
	$(BIN)/tengen warmup
	$(BIN)/pytest $(QUICK)
	@echo "== lane 2: interpreted"
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(QUICK)
	@echo "== lane 3: bounds checked"
	NUMBA_BOUNDSCHECK=1 $(BIN)/tengen warmup
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest $(QUICK) $(UNINDEXED:%=--ignore=%)

test-slow: .venv/test
	$(BIN)/tengen warmup
	$(BIN)/pytest -m slow

# The interpreted lane once more: tracing takes as long as the tests themselves.
coverage: .venv/test
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest $(QUICK) --cov --cov-report=term-missing:skip-covered

bench: .venv/play
	$(BIN)/tengen bench --what light --what plain

# Plays what is next of docs/evidence/plan.toml at low priority, and goes on after any stop.
evidence: .venv/play
	$(BIN)/tengen evidence

.venv/play: pyproject.toml requirements/play.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tengen needs Python 3.11 or newer; say which: make PYTHON=python3.12"; exit 1; }
	@echo "setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(LOCKED) --requirement requirements/play.txt
	@$(NODE)
	@$(PROJECT)
	@touch $@

# An extra, as in `make .venv/report`.
$(EXTRAS:%=.venv/%): .venv/%: .venv/play requirements/%.txt
	@$(LOCKED) --requirement requirements/$*.txt
	@touch $@

.venv/test: .venv/play $(EXTRAS:%=.venv/%) requirements/test.txt
	@echo "adding what the tests need ..."
	@$(LOCKED) --requirement requirements/test.txt
	@$(NODE)
	@touch $@

# After a change in constraints.txt or of what is needed: the hashes of all files, from an environment of its own.
constraints:
	rm -rf .venv/lock && $(PYTHON) -m venv .venv/lock
	$(UNLOCKED) packaging
	.venv/lock/bin/python requirements/lock.py list | xargs $(UNLOCKED)
	.venv/lock/bin/python requirements/lock.py

clean:
	rm -rf .venv .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -rf src/tengen/web/static src/tengen/web/page/node_modules
