package cli

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/redistest"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/s3/s3test"
	"quartermaster/internal/store"
)

// fleet is three servers in processes of their own behind haproxy, on machines whose clocks are hours apart. Between them and the database,
// Redis and the bucket is what fails.
type fleet struct {
	t        *testing.T
	balancer string // its URL
	direct   string // the database without its proxy
	db       *store.DB
	database *pgtest.Proxy
	failOver func() // replaces the database with its standby; nil where there is none
	redis    *redistest.Server
	bucket   *remotetest.Proxy
	files    string // the address of what the bucket holds
	members  [3]*member
}

// member is one of the servers. It comes back under its address.
type member struct {
	address string
	dir     string
	flags   []string
	apart   time.Duration // of its clock
	kill    func()
	stop    func() int
}

// newFleet starts the servers, with flags beside those of all of them.
func newFleet(t *testing.T, flags ...string) *fleet {
	t.Helper()
	database := pgtest.URL(t)
	return fleetOn(t, database, database, s3test.Start(t), flags...)
}

// newFleetWithStandby has a PostgreSQL of its own, and a bucket of versitygw.
func newFleetWithStandby(t *testing.T) *fleet {
	t.Helper()
	pair := pgtest.OwnPair(t)
	f := fleetOn(t, pair.URL, pair.Primary, s3test.Start(t))
	f.failOver = func() {
		pair.End()
		pair.Promote()
		f.database.Lead(pair.Standby)
	}
	return f
}

// fleetOn starts the servers on a database, which they reach by another address through a proxy, and on the bucket of an endpoint.
func fleetOn(t *testing.T, direct, proxied, endpoint string, flags ...string) *fleet {
	t.Helper()
	f := &fleet{t: t, direct: direct, database: pgtest.NewProxy(t, proxied), redis: redistest.Start(t)}
	bucket, endpoint := remotetest.BeforeURL(t, endpoint)
	f.bucket, f.files = bucket, s3test.Address(endpoint, "files")
	for i := range f.members {
		m := &member{address: remotetest.UnusedAddress(t), dir: t.TempDir(), apart: time.Duration(i-1) * 3 * time.Hour}
		m.flags = []string{
			"--addr", m.address, "--database-url", f.database.URL, "--secret-key", replicaKey, "--redis-url", f.redis.URL,
			"--storage-url", f.files, "--storage-key", s3test.Key, "--storage-secret", s3test.Secret,
		}
		m.flags = append(m.flags, flags...)
		f.members[i] = m
		m.start(t)
	}
	f.balance()
	db, err := dataFlags{Data: t.TempDir(), DatabaseURL: direct, SecretKey: replicaKey}.open(t.Context(), store.Config{Patient: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	f.db = db
	return f
}

func (m *member) start(t *testing.T) {
	t.Helper()
	var server started
	server, m.kill = playApart(t, m.apart, m.dir, m.flags...)
	m.stop = server.stop
}

// balance starts haproxy, or skips the test where it is not installed.
func (f *fleet) balance() {
	f.t.Helper()
	program, err := exec.LookPath("haproxy")
	if err != nil {
		program = "/usr/sbin/haproxy" // which is not on everybody's path
	}
	if _, err := os.Stat(program); err != nil {
		f.t.Skip("haproxy is not installed")
	}
	address := remotetest.UnusedAddress(f.t)
	config := `defaults
	mode http
	timeout connect 1s
	timeout client 1m
	timeout server 1m
	option redispatch
	retries 2
frontend all
	bind ` + address + `
	default_backend servers
backend servers
	balance roundrobin
	option httpchk GET /readyz
`
	for i, m := range f.members {
		config += fmt.Sprintf("\tserver s%d %s check inter 300ms fall 1 rise 1\n", i, m.address)
	}
	path := filepath.Join(f.t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(path, []byte(config), 0o600); err != nil {
		f.t.Fatal(err)
	}
	cmd := exec.CommandContext(f.t.Context(), program, "-db", "-f", path)
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	f.balancer = "http://" + address
	f.awaitReady(f.balancer)
	for _, m := range f.members {
		f.awaitReady("http://" + m.address)
	}
}

// awaitReady waits until requests are answered.
func (f *fleet) awaitReady(at string) {
	f.t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if resp, err := http.Get(at + "/readyz"); err == nil { //nolint:noctx // it is short
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
	}
	f.t.Fatalf("%s is not ready", at)
}

// inRedis runs a command in Redis itself.
func (f *fleet) inRedis(command string, args ...any) {
	f.t.Helper()
	inRedis(f.t, f.redis, command, args...)
}

func inRedis(t *testing.T, server *redistest.Server, command string, args ...any) {
	t.Helper()
	if _, err := askRedis(t, server, command, args...); err != nil {
		t.Fatal(err)
	}
}

func askRedis(t *testing.T, server *redistest.Server, command string, args ...any) (any, error) {
	t.Helper()
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := redis.Dial("unix", at.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	return conn.Do(command, args...)
}

// fault is something that goes wrong for a moment.
type fault struct {
	name string
	run  func(f *fleet, lasting time.Duration)
}

// between returns a fault that begins and, after a while, ends.
func between(begin, end func(*fleet)) func(*fleet, time.Duration) {
	return func(f *fleet, lasting time.Duration) {
		begin(f)
		time.Sleep(lasting)
		end(f)
	}
}

// faults returns what goes wrong, one after the other.
func faults() []fault {
	return []fault{
		{"a server is killed", func(f *fleet, lasting time.Duration) {
			m := f.members[time.Now().UnixNano()%int64(len(f.members))]
			m.kill()
			time.Sleep(lasting)
			m.start(f.t)
		}},
		{"Redis is emptied", func(f *fleet, _ time.Duration) { f.inRedis("FLUSHALL") }},
		{"connections to the database end", between(func(f *fleet) { f.database.Cut() }, func(f *fleet) { f.database.Mend() })},
		{"the bucket is away", between(func(f *fleet) { f.bucket.LeaveAfter(0) }, func(f *fleet) { f.bucket.Heal() })},
		{"Redis hangs", func(f *fleet, lasting time.Duration) {
			f.inRedis("CLIENT", "PAUSE", lasting.Milliseconds())
			time.Sleep(lasting)
		}},
		{"the database hangs", between(func(f *fleet) { f.database.Stall() }, func(f *fleet) { f.database.Mend() })},
		{"the bucket is slow", between(func(f *fleet) { f.bucket.Slow(2000) }, func(f *fleet) { f.bucket.Heal() })},
		{"Redis is restarted", between(func(f *fleet) { f.redis.Stop() }, func(f *fleet) { f.redis.Start() })},
	}
}
