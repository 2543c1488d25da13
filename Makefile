# planviz: every command you need. `make help` lists them.

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501

.PHONY: help run test test-fast lint format bench record chromium clean

help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.run ## Set everything up and open the app on http://127.0.0.1:8501 (PORT=… for another port)
	$(BIN)/python -m planviz app --port $(PORT)

test: $(VENV)/.dev chromium ## Run all tests, with real Spark and a real browser
	$(BIN)/python -m pytest -n 3

test-fast: $(VENV)/.dev ## Run the quick tests: neither Spark nor a browser (seconds)
	$(BIN)/python -m pytest -m "not spark and not browser and not thorough"

lint: $(VENV)/.dev ## Check style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/.dev ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev chromium ## Measure: capture cost, recording size, drawing speed
	$(BIN)/python -m benchmarks

record: $(VENV)/.run ## Make the shipped recordings anew, by real runs
	$(BIN)/python -m scenarios.record

clean: ## Remove the virtual environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache

# The first Python on this machine that PySpark 4.3 supports.
$(VENV)/bin/python:
	@for python in python3 python3.13 python3.12 python3.11; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "Setting up $(VENV) with $$($$python --version)"; exec $$python -m venv $(VENV); \
		fi; \
	done; \
	echo "planviz needs Python 3.11 or newer, and none was found."; exit 1

$(VENV)/.run: requirements.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt requirements.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@ $(VENV)/.run

# Chromium for the browser tests: the system's, or Debian's package, or the build that Playwright downloads.
chromium: $(VENV)/.dev
	@$(BIN)/python -m tests.chromium 2>/dev/null && exit 0; \
	echo "Installing Chromium for the browser tests"; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
	else \
		$(BIN)/python -m playwright install chromium; \
	fi; \
	$(BIN)/python -m tests.chromium
