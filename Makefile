# Two commands matter: make run, make test. Anything longer than a line is Python, in tools/.

PYTHON ?= python3
PORT ?= 8000
UPGRADE ?=

PY := .venv/bin/python

# uv does not compile; without this, each start would compile everything anew and keep nothing.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help setup setup-check setup-test run test check coverage bench golden boards torture nightly \
  lock clean

help:  ## what there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup:  ## .venv with the package and what it runs on
	@$(PYTHON) tools/environment.py run

setup-check:
	@$(PYTHON) tools/environment.py check

setup-test:  ## the same with all that the tests need: a browser, npm's packages
	@$(PYTHON) tools/environment.py test

run: setup  ## the demo tables, on PORT (8000)
	@mkdir -p var
	$(PY) -m puntobanco serve --demo --port $(PORT) --db var/demo.db

test: setup-test  ## everything: format, lint, types, contracts, all tests
	@$(PY) -m tools.check all

check: setup-check  ## the quick gate for every commit: the same without browser and long tests
	@$(PY) -m tools.check quick

coverage: setup-check  ## which lines and branches the tests reach
	$(PY) -m coverage run -m pytest -q -m "not browser"
	$(PY) -m coverage report

golden: setup-check  ## write the golden files anew; review the diff
	$(PY) -m pytest -q --golden=write -m "not browser"

bench: setup-check  ## measure, and write bench/results/DATE.md
	$(PY) -m bench.run

boards: setup-check  ## every picture of the board against those that are kept
	$(PY) -m tests.browser.pictures $(WRITE)

torture: setup-check  ## small shoes card by card; a board open for 10,000 rounds; a thousand kills, or KILLS=50 SEED=7
	$(PY) -m tests.agreement.torture $(SEED)
	$(PY) -m tests.browser.endurance
	$(PY) -m tests.crash.torture $(KILLS) $(SEED)

nightly: setup-test  ## the long sizes: 100,000 rounds by the oracle, a million simulated steps, kills
	$(PY) -m pytest -q -n 2 -m nightly
	$(PY) -m pytest -q -n 2 -m "hypothesis and not nightly" --hypothesis-profile=nightly
	$(PY) -m tests.agreement.settling
	$(PY) -m tests.simulator --steps 1000 --runs 1000
	$(PY) -m tests.agreement.test_keypad
	$(PY) -m tests.sim.torture
	$(PY) -m tests.crash.torture

lock: setup-check  ## write requirements/*.txt anew; UPGRADE=--upgrade moves the versions
	$(PY) -m tools.lock $(UPGRADE)

clean:  ## remove what was made, the demo's data too
	rm -rf .venv node_modules var dist test-results .coverage .mypy_cache .pytest_cache \
	  .ruff_cache .import_linter_cache .hypothesis
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +
