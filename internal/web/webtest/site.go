// Package webtest is what the tests of the pages share: a site over a database of its own, browsers that keep cookies, answers that
// are asked what they say, and tabs of a real browser.
package webtest

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

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
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // each test makes a site, little of which stays
	}
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

// Count runs a query for one number.
func (s *Site) Count(query string, args ...any) int64 {
	s.TB.Helper()
	var n int64
	if err := s.DB.QueryRow(context.Background(), query, args...).Scan(&n); err != nil {
		s.TB.Fatal(err)
	}
	return n
}

// LimitedTo gives the plan of the users other limits.
func LimitedTo(uploads, generates int, bytes int64) func(*site.Config, *account.Options) {
	return func(_ *site.Config, o *account.Options) {
		o.Plans = account.Plans()
		o.Plans[1].MaxUploads, o.Plans[1].MaxGenerates, o.Plans[1].MaxBytes = uploads, generates, bytes
	}
}
