# Usage: sh -c "$this" NAME BIN DIR
# Runs a PostgreSQL server in DIR until standard input ends, then removes DIR.
bin=$1
dir=$2

start() {
	"$bin/initdb" --pgdata="$dir/data" --username=postgres --auth=trust \
		--encoding=UTF8 --locale=C.UTF-8 --no-sync || return
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
