# Every job of CI is one target. `make help` is the menu.
.DEFAULT_GOAL := help
SHELL := /bin/bash

BIN := node_modules/.bin
CACHE := node_modules/.cache/keelson
RESULTS := $(CACHE)/results
# npm writes this file last: what it installed, and when.
INSTALLED := node_modules/.package-lock.json

JEST := NODE_OPTIONS='--experimental-vm-modules --disable-warning=ExperimentalWarning' $(BIN)/jest
# A worker for each processor; a percentage above 100 would be taken for a number of workers.
UNIT_JEST := KEELSON_TEST_RETRIES=1 $(JEST) --maxWorkers=100%
# One more: end-to-end tests wait for processes a quarter of their time.
E2E_JEST = KEELSON_TEST_RETRIES=1 $(JEST) --maxWorkers=$$(($$(getconf _NPROCESSORS_ONLN) + 1))
TYPESCRIPT := $(BIN)/tsc --build

conformance_tests := $(shell find packages -name '*.conformance.test.ts' -not -path '*/node_modules/*' -not -path '*/dist/*')
e2e_tests := $(wildcard test-e2e/*.test.ts)
reference := $(wildcard scripts/write-reference.mjs)

.PHONY: help pack image install build run test verify unit conformance e2e bench bench-smoke lint format format-check floors types docs \
	docs-check manifests sizing faults faults-briefly service-levels up down dead clean

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

# Containers run as whoever calls this, and keep what they keep in .keelson/compose. docker-compose 1.29 (Debian's) is
# used where docker has no compose plugin; it refuses `name:` in the file, so the project is named here.
compose = KEELSON_USER="$${KEELSON_USER:-$$(id -u):$$(id -g)}" KEELSON_COMMIT="$$(git rev-parse HEAD 2>/dev/null)" \
  $$(docker compose version >/dev/null 2>&1 && echo docker compose || echo docker-compose) \
  --project-name keelson --file deploy/compose.yaml
composed = https://localhost:$${KEELSON_PORT:-6443}

up: ## Three replicas, three members of etcd, a balancer, Prometheus and Grafana, in containers
	@mkdir -p .keelson/compose/{pki,etcd-1,etcd-2,etcd-3,prometheus} && chmod 700 .keelson/compose/etcd-*
	$(compose) build
	@# Before a container is made that mounts one of its files.
	$(compose) run --rm -T --no-deps pki
	$(compose) up --detach
	@echo 'waiting until a replica is ready'
	@for try in $$(seq 90); do curl -ksf -o /dev/null $(composed)/readyz && break; sleep 2; done
	@curl -ksSf -o /dev/null $(composed)/readyz
	@echo 'export KUBECONFIG=$(CURDIR)/.keelson/compose/pki/admin.kubeconfig, Grafana is at http://localhost:'$${GRAFANA_PORT:-3000}

down: ## End what `make up` has started; what is kept stays in .keelson/compose
	$(compose) down

test: verify conformance e2e bench-smoke ## All that CI runs, but for three minutes of faults

# The build and each of the checks keep one processor busy: they run beside the tests, which need no build, one after
# the other.
verify: $(INSTALLED) ## Every check that needs no service: the one to run before a commit
	@$(MAKE) --no-print-directory --jobs=2 unit lint format-check floors docs-check dead

unit: $(INSTALLED) ## Tests beside the code
	@echo '==> unit'
	@mkdir -p $(RESULTS)
	$(UNIT_JEST) packages scripts bench --testPathIgnorePatterns '[.]conformance[.]test' --json --outputFile=$(RESULTS)/unit.json

conformance: $(INSTALLED) ## The suites that every implementation of a contract passes, on a real etcd too
	@echo '==> conformance'
ifneq ($(conformance_tests),)
	@scripts/ensure-etcd.sh
	@mkdir -p $(RESULTS)
	$(UNIT_JEST) '[.]conformance[.]test' --json --outputFile=$(RESULTS)/conformance.json
else
	@echo 'There are no conformance suites yet; nothing was run.'
endif

e2e: build ## What was built, run as users run it
	@echo '==> e2e'
ifneq ($(e2e_tests),)
	@scripts/ensure-clients.sh $(CACHE)
	@scripts/ensure-etcd.sh
	@scripts/ensure-etcd-image.sh
	@mkdir -p $(RESULTS)
	$(E2E_JEST) test-e2e --json --outputFile=$(RESULTS)/e2e.json
else
	@echo 'There are no end-to-end tests yet; nothing was run.'
endif

bench: build ## Speed, as ratios within one run; PEER=https://… PEER_TOKEN=… another server beside it (PEER_KCM=… its controller manager), BEFORE=CHECKOUT another build
	@echo '==> bench'
	@scripts/ensure-etcd.sh
	PEER='$(PEER)' PEER_TOKEN='$(PEER_TOKEN)' PEER_KCM='$(PEER_KCM)' BEFORE='$(BEFORE)' node bench/dist/load/main.js $(if $(OUT),--out $(OUT))
	@# Last, since a case above its limit ends it, which a busy moment is enough for.
	node bench/dist/run.js

sizing: build ## What a replica needs for so many objects, watchers and requests: the tables of docs/sizing.md
	@scripts/ensure-etcd.sh
	node bench/dist/sizing/main.js

faults: build ## Faults of replicas and etcd under load, judged by a checker; MINUTES=20 SEED=1 WORKERS=1; the checker's own bugs put in too
	@scripts/ensure-clients.sh $(CACHE)
	@scripts/ensure-etcd.sh
	KEELSON_FAULT_MINUTES='$(or $(MINUTES),20)' KEELSON_FAULT_SEED='$(or $(SEED),1)' KEELSON_FAULT_WORKERS='$(or $(WORKERS),1)' KEELSON_FAULT_MUTANTS=1 $(JEST) test-e2e/faults

faults-briefly: build
	@echo '==> faults-briefly'
	@scripts/ensure-clients.sh $(CACHE)
	@scripts/ensure-etcd.sh
	@mkdir -p $(RESULTS)
	KEELSON_FAULT_MINUTES='$(or $(MINUTES),3)' KEELSON_FAULT_SEED='$(or $(SEED),1)' $(E2E_JEST) test-e2e/faults/faults --json --outputFile=$(RESULTS)/faults.json

service-levels: build ## Three replicas at 70 % of what they can serve: latencies, availability, memory; MINUTES=60
	@scripts/ensure-clients.sh $(CACHE)
	@scripts/ensure-etcd.sh
	KEELSON_SERVICE_LEVEL_MINUTES='$(or $(MINUTES),60)' $(JEST) test-e2e/service-levels

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
	node scripts/write-rules.mjs
	node scripts/write-flags.mjs
else
	@echo 'No page is generated yet.'
endif

manifests: $(INSTALLED) ## Write deploy/manifests, and the copies in the chart, from helm/keelson and deploy
	node scripts/write-manifests.mjs

docs-check: build
	@echo '==> docs'
ifdef reference
	node scripts/write-reference.mjs --check
	node scripts/write-metrics.mjs --check
	node scripts/write-lifecycle.mjs --check
	node scripts/write-deprecation-rules.mjs --check
	node scripts/write-rules.mjs --check
	node scripts/write-flags.mjs --check
	node scripts/check-lifecycle.mjs
	node scripts/write-manifests.mjs --check
else
	@echo 'No page is generated yet; nothing was checked.'
endif

dead: build ## Exports, files and dependencies that nothing uses
	@echo '==> dead'
	$(BIN)/knip --no-progress

pack: build ## The npm package of the program, as dist/keelson.tgz
	node scripts/pack.mjs dist

# The format that podman builds by itself has no place for a health check.
image: ## The image of a container, as keelson:0.1.0; ENGINE=podman with another engine
	$(or $(ENGINE),docker) build $(if $(findstring podman,$(ENGINE)),--format docker )-f deploy/Dockerfile -t keelson:0.1.0 .

clean: ## Remove what was built
	rm -rf packages/*/dist packages/cli/bundle scripts/dist bench/dist test-e2e/dist coverage $(CACHE)
