# Every job of CI is one target. `make help` is the menu.
.DEFAULT_GOAL := help
SHELL := /bin/bash

BIN := node_modules/.bin
CACHE := node_modules/.cache/keelson
RESULTS := $(CACHE)/results
# npm writes this file last: what it installed, and when.
INSTALLED := node_modules/.package-lock.json

JEST := NODE_OPTIONS='--experimental-vm-modules --disable-warning=ExperimentalWarning' $(BIN)/jest --maxWorkers=100%
TYPESCRIPT := $(BIN)/tsc --build

conformance_tests := $(shell find packages -name '*.conformance.test.ts' -not -path '*/node_modules/*' -not -path '*/dist/*')
e2e_tests := $(wildcard test-e2e/*.test.ts)
reference := $(wildcard scripts/write-reference.mjs)

.PHONY: help install build run test verify unit conformance e2e bench bench-smoke lint format format-check floors types docs \
	docs-check dead clean

help: ## This menu
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  %-14s %s\n", $$1, $$2 }'

install: $(INSTALLED) ## Install the dependencies, if they are missing or the lock file changed

# Not `npm ci`: it refuses a lock file that lacks the binaries of other platforms. This keeps to the locked
# versions just as well, and leaves the lock file as it is.
$(INSTALLED): package-lock.json
	@echo '==> install'
	npm install --no-save --no-audit --no-fund --loglevel=error </dev/null
	@touch $@

build: $(INSTALLED) ## Compile all packages and tools, and bundle the program
	@echo '==> build'
	$(TYPESCRIPT)
	node scripts/bundle.mjs

run: build ## Serve on this machine, out of .keelson
	bin/keelson serve

test: verify conformance e2e bench-smoke ## All that CI runs

verify: format-check lint floors types docs-check dead unit ## Every check that needs no service: the one to run before a commit

unit: $(INSTALLED) ## Tests beside the code
	@echo '==> unit'
	@mkdir -p $(RESULTS)
	$(JEST) packages scripts bench --testPathIgnorePatterns '[.]conformance[.]test' --json --outputFile=$(RESULTS)/unit.json

conformance: $(INSTALLED) ## The suites that every implementation of a contract passes, on a real etcd too
	@echo '==> conformance'
ifneq ($(conformance_tests),)
	@scripts/ensure-etcd.sh
	@mkdir -p $(RESULTS)
	$(JEST) '[.]conformance[.]test' --json --outputFile=$(RESULTS)/conformance.json
else
	@echo 'There are no conformance suites yet; nothing was run.'
endif

e2e: build ## What was built, run as users run it
	@echo '==> e2e'
ifneq ($(e2e_tests),)
	@scripts/ensure-clients.sh $(CACHE)
	@scripts/ensure-etcd.sh
	@mkdir -p $(RESULTS)
	$(JEST) test-e2e --json --outputFile=$(RESULTS)/e2e.json
else
	@echo 'There are no end-to-end tests yet; nothing was run.'
endif

bench: build ## Speed, as ratios within one run; PEER=https://… PEER_TOKEN=… another server beside it, BEFORE=CHECKOUT another build
	@echo '==> bench'
	@scripts/ensure-etcd.sh
	PEER='$(PEER)' PEER_TOKEN='$(PEER_TOKEN)' BEFORE='$(BEFORE)' node bench/dist/load/main.js $(if $(OUT),--out $(OUT))
	@# Last, since a case above its limit ends it, which a busy moment is enough for.
	node bench/dist/run.js

bench-smoke: build ## Every scenario of the bench once and briefly: fails on what is broken, never on a time
	@echo '==> bench-smoke'
	@scripts/ensure-etcd.sh
	node bench/dist/load/main.js --smoke

# Tests and scripts use what was built: its types and its files are there only after the build.
lint: build ## ESLint with types, file names, size exceptions
	@echo '==> lint'
	$(BIN)/eslint --max-warnings 0 .
	node scripts/check-names.mjs
	node scripts/check-sizes.mjs

format: $(INSTALLED) ## Lay out all files
	@mkdir -p $(CACHE)
	$(BIN)/prettier --log-level warn --write --cache --cache-location $(CACHE)/prettier .

format-check: $(INSTALLED)
	@echo '==> format'
	@mkdir -p $(CACHE)
	$(BIN)/prettier --log-level warn --check --cache --cache-location $(CACHE)/prettier .

floors: build ## Check the imports: floors, folders, cycles, confined libraries
	@echo '==> floors'
	node scripts/check-folders.mjs
	$(BIN)/depcruise --config .dependency-cruiser.mjs packages scripts bench test-e2e

types: build ## The same as build: compiling is the type check

docs: build ## Write the reference pages from the declarations
ifdef reference
	node scripts/write-reference.mjs
	node scripts/write-metrics.mjs
	node scripts/write-lifecycle.mjs
	node scripts/write-deprecation-rules.mjs
else
	@echo 'No page is generated yet.'
endif

docs-check: build
	@echo '==> docs'
ifdef reference
	node scripts/write-reference.mjs --check
	node scripts/write-metrics.mjs --check
	node scripts/write-lifecycle.mjs --check
	node scripts/write-deprecation-rules.mjs --check
	node scripts/check-lifecycle.mjs
else
	@echo 'No page is generated yet; nothing was checked.'
endif

dead: build ## Exports, files and dependencies that nothing uses
	@echo '==> dead'
	$(BIN)/knip --no-progress

clean: ## Remove what was built
	rm -rf packages/*/dist packages/cli/bundle scripts/dist bench/dist test-e2e/dist coverage $(CACHE)
