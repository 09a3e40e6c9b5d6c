# Everything here is for development: a site on this machine, and its checks and tests.
# You need Python 3.11 or newer with pip, and git. All else is fetched into .venv/ and kept.

# The system's own Python comes first: it was built with profiles, and is a sixth faster than one that pyenv builds.
PYTHON = /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11 python
BIN = .venv/bin

export DEVELOPMENT = true

# The tests start dozens of programs that read the same modules. Compiled once, they start in half the time.
export PYTHONDONTWRITEBYTECODE =

# uv installs in seconds. Where it cannot (no uv for this machine, or an index or certificates that only pip is set up
# for), pip does, and says what is wrong if that is so for both.
# The environment has no pip of its own, as Debian's Python brings none for it. The Python that made it has one.
pip = $$($(BIN)/python -c "import sys; print(sys._base_executable)") -m pip --quiet --python $(BIN)/python
install = $(BIN)/uv --quiet pip install --python $(BIN)/python --require-hashes --requirement $(1) 2>/dev/null \
	|| $(pip) install --require-hashes --requirement $(1)

# One process more than there are cores, as tests wait for browsers now and then, but at most four.
# Slow tests come at any moment, so a process that has none left takes some from the others.
workers = $$($(BIN)/python -c "import os; print(min(os.cpu_count() + 1, 4))")
pytest = $(BIN)/pytest --quiet --numprocesses $(workers) --dist worksteal

# Only these files have tests that also run on PostgreSQL.
on_both = $(shell grep --recursive --files-with-matches --include 'test_*.py' mark.postgresql tests)

.PHONY: run setup test test-everything test-rules check messages lock environment

# Start the site, with players and games to try. Ctrl-C stops it.
run: setup
	@$(BIN)/python manage.py run

# Only prepare the environment.
setup: .venv/base.stamp

# The tests that every change has to pass: all on SQLite, then those of locks and SQL on PostgreSQL and Redis.
test: .venv/dev.stamp
	$(BIN)/python -m tests.services.parts
	$(pytest)
	$(BIN)/python -m tests.services $(pytest) -m postgresql --reach-all $(on_both)

# The same with all that takes long: each journey on each screen in each scheme, all rows on PostgreSQL and Redis, more
# kills, and random requests. For the end of a large piece of work, and before a release.
test-everything: export EVERYTHING = true
test-everything: .venv/dev.stamp
	$(BIN)/python -m tests.services.parts
	$(pytest)
	$(BIN)/python -m tests.services $(pytest)
	$(BIN)/python -m tests.soak --games 100 --kills 20 --minutes 10
	$(BIN)/python -m tests.fuzz --posts 20000 --processes 2

# Only the rules, which need neither database nor browser.
test-rules: .venv/dev.stamp
	$(pytest) tests/rules rules

# All that can be checked without running the code.
check: .venv/dev.stamp
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.audit
	$(BIN)/python manage.py makemigrations --check --dry-run

# Gather all that the site says in var/messages.pot, for translators.
messages: .venv/dev.stamp
	$(BIN)/python -m tools.messages

# Choose versions again, after a change of requirements/*.in or to take updates.
lock: .venv/dev.stamp
	for name in boot base dev; do \
		$(BIN)/uv --quiet pip compile --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
			requirements/$$name.in --output-file requirements/$$name.txt || exit 1; \
	done

# The environment itself. It is made again if its Python is missing, for example after an upgrade of the system.
environment:
	@for python in $(PYTHON); do \
		if $$python -c "import pip, sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null; then \
			exec $$python -m venv --clear --without-pip .venv; \
		fi; \
	done; \
	echo "Power Grid needs Python 3.11 or newer with pip, and found none. Say where yours is: make $(MAKECMDGOALS) PYTHON=/path/to/python" >&2; \
	exit 1

.venv/base.stamp: $(if $(shell test -x $(BIN)/python || echo missing),environment) requirements/boot.txt requirements/base.txt
	@echo "Installing what the site needs into .venv/"
	@$(pip) install --require-hashes --requirement requirements/boot.txt || echo "There is no uv for this machine. pip takes its place."
	@$(call install,requirements/base.txt)
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/base.stamp
	@echo "Installing what checks and tests need into .venv/"
	@$(call install,requirements/dev.txt)
	@touch $@
