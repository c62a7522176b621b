#!/bin/bash
# Usage: test.sh LOG
# Runs all tests on SQLite, then what depends on the database again on PostgreSQL,
# without the tests of formats and of genuine files. Shows the result of each package as it comes, then what the
# failing packages printed and why tests were skipped. Exits as go test does; its
# whole output is kept in LOG.
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

# skipped prints the reason of each skipped test: the last line that it logged,
# which lies apart from its SKIP line where tests run in parallel.
skipped() {
	awk '
		/^=== [A-Z]+ / { current = $3; next }
		/^ *--- SKIP: / { print reason[$3] }
		/^ *--- / { current = $3; next }
		{ sub(/^ *[^ ]+\.go:[0-9]+: /, ""); reason[current] = $0 }
	' "$log" | sort | uniq -c
}

# run adds the whole output of a test run to the log, shows the result of each
# package and remembers a failure.
run() {
	"$@" 2>&1 | tee -a "$log" | grep --line-buffered -E '^(ok|FAIL)[[:space:]]'
	local failed=${PIPESTATUS[0]}
	[ "$failed" -eq 0 ] || status=$failed
}

# Those that take longest begin first, so that none of them runs alone in the end.
long="./internal/web ./internal/api ./internal/mission ./internal/store"

status=0
: >"$log"
run go test -v -timeout 15m $long ./...
run go -C bench test -v ./...
echo "again on PostgreSQL:"
QM_TEST_POSTGRES=1 run go test -v -timeout 15m -skip 'Browser|AnyFileAfterAnother|AfterOthers|AnyEditsOf|LayoutsOfUploads|GeneratedGoClient|DatabaseGoesAway|WithoutItsDatabase|Genuine|EveryPageIsSound|DocsExamples' ./internal/web ./internal/api ./internal/mission

if [ "$status" -ne 0 ]; then
	echo
	failures
fi
reasons=$(skipped)
if [ -n "$reasons" ]; then
	printf '\nSkipped tests and why (details in %s):\n%s\n' "$log" "$reasons"
fi
exit "$status"
