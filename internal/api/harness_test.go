package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/api"
	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/dialer"
	figures "quartermaster/internal/economy"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	operations "quartermaster/internal/operation"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
	"quartermaster/internal/throttle"
)

// server is a service of its own for one test, on a real database and a real port. The rate limit is lifted.
type server struct {
	deliveries *delivery.Service
	pulls      *pull.Service
	dir        string // of the stored files, below which folder targets lie
	url        string
	handler    http.Handler
	db         *store.DB
	accounts   *account.Service
	clock      *clock
	blobs      blob.Store
	jobs       *queue.Jobs
	imports    *imports.Service
}

// clock stands still until a test moves it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) forward(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// start runs a server with the given changes to its configuration. In tests of twoServers it is two, which take turns.
func start(t testing.TB, changes ...func(*api.Config)) *server {
	t.Helper()
	dir, now := t.TempDir(), &clock{now: time.Date(2026, 5, 29, 9, 55, 0, 0, time.UTC)}
	if !strings.HasPrefix(t.Name(), twoServers+"/") {
		s := build(t, storetest.Open(t), dir, now, changes)
		s.listen(t, s.handler)
		return s
	}
	one, other := storetest.PostgresTwice(t)
	s := build(t, one, dir, now, changes)
	s.listen(t, inTurns(s.handler, build(t, other, dir, now, changes).handler))
	return s
}

// listen answers requests until the test ends.
func (s *server) listen(t testing.TB, h http.Handler) {
	t.Helper()
	listener := httptest.NewServer(h)
	t.Cleanup(listener.Close)
	s.url = listener.URL
}

// build makes a server that does not listen yet, with the contents of files in dir.
func build(t testing.TB, db *store.DB, dir string, now *clock, changes []func(*api.Config)) *server {
	t.Helper()
	s := &server{db: db, clock: now}
	blobs, err := blob.OpenDisk(dir)
	check(t, err)
	t.Cleanup(func() { _ = blobs.Close() })
	s.accounts, err = account.New(s.db, account.Options{})
	check(t, err)
	logger := slog.New(slog.DiscardHandler)
	missions := mission.New(s.db)
	s.blobs, s.jobs = blobs, queue.NewJobs(s.db, nil)
	uploads := stored.New(s.db, blobs, s.accounts, s.clock.Now)
	s.imports = imports.New(s.db, missions, blobs, s.jobs, uploads)
	c := api.Config{
		Services: operations.Services{
			DB: s.db, Missions: missions, Imports: s.imports, Jobs: s.jobs, Stored: uploads, Lint: lint.New(s.db), Economy: figures.New(s.db),
			Targets: target.New(s.db, remote.New(remote.Options{Folders: []string{dir}}), []string{dir}), Clock: s.clock.Now, Logger: logger,
			Control: control.New(s.db, gameserver.Client{Dialer: dialer.Dialer{Private: true}, Timeout: 3 * time.Second}, s.clock.Now),
		},
		Accounts: s.accounts, Limiter: throttle.NewMemory(s.clock.Now), Blobs: blobs,
		Queue: "default", Worker: "default",
		BodyLimit: api.DefaultBodyLimit, UploadLimit: archive.MaxFile, AnswerMemory: api.DefaultAnswerMemory,
	}
	for _, change := range changes {
		change(&c)
	}
	c.Pulls = pull.New(pull.Config{DB: s.db, Targets: c.Targets, Missions: missions, Imports: s.imports, Stored: uploads, Jobs: s.jobs})
	c.Deliveries = delivery.New(delivery.Config{
		DB: s.db, Missions: missions, Lint: c.Lint, Blobs: blobs, Jobs: s.jobs, Stored: uploads, Places: delivery.Targets(c.Targets),
		Game:   delivery.GameServers(c.Control),
		Merger: c.Pulls,
	})
	s.dir, s.deliveries, s.pulls = dir, c.Deliveries, c.Pulls
	s.handler = httpd.Wrap(httpd.Config{Logger: logger}, api.New(c), http.HandlerFunc(api.Failed))
	return s
}

func rateLimit(n int) func(*api.Config) { return func(c *api.Config) { c.RateLimit = n } }

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// client sends requests as one user, or as nobody where the token is empty.
type client struct {
	server *server
	userID int64
	token  string
	stands string // the method that its POSTs stand for; empty for POST
	accept string // what all of its requests accept; empty for anything
}

func (s *server) anonymous() client { return client{server: s} }

// user makes a user with access to the API.
func (s *server) user(t testing.TB) client {
	t.Helper()
	id := storetest.User(t, s.db)
	token, err := s.accounts.NewToken(t.Context(), id)
	check(t, err)
	return client{server: s, userID: id, token: token}
}

// freeUser makes a user whose plan does not include the API.
func (s *server) freeUser(t testing.TB) client {
	t.Helper()
	c := s.user(t)
	check(t, s.accounts.SetPlan(t.Context(), c.userID, account.FreePlan))
	return c
}

// instance makes an instance of the client and returns its address on surface A and its scope.
func (c client) instance(t testing.TB) (path string, scope store.Scope) {
	t.Helper()
	scope, sid := storetest.Instance(t, c.server.db, c.userID)
	return "/api/v1/instances/" + sid, scope
}

