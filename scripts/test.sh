#!/bin/bash
# Usage: test.sh LOG
# Runs all tests on SQLite, and at the same time on PostgreSQL those that depend on the database: those of the API, and those of
# imports and pages with queries of their own. Shows the result of each package as it comes, then what the failing packages printed and
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

# check runs tests, adds their whole output to LOG.NAME, shows the result of each package and fails as they do.
check() {
	local name=$1
	shift
	go "$@" 2>&1 | tee -a "$log.$name" | grep --line-buffered -E '^(ok|FAIL)[[:space:]]' | sed -u "s/\$/ $label/"
	return "${PIPESTATUS[0]}"
}

# on_sqlite runs all tests. Those that take longest begin first, so that none of them runs alone in the end. Many tests wait, for
# a browser, a server or a time limit: more of them than there are cores run side by side.
on_sqlite() {
	local label="" status=0
	check sqlite test "${flags[@]}" -p 3 -parallel 4 $long ./... || status=$?
	check sqlite -C bench test -v ./... || status=$?
	return "$status"
}

# on_postgresql runs again what depends on the database: the API beside the rest, since together they would take longest. Random
# sequences take several times as long there: fewer are tried.
on_postgresql() {
	local label="(on PostgreSQL)" status=0 rest
	rest_on_postgresql &
	rest=$!
	again api . -rapid.checks=5 || status=$?
	wait "$rest" || status=$?
	return "$status"
}

rest_on_postgresql() {
	local status=0
	again mission 'UpdateOf(Types|Traders|Documents)|UpdateIs|Large|Revert|Rehears|Remembered|EveryField|Import|Compare|Kept|Broken|Contents|Classes' -rapid.checks=10 || status=$?
	again web 'AnUpdate|History|Revert|Undo|Users|Profile|Login|Session|Instances|Stored|Imports?|Maps?|Suggested|Problems|Overview|Filters|Many|Recipes|Ticked' || status=$?
	again delivery 'FirstDelivery|Unchanged|OneDelivery|Copies|Rollback|AnotherServer' || status=$?
	again schedule . || status=$?
	again pull . || status=$?
	return "$status"
}

# again runs tests of a package on PostgreSQL: again PACKAGE TESTS [FLAG]... Those that are skipped need no database, have one of SQLite
# in either run, or take long and hold on PostgreSQL what they hold on SQLite.
again() {
	QM_TEST_POSTGRES=1 check "postgresql-$1" test "${flags[@]}" -parallel 4 -run "$2" -skip 'Browser|Genuine|GeneratedGoClient|DatabaseGoesAway|WithoutItsDatabase|FullDisk|ALargeImport|TakeFewStatements' "./internal/$1" "${@:3}"
}

long="./internal/web ./internal/api ./internal/mission ./internal/store"
# Without debugging information the test programs are linked in half the time.
flags=(-v -vet=off -ldflags=-w -timeout 15m)

# Test programs run once, and there is memory to spare: rarer collections of garbage save a seventh of the processor time.
export GOGC=400

rm -f "$log" "$log".*
# Both passes below need these: compiled before, they are compiled once.
go test "${flags[@]}" -c -o /dev/null $long
on_postgresql &
again=$!
status=0
on_sqlite || status=$?
wait "$again" || status=$?
cat "$log".* >"$log"
rm -f "$log".*

if [ "$status" -ne 0 ]; then
	echo
	failures
fi
skipped
exit "$status"
