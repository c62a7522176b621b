package web

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/dialer"
	"quartermaster/internal/economy"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/notes"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
	"quartermaster/internal/throttle"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // each test makes a site, little of which stays
	pgtest.Main(m)
}

const password = "correct horse"

// testSite is the web interface over a database of its own.
type testSite struct {
	t        testing.TB
	db       *store.DB
	accounts *account.Service
	missions *mission.Service
	imports  *imports.Service
	web      *site.Site
	handler  http.Handler

	deliveries *delivery.Service
	jobs       *queue.Jobs
}

// unhurried is a limiter whose minutes are hours, so that none is over before a busy machine has done what is counted.
type unhurried struct{ throttle.Limiter }

// Hit implements throttle.Limiter.
func (u unhurried) Hit(ctx context.Context, key string, limit int, window time.Duration) (throttle.Result, error) {
	return u.Limiter.Hit(ctx, key, limit, 60*window)
}

// openSite builds a site; change, where given, alters what it is made of.
func openSite(t testing.TB, change ...func(*site.Config, *account.Options)) *testSite {
	t.Helper()
	db := storetest.Open(t)
	options := account.Options{Registration: true, Limiter: unhurried{throttle.NewMemory(time.Now)}}
	config := site.Config{
		DB: db, Missions: mission.New(db), Lint: lint.New(db), Economy: economy.New(db), Limiter: unhurried{throttle.NewMemory(time.Now)},
		Logger: failures(t), Renderer: renderer(), UploadLimit: 1 << 20, FormLimit: site.DefaultFormLimit,
	}
	for _, alter := range change {
		alter(&config, &options)
	}
	accounts, err := account.New(db, options)
	if err != nil {
		t.Fatal(err)
	}
	blobs, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	config.Accounts, config.Stored = accounts, stored.New(db, blobs, accounts, time.Now)
	config.Jobs = queue.NewJobs(db, nil)
	config.Imports = imports.New(db, config.Missions, blobs, config.Jobs, config.Stored)
	if config.Control == nil {
		config.Control = control.New(db, gameserver.Client{Dialer: dialer.Dialer{Private: true}, Timeout: 3 * time.Second}, time.Now)
	}
	if config.Targets == nil {
		config.Targets = target.New(db, remote.New(remote.Options{}), nil)
	}
	config.Pulls = pull.New(pull.Config{DB: db, Targets: config.Targets, Missions: config.Missions, Imports: config.Imports, Stored: config.Stored, Jobs: config.Jobs})
	config.Deliveries = delivery.New(delivery.Config{
		DB: db, Missions: config.Missions, Lint: config.Lint, Blobs: blobs, Jobs: config.Jobs, Stored: config.Stored, Places: delivery.Targets(config.Targets),
		Merger: config.Pulls,
	})
	pages := New(config)
	s := &testSite{t: t, db: db, accounts: accounts, missions: config.Missions, imports: config.Imports, web: pages, deliveries: config.Deliveries, jobs: config.Jobs}
	s.handler = httpd.Wrap(httpd.Config{Logger: failures(t)}, pages, http.HandlerFunc(pages.Failed))
	return s
}

// recordPages are the collections of an instance's records that are no documents.
func (s *testSite) recordPages() []*site.Collection {
	return slices.DeleteFunc(s.web.CollectionsIn(record.InInstance), func(c *site.Collection) bool { return c.Resource.HoldsDocuments() })
}

// Pages are the collections of documents, but for the settings.
func (s *testSite) documentPages() []*site.Collection {
	return slices.DeleteFunc(s.web.CollectionsIn(record.InInstance), func(c *site.Collection) bool {
		return !c.Resource.HoldsDocuments() || c.Resource == record.ExpansionSettings
	})
}

// Segment is where documents are below the pages of the mod.
func segment(c *site.Collection) string { return strings.TrimPrefix(c.Resource.Path, "expansion/") }

// renderer parses the templates once for all sites.
var renderer = sync.OnceValue(func() *ui.Renderer {
	r, err := ui.NewRenderer()
	if err != nil {
		panic(err)
	}
	return r
})

// failing fails the test with everything that is logged as an error.
type failing struct{ t testing.TB }

// failures is a log in which nothing may stand.
func failures(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(failing{t}, &slog.HandlerOptions{Level: slog.LevelError}))
}

