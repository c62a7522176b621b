#!/bin/bash
# Usage: go test -exec "test-both.sh SUM" ...
# Runs the test program of a package on SQLite and, where it depends on the database, at the same time on PostgreSQL those tests that
# depend on it: those of the API, of imports and of pages that find, count, sort, store or take turns. One link serves both, and one
# result is remembered for both; SUM is that of this file, so that it is forgotten when the choice of tests changes.
set -u
shift
program=$1
shift
# The result is remembered by what the tests have looked at. Where a program stands between, go test does not ask for that, but reads it.
log=-test.testlogfile=$(dirname "$program")/testlog.txt

# again sets the tests that run on PostgreSQL as well. Random sequences take several times as long there: fewer are tried.
again=() checks=()
case $(basename "$program" .test) in
api)
	again=('Find|Found|Filter|Sort|Search|List|Page|Paginator|Next|NobodySees|Foreign|Stale|Batch|Bulk|Unique|Racing|SameMoment|AtOnce|Servers|Undo|Revert|Revision|History|Economy|Classname|Trader|GoesAlong|Decimals|Numbers|Nul|Hostile|Delete|Job|LongChange|Import(Is|And|Survives)|PullTakes|Upsert|Count|Stored|Limit|EveryField|Merge|WholeWay|ReadsBack|Writers|EveryWrite|EveryPost|DryRun|IfMatch|Recipe|Schedules|Tags|WhatChangesNothing|Lint|Apply|TokenEnds|OwnMaps|BuiltIn|Remembered|Key(Is|Of)|DocumentIs|Secrets|Health')
	checks=(-rapid.checks=5)
	;;
mission)
	again=('UpdateOf(Types|Traders|Documents)|UpdateIs|Large|Revert|Rehears|Remembered|EveryField|Import|Compare|Kept|Broken|Contents|Classes|WhatWasDelivered|WhatAnUpdateBrought')
	checks=(-rapid.checks=10)
	;;
web) again=('AnUpdate|History|Revert|Undo|Users|Profile|Login|Session|Instances|Stored|Imports?|Maps?|Suggested|Problems|Overview|Filters|Many|Recipes|Ticked') ;;
delivery) again=('FirstDelivery|Unchanged|OneDelivery|Copies|Rollback|AnotherServer') ;;
schedule | pull) again=(.) ;;
*) exec "$program" "$@" "$log" ;;
esac

# Those that are skipped need no database, have one of SQLite in either run, or take long and hold on PostgreSQL what they hold on SQLite.
skip='Browser|Genuine|GeneratedGoClient|DatabaseGoesAway|WithoutItsDatabase|FullDisk|ALargeImport|TakeFewStatements'

output=$(mktemp) || exit
trap 'rm -f "$output"' EXIT
QM_TEST_POSTGRES=1 "$program" "$@" -test.run="${again[*]}" -test.skip="$skip" "${checks[@]}" >"$output" 2>&1 &
second=$!
status=0
"$program" "$@" "$log" || status=$?
wait "$second" || status=$?
echo "On PostgreSQL:"
cat "$output"
exit "$status"
