# One command a job. Each sets up what it needs by itself, and does so again only when its inputs changed.

PYTHON ?= python3
VENV := .venv
# The theme advertises its successor at every start; our readers of the log look for findings.
export NO_MKDOCS_2_WARNING := 1
# Commands are started hundreds of times by the tests: what is compiled is kept.
unexport PYTHONDONTWRITEBYTECODE
BIN := $(VENV)/bin
SEED := 1
ASSETS := $(wildcard LICENSE bundling/bundle* plugins/rulebook_markdown/assets/* plugins/rulebook_mkdocs/scripts/* plugins/rulebook_asciidoc/*.js)
BUNDLE := node_modules/.bundled
# What the tests of packages install, fetched beforehand, as they have no network: what fits the oldest bug fixes too.
FETCHED := build/packages
EXTENSION := editors/vscode
TESTS := $(BIN)/pytest -n 3 --dist worksteal --ignore tests/packages

.PHONY: site serve test test-whole test-packages check net fuzz format bench clean help

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 15

site: $(VENV)/.ready $(BUNDLE)  ## check the books and build the site into site/
	$(BIN)/rulebook check
	$(BIN)/mkdocs build --quiet
	@echo "The site is in site/: open site/index.html, or run 'make serve'."

serve: $(VENV)/.ready $(BUNDLE)  ## show the site while you edit, with findings as you save
	$(BIN)/mkdocs serve

test: $(VENV)/.ready $(BUNDLE)  ## run the tests of what it does, in a real browser too
	tests/site/provide-browser
	$(TESTS) -m 'not whole'

test-whole: $(VENV)/.ready $(BUNDLE)  ## run the rest of what `make test` sees a share of
	tests/site/provide-browser
	$(TESTS) -m whole

test-packages: $(VENV)/.ready $(FETCHED)/.ready $(EXTENSION)/node_modules/.ready  ## build sdist and wheel, and use them far from here, as others will
	$(BIN)/pytest tests/packages

check: $(VENV)/.ready $(BUNDLE)  ## format, lint, types, docstrings, names, messages, our own books
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy --no-error-summary
	$(BIN)/python -m tests.style.docstrings
	$(BIN)/python -m tests.style.names
	$(BIN)/python -m tests.style.limits
	$(BIN)/python -m tests.style.messages
	$(BIN)/python -m tests.style.patterns
	$(BIN)/rulebook check

net: $(VENV)/.ready $(BUNDLE)  ## record anew what is said of our books and of changes of them, showing what differs
	$(BIN)/python -m tests.net
	$(BIN)/python -m tests.verdicts.fit

fuzz: $(VENV)/.ready $(BUNDLE)  ## change texts at random until you stop it, and show what breaks reading: SEED=1
	$(BIN)/python -m tests.fuzz $(SEED)

format: $(VENV)/.ready  ## lay out the code and mend what the linter can
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format --quiet

bench: $(VENV)/.ready $(BUNDLE)  ## speed and size, as ratios against a peer in the same run; docs/guide/benchmarks.md shows them: BENCH=check
	$(BIN)/python benchmarks $(BENCH)

clean:  ## remove everything that was made
	rm -rf $(VENV) node_modules $(EXTENSION)/node_modules $(EXTENSION)/dist $(EXTENSION)/out site build dist NOTICES.txt bundling/made.txt plugins/rulebook_markdown/bundle plugins/rulebook_mkdocs/theme/assets plugins/rulebook_asciidoc/bundle plugins/*.egg-info .mypy_cache .ruff_cache
	find plugins rulesmod tests benchmarks bundling -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.ready: pyproject.toml | node_modules/.ready
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name it with: make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(FETCHED)/.ready: pyproject.toml package-lock.json tests/packages/beside.txt | $(VENV)/.ready $(BUNDLE)
	rm -rf $(FETCHED)
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --dest $(FETCHED)/wheels --only-binary :all: \
		--python-version $$($(BIN)/python -c 'import sys; print("{}.{}.0".format(*sys.version_info))') '.[site,asciidoc,pdf,lsp,zensical]' 'setuptools>=77'
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --wheel-dir $(FETCHED)/wheels \
		--find-links $(FETCHED)/wheels --requirement tests/packages/beside.txt
	cp package.json package-lock.json .npmrc $(FETCHED)
	npm ci --prefix $(FETCHED) --cache $(FETCHED)/npm --omit=dev --no-audit --no-fund --loglevel=error
	@touch $@

# Nothing of it runs a script when it is installed.
$(EXTENSION)/node_modules/.ready: $(EXTENSION)/package.json $(EXTENSION)/package-lock.json
	npm ci --prefix $(EXTENSION) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

node_modules/.ready: package.json package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(BUNDLE): node_modules/.ready $(ASSETS)
	@$(PYTHON) bundling/bundles.py
	@touch $@
