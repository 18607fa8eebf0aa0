# The same verbs here and in CI. Needs make and Python >= 3.11; everything else is
# put into .venv. Plain pip lines, and those for Windows, are in the README.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOAK_SECONDS ?= 600
# Folders of conversations that recall is measured on; those that are not there are left out.
TALKS ?= $(addprefix ../shared/data/,locomo-dev realtalk-dev beam-dev)

.PHONY: setup demo test check lint dist platforms bench year soak fuzz docs clean

setup: $(VENV)/.dev

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; say which: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.run

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

demo: $(VENV)/.run
	@$(BIN)/familiar demo --keep .demo

# Every promise, quickly: what takes long is in `check`.
test: $(VENV)/.dev
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m 'not long'

# Properties, damage, journeys of the command line, a brief soak; the site of the documentation.
check: $(VENV)/.dev $(VENV)/.docs
	$(BIN)/zensical build --clean --strict
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m long

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The wheel and the sdist: built, looked at, and the wheel installed and used.
dist: $(VENV)/.dev
	$(BIN)/python -m tools.check_wheel

# Whether every platform and Python that we name has the packages we need; asks the index.
platforms: $(VENV)/.dev
	$(BIN)/python -m tools.check_platforms

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks $(addprefix --data ,$(TALKS))

# 365 nights of a made-up community, and what is known at their end: about two hours.
year: $(VENV)/.dev
	$(BIN)/python -m benchmarks.year

soak: $(VENV)/.dev
	$(BIN)/python -m soak --seconds $(SOAK_SECONDS)
	$(BIN)/python -m soak.writes --turns $$(( $(SOAK_SECONDS) * 16 + 400 )) --kills $$(( $(SOAK_SECONDS) / 3 + 6 ))
	TREE_LIVES=$$(( $(SOAK_SECONDS) / 2 + 30 )) $(BIN)/python -m pytest tests/properties/test_tree_machine.py
	FORBIDDEN_WORLDS=$$(( $(SOAK_SECONDS) * 5 + 60 )) $(BIN)/python -m pytest tests/properties/test_non_interference.py
	WRITER_WORLDS=$$(( $(SOAK_SECONDS) + 30 )) $(BIN)/python -m pytest tests/properties/test_writer_non_interference.py
	DOOR_LIVES=$$(( $(SOAK_SECONDS) / 20 + 12 )) $(BIN)/python -m pytest tests/properties/test_all_doors.py
	EVERY_STEP=1 $(BIN)/python -m pytest tests/damage tests/unit -m 'long or not long' -k 'hostile_text or required_words or curation_cut_off or review_cut_off or store_faults or days_killed or session_end or operations_killed'
	TIMES_AS_MANY=$$(( $(SOAK_SECONDS) / 100 + 1 )) $(BIN)/python -m pytest tests/properties/test_jests_leave_nothing.py tests/properties/test_merged_as_of_properties.py -m long
	FLIPS=$$(( $(SOAK_SECONDS) * 2 + 50 )) $(BIN)/python -m pytest tests/damage/test_index_damage.py -k flipped_bits

fuzz: $(VENV)/.dev
	$(BIN)/python -m soak.fuzz --seconds $(SOAK_SECONDS)

# The generated pages and pictures, every link, and the site of all of it in .site/.
docs: $(VENV)/.docs
	$(BIN)/python docs/build.py
	$(BIN)/zensical build --clean --strict
	@echo 'open .site/index.html'

clean:
	rm -rf $(VENV) .demo .site .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
