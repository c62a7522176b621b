package api_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const (
	awayBody = `{"message":"The service is not available at the moment. Please try again in a few seconds."}`
	fullBody = `{"message":"There is no room left on the server's disk. Files that you delete make room."}`
)

// onDatabase runs a server on a database that the test does something to.
func onDatabase(t testing.TB, dir string, c store.Config) *server {
	t.Helper()
	c.Key = make([]byte, store.KeySize)
	db, err := store.Open(t.Context(), c)
	check(t, err)
	t.Cleanup(func() { _ = db.Close() })
	s := build(t, db, dir, &clock{now: time.Now()}, nil)
	s.listen(t, s.handler)
	return s
}

// ask sends what each endpoint takes.
func (f furnished) ask(t testing.TB, e endpoint.Endpoint) reply {
	t.Helper()
	switch e.Action {
	case "add logs":
		return f.upload(t, f.path(e), upload{"server.RPT", logHead + ignored})
	case "import files":
		return f.upload(t, f.path(e), upload{"types.xml", oneType})
	}
	body := ""
	if e.Record != nil && (e.Action == endpoint.Create || e.Action == endpoint.Update || e.Action == endpoint.Patch) {
		body = f.body(e.Record)
	}
	return f.send(t, e.Method, f.path(e), body)
}

// TestEveryEndpointWithoutItsDatabase is answered 503 in seconds, however the database is away.
func TestEveryEndpointWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(*pgtest.Proxy){"it does not answer": (*pgtest.Proxy).Stall, "it is gone": (*pgtest.Proxy).Cut} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := pgtest.NewProxy(t, storetest.PostgresConfig(t).DatabaseURL)
			f := furnish(t, onDatabase(t, t.TempDir(), store.Config{DatabaseURL: p.URL}).user(t), "x")
			fail(p)
			began := time.Now()
			var all sync.WaitGroup
			for i, e := range served() {
				all.Go(func() {
					f := f.asking(i)
					r := f.ask(t, e)
					if took := time.Since(began); r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" ||
						!f.isTold(r, awayBody) || took > time.Minute {
						t.Errorf("%s %s: %d %v %s after %v", e.Method, e.Path, r.status, r.header["Retry-After"], r.body, took)
					}
				})
			}
			all.Wait()
			p.Mend()
			f.recovers(t)
		})
	}
}

// asking is somebody who accepts problems with every other request.
func (f furnished) asking(n int) furnished {
	if n%2 == 1 {
		f.accept = problem.ContentType
	}
	return f
}

// isTold reports whether an answer is an error with this body or, to who accepts problems, a problem that says the same.
func (f furnished) isTold(r reply, body string) bool {
	if f.accept != problem.ContentType {
		return r.body == body
	}
	return r.header.Get("Content-Type") == problem.ContentType && strings.Contains(r.body, body[1:len(body)-1])
}

// TestEveryEndpointRefusesAsAProblem: who has asked too often, and who sends too much.
func TestEveryEndpointRefusesAsAProblem(t *testing.T) {
	t.Parallel()
	s := start(t)
	f := furnish(t, s.user(t), "x")
	f.accept = problem.ContentType
	limited := start(t, rateLimit(1)).user(t)
	limited.get(t, "/api/v1/maps")
	limited.get(t, "/api/instance") // whose requests are counted apart
	limited.accept = problem.ContentType
	long := `{"x":"` + strings.Repeat("x", tooLong) + `"}`
	for _, e := range served() {
		if r := limited.send(t, e.Method, f.path(e),
			""); r.status != http.StatusTooManyRequests || r.header.Get("Content-Type") != problem.ContentType {
			t.Errorf("%s %s, asked too often: %d %s", e.Method, e.Path, r.status, r.body)
		}
		if e.Method == http.MethodGet || e.Method == http.MethodDelete {
			continue
		}
		if r := f.send(t, e.Method, f.path(e), long); r.status < 400 || r.status >= 500 || r.header.Get("Content-Type") != problem.ContentType {
			t.Errorf("%s %s with a body of %d bytes: %d %.200s", e.Method, e.Path, len(long), r.status, r.body)
		}
	}
}

// tooLong is more bytes than most endpoints take.
const tooLong = 1 << 20

// recovers fails when the service does not find its database again within ten seconds, without help.
func (f furnished) recovers(t testing.TB) {
	t.Helper()
	const maps = "/api/v1/maps"
	for until := time.Now().Add(10 * time.Second); f.get(t, maps).status != http.StatusOK && time.Now().Before(until); {
		time.Sleep(100 * time.Millisecond)
	}
	f.get(t, maps).expect(t, http.StatusOK)
}

// TestEveryEndpointWhoseDatabaseGoesAway in the middle of a request, at its first statement, the second, and then in growing steps,
// until it has no more.
func TestEveryEndpointWhoseDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	p := pgtest.NewProxy(t, storetest.PostgresConfig(t).DatabaseURL)
	f := furnish(t, onDatabase(t, t.TempDir(), store.Config{DatabaseURL: p.URL}).user(t), "x")
	asked := map[endpoint.Action]bool{} // of one resource each
	for _, e := range served() {
		if asked[e.Action] || e.Action == endpoint.Delete || e.Action == "delete instance" || e.Action == "watch job" || !f.holds(e) {
			continue // what is deleted in the end would be missed by others; a stream has begun
		}
		asked[e.Action] = true
		for n, done := 1, false; !done && n < 40; n += 1 + n/3 {
			f.get(t, "/api/v1/maps") // over a connection that is alive
			p.CutAfter(n)
			r := f.ask(t, e)
			p.Mend()
			if done = r.status != http.StatusServiceUnavailable; r.status == http.StatusInternalServerError {
				t.Errorf("%s %s at statement %d: %s", e.Method, e.Path, n, r.body)
			}
		}
	}
}

