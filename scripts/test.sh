#!/bin/bash
# Usage: test.sh LOG
# Runs all tests on SQLite, then again on PostgreSQL what depends on the database: those of the API, and those of imports and
# pages with queries of their own. Shows the result of each package as it comes, then what the failing packages printed and
# which promises were not checked. Exits as go test does; its whole output is kept in LOG.
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

# run adds the whole output of a test run to the log, shows the result of each
# package and remembers a failure.
run() {
	"$@" 2>&1 | tee -a "$log" | grep --line-buffered -E '^(ok|FAIL)[[:space:]]'
	local failed=${PIPESTATUS[0]}
	[ "$failed" -eq 0 ] || status=$failed
}

# Those that take longest begin first, so that none of them runs alone in the end. Many tests wait, for a browser, a server or
# a time limit: more of them than there are cores run side by side.
long="./internal/web ./internal/api ./internal/mission ./internal/store"

status=0
: >"$log"
run go test -v -p 4 -parallel 4 -timeout 15m $long ./...
run go -C bench test -v ./...
# again runs tests of a package on PostgreSQL.
again() {
	QM_TEST_POSTGRES=1 run go test -v -parallel 4 -timeout 15m -run "$2" -skip 'Browser|Genuine|GeneratedGoClient|DatabaseGoesAway' "./internal/$1"
}

echo "again on PostgreSQL:"
again api .
again mission 'Large|Revert|Rehears|Remembered|Spelling|EveryField|Texts|Import|Compare|Unified|Kept|Broken|Contents|Named|Classes|Place|Path'
again web 'History|Revert|Undo|Users|Profile|Login|Session|Instances|Stored|Imports?|Maps?|Suggested|Problems|Overview'

if [ "$status" -ne 0 ]; then
	echo
	failures
fi
skipped
exit "$status"
