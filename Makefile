SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

TOOL := go tool -modfile=tools/go.mod
# Every store that has queries is generated alike: the folders say which there are.
SQLC = { cat adapters/postgres/sqlc.yaml; for queries in adapters/postgres/*store/queries; do store=$$(basename $$(dirname $$queries)); \
  echo "  - {engine: postgresql, schema: migrations, queries: $$store/queries, gen: {go: {<<: *go, out: $$store/internal/sqlcgen}}}"; done; } >adapters/postgres/.sqlc.yaml && $(TOOL) sqlc
NPM  := node_modules/.stamp
WEB  := webapp/dist/index.html admin/dist/index.html webapp/dist/api-reference.html.gz
# What a build of the two applications reads: every file of the workspaces but what builds make.
WEB_SOURCES := $(shell find webapp admin sdk/ui sdk/ts \( -name node_modules -o -name dist -o -name e2e -o -name test-results \) -prune -o -type f -print 2>/dev/null)
GENERATED := openapi/openapi.gen.json openapi/history/acts.yaml sdk/ts/src/tags.gen.ts sdk/ui/src/i18n/fr.gen.ts openapi/billing/paths_participant.yaml openapi/error-keys.yaml adapters/httpapi/gen sdk/go/pmo/client.gen.go sdk/ts/src/schema.gen.ts $(wildcard adapters/postgres/internal/sqlcgen adapters/postgres/*/internal/sqlcgen)
REAL_DATA ?= ../shared/data
IMAGE ?= postgres:18
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64

.PHONY: help run build web test test-go test-web e2e test-real test-containers cover mutate hops chaos soak audit lint gen gen-api gen-sql gen-keys gen-check bench dist

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## start everything with demo data: database, files, mails, both applications
	exec ./bin/pmo-server serve --embedded --demo

build: $(WEB) ## build bin/pmo-server with both applications in it
	go build -o bin/pmo-server ./cmd/server

web: $(WEB) ## build the two applications

# The lock file names every package of every system; nothing else is fetched.
$(NPM): package-lock.json
	npm ci --no-audit --no-fund
	touch $@

webapp/dist/index.html: $(NPM) $(WEB_SOURCES)
	npm run build -w webapp
	touch $@

admin/dist/index.html: $(NPM) $(WEB_SOURCES)
	npm run build -w admin
	touch $@

# After the application, whose build empties the folder.
webapp/dist/api-reference.html.gz: webapp/dist/index.html openapi/openapi.gen.json
	REDOCLY_TELEMETRY=off npx --no-install redocly build-docs openapi/openapi.gen.json --inlineBundle -o webapp/dist/api-reference.html
	@# The page asks nobody else for anything: its maker's logo is left out, the words stay.
	sed 's#https://cdn\.redoc\.ly/redoc/logo-mini\(-full\)\{0,1\}\.svg#data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==#g' webapp/dist/api-reference.html | gzip -9n > $@
	rm webapp/dist/api-reference.html

test: ## every test that needs nothing but Go and npm packages, with the time of each layer
	@spent=; for layer in test-go test-web e2e; do start=$$SECONDS; $(MAKE) --no-print-directory $$layer; \
	  spent="$$spent  $$layer $$((SECONDS - start)) s"; done; echo "# time:$$spent"

# What vet finds is lint's to tell, once. Nobody looks into these programs with a debugger: without what
# one needs they are linked in two thirds of the time.
test-go: $(WEB) ## Go tests, all packages on one throw-away PostgreSQL
	@mkdir -p bin
	PMO_CALLS_REPORT="$(CURDIR)/bin/calls.txt" go run ./internal/dev/testdb -- go test -vet=off -ldflags='-s -w' -timeout 45m ./...
	@cat bin/calls.txt

test-web: $(NPM) ## unit tests of the applications and their packages
	npm test --workspaces --if-present

e2e: build ## the journeys in a browser, against the real server
	npm run e2e -w webapp

# Tests with the build tag real read the files of operators that are not in this tree. They alone are
# run: all others have been by `make test`.
test-real: $(WEB) ## tests on real files of the operators (REAL_DATA=folder)
	@test -d "$(REAL_DATA)" || { echo "test-real: there is no folder $(REAL_DATA); give one with REAL_DATA=…" >&2; exit 1; }
	@files=$$(git grep --untracked -l '^//go:build real' -- '*_test.go') || { echo "test-real: THIS TREE HOLDS NO TEST ON REAL FILES" >&2; exit 0; }; \
	names=$$(sed -n 's/^func \(Test[A-Za-z0-9_]*\).*/\1/p' $$files | paste -sd'|'); rooms=$$(dirname $$files | sort -u | sed 's|^|./|'); \
	PMO_REAL_DATA="$(abspath $(REAL_DATA))" go run ./internal/dev/testdb -- go test -count=1 -timeout 45m -tags real -run "^($$names)\$$" $$rooms