// TestAnExportWhoseDatabaseGoesAway at any of its statements is refused as any request is, as long as nothing of it was sent.
func TestAnExportWhoseDatabaseGoesAway(t *testing.T) {
	t.Parallel()
	p := pgtest.NewProxy(t, storetest.PostgresConfig(t).DatabaseURL)
	c := onDatabase(t, t.TempDir(), store.Config{DatabaseURL: p.URL}).user(t)
	instance, _ := c.instance(t)
	c.must(t, http.StatusCreated, http.MethodPost, instance+"/events",
		`{"name":"StaticNew","nominal":1,"min":0,"max":1,"lifetime":60,"restock":0}`)
	once := &http.Transport{DisableKeepAlives: true} // which asks again only on connections that it had before
	for _, path := range []string{"/revisions/export", "/events"} {
		refused := 0
		for status, n := 0, 0; status != http.StatusOK && n < 40; n++ {
			c.get(t, "/api/v1/maps") // over a connection that is alive
			p.CutAfter(n)
			req := c.request(t, http.MethodGet, instance+path, nil)
			req.Header.Set("Accept", "text/csv")
			answer, err := once.RoundTrip(req)
			p.Mend()
			if err != nil {
				t.Fatalf("%s at statement %d: %v", path, n, err)
			}
			_ = answer.Body.Close()
			if status = answer.StatusCode; status == http.StatusServiceUnavailable && answer.Header.Get("Content-Disposition") == "" {
				refused++
			} else if status != http.StatusOK {
				t.Errorf("%s at statement %d: %d %v", path, n, status, answer.Header)
			}
		}
		if refused < 3 {
			t.Errorf("%s was cut at %d statements", path, refused)
		}
	}
}

// TestAFullDisk lets people read, download and delete, and says of the rest what is the matter.
func TestAFullDisk(t *testing.T) {
	dir := smallDisk(t, 40<<20)
	t.Setenv("TMPDIR", dir)
	s := onDatabase(t, dir, store.Config{Dir: dir})
	c := s.user(t)
	f := furnish(t, c, "x")
	instance, _ := c.instance(t)
	for i := range 5 {
		c.upload(t, instance+"/files", upload{fmt.Sprintf("a%d_types.xml", i), oneType}).expect(t, http.StatusOK)
	}
	fillDisk(t, dir)
	asked := 0
	for e := range harmlessFirst(served()) {
		if !f.holds(e) || e.Action == "watch job" {
			continue
		}
		asked++
		f := f.asking(asked)
		switch r := f.ask(t, e); {
		case r.status >= 500 && r.status != http.StatusInsufficientStorage, e.Method == http.MethodGet && r.status >= 300:
			t.Errorf("%s %s: %d %s", e.Method, e.Path, r.status, r.body)
		case r.status == http.StatusInsufficientStorage && !f.isTold(r, fullBody):
			t.Errorf("%s %s: %s", e.Method, e.Path, r.body)
		case r.status == http.StatusInsufficientStorage && e.Method == http.MethodDelete && e.Action != "cancel job":
			t.Errorf("%s %s: nothing can be deleted: %s", e.Method, e.Path, r.body)
		case (e.Action == "import files" || e.Action == endpoint.Create) && r.status < http.StatusBadRequest:
			t.Errorf("%s %s is answered %d %s", e.Method, e.Path, r.status, r.body)
		}
	}
	const list = "/api/v1/stored-files?per_page=100"
	left := c.get(t, list)
	for i := range 5 {
		sid := left.at(fmt.Sprintf("data.%d.sid", i))
		c.must(t, http.StatusOK, http.MethodDelete, "/api/v1/stored-files/"+sid[1:len(sid)-1], "")
	}
	check(t, os.Remove(filepath.Join(dir, "filling")))
	c.upload(t, instance+"/files", upload{"b_types.xml", oneType}).expect(t, http.StatusOK)
	c.must(t, http.StatusCreated, http.MethodPost, instance+"/"+record.Events.Path,
		`{"name":"StaticNew","nominal":1,"min":0,"max":1,"lifetime":60,"restock":0}`)
}

// harmlessFirst yields reading before changing before deleting.
func harmlessFirst(list []endpoint.Endpoint) func(func(endpoint.Endpoint) bool) {
	rank := map[string]int{http.MethodGet: 0, http.MethodDelete: 2}
	return func(yield func(endpoint.Endpoint) bool) {
		for want := range 3 {
			for _, e := range list {
				at, known := rank[e.Method]
				if !known {
					at = 1
				}
				if at == want && e.Action != "delete instance" && !yield(e) {
					return
				}
			}
		}
	}
}

// fillDisk leaves no byte.
func fillDisk(t *testing.T, dir string) {
	t.Helper()
	file, err := os.Create(filepath.Join(dir, "filling"))
	check(t, err)
	defer file.Close()
	for size := 1 << 20; size > 0; {
		if _, err := file.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
}
