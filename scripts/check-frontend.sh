#!/bin/bash
# Checks the scripts and style sheets of the pages: their unit tests with Node.js, then format, mistakes and types with
# Biome and TypeScript, which it gets from npm. What cannot run here is reported and left out.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null; then
	echo "front end skipped: node is missing (Debian package nodejs)"
	exit 0
fi
node --test --test-reporter=dot internal/web/ui/jstest/*/*.test.js

if ! command -v npm >/dev/null; then
	echo "front end: format, lint and types skipped: npm is missing (Debian package npm)"
elif ! npm install --no-package-lock --no-fund --no-audit --silent >/dev/null 2>&1; then
	echo "front end: format, lint and types skipped: npm cannot fetch Biome and TypeScript here"
else
	npm run --silent check
fi