func (f failing) Write(text []byte) (int, error) {
	f.t.Errorf("logged: %s", text)
	return len(text), nil
}

// User adds an account and returns a browser that is signed in as it.
func (s *testSite) user(name string, admin bool) *browser {
	s.t.Helper()
	const insert = `INSERT INTO users (sid, name, email, password_hash, plan, is_admin, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`
	email, isAdmin := strings.ToLower(name)+"@example.org", 0
	if admin {
		isAdmin = 1
	}
	if _, err := s.db.Exec(s.t.Context(), insert, store.NewSID(), name, email, s.passwordHash(), account.PlatinumPlan, isAdmin, s.db.Now()); err != nil {
		s.t.Fatal(err)
	}
	b := s.visitor()
	b.user.ID = s.count(`SELECT id FROM users WHERE email = $1`, email)
	b.enter()
	return b
}

// hashed is what is stored for password. To hash it takes long, and the same serves all users.
var hashed struct {
	sync.Once
	text string
}

func (s *testSite) passwordHash() string {
	s.t.Helper()
	hashed.Do(func() {
		user, err := s.accounts.Add(s.t.Context(), "Hash", "hash@example.org", password, account.PlatinumPlan, false)
		if err == nil {
			err = s.db.QueryRow(s.t.Context(), `SELECT password_hash FROM users WHERE id = $1`, user.ID).Scan(&hashed.text)
		}
		if err == nil {
			_, err = s.db.Exec(s.t.Context(), `DELETE FROM users WHERE id = $1`, user.ID)
		}
		if err != nil {
			panic(err)
		}
	})
	return hashed.text
}

// enter signs the user in without the form, which has tests of its own.
func (b *browser) enter() {
	b.t.Helper()
	user, err := b.accounts.ByID(b.t.Context(), b.user.ID)
	if err != nil {
		b.t.Fatal(err)
	}
	b.user = user
	b.session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.Put(ctx, "user", user.ID)
		sessions.Put(ctx, "epoch", user.SessionEpoch)
	})
}

const sessionName = "quartermaster_session"

// session changes the session of the browser, as it is stored.
func (b *browser) session(change func(context.Context, *scs.SessionManager)) {
	b.t.Helper()
	sessions := &scs.SessionManager{Lifetime: 2 * time.Hour, Store: b.accounts.Sessions(notes.None{}), Codec: scs.GobCodec{}}
	ctx, err := sessions.Load(b.t.Context(), b.cookies[sessionName])
	if err != nil {
		b.t.Fatal(err)
	}
	change(ctx, sessions)
	token, _, err := sessions.Commit(ctx)
	if err != nil {
		b.t.Fatal(err)
	}
	b.cookies[sessionName] = token
}

func (s *testSite) visitor() *browser { return &browser{testSite: s, cookies: map[string]string{}} }

// browser keeps cookies between requests.
type browser struct {
	*testSite
	cookies map[string]string
	user    account.User
	header  map[string]string // sent with every request
}

// answer is what a browser got.
type answer struct {
	*httptest.ResponseRecorder
	t    testing.TB
	path string
}