cover: ## statements of each core package that its own tests run; worlds of tests have none
	@go run ./internal/dev/testdb -- go test -cover $$(go list ./core/... | grep -v 'test$$') | awk '/coverage: [0-9]/ {for (i = 1; i <= NF; i++) if ($$i == "coverage:") printf "%6s  %s%s\n", $$(i+1), ($$1 == "ok" ? $$2 : $$1), ($$(i+1) + 0 < 75 ? "  below 75" : "")} /FAIL/' | sort -n

FAULTS ?= 200
SEED ?= 1
mutate: $(WEB) ## deliberate faults (FAULTS=200, SEED=1): which do the tests of the same package not notice?
	go run ./internal/dev/testdb -- go run ./internal/dev/mutate -n $(FAULTS) -seed $(SEED)

chaos: $(WEB) ## kill -9 the server for a minute while it imports, bills and publishes, and 200 publishers; then look at what is left
	go run ./internal/dev/testdb -- go test -count=1 -tags chaos -run '^(TestChaos|TestPublishersKilled)$$' -v ./cmd/server/apptest
	go run ./internal/dev/testdb -- go test -count=1 -tags chaos -run '^TestNoInvoiceReachesTheBankTwice$$' -v ./core/payment/handover

hops: $(WEB) ## which functions stand between three requests and the database
	go run ./internal/dev/testdb -- go test -count=1 -tags hops -run '^TestHops$$' -v ./cmd/server/apptest

SOAK ?= 10m
soak: $(WEB) ## work at one server for a while (SOAK=1h): nothing may fail, and memory must not grow
	PMO_SOAK=$(SOAK) go run ./internal/dev/testdb -- go test -count=1 -tags soak -run '^TestSoak$$' -timeout 0 -v ./cmd/server/apptest

audit: build ## modules, licences, known vulnerabilities of what is not ours; how fast first visits are drawn
	@wrong=0; go run ./internal/dev/audit || wrong=1; npm run --silent audit -w webapp || wrong=1; exit $$wrong

# Needs Docker; everything else does not.
test-containers: $(WEB) ## Go tests on a PostgreSQL in a container (IMAGE=postgres:15)
	cd tools/containers && go run . -image $(IMAGE) -C "$(CURDIR)" -- go test ./...

lint: $(NPM) ## form and types of all sources
	@unformatted=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); test -z "$$unformatted" || { echo "not gofmt: $$unformatted" >&2; exit 1; }
	go tool -modfile=tools/lint/go.mod golangci-lint run ./...
	$(SQLC) diff -f adapters/postgres/.sqlc.yaml
	npm run lint
	npm run typecheck

gen: gen-api gen-sql gen-keys ## generate code from the contract and the queries, and the list of error keys

gen-api: $(NPM) ## generate code from openapi/
	bash internal/dev/specsplit/gen.sh

gen-sql: ## generate code from the queries below adapters/postgres
	$(SQLC) generate -f adapters/postgres/.sqlc.yaml

gen-keys: ## the list of error keys from their declarations
	go run ./internal/dev/errorkeys

gen-check: gen ## fail when generated code is not what its sources say
	git diff --exit-code -- $(GENERATED)
	@fresh=$$(git ls-files --others --exclude-standard -- $(GENERATED)); test -z "$$fresh" || { echo "generated and not committed: $$fresh" >&2; exit 1; }

bench: $(WEB) ## the goals of speed and size, each beside a rival, on a PostgreSQL of its own, and how fast pages open
	go run ./internal/dev/bench

dist: $(WEB) ## programs for all platforms in dist/
	@for platform in $(PLATFORMS); do for main in cmd/*/; do \
	  name=$$(basename "$$main"); test "$$name" != server || name=pmo-server; \
	  target="dist/$${platform%/*}-$${platform#*/}/$$name"; echo "$$target"; \
	  CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} go build -trimpath -ldflags '-s -w' -o "$$target" "./$$main"; \
	done; done
