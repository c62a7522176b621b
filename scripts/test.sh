#!/bin/bash
# Usage: test.sh LOG
# Runs all tests. Shows the result of each package as it comes, then what the failing packages printed and which promises were not
# checked. Exits as go test does; its whole output is kept in LOG.
set -u
log=$1

# failures prints the output of failing packages, without the tests that passed.
failures() {
	awk '
		/^=== / || /^ *--- PASS: / || /^PASS$/ { next }
		/^(ok|\?)[ \t]/ { block = ""; next }
		{ block = block $0 "\n" }
		/^FAIL/ { printf "%s", block; block = "" }
		END { printf "%s", block }
	' "$log"
}

# skipped lists what was not checked: a line for each test, under the reason that it gave last. Names of tests are promises;
# a test that was skipped in part tells in how many cases.
skipped() {
	awk '
		function promise(test) {
			sub(/^Test/, "", test); sub(/\/.*/, "", test)
			gsub(/[A-Z]+/, " &", test); gsub(/_/, " ", test)
			return tolower(substr(test, 2))
		}
		/^=== [A-Z]+ / { current = $3; next }
		/^ *--- SKIP: / && reason[$3] == "" { next }
		/^ *--- SKIP: / { line = reason[$3] "\t" promise($3); if (!(line in cases)) order[++n] = line; cases[line]++; next }
		/^ *--- / { current = $3; next }
		/^(ok|FAIL)[ \t]+quartermaster/ {
			sub(/^quartermaster\/(internal\/)?/, "", $2)
			for (i = 1; i <= n; i++) {
				split(order[i], part, "\t")
				print part[1] "\t" $2 ": " part[2] (cases[order[i]] > 1 ? " (" cases[order[i]] " cases)" : "")
			}
			n = 0; split("", cases); next
		}
		{ sub(/^ *[^ ]+\.go:[0-9]+: /, ""); gsub(/\t/, " "); reason[current] = $0 }
	' "$log" | sort -u | awk -F '\t' '
		$1 != last { printf "\nNot checked, because %s:\n", $1; last = $1 }
		{ print "  " $2 }
	'
}

# check runs tests, adds their whole output to LOG, shows the result of each package and fails as they do.
check() {
	go "$@" 2>&1 | tee -a "$log" | grep --line-buffered -E '^(ok|FAIL)[[:space:]]'
	return "${PIPESTATUS[0]}"
}

# Those that take longest begin first, so that none of them runs alone in the end; those of cli mostly wait, while others work.
long="./internal/web ./internal/api ./internal/cli ./internal/mission ./internal/delivery ./internal/store ./internal/backup"
# Many tests wait, for a browser, a server or a time limit: more of them than there are cores run side by side. Without debugging
# information the test programs are linked in half the time.
flags=(-v -vet=off -ldflags=-w -timeout 60m -p 4 -parallel 4)

# Test programs run once, and there is memory to spare: rarer collections of garbage save a seventh of the processor time.
export GOGC=400

# Databases and servers' folders are made for every test: where 4 GB of memory are free for files, they are made there, which saves a
# fifth. The folder has the same name each time, as Go runs all tests again otherwise; a second run at the same time takes another one.
# What the compiler writes stays on the disk.
memory=/dev/shm
if [ "$(df -k --output=avail "$memory" 2>/dev/null | tail -n 1)" -ge 4194304 ] 2>/dev/null; then
	folder=$memory/quartermaster-tests-$(id -u)
	{ exec 9>"$folder.lock" && flock -n 9; } 2>/dev/null || folder=$(mktemp -u "$folder-XXXXXX")
	rm -rf "$folder"
	if mkdir -m 755 "$folder"; then # servers that run as others read what lies in it
		trap 'rm -rf "$folder"' EXIT
		export GOTMPDIR="${TMPDIR:-/tmp}" TMPDIR="$folder" QM_TEST_CLUSTERS="$folder/postgresql"
		mkdir -m 1777 "$QM_TEST_CLUSTERS" # the first server leaves its empty cluster for the others
	fi
fi

rm -f "$log"
status=0
# shellcheck disable=SC2086 # one word a package
check test "${flags[@]}" $long ./... || status=$?
check -C bench test -v ./... || status=$?

if [ "$status" -ne 0 ]; then
	echo
	failures
fi
skipped
exit "$status"
