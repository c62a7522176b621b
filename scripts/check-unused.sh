#!/bin/bash
# Usage: check-unused.sh DEADCODE
# Fails on functions that the program never calls and on names that are exported for no other package. DEADCODE is the
# module of the tool with its version; where it cannot be fetched, that half is reported and left out. Packages that only
# tests use (internal/...test) do not count.
set -euo pipefail
cd "$(dirname "$0")/.."

status=0
go run ./scripts/exports || status=1

help=$(go run "$1" -h 2>&1 || true)
if [[ $help != *"deadcode command"* ]]; then
	echo "unused functions not looked for: deadcode cannot be fetched here"
	exit $status
fi
unreached=$(go run "$1" ./... | grep -v '^internal/[a-z/]*test/' || true)
if [ -n "$unreached" ]; then
	printf '%s\n' "$unreached"
	status=1
fi
exit $status
