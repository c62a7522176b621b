// Package webtest is what the tests of the pages share: a site over a database of its own, browsers that keep cookies, answers that
// are asked what they say, and tabs of a real browser.
package webtest

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
	"quartermaster/internal/web"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Main runs the tests of a package of pages. It is for TestMain.
func Main(m *testing.M) {
	debug.SetGCPercent(400) // each test makes a site, little of which stays
	pgtest.Main(m)
}

// Password is that of all users of tests.
const Password = "correct horse"

// Site is the web interface over a database of its own.
type Site struct {
	TB       testing.TB
	DB       *store.DB
	Accounts *account.Service
	Missions *mission.Service
	Imports  *imports.Service
	Pages    *site.Site
	Handler  http.Handler

	Deliveries *delivery.Service
	jobs       *queue.Jobs
}

// unhurried is a limiter whose minutes are hours, so that none is over before a busy machine has done what is counted.
type unhurried struct{ throttle.Limiter }

// Hit implements throttle.Limiter.
func (u unhurried) Hit(ctx context.Context, key string, limit int, window time.Duration) (throttle.Result, error) {
	return u.Limiter.Hit(ctx, key, limit, 60*window)
}

// Open builds a site; change, where given, alters what it is made of.
func Open(t testing.TB, change ...func(*site.Config, *account.Options)) *Site {
	t.Helper()
	return OpenOn(t, storetest.Open(t), change...)
}