// surfaceB is the address on surface B of an instance whose address on surface A is given.
func surfaceB(instance string) string {
	return strings.Replace(instance, "/api/v1/instances", "/api/instance", 1)
}

// category makes a category that belongs to the client and returns its id.
func (c client) category(t testing.TB, name string) (id int64) {
	t.Helper()
	check(t, c.server.db.Tx(t.Context(), func(tx *store.Tx) error {
		const text = `INSERT INTO categories (sid, user_id, name, created_at, updated_at) VALUES ($1, $2, $3, 0, 0) RETURNING id`
		return tx.QueryRow(t.Context(), text, store.NewSID(), c.userID, name).Scan(&id)
	}))
	return id
}

// catalog fills the global class names.
func (s *server) catalog(t testing.TB, entries ...record.Classname) {
	t.Helper()
	rows := make([]record.Row, len(entries))
	for i := range entries {
		rows[i] = record.Classnames.Encode(&entries[i])
	}
	check(t, s.db.EditCatalog(t.Context(), func(e *store.Edit) error {
		return e.InsertAll(t.Context(), record.Classnames, rows)
	}))
}

// reply is an answer, read to its end.
type reply struct {
	status int
	header http.Header
	body   string
}

func (c client) get(t testing.TB, path string) reply { return c.send(t, http.MethodGet, path, "") }

// send sends a body as JSON.
func (c client) send(t testing.TB, method, path, body string) reply {
	t.Helper()
	return c.do(t, method, path, "application/json", body)
}

func (c client) do(t testing.TB, method, path, contentType, body string) reply {
	t.Helper()
	req := c.request(t, method, path, strings.NewReader(body))
	if body != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return c.roundTrip(t, req)
}

func (c client) request(t testing.TB, method, path string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, c.server.url+path, body)
	check(t, err)
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.accept != "" {
		req.Header.Set("Accept", c.accept)
	}
	return req
}

// roundTrip follows no redirects. Every answer must be what the OpenAPI document says.
func (c client) roundTrip(t testing.TB, req *http.Request) reply {
	t.Helper()
	res, err := http.DefaultTransport.RoundTrip(req)
	check(t, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	check(t, err)
	r := reply{res.StatusCode, res.Header, string(body)}
	if c.stands != "" && req.Method == http.MethodPost {
		req.Method = c.stands
	}
	keepsContract(t, req, r)
	keepsHeaders(t, req, r)
	keepsProblem(t, req, r)
	return r
}

// must sends a request that has to be answered with the status.
func (c client) must(t testing.TB, status int, method, path, body string) reply {
	t.Helper()
	r := c.send(t, method, path, body)
	if r.status != status {
		t.Fatalf("%s %s %s: status %d, want %d: %s", method, path, body, r.status, status, r.body)
	}
	return r
}

// create makes a record and returns its address and id.
func (c client) create(t testing.TB, path, body string) (address string, id int64) {
	t.Helper()
	r := c.must(t, http.StatusCreated, http.MethodPost, path, body)
	id, err := strconv.ParseInt(r.at("data.id"), 10, 64)
	check(t, err)
	return path + "/" + strings.Trim(r.at("data.sid"), `"`), id
}

// at returns the JSON text of what a dotted path leads to in the body; "absent" where there is nothing.
func (r reply) at(path string) string {
	decoder := json.NewDecoder(strings.NewReader(r.body))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return "no JSON: " + r.body
	}
	for key := range strings.SplitSeq(path, ".") {
		var there bool
		if value, there = memberOf(value, key); !there {
			return "absent"
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(text.String())
}

func memberOf(value any, key string) (any, bool) {
	switch v := value.(type) {
	case map[string]any:
		member, ok := v[key]
		return member, ok
	case []any:
		if i, err := strconv.Atoi(key); err == nil && i < len(v) {
			return v[i], true
		}
	}
	return nil, false
}

// names returns the member of every record of a list, joined by blanks.
func (r reply) names(member string) string {
	var list []string
	for i := 0; ; i++ {
		text := r.at("data." + strconv.Itoa(i) + "." + member)
		if text == "absent" {
			return strings.Join(list, " ")
		}
		list = append(list, strings.Trim(text, `"`))
	}
}

// expect compares members of the body, each given as a dotted path and its JSON text.
func (r reply) expect(t testing.TB, status int, members ...string) {
	t.Helper()
	if r.status != status {
		t.Errorf("status %d, want %d: %s", r.status, status, r.body)
		return
	}
	for i := 0; i < len(members); i += 2 {
		if got := r.at(members[i]); got != members[i+1] {
			t.Errorf("%s is %s, want %s", members[i], got, members[i+1])
		}
	}
}

// exactly compares the whole body.
func (r reply) exactly(t testing.TB, status int, body string) {
	t.Helper()
	if r.status != status || r.body != body {
		t.Errorf("got  %d %s\nwant %d %s", r.status, r.body, status, body)
	}
}

func invalid(field, message string) string {
	return fmt.Sprintf(`{"message":%q,"errors":{%q:[%q]}}`, message, field, message)
}
