# make run    the whole product on this machine, at http://127.0.0.1:8000 (PORT=… for another)
# make demo   fills the database with one championship half-way and one finished
# make test   the tests (more: RUN_BROWSER=1 RUN_SERVICES=1)
# make test-long   every test, the long ones too, and the rooms again on PostgreSQL (an hour; nightly)
# make check  style, types, layers, migrations, deployment settings, messages; the tablet, with Node.js
# make docs   the documents as a site that can be searched, in var/docs
# make film   the film of README.md, made by a browser (needs Chromium)
# make audit  known faults of what is installed, where an index can be reached
# make lock   pins the newest versions of requirements*.in, with hashes
# make release    tags the version of pyproject.toml, with its part of the changelog
# make texts   every text of the screens in all languages, on one page to read (IN=es for one language)
# make messages   collects the texts to translate and compiles the catalogues (needs gettext)

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: help run demo test test-long check docs film audit tablet lock release texts messages clean

PYTHON ?= python3
PORT ?= 8000
BIND ?= 127.0.0.1
WORKERS ?= auto
VENV := .venv
PY := $(VENV)/bin/python

# uv reads the same locks and checks the same hashes as pip, in a fifth of the time. Where there is none, the
# pinned one is put into the environment; where it does not get through (an index that only pip knows), pip does it.
UV := $(shell command -v uv 2>/dev/null)
PIP = $(PY) -m pip install --quiet --disable-pip-version-check --no-input --require-hashes
define install
@echo "Installing what $(1) lists …"
@$(if $(UV),,sed -n '/^uv==/,/^    # via/p' requirements-dev.txt > $(VENV)/uv.txt; $(PIP) -r $(VENV)/uv.txt || true)
@{ uv=$(or $(UV),$(VENV)/bin/uv); [ -x "$$uv" ] && "$$uv" pip install --quiet --compile-bytecode \
	--python $(PY) --require-hashes -r $(1); } || $(PIP) -r $(1)
endef

# Static files, copied and compressed when one of them has changed.
COLLECTED := $(or $(STATIC_ROOT),$(or $(VAR_DIR),var)/static)/.collected

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

run: $(VENV)/.runtime $(COLLECTED)
	@STATIC_COLLECTED=1 exec $(PY) manage.py serve --host $(BIND) --port $(PORT)

demo: $(VENV)/.runtime
	@$(PY) manage.py migrate --verbosity 0
	@$(PY) manage.py demo --port $(PORT)

test: $(VENV)/.dev
	@$(PY) -m pytest --numprocesses $(WORKERS) --maxprocesses 6 --dist loadfile --no-loadscope-reorder

test-long: $(VENV)/.dev
	@RUN_BROWSER=1 RUN_SERVICES=1 RUN_LONG=1 $(MAKE) --no-print-directory test

check: $(VENV)/.dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	@! grep -rn "build_absolute_uri" --include "*.py" accounts api config delivery operations scoring season tournament web \
		| grep -v "^tournament/addresses.py" || { echo "Absolute addresses come from tournament/addresses.py."; exit 1; }
	$(VENV)/bin/djangofmt --check templates
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports --no-cache
	$(PY) -m tablet.twin --check
	$(if $(or $(shell command -v npm),$(CI)),$(MAKE) --no-print-directory tablet,@echo "No Node.js: the tablet is not checked.")
	$(MAKE) --no-print-directory docs
	$(PY) manage.py makemigrations --check --dry-run
	HTTPS=1 DEBUG=0 ALLOWED_HOSTS=mus.example SECRET_KEY=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(60))') \
		$(PY) manage.py check --deploy --fail-level WARNING
	$(if $(CI),,$(PY) -m pytest -q tests/config/test_messages.py)
	$(PY) -m pip check

# The documents as a site: laid out, then built; a link that leads nowhere fails.
docs: $(VENV)/.dev
	$(PY) .ci/docs_site.py
	NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --quiet --strict

film: $(VENV)/.dev
	$(PY) -m bench.film

# The tablet's program: packed as its sources make it, style, types, unit tests.
tablet: tablet/node_modules/.installed
	cd tablet && npm run --silent check && npm test --silent

tablet/node_modules/.installed: tablet/package-lock.json
	cd tablet && npm ci --silent --no-audit
	@touch $@

audit: $(VENV)/.dev
	$(PY) .ci/audit.py

lock: $(VENV)/.dev
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --custom-compile-command "make lock" -o requirements.txt requirements.in
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --custom-compile-command "make lock" -c requirements.txt \
		-o requirements-otel.txt requirements-otel.in
	$(VENV)/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --custom-compile-command "make lock" -c requirements.txt -c requirements-otel.txt \
		-o requirements-dev.txt requirements-dev.in

release: $(PY)
	@$(PY) .ci/release.py

texts: $(VENV)/.dev
	@$(PY) .ci/texts.py $(or $(VAR_DIR),var)/texts.html $(IN)

messages: $(VENV)/.dev
	$(PY) manage.py makemessages --all --no-location --ignore .venv --ignore var --ignore mutants --ignore tests
	$(VENV)/bin/pybabel compile --use-fuzzy --directory locale --domain django

clean:
	rm -rf $(VENV) var .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(PY):
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed (PYTHON=… names another)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$$($(PYTHON) --version) is too old: 3.11 or newer is needed (PYTHON=… names another)."; exit 1; }
	@$(if $(UV),$(UV) venv --quiet --seed --python $(PYTHON) $(VENV),$(PYTHON) -m venv $(VENV) \
		|| { echo "Python cannot make an environment: install python3-venv, or uv."; rm -rf $(VENV); exit 1; })

$(VENV)/.runtime: requirements.txt | $(PY)
	$(call install,requirements.txt)
	@touch $@

$(COLLECTED): $(shell find static tablet/mus -type f) requirements.txt | $(VENV)/.runtime
	@$(PY) manage.py collectstatic --no-input --verbosity 0
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(PY)
	$(call install,requirements-dev.txt)
	@touch $@ $(VENV)/.runtime