// OpenOn is Open on a database of the caller.
func OpenOn(t testing.TB, db *store.DB, change ...func(*site.Config, *account.Options)) *Site {
	t.Helper()
	options := account.Options{Registration: true, Limiter: unhurried{throttle.NewMemory(time.Now)}}
	config := site.Config{
		DB: db, Missions: mission.New(db), Lint: lint.New(db), Economy: economy.New(db), Limiter: unhurried{throttle.NewMemory(time.Now)},
		Logger: failures(t), Renderer: Renderer(), UploadLimit: 1 << 20, FormLimit: site.DefaultFormLimit,
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
	config.Pulls = pull.New(pull.Config{
		DB: db, Targets: config.Targets, Missions: config.Missions, Imports: config.Imports, Stored: config.Stored, Jobs: config.Jobs,
	})
	config.Deliveries = delivery.New(delivery.Config{
		DB: db, Missions: config.Missions, Lint: config.Lint, Blobs: blobs, Jobs: config.Jobs, Stored: config.Stored,
		Places: delivery.Targets(config.Targets),
		Merger: config.Pulls,
	})
	pages := web.New(config)
	s := &Site{
		TB: t, DB: db, Accounts: accounts, Missions: config.Missions, Imports: config.Imports, Pages: pages, Deliveries: config.Deliveries,
		jobs: config.Jobs,
	}
	s.Handler = httpd.Wrap(httpd.Config{Logger: failures(t)}, pages, http.HandlerFunc(pages.Failed))
	return s
}

// RecordPages are the collections of an instance's records that are no documents.
func (s *Site) RecordPages() []*site.Collection {
	return slices.DeleteFunc(s.Pages.CollectionsIn(record.InInstance), func(c *site.Collection) bool { return c.Resource.HoldsDocuments() })
}

// DocumentPages are the collections of documents, but for the settings.
func (s *Site) DocumentPages() []*site.Collection {
	return slices.DeleteFunc(s.Pages.CollectionsIn(record.InInstance), func(c *site.Collection) bool {
		return !c.Resource.HoldsDocuments() || c.Resource == record.ExpansionSettings
	})
}

// Segment is where documents are below the pages of the mod.
func Segment(c *site.Collection) string { return strings.TrimPrefix(c.Resource.Path, "expansion/") }

// Renderer parses the templates once for all sites.
var Renderer = sync.OnceValue(func() *ui.Renderer {
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
func (s *Site) User(name string, admin bool) *Browser {
	s.TB.Helper()
	const insert = `INSERT INTO users (sid, name, email, password_hash, plan, is_admin, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)`
	email, isAdmin := strings.ToLower(name)+"@example.org", 0
	if admin {
		isAdmin = 1
	}
	if _, err := s.DB.Exec(s.TB.Context(), insert, store.NewSID(), name, email, s.passwordHash(), account.PlatinumPlan, isAdmin,
		s.DB.Now()); err != nil {
		s.TB.Fatal(err)
	}
	b := s.Visitor()
	b.User.ID = s.Count(`SELECT id FROM users WHERE email = $1`, email)
	b.enter()
	return b
}

// hashed is what is stored for password. To hash it takes long, and the same serves all users.
var hashed struct {
	sync.Once
	text string
}

func (s *Site) passwordHash() string {
	s.TB.Helper()
	hashed.Do(func() {
		user, err := s.Accounts.Add(s.TB.Context(), "Hash", "hash@example.org", Password, account.PlatinumPlan, false)
		if err == nil {
			err = s.DB.QueryRow(s.TB.Context(), `SELECT password_hash FROM users WHERE id = $1`, user.ID).Scan(&hashed.text)
		}
		if err == nil {
			_, err = s.DB.Exec(s.TB.Context(), `DELETE FROM users WHERE id = $1`, user.ID)
		}
		if err != nil {
			panic(err)
		}
	})
	return hashed.text
}

// enter signs the user in without the form, which has tests of its own.
func (b *Browser) enter() {
	b.TB.Helper()
	user, err := b.Accounts.ByID(b.TB.Context(), b.User.ID)
	if err != nil {
		b.TB.Fatal(err)
	}
	b.User = user
	b.Session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.Put(ctx, "user", user.ID)
		sessions.Put(ctx, "epoch", user.SessionEpoch)
	})
}

// SessionName is the name of the session's cookie.
const SessionName = "quartermaster_session"

// Session changes the session of the browser, as it is stored.
func (b *Browser) Session(change func(context.Context, *scs.SessionManager)) {
	b.TB.Helper()
	sessions := &scs.SessionManager{Lifetime: 2 * time.Hour, Store: b.Accounts.Sessions(notes.None{}), Codec: scs.GobCodec{}}
	ctx, err := sessions.Load(b.TB.Context(), b.Cookies[SessionName])
	if err != nil {
		b.TB.Fatal(err)
	}
	change(ctx, sessions)
	token, _, err := sessions.Commit(ctx)
	if err != nil {
		b.TB.Fatal(err)
	}
	b.Cookies[SessionName] = token
}

// Visitor returns a browser that is not signed in.
func (s *Site) Visitor() *Browser { return &Browser{Site: s, Cookies: map[string]string{}} }

// Browser keeps cookies between requests.
type Browser struct {
	*Site
	Cookies map[string]string
	User    account.User
	Header  map[string]string // sent with every request
}

// Answer is what a browser got.
type Answer struct {
	*httptest.ResponseRecorder
	TB   testing.TB
	Path string
}

// Do sends a request with the browser's cookies, and keeps those of the answer.
func (b *Browser) Do(request *http.Request) Answer {
	b.TB.Helper()
	for name, value := range b.Cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for name, value := range b.Header {
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	b.Handler.ServeHTTP(recorder, request)
	for _, cookie := range recorder.Result().Cookies() {
		b.Cookies[cookie.Name] = cookie.Value
	}
	return Answer{recorder, b.TB, request.URL.Path}
}

// Get asks for a page.
func (b *Browser) Get(path string) Answer {
	b.TB.Helper()
	return b.Do(httptest.NewRequest("GET", "http://qm.test"+path, nil))
}

// Send posts a form as it is, without a token of its own.
func (b *Browser) Send(method, path string, form url.Values) Answer {
	b.TB.Helper()
	request := httptest.NewRequest(method, "http://qm.test"+path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.Do(request)
}

// TokenPattern finds the token of a page's forms.
var TokenPattern = regexp.MustCompile(`name="csrf-token" content="([^"]*)"`)

// Token reads the CSRF token of a page.
func (b *Browser) Token(page string) string {
	b.TB.Helper()
	return TokenPattern.FindStringSubmatch(b.Get(page).Body.String())[1]
}

// Submit posts a form with the token of the page that it stands on.
func (b *Browser) Submit(page, path string, form url.Values) Answer {
	b.TB.Helper()
	form = Cloned(form)
	form.Set("_token", b.Token(page))
	return b.Send("POST", path, form)
}

// Put submits a form as a PUT.
func (b *Browser) Put(page, path string, form url.Values) Answer {
	b.TB.Helper()
	form = Cloned(form)
	form.Set("_method", "PUT")
	return b.Submit(page, path, form)
}

// Delete submits a form as a DELETE.
func (b *Browser) Delete(page, path string, form url.Values) Answer {
	b.TB.Helper()
	form = Cloned(form)
	form.Set("_method", "DELETE")
	return b.Submit(page, path, form)
}

// Cloned returns a copy of a form.
func Cloned(form url.Values) url.Values {
	copied := url.Values{}
	for name, values := range form {
		copied[name] = values
	}
	return copied
}

// File is a file of a multipart form.
type File struct{ Name, Text string }

// Import posts files; fields that begin with "after " stand behind the files.
func (b *Browser) Import(instance string, fields map[string]string, files ...File) Answer {
	b.TB.Helper()
	return b.Upload(instance, instance+"/import", fields, files...)
}

// Upload posts files from a page to an address.
func (b *Browser) Upload(page, address string, fields map[string]string, files ...File) Answer {
	b.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	token := b.Token(page)
	if own, sent := fields["_token"]; sent {
		token = own
	}
	_ = form.WriteField("_token", token)
	for _, file := range files {
		part, err := form.CreateFormFile("files[]", file.Name)
		if err != nil {
			b.TB.Fatal(err)
		}
		_, _ = io.WriteString(part, file.Text)
	}
	for name, value := range fields {
		if name != "_token" {
			_ = form.WriteField(name, value)
		}
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+address, &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.Do(request)
}

// Instance makes an instance of the user and returns its address.
func (b *Browser) Instance(name string) string {
	b.TB.Helper()
	row, err := b.DB.CreateInstance(context.Background(), b.User.ID, record.Values{"name": name, "map_id": int64(1)})
	if err != nil {
		b.TB.Fatal(err)
	}
	return "/instances/" + record.Instances.SID(row)
}

// Scope returns the scope of an instance of the user, by its address.
func (b *Browser) Scope(instance string) store.Scope {
	b.TB.Helper()
	scope, err := b.DB.InstanceScope(context.Background(), b.User.ID, strings.TrimPrefix(instance, "/instances/"))
	if err != nil {
		b.TB.Fatal(err)
	}
	return scope
}

// Add stores a record and returns its address.
func (b *Browser) Add(instance string, res *record.Resource, values record.Values) string {
	b.TB.Helper()
	row, err := b.DB.Create(context.Background(), res, b.Scope(instance), values)
	if err != nil {
		b.TB.Fatal(err)
	}
	return instance + "/" + res.Path + "/" + res.SID(row)
}

// Stored reads a record by its address.
func (b *Browser) Stored(instance string, res *record.Resource, address string) record.Row {
	b.TB.Helper()
	sid := address[strings.LastIndex(address, "/")+1:]
	rows, err := b.DB.All(context.Background(), res, b.Scope(instance), "r.sid = $", sid)
	if err != nil || len(rows) != 1 {
		b.TB.Fatalf("%s: %d records, %v", address, len(rows), err)
	}
	return rows[0]
}

// Status demands a status.
func (a Answer) Status(want int) Answer {
	a.TB.Helper()
	if a.Code != want {
		a.TB.Fatalf("%s: status %d, want %d\n%s", a.Path, a.Code, want, a.Body)
	}
	return a
}

// LeadsTo demands a redirect to a path of the site.
func (a Answer) LeadsTo(path string) Answer {
	a.TB.Helper()
	a.Status(http.StatusFound)
	if got := a.Header().Get("Location"); got != "http://qm.test"+path {
		a.TB.Fatalf("%s: leads to %q, want %q", a.Path, got, path)
	}
	return a
}

var betweenTags = regexp.MustCompile(`>\s+<`)

// Says demands texts on the page; white space between tags does not count.
func (a Answer) Says(texts ...string) Answer {
	a.TB.Helper()
	body := a.Body.String()
	dense := betweenTags.ReplaceAllString(body, "><")
	for _, text := range texts {
		if !strings.Contains(body, text) && !strings.Contains(dense, text) {
			a.TB.Errorf("%s does not say %q:\n%s", a.Path, text, dense)
		}
	}
	return a
}

// SaysNot demands that texts are not on the page.
func (a Answer) SaysNot(texts ...string) Answer {
	a.TB.Helper()
	for _, text := range texts {
		if strings.Contains(a.Body.String(), text) {
			a.TB.Errorf("%s says %q", a.Path, text)
		}
	}
	return a
}

// Count runs a query for one number.
func (s *Site) Count(query string, args ...any) int64 {
	s.TB.Helper()
	var n int64
	if err := s.DB.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		s.TB.Fatal(err)
	}
	return n
}
