package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
)

// command runs a command that succeeds and returns what it prints.
func command(t *testing.T, args ...string) string {
	t.Helper()
	var out, log bytes.Buffer
	if code := run(context.Background(), args, streams{in: strings.NewReader(""), out: &out, err: &log}); code != exitOK {
		t.Fatalf("%s: exit %d: %s", args[0], code, log.String())
	}
	return strings.TrimSpace(out.String())
}

// place is where the data of a test are.
type place struct{ dir, url string }

func (p place) flags(args ...string) []string {
	return append(append(args, "--data", p.dir), p.database()...)
}

func (p place) database() []string {
	if p.url == "" {
		return nil
	}
	return []string{"--database-url", p.url}
}

// serve serves the data without a rate limit.
func (p place) serve(t *testing.T) started {
	t.Helper()
	return start(t, p.dir, append(p.database(), "--rate-limit", "0")...)
}

func TestBackupWhileRequestsWrite(t *testing.T) {
	t.Parallel()
	for name, newPlace := range map[string]func(*testing.T) place{
		"sqlite":   func(t *testing.T) place { return place{dir: filepath.Join(t.TempDir(), "data")} },
		"postgres": func(t *testing.T) place { return place{filepath.Join(t.TempDir(), "data"), pgtest.URL(t)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := newPlace(t)
			l := startLoad(t, source)
			var files []string
			for range 3 {
				l.waitForMore(t)
				files = append(files, filepath.Join(t.TempDir(), "copy.zip"))
				command(t, source.flags("backup", "--out", files[len(files)-1])...)
			}
			l.waitForMore(t)
			l.stop(t)
			if n := source.audited(t, "backup"); n != len(files) {
				t.Errorf("the audit has %d backups, want %d", n, len(files))
			}
			for _, file := range files {
				target := newPlace(t)
				command(t, target.flags("restore", file)...)
				wantConsistent(t, target)
				wantServed(t, target, l)
			}
		})
	}
}