func (b *browser) do(request *http.Request) answer {
	b.t.Helper()
	for name, value := range b.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for name, value := range b.header {
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	b.handler.ServeHTTP(recorder, request)
	for _, cookie := range recorder.Result().Cookies() {
		b.cookies[cookie.Name] = cookie.Value
	}
	return answer{recorder, b.t, request.URL.Path}
}

func (b *browser) get(path string) answer {
	b.t.Helper()
	return b.do(httptest.NewRequest("GET", "http://qm.test"+path, nil))
}

// send posts a form as it is, without a token of its own.
func (b *browser) send(method, path string, form url.Values) answer {
	b.t.Helper()
	request := httptest.NewRequest(method, "http://qm.test"+path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(request)
}

var tokenPattern = regexp.MustCompile(`name="csrf-token" content="([^"]*)"`)

// token reads the CSRF token of a page.
func (b *browser) token(page string) string {
	b.t.Helper()
	return tokenPattern.FindStringSubmatch(b.get(page).Body.String())[1]
}

// submit posts a form with the token of the page that it stands on.
func (b *browser) submit(page, path string, form url.Values) answer {
	b.t.Helper()
	form = cloned(form)
	form.Set("_token", b.token(page))
	return b.send("POST", path, form)
}

// Put submits a form as a PUT.
func (b *browser) put(page, path string, form url.Values) answer {
	b.t.Helper()
	form = cloned(form)
	form.Set("_method", "PUT")
	return b.submit(page, path, form)
}

func (b *browser) delete(page, path string, form url.Values) answer {
	b.t.Helper()
	form = cloned(form)
	form.Set("_method", "DELETE")
	return b.submit(page, path, form)
}

func cloned(form url.Values) url.Values {
	copied := url.Values{}
	for name, values := range form {
		copied[name] = values
	}
	return copied
}

// upload is a file of a multipart form.
type uploaded struct{ name, text string }

// importing posts files; fields that begin with "after " stand behind the files.
func (b *browser) importing(instance string, fields map[string]string, files ...uploaded) answer {
	b.t.Helper()
	return b.uploading(instance, instance+"/import", fields, files...)
}

// uploading posts files from a page to an address.
func (b *browser) uploading(page, address string, fields map[string]string, files ...uploaded) answer {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	token := b.token(page)
	if own, sent := fields["_token"]; sent {
		token = own
	}
	_ = form.WriteField("_token", token)
	for _, file := range files {
		part, err := form.CreateFormFile("files[]", file.name)
		if err != nil {
			b.t.Fatal(err)
		}
		_, _ = io.WriteString(part, file.text)
	}
	for name, value := range fields {
		if name != "_token" {
			_ = form.WriteField(name, value)
		}
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+address, &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(request)
}

// Instance makes an instance of the user and returns its address.
func (b *browser) instance(name string) string {
	b.t.Helper()
	row, err := b.db.CreateInstance(context.Background(), b.user.ID, record.Values{"name": name, "map_id": int64(1)})
	if err != nil {
		b.t.Fatal(err)
	}
	return "/instances/" + record.Instances.SID(row)
}

func (b *browser) scope(instance string) store.Scope {
	b.t.Helper()
	scope, err := b.db.InstanceScope(context.Background(), b.user.ID, strings.TrimPrefix(instance, "/instances/"))
	if err != nil {
		b.t.Fatal(err)
	}
	return scope
}

// Add stores a record and returns its address.
func (b *browser) add(instance string, res *record.Resource, values record.Values) string {
	b.t.Helper()
	row, err := b.db.Create(context.Background(), res, b.scope(instance), values)
	if err != nil {
		b.t.Fatal(err)
	}
	return instance + "/" + res.Path + "/" + res.SID(row)
}

// stored reads a record by its address.
func (b *browser) stored(instance string, res *record.Resource, address string) record.Row {
	b.t.Helper()
	sid := address[strings.LastIndex(address, "/")+1:]
	rows, err := b.db.All(context.Background(), res, b.scope(instance), "r.sid = $", sid)
	if err != nil || len(rows) != 1 {
		b.t.Fatalf("%s: %d records, %v", address, len(rows), err)
	}
	return rows[0]
}

// status demands a status.
func (a answer) status(want int) answer {
	a.t.Helper()
	if a.Code != want {
		a.t.Fatalf("%s: status %d, want %d\n%s", a.path, a.Code, want, a.Body)
	}
	return a
}

// leadsTo demands a redirect to a path of the site.
func (a answer) leadsTo(path string) answer {
	a.t.Helper()
	a.status(http.StatusFound)
	if got := a.Header().Get("Location"); got != "http://qm.test"+path {
		a.t.Fatalf("%s: leads to %q, want %q", a.path, got, path)
	}
	return a
}

var betweenTags = regexp.MustCompile(`>\s+<`)

// says demands texts on the page; white space between tags does not count.
func (a answer) says(texts ...string) answer {
	a.t.Helper()
	body := a.Body.String()
	dense := betweenTags.ReplaceAllString(body, "><")
	for _, text := range texts {
		if !strings.Contains(body, text) && !strings.Contains(dense, text) {
			a.t.Errorf("%s does not say %q:\n%s", a.path, text, dense)
		}
	}
	return a
}

func (a answer) saysNot(texts ...string) answer {
	a.t.Helper()
	for _, text := range texts {
		if strings.Contains(a.Body.String(), text) {
			a.t.Errorf("%s says %q", a.path, text)
		}
	}
	return a
}

// Count runs a query for one number.
func (s *testSite) count(query string, args ...any) int64 {
	s.t.Helper()
	var n int64
	if err := s.db.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		s.t.Fatal(err)
	}
	return n
}
