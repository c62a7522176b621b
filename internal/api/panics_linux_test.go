package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/api"
	"quartermaster/internal/delivery"
	"quartermaster/internal/imports"
	"quartermaster/internal/observe"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

// saboteur panics when the nth operation begins or ends: a statement, a transaction, an import, a file that is delivered.
type saboteur struct {
	mu    sync.Mutex
	count int // of beginnings and ends so far
	at    int // 0: none panics
}

func (s *saboteur) arm(at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count, s.at = 0, at
}

func (s *saboteur) seen() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

func (s *saboteur) step() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count++; s.count == s.at {
		panic("sabotage")
	}
}

// Begin implements observe.Observer.
func (s *saboteur) Begin(ctx context.Context, _ observe.Operation) (context.Context, func(error)) {
	s.step()
	return ctx, func(error) { s.step() }
}

// Looked implements observe.Observer.
func (*saboteur) Looked(string, bool) {}

// sabotaged is a client of a server whose operations panic.
type sabotaged struct {
	delivering
	saboteur *saboteur
	data     string // the folder of the database
	open     *opened
	delivery string // a delivery that can be rolled back
}

// opened counts the connections to game servers that are open.
type opened struct {
	mu  sync.Mutex
	now int
}

func (o *opened) add(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.now += n
}

type countedServer struct {
	remote.Server
	close func()
}

func (c countedServer) Close() error {
	c.close()
	return c.Server.Close()
}

func startSabotaged(t *testing.T) sabotaged {
	t.Helper()
	config := storetest.SQLiteConfig(t)
	config.Observed, config.InSlices = true, true
	db, err := store.Open(t.Context(), config)
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	s := sabotaged{saboteur: new(saboteur), data: config.Dir, open: new(opened)}
	s.dir = gameServer(t, smallServer())
	opener := remotetest.Opening(remote.New(remote.Options{Folders: []string{s.dir}}), func(server remote.Server) remote.Server {
		s.open.add(1)
		return countedServer{server, sync.OnceFunc(func() { s.open.add(-1) })}
	})
	s.server = build(t, db, t.TempDir(), &clock{now: time.Date(2026, 5, 29, 9, 55, 0, 0, time.UTC)}, []func(*api.Config){func(c *api.Config) {
		check(t, c.Stored.SpoolIn(filepath.Join(s.data, "temporary")))
		c.Missions = c.Missions.LoggingTo(c.Logger)
		c.Targets = target.New(db, opener, []string{s.dir})
	}})
	s.server.listen(t, http.HandlerFunc(s.answer))
	s.client = s.server.user(t)
	s.path, _ = s.instance(t)
	s.must(t, 200, "PUT", s.path+"/target", `{"protocol":"folder","dir":"`+s.dir+`"}`)
	s.upload(t, s.path+"/files", s.files()...).expect(t, 200)
	s.change(t)
	s.work(t)
	s.delivery = strings.Trim(s.order(t, s.path+"/deliveries", `{"override":true,"reason":"test"}`).at("data.sid"), `"`)
	return s
}

// answer answers a request. An answer that is cut off in the middle becomes another one.
func (s sabotaged) answer(w http.ResponseWriter, r *http.Request) {
	rec := httptest.NewRecorder()
	defer func() {
		if recover() != nil {
			api.Failed(w, r)
			return
		}
		maps.Copy(w.Header(), rec.Header())
		w.WriteHeader(rec.Code)
		_, _ = w.Write(rec.Body.Bytes())
	}()
	s.server.handler.ServeHTTP(rec, r.WithContext(observe.With(r.Context(), s.saboteur)))
}

// files are a file with a record, and one that is kept as it is.
func (sabotaged) files() []upload {
	return []upload{{"mpmissions/dayzOffline.chernarusplus/db/types.xml", oneType}, {"profiles/Notes/readme.bin", "a kept file \x00\x01"}}
}

// many is a file that is stored in slices.
func (sabotaged) many() upload {
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range 900 {
		fmt.Fprintf(&text,
			"<type name=\"Thing%d\"><nominal>%d</nominal><lifetime>3600</lifetime><restock>0</restock><min>1</min><cost>100</cost>"+
				"<flags count_in_cargo=\"0\" count_in_hoarder=\"0\" count_in_map=\"1\" count_in_player=\"0\" crafted=\"0\" "+
				"deloot=\"0\"/></type><!--%s-->\n", i, i, strings.Repeat("x",
				1000))
	}
	text.WriteString("</types>\n")
	return upload{"mpmissions/dayzOffline.chernarusplus/custom/many.xml", text.String()}
}

// work does jobs until the test ends, which the saboteur watches too.
func (s sabotaged) work(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := queue.New(s.server.db, slog.New(slog.DiscardHandler), "default")
	w.Handle(s.server.jobs, delivery.Kind, access.Read, watchedJobs{s.server.deliveries, s.saboteur})
	w.Handle(s.server.jobs, pull.Kind, access.Read, watchedJobs{s.server.pulls, s.saboteur})
	w.Handle(s.server.jobs, imports.Kind, access.Read, watchedJobs{s.server.imports, s.saboteur})
	done := make(chan struct{})
	go func() { defer close(done); w.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
}

// watchedJobs fails a job for good whose work panics, so that no other attempt follows.
type watchedJobs struct {
	queue.Handler
	saboteur *saboteur
}

func (w watchedJobs) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) (result []byte, err error) {
	defer func() {
		if reason := recover(); reason != nil || err != nil && strings.Contains(err.Error(), "sabotage") {
			err = queue.Failure(say.Plain("sabotage"))
		}
	}()
	return w.Handler.Run(observe.With(ctx, w.saboteur), job, progress)
}

