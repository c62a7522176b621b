package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestThreeServersCountAndWorkOnce, on machines whose clocks are hours apart: limits are exact whichever server is asked, and what is due
// is done once, although a server dies.
func TestThreeServersCountAndWorkOnce(t *testing.T) {
	t.Parallel()
	f := newFleet(t, "--rate-limit", "60")
	f.members[0].kill()
	planned := f.plan(6)
	f.members[0].start(t)
	f.awaitReady("http://" + f.members[0].address)
	f.refusesTheSixtyFirst()
	f.refusesTheSixthGuess()
	f.refusesAnotherKey()
	f.awaitRuns(planned)
}

func (f *fleet) refusesTheSixtyFirst() {
	f.t.Helper()
	c := newCustomer(f.t, dataFlags{Data: f.t.TempDir(), DatabaseURL: f.direct, SecretKey: replicaKey})
	var allowed, refused, unavailable atomic.Int64
	var all sync.WaitGroup
	for i := range 3 * len(f.members) { // a few at once, or a busy machine does not serve them all
		all.Go(func() {
			for n := i; n < 75; n += 3 * len(f.members) {
				switch status, _ := c.get(started{address: f.members[i%3].address}, "maps"); status {
				case http.StatusOK:
					allowed.Add(1)
				case http.StatusTooManyRequests:
					refused.Add(1)
				case http.StatusServiceUnavailable: // counted or not
					unavailable.Add(1)
				}
			}
		})
	}
	all.Wait()
	over := max(allowed.Load()-60, refused.Load()-15)
	if over > 0 || allowed.Load()+refused.Load()+unavailable.Load() != 75 {
		f.t.Errorf("of 75 requests, %d were allowed, %d refused and %d not served, want 60, 15 and none", allowed.Load(), refused.Load(),
			unavailable.Load())
	}
}

var formToken = regexp.MustCompile(`name="_token" value="([^"]+)"`)

// signIn returns what becomes of it: in, wrong or wait.
func (m *member) signIn(t *testing.T, email, password string) string {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Jar: jar}
	page, err := client.Get("http://" + m.address + "/login") //nolint:noctx // it is short
	if err != nil {
		t.Fatal(err)
	}
	defer page.Body.Close()
	found := formToken.FindStringSubmatch(textOf(t, page.Body))
	if found == nil {
		t.Fatal("the form has no token")
	}
	form := url.Values{"_token": {found[1]}, "email": {email}, "password": {password}}
	answer, err := client.PostForm("http://"+m.address+"/login", form) //nolint:noctx // it is short
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	switch text := textOf(t, answer.Body); {
	case answer.Request.URL.Path != "/login":
		return "in"
	case strings.Contains(text, "Too many"):
		return "wait"
	}
	return "wrong"
}

func (f *fleet) refusesTheSixthGuess() {
	f.t.Helper()
	const email, password = "guessed@example.org", "a long password of nobody"
	data := []string{"--data", f.t.TempDir(), "--database-url", f.direct, "--secret-key", replicaKey}
	var said bytes.Buffer
	args := append([]string{"user", "add", "--email", email, "--name", "N", "--password", password, "--plan", "free"}, data...)
	if code := run(f.t.Context(), args, streams{in: strings.NewReader(""), out: io.Discard, err: &said}); code != exitOK {
		f.t.Fatal(said.String())
	}
	for i, m := range f.members {
		if got := m.signIn(f.t, email, password); got != "in" {
			f.t.Errorf("signing in at server %d: %s", i, got)
		}
	}
	for i := range 5 {
		if got := f.members[i%3].signIn(f.t, email, "wrong"); got != "wrong" {
			f.t.Errorf("guess %d: %s", i, got)
		}
	}
	for i, m := range f.members {
		if got := m.signIn(f.t, email, password); got != "wait" {
			f.t.Errorf("the right password at server %d after five wrong ones: %s", i, got)
		}
	}
}

// refusesAnotherKey: a server with a secret of its own could read nobody's passwords.
func (f *fleet) refusesAnotherKey() {
	f.t.Helper()
	var said bytes.Buffer
	args := []string{
		"serve", "--data", f.t.TempDir(), "--addr", "127.0.0.1:0", "--database-url", f.direct, "--secret-key", "the secret of another",
	}
	if code := run(f.t.Context(), args, streams{
		in: strings.NewReader(""), out: io.Discard, err: &said,
	}); code != exitFailure || !strings.Contains(said.String(), "key") {
		f.t.Errorf("a server with another key ends with %d: %s", code, said.String())
	}
}

// plan makes schedules that have just become due.
func (f *fleet) plan(n int) (planned []store.Scope) {
	f.t.Helper()
	for range n {
		scope, _ := storetest.Instance(f.t, f.db, storetest.User(f.t, f.db))
		if _, err := f.db.Create(f.t.Context(), record.Schedules, scope, record.Values{
			"what": record.ScheduledLists, "cron": "0 6 * * *",
		}); err != nil {
			f.t.Fatal(err)
		}
		planned = append(planned, scope)
	}
	if _, err := f.db.Exec(f.t.Context(), `UPDATE schedules SET next_at = $1`, f.db.Time().Add(-time.Minute).UnixMicro()); err != nil {
		f.t.Fatal(err)
	}
	return planned
}

// awaitRuns waits until all runs have ended, within a minute.
func (f *fleet) awaitRuns(planned []store.Scope) {
	f.t.Helper()
	const text = `SELECT count(*), count(finished_at), (SELECT count(*) FROM schedules WHERE instance_id = $1 AND next_at > $2) FROM jobs ` +
		`WHERE instance_id = $3 AND kind = $4`
	for _, scope := range planned {
		var queued, ended, moved int
		for end := time.Now().Add(time.Minute); ended == 0 || moved == 0; time.Sleep(50 * time.Millisecond) {
			err := f.db.QueryRow(f.t.Context(), text, scope.InstanceID, f.db.Time().UnixMicro(), scope.InstanceID, schedule.Kind).Scan(&queued,
				&ended, &moved)
			if err != nil || time.Now().After(end) {
				f.t.Fatalf("after a minute: %s, %v", fmt.Sprint(queued, " queued, ", ended, " ended, ", moved, " moved on"), err)
			}
		}
		if queued != 1 {
			f.t.Errorf("%d runs, want one", queued)
		}
	}
}
