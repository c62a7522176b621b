# Targets for people and for .ci/run; `make` alone lists them.

# The toolchain that go.mod names counts, whatever is installed.
export GOTOOLCHAIN := auto

# The program is static, and without HTTP/2, of which neither the service behind its proxy nor a bucket makes use: half a megabyte less.
# Tests and checks take the same, so that each package is compiled once for all of them.
export CGO_ENABLED := 0
export GOFLAGS     := $(strip $(shell go env GOFLAGS) -trimpath -tags=nethttpomithttp2)

LINT      := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
DEADCODE  := golang.org/x/tools/cmd/deadcode@v0.51.0
# This folder's own repository: an unpacked archive may lie inside another one.
GIT       := git --git-dir=.git --work-tree=.
VERSION   := $(or $(shell $(GIT) describe --tags --always --dirty 2>/dev/null),dev)
COMMIT    := $(or $(shell $(GIT) rev-parse HEAD 2>/dev/null),unknown)
LDFLAGS   := -s -w -X quartermaster/internal/cli.version=$(VERSION) -X quartermaster/internal/cli.commit=$(COMMIT)
BUILD     := go build -ldflags '$(LDFLAGS)'
PLATFORMS := linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64
TEST_LOG  := test.log

.DEFAULT_GOAL := help
.PHONY: help run build test vet race hunt bench openapi lint deadcode exports frontend lighthouse lint-ready release $(PLATFORMS) clean clean-dist

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "%-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: build ## build and serve on http://127.0.0.1:8080 with the data in ./data
	./bin/quartermaster serve

build: ## build ./bin/quartermaster, a static binary
	$(BUILD) -o bin/quartermaster ./cmd/quartermaster

test: ## install what the tests need if allowed, and run all of them
	@./scripts/test-setup.sh
	@./scripts/test.sh $(TEST_LOG)

vet: ## look for mistakes as the Go tools know them
	go vet ./...
	cd bench && go vet ./...
	cd bench/pocketbase && go vet ./...

race: ## run the tests under the race detector (needs a C compiler)
	CGO_ENABLED=1 go test -race -timeout 60m ./...

hunt: ## try the property tests with new random cases; CHECKS=5000 for more than 1,000 each
	RAPID_CHECKS=$(or $(CHECKS),1000) go test -count=1 -timeout 24h $(sort $(dir $(shell grep -rl --include=*_test.go pgregory.net/rapid internal scripts | sed 's|^|./|')))

bench: ## measure the hot paths and print the tables of docs/performance.md; BENCH=-short for a quick look
	cd bench && CGO_ENABLED=0 go run . $(BENCH)

openapi: ## read the OpenAPI document with the tools that others use for it (gets them from npm)
	QM_TEST_NPM=1 go test -count=1 -v -run 'NPM|GeneratedGoClient' ./internal/openapi ./internal/api

lint: ## check style, mistakes and the import rules
	go run $(LINT) run
	cd bench && go run $(LINT) run
	cd bench/pocketbase && go run $(LINT) run

deadcode: ## look for functions that nothing calls
	@./scripts/check-deadcode.sh $(DEADCODE)

exports: ## list exported names that no other package uses
	@go run ./scripts/exports

frontend: ## test and check the pages' scripts and style sheets (gets the tools from npm)
	@./scripts/test-setup.sh front-end
	@./scripts/check-frontend.sh

lighthouse: ## have Lighthouse look at every page (gets it from npm); PAGES=5 for the first ones
	@./scripts/lighthouse.sh $(PAGES)

lint-ready:
	go run $(LINT) version

release: clean-dist $(PLATFORMS) ## build all platforms into dist/ with their checksums
	cd dist && sha256sum quartermaster-* > SHA256SUMS

$(PLATFORMS): clean-dist
	GOOS=$(word 1,$(subst -, ,$@)) GOARCH=$(word 2,$(subst -, ,$@)) \
		$(BUILD) -o dist/quartermaster-$@$(if $(findstring windows,$@),.exe) ./cmd/quartermaster

clean-dist:
	rm -rf dist

clean: clean-dist ## remove what was built (the data stays)
	rm -rf bin node_modules $(TEST_LOG)*