// left returns what is left of operations that have ended.
func (s sabotaged) left(t *testing.T) (problems []string) {
	t.Helper()
	for name, pool := range s.server.db.Pools() {
		if pool.InUse > 0 {
			problems = append(problems, fmt.Sprintf("%d connections of %s", pool.InUse, name))
		}
	}
	s.open.mu.Lock()
	if s.open.now > 0 {
		problems = append(problems, fmt.Sprintf("%d connections to the game server", s.open.now))
	}
	s.open.mu.Unlock()
	for _, pattern := range []string{s.data + "/rehearsal-*", s.data + "/temporary/*", s.server.dir + "/unfinished/*"} {
		found, err := filepath.Glob(pattern)
		check(t, err)
		problems = append(problems, found...)
	}
	return append(problems, s.openFiles(t)...)
}

// openFiles returns the files of the test that are open, without the database.
func (s sabotaged) openFiles(t *testing.T) (list []string) {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	check(t, err)
	for _, e := range open {
		name, err := os.Readlink("/proc/self/fd/" + e.Name())
		within := func(dir string) bool { return strings.HasPrefix(name, dir+"/") }
		if err == nil && (within(s.data) && !within(s.data+"/quartermaster.db") || within(s.server.dir) || within(s.dir)) &&
			!strings.HasPrefix(filepath.Base(name), "quartermaster.db") {
			list = append(list, name)
		}
	}
	return list
}

// settled waits until nothing is left, and fails when something stays.
func (s sabotaged) settled(t *testing.T, after string) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		left := s.left(t)
		if len(left) == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %s is left: %q", after, left)
		}
	}
}

// operations take turns, files, connections and folders.
func (s sabotaged) operations() map[string]func(t *testing.T) reply {
	form := func(fields map[string]string, files ...upload) func(t *testing.T) reply {
		return func(t *testing.T) reply { t.Helper(); return s.uploadWith(t, s.path+"/files", fields, files...) }
	}
	send := func(method, path, body string) func(t *testing.T) reply {
		return func(t *testing.T) reply { t.Helper(); return s.send(t, method, s.path+path, body) }
	}
	order := func(path, body string) func(t *testing.T) reply {
		return func(t *testing.T) reply { t.Helper(); return s.order(t, s.path+path, body) }
	}
	anew := func(path string) func(t *testing.T) reply { // what is remembered for as long as nothing changes
		return func(t *testing.T) reply {
			t.Helper()
			s.send(t, "POST", s.path+"/types/bulk", `{"q":"*","operations":[{"op":"add","field":"nominal","value":1}]}`)
			return s.get(t, s.path+path)
		}
	}
	return map[string]func(t *testing.T) reply{
		"dry run of an import": form(map[string]string{"dry_run": "1"}, s.files()...),
		"dry run of an update": form(map[string]string{"dry_run": "1", "mode": "update"}, s.files()...),
		"import":               form(nil, s.files()...),
		"import in slices":     form(nil, s.many()),
		"import as a job": func(t *testing.T) reply {
			t.Helper()
			return s.await(t, s.uploadWith(t, s.path+"/files", map[string]string{"async": "1"}, s.files()...))
		},
		"bulk":           send("POST", "/types/bulk", `{"q":"*","operations":[{"op":"add","field":"nominal","value":1}]}`),
		"file":           send("GET", "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml", ""),
		"kept file":      send("GET", "/files/profiles/Notes/readme.bin", ""),
		"archive":        send("GET", "/files.zip", ""),
		"text":           send("PUT", "/texts/profiles/Notes/other.txt", `{"text":"words"}`),
		"lint":           anew("/lint"),
		"economy":        anew("/economy"),
		"plan":           send("GET", "/delivery-plan", ""),
		"test of target": send("POST", "/target/test", ""),
		"delivery":       order("/deliveries", `{"override":true,"reason":"test"}`),
		"rollback":       order("/deliveries/"+s.delivery+"/rollback", `{"dry_run":true}`),
		"pull":           order("/pull", `{"dry_run":true}`),
		"undo":           send("POST", "/revisions/2/undo", `{"dry_run":true}`),
	}
}

// TestNothingIsLeftAfterPanics: wherever in an operation a panic happens, its files, folders, connections, locks and turns are given
// back, and the same operation works right after that. QM_TEST_PANICS=all has each place panic, not some of them.
func TestNothingIsLeftAfterPanics(t *testing.T) {
	t.Parallel()
	names := slices.Sorted(maps.Keys(sabotaged{}.operations()))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startSabotaged(t)
			do := s.operations()[name]
			do(t)
			s.settled(t, "the first time")
			s.saboteur.arm(0)
			if r := do(t); r.status != 200 {
				t.Fatalf("undisturbed: %d %s", r.status, r.body)
			}
			s.settled(t, "the second time")
			places := s.saboteur.seen()
			for at := 1; at <= places; at += stride(places) {
				s.saboteur.arm(at)
				do(t)
				s.saboteur.arm(0)
				s.settled(t, fmt.Sprintf("a panic at %d of %d", at, places))
				if r := do(t); r.status != 200 {
					t.Fatalf("after a panic at %d of %d: %d %s", at, places, r.status, r.body)
				}
			}
		})
	}
}

// stride is the distance of the places that panic.
func stride(places int) int {
	if os.Getenv("QM_TEST_PANICS") == "all" {
		return 1
	}
	return max(1, places/5)
}
