# One word per job. Every target makes the environment first; that costs nothing when nothing changed.
#   make run PORT=8080 LAN=1      make test BROWSER=none      make setup DEV=1
.DEFAULT_GOAL := help
.PHONY: help setup run demo test race faults simulate bench lint screens lock format messages

BOOTSTRAP = python3 bin/bootstrap.py
PY = .venv/bin/python
PYTEST = $(PY) -m pytest

help: ## List the jobs
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

setup: ## Make the environment (.venv); DEV=1 adds what tests need
	@$(BOOTSTRAP) $(if $(DEV),--dev)

run: ## Run the site; PORT, VAR_DIR and LAN=1 can be set
	@$(BOOTSTRAP)
	@exec $(PY) bin/supervise.py

demo: ## Run the site with an example club and a running tournament
	@$(BOOTSTRAP)
	@exec $(PY) bin/supervise.py --demo

test: ## Run every test on SQLite and on Postgres, in Chromium too
	@$(BOOTSTRAP) --dev
	@$(PY) bin/test.py $(ARGS)

race: ## Race two connections against each other on Postgres
	@$(BOOTSTRAP) --dev
	@$(PY) -m tests.postgres $(PYTEST) tests/race $(ARGS)

faults: ## The whole matrix of faults: kills, lost brokers, set clocks, sleep, outages, Celery at fault
	@$(BOOTSTRAP) --dev
	@FAULTS=all $(PYTEST) tests/faults tests/acts/test_undo_machine.py tests/browser/test_daylight_saving.py $(ARGS)

simulate: ## Play a whole tournament: make simulate ARGS="--entries 142 --seed 1"
	@$(BOOTSTRAP) --dev
	@$(PY) manage.py simulate $(ARGS)

bench: ## Measure, into var/bench.json
	@$(BOOTSTRAP) --dev
	@$(PY) bin/bench.py $(ARGS)

lint: ## Style, types, imports, security
	@$(BOOTSTRAP) --dev
	@$(PY) bin/lint.py $(ARGS)

screens: ## Take pictures of every page, into var/screens
	@$(BOOTSTRAP) --dev
	@$(PY) bin/screens.py $(ARGS)

format: ## Lay the code out
	@$(BOOTSTRAP) --dev
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format .

messages: ## Bring the catalogues up to date with the source (needs GNU gettext)
	@$(BOOTSTRAP) --dev
	@mkdir -p locale
	@$(PY) manage.py makemessages -l et -l ro --no-wrap --no-obsolete -i .venv -i .tools -i var -i tests -v 0

lock: ## Pin the newest allowed versions into requirements*.txt
	@$(BOOTSTRAP) --dev
	@$(PY) bin/lock.py
