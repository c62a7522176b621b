# Usage: sh -c "$this" NAME BIN DIR
# Runs a PostgreSQL server in DIR until standard input ends, then removes DIR. An empty cluster is copied from the folder that
# QM_TEST_CLUSTERS names, or left there for the next server.
bin=$1
dir=$2
made=$QM_TEST_CLUSTERS

cluster() {
	[ -z "$made" ] || ! cp -a "$made/data" "$dir/data" || return 0
	rm -rf "$dir/data"
	"$bin/initdb" --pgdata="$dir/data" --username=postgres --auth=trust \
		--encoding=UTF8 --locale=C.UTF-8 --no-sync || return
	if [ -n "$made" ] && mkdir "$made/making"; then
		cp -a "$dir/data" "$made/making/data" && mv "$made/making/data" "$made/data"
	fi
	return 0
}

start() {
	cluster || return
	# Nothing here must survive a crash, so nothing waits for the disk. Statements run a few times each, on few rows: planning them
	# anew for each value takes longer than they do.
	cat >>"$dir/data/postgresql.conf" <<-EOF
		listen_addresses = ''
		unix_socket_directories = '$dir'
		max_connections = 200
		fsync = off
		synchronous_commit = off
		full_page_writes = off
		max_wal_size = 128MB
		plan_cache_mode = force_generic_plan
	EOF
	"$bin/pg_ctl" --pgdata="$dir/data" --log="$dir/log" --wait start
}

if ! start >>"$dir/log" 2>&1; then
	cat "$dir/log"
	rm -rf "$dir"
	exit 1
fi
echo ready
exec >&-
cat >/dev/null
for server in standby data; do
	[ ! -f "$dir/$server/postmaster.pid" ] || "$bin/pg_ctl" --pgdata="$dir/$server" --mode=immediate --wait stop >/dev/null
done
rm -rf "$dir"
