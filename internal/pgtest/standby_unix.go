//go:build unix

package pgtest

import (
	"context"
	"net/url"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Pair is a PostgreSQL of one test and its standby, which has every transaction that was acknowledged.
type Pair struct {
	URL     string   // of an empty database: connections go to whichever of the two takes writes
	Primary string   // of the same database, while the primary lives
	Standby *url.URL // and on the standby

	t       testing.TB
	primary *Server
}

// standbyPort tells the standby's socket from that of the primary, in the same folder.
const standbyPort = "5433"

// OwnPair starts both. They stop with the test, which is skipped where PostgreSQL is not installed.
func OwnPair(t testing.TB) *Pair {
	t.Helper()
	p := &Pair{t: t, primary: Own(t)}
	dir := p.primary.srv.dir
	p.command("pg_basebackup", "--host="+dir, "--username=postgres", "--pgdata="+dir+"/standby", "--checkpoint=fast", "--no-sync",
		"--write-recovery-conf", "--dbname=application_name=standby")
	p.control("standby", "start", "--options=-p "+standbyPort)
	for _, statement := range []string{
		"ALTER SYSTEM SET synchronous_commit = on", "ALTER SYSTEM SET synchronous_standby_names = standby", "SELECT pg_reload_conf()",
	} {
		if _, err := p.primary.srv.admin.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	p.awaitSynchronous()
	u, err := url.Parse(p.primary.URL)
	if err != nil {
		t.Fatal(err)
	}
	u.RawQuery = url.Values{"host": {dir + "," + dir}, "port": {"5432," + standbyPort}, "target_session_attrs": {"read-write"}}.Encode()
	p.URL, p.Primary = u.String(), p.primary.URL
	u.RawQuery = url.Values{"host": {dir}, "port": {standbyPort}}.Encode()
	p.Standby = u
	return p
}

// awaitSynchronous waits until commits wait for the standby.
func (p *Pair) awaitSynchronous() {
	p.t.Helper()
	const query = `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync' AND current_setting('synchronous_standby_names') <> ''`
	for end := time.Now().Add(cleanupTimeout); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		var n int
		if err := p.primary.srv.admin.QueryRowContext(p.t.Context(), query).Scan(&n); err != nil {
			p.t.Fatal(err)
		}
		if n > 0 {
			return
		}
	}
	p.t.Fatal("the standby does not follow")
}

// End ends the primary as a crash would.
func (p *Pair) End() { p.control("data", "stop", "--mode=immediate") }

// Promote lets the standby take over.
func (p *Pair) Promote() { p.control("standby", "promote") }

// control starts, stops or promotes the server in a folder.
func (p *Pair) control(folder, action string, options ...string) {
	p.t.Helper()
	dir := p.primary.srv.dir
	p.command("pg_ctl",
		append([]string{action, "--pgdata=" + filepath.Join(dir, folder), "--log=" + filepath.Join(dir, "log"), "--wait", "--silent"},
			options...)...)
}

// command runs one of PostgreSQL's programs as the account of the servers.
func (p *Pair) command(name string, args ...string) {
	p.t.Helper()
	bin, err := findPrograms()
	if err != nil {
		p.t.Fatal(err)
	}
	program := filepath.Join(bin, name)
	if at, err := filepath.EvalSymlinks(filepath.Join(bin, "initdb")); err == nil { // where only some are linked
		program = filepath.Join(filepath.Dir(at), name)
	}
	account, err := serverAccount()
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.CommandContext(context.Background(), program, args...)
	cmd.Dir, cmd.SysProcAttr = p.primary.srv.dir, &syscall.SysProcAttr{Credential: account}
	if err := cmd.Run(); err != nil {
		p.t.Fatalf("%s %q: %v", name, args, err)
	}
}
