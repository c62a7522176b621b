#!/bin/sh
# Serves a scratch copy of the program with the sample server and has Lighthouse look at its pages:
#   scripts/lighthouse.sh [how many pages, all without a number]
# A page with less than 100 for accessibility or best practices fails; that for performance is only printed, since it depends on what
# else the machine does. Lighthouse comes from npm; the browser is that of the tests, or CHROME_PATH.
set -eu
cd "$(dirname "$0")/.."
for browser in google-chrome chromium-headless-shell /usr/lib/chromium/chromium-headless-shell chromium chromium-browser; do
	[ -n "${CHROME_PATH:-}" ] || CHROME_PATH=$(command -v $browser) || true
done
export CHROME_PATH
if ! command -v npm >/dev/null || [ -z "$CHROME_PATH" ]; then
	echo "lighthouse skipped: npm or a Chromium browser is missing"
	exit 0
fi
scratch=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$scratch"' EXIT
go build -o "$scratch/quartermaster" ./cmd/quartermaster
"$scratch/quartermaster" user add --data "$scratch/data" --email ada@example.org --name Ada --password correct-horse --plan platinum --admin
address=127.0.0.1:8398
"$scratch/quartermaster" serve --data "$scratch/data" --addr $address --rate-limit 0 >"$scratch/log" 2>&1 &
server=$!
for _ in $(seq 50); do curl -so /dev/null "http://$address/" && break; sleep 0.2; done
node scripts/lighthouse.mjs "http://$address" ada@example.org correct-horse "${1:-}"
