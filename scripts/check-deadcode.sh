#!/bin/bash
# Usage: check-deadcode.sh DEADCODE
# Fails on functions that the program never calls. DEADCODE is the tool's package with its version; where it cannot be
# fetched, that is reported. Packages that only tests use (internal/...test) do not count.
set -euo pipefail
cd "$(dirname "$0")/.."

help=$(go run "$1" -h 2>&1 || true)
if [[ $help != *"deadcode command"* ]]; then
	echo "unreachable functions not looked for: deadcode cannot be fetched here"
	exit 0
fi
unreached=$(go run "$1" ./... | grep -v '^internal/[a-z0-9/]*test/' || true)
if [ -n "$unreached" ]; then
	printf '%s\n' "$unreached"
	exit 1
fi