// audited returns how often the audit has that something was exported.
func (p place) audited(t *testing.T, about string) (n int) {
	t.Helper()
	db, err := dataFlags{Data: p.dir, DatabaseURL: p.url}.open(t.Context(), store.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list, _, err := db.AuditThat(t.Context(), store.AuditFilter{What: store.AuditExport}, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		if a.About == about {
			n++
		}
	}
	return n
}

const loadWriters = 3

// load is requests that write, in an instance for each writer.
type load struct {
	server    started
	token     string
	instances []string
	written   atomic.Int64
	failed    atomic.Value // the first answer that was none of success
	ended     context.CancelFunc
	writers   sync.WaitGroup
}

func startLoad(t *testing.T, p place) *load {
	t.Helper()
	command(t, p.flags("user", "add", "--email", "o@example.org", "--name", "O", "--password", "correct-horse", "--plan", "platinum")...)
	l := &load{token: command(t, p.flags("token", "new", "--email", "o@example.org")...)}
	l.server = p.serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	l.ended = cancel
	for range loadWriters {
		sid := command(t, p.flags("instance", "add", "--email", "o@example.org", "--name", "S", "--map", "enoch")...)
		l.instances = append(l.instances, sid)
		l.send(http.MethodPost, "/api/v1/instances/"+sid+"/events", fmt.Sprintf(animal, "Stays"))
		l.writers.Go(func() { l.write(ctx, sid) })
	}
	return l
}

// animal is the body of an event, without its name.
const animal = `{"name":"Animal%s","nominal":1,"min":1,"max":1,"lifetime":1}`

var sidMember = regexp.MustCompile(`"sid":"(\w+)"`)

// write creates events, changes them and deletes every second one.
func (l *load) write(ctx context.Context, instance string) {
	path := "/api/v1/instances/" + instance + "/events"
	for n := 0; ctx.Err() == nil; n++ {
		answer := l.send(http.MethodPost, path, fmt.Sprintf(animal, strconv.Itoa(n)))
		found := sidMember.FindStringSubmatch(answer)
		if found == nil {
			l.failed.CompareAndSwap(nil, answer)
			return
		}
		l.send(http.MethodPut, path+"/"+found[1], `{"name":"AnimalX","nominal":2,"min":1,"max":2,"lifetime":1}`)
		if n%2 == 0 {
			l.send(http.MethodDelete, path+"/"+found[1], "")
		}
		l.written.Add(1)
	}
}

// send returns the body of the answer, or why there is none.
func (l *load) send(method, path, body string) string {
	req, err := http.NewRequestWithContext(context.Background(), method, "http://"+l.server.address+path, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	req.Header.Set("Authorization", "Bearer "+l.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err.Error()
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= http.StatusBadRequest {
		l.failed.CompareAndSwap(nil, fmt.Sprint(method, " ", resp.Status, " ", string(text), err))
	}
	return string(text)
}

// waitForMore waits until more has been written.
func (l *load) waitForMore(t *testing.T) {
	t.Helper()
	enough := l.written.Load() + 10
	deadline := time.After(2 * time.Minute)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for l.written.Load() < enough && l.failed.Load() == nil {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("too few writes; the first failure: %v", l.failed.Load())
		}
	}
}

func (l *load) stop(t *testing.T) {
	t.Helper()
	l.ended()
	l.writers.Wait()
	if failed := l.failed.Load(); failed != nil {
		t.Errorf("a request failed during the backups: %v", failed)
	}
	if code := l.server.stop(); code != exitOK {
		t.Errorf("the server ends with %d", code)
	}
}

// wantConsistent checks that each edit is in the data as a whole or not at all.
func wantConsistent(t *testing.T, p place) {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Dir: p.dir, DatabaseURL: p.url})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for name, query := range map[string]string{
		"instances whose revision is not the last one": `SELECT count(*) FROM instances i
			WHERE revision <> (SELECT COALESCE(max(number), 0) FROM revisions WHERE instance_id = i.id)`,
		"revisions without changes": `SELECT count(*) FROM revisions r
			WHERE NOT EXISTS (SELECT 1 FROM changes c WHERE c.instance_id = r.instance_id AND c.revision = r.number)`,
		"events that the history knows more or less of": `SELECT count(*) - (SELECT count(*) FROM changes WHERE resource = 'events'
			AND before IS NULL)
			+ (SELECT count(*) FROM changes WHERE resource = 'events' AND after IS NULL) FROM events`,
		"events of no instance": `SELECT count(*) FROM events e WHERE NOT EXISTS (SELECT 1 FROM instances i WHERE i.id = e.instance_id)`,
	} {
		var n int64
		if err := db.QueryRow(t.Context(), query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

var totalMember = regexp.MustCompile(`"total":(\d+)`)

// wantServed checks that a server reads every event of the restored data.
func wantServed(t *testing.T, p place, l *load) {
	t.Helper()
	server := p.serve(t)
	restored := &load{server: server, token: l.token}
	for _, instance := range l.instances {
		page := restored.send(http.MethodGet, "/api/v1/instances/"+instance+"/events?per_page=100", "")
		total := totalMember.FindStringSubmatch(page)
		if total == nil || total[1] == "0" || restored.failed.Load() != nil {
			t.Errorf("events of %s: %v, %.200s", instance, restored.failed.Load(), page)
		}
	}
	if code := server.stop(); code != exitOK {
		t.Errorf("the server ends with %d", code)
	}
}

func TestProgressIsToldNowAndThen(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	clock := time.Unix(0, 0)
	tell := progress(streams{err: &log}, func() time.Time { return clock })
	for row := int64(1); row <= 20_000; row++ {
		if row == 12_000 {
			clock = clock.Add(progressEvery)
		}
		tell(row)
	}
	if got, want := log.String(), "15000 rows so far\n"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
}
