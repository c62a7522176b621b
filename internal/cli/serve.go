package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/aipreset"
	"quartermaster/internal/api"
	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/bulk"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/economy"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/openapi"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
	"quartermaster/internal/web"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	queueName       = "default"
	storageDir      = "storage"        // in the data folder
	temporaryDir    = "temporary"      // in the data folder: what waits there for clients or their turn
	graceful        = 20 * time.Second // for running requests, of the 30 that a service manager or container may give
	leaving         = 5 * time.Second  // for the worker after that
	headerTimeout   = 10 * time.Second
	bodyTimeout     = 5 * time.Minute // a large upload over a slow line
	idleTimeout     = 2 * time.Minute
	maxHeader       = 64 << 10
	purgeInterval   = time.Hour
	countInterval   = 10 * time.Second
	windowsInterval = time.Minute
	planInterval    = 10 * time.Second
	tidyInterval    = time.Minute
)

type serveCmd struct {
	dataFlags
	storageFlags
	retentionFlags
	planFlags
	presetFlags
	serverFlags
	telemetryFlags
	Addr           string      `help:"Address to listen on." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	BaseURL        string      `name:"base-url" help:"Public URL, such as https://qm.example.org; by default, that of each request." placeholder:"URL"`
	RedisURL       string      `name:"redis-url" help:"Redis or Valkey, in which several processes count requests together: redis://user:password@host:port/0, rediss:// for TLS, or unix:///path." placeholder:"URL"`
	RateLimit      int         `help:"API requests per minute for each user; 0 for no limit." default:"60"`
	MaxRequests    int         `help:"How many requests are answered at once; the others get 503." default:"512" placeholder:"N"`
	DefaultPlan    string      `help:"Plan of new accounts: free or platinum." enum:"free,platinum" default:"free"`
	Memory         memoryTotal `help:"How much to keep in memory: answers, generated files, pages of the database, and uploads that are being imported; 16MB or more, and 96MB by default. The program itself takes up to 110MB beside it." default:"96MB" placeholder:"SIZE"`
	Registration   bool        `help:"Whether people may create accounts in the browser." default:"true" negatable:""`
	TrustedProxies []string    `help:"Addresses or networks of reverse proxies whose X-Forwarded headers are trusted, such as 10.0.0.0/8." placeholder:"CIDR"`
}

// Run serves until ctx ends, then lets running requests finish. Whatever hangs, it returns within 30 seconds.
func (c *serveCmd) Run(ctx context.Context, io streams) error {
	watch, err := c.telemetry(io.err)
	if err != nil {
		return err
	}
	defer watch.close()
	ctx, logger := watch.context(ctx), watch.logger
	c.Memory.tune()
	if c.MaxRequests < 1 {
		return usageError{errors.New("--max-requests: at least one request has to be answered")}
	}
	proxies, err := prefixes(c.TrustedProxies)
	if err != nil {
		return usageError{err}
	}
	presets, err := c.presets()
	if err != nil {
		return err
	}
	openServers, err := c.opener()
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s (is Quartermaster running already?): %w", c.Addr, err)
	}
	defer listener.Close()
	release, err := c.claim(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := c.keepPrivate(logger); err != nil {
		return fmt.Errorf("cannot keep the data private: %w", err)
	}
	db, err := c.open(ctx, store.Config{InSlices: true, Observed: len(watch.observers()) > 0, PageMemory: c.Memory.shares().pages, MachineClock: io.clock})
	if err != nil {
		return err
	}
	defer db.Close()
	blobs, err := c.openStorage(ctx, c.Data)
	if err != nil {
		return err
	}
	defer blobs.Close()
	counting, err := newLimiters(c.RedisURL, db.Time, logger)
	if err != nil {
		return err
	}
	defer func() { _ = counting.close() }()
	s, err := c.services(ctx, db, blob.Observed(blobs), watch)
	if err != nil {
		return err
	}
	counting.counting = watch.limiter(counting.counting)
	s.limiters = counting
	if err := db.RemoveUnpublished(ctx); err != nil {
		return fmt.Errorf("cannot remove the remains of an interrupted import: %w", err)
	}
	if err := s.stored.SpoolIn(filepath.Join(c.Data, temporaryDir)); err != nil {
		return err
	}
	s.presets, s.targets = presets, target.New(db, openServers, c.ServerFolders)
	s.pulls = pull.New(pull.Config{DB: db, Targets: s.targets, Missions: s.missions, Imports: s.imports, Stored: s.stored, Jobs: s.jobs})
	s.deliveries = delivery.New(delivery.Config{
		DB: db, Missions: s.missions, Lint: s.lint, Blobs: s.blobs, Jobs: s.jobs, Stored: s.stored, Places: delivery.Targets(s.targets),
		Game: delivery.GameServers(s.control), Merger: s.pulls, Logger: logger,
	})
	if c.DatabaseURL == "" { // where no other server can run, see claim
		if err := s.jobs.TakeBack(ctx); err != nil {
			return fmt.Errorf("cannot continue the jobs of the last run: %w", err)
		}
	}
	handler, err := c.handler(s, proxies, logger)
	if err != nil {
		return err
	}
	stopMetrics, err := watch.serveMetrics(ctx, c.MetricsAddr, c.state(s, blobs))
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopWorker := c.startWorker(ctx, s, logger)
	defer stopWorker()
	logger.Info("Quartermaster is ready", "address", "http://"+listener.Addr().String(), "version", version)
	return serve(ctx, listener, withProbes(ctx, db.Ping, handler), logger)
}

// claim prevents a second server on the same SQLite database; on PostgreSQL several servers may share one.
func (f dataFlags) claim(ctx context.Context) (release func(), err error) {
	if f.DatabaseURL != "" {
		return func() {}, nil
	}
	release, err = store.Claim(ctx, f.Data)
	if errors.Is(err, store.ErrTaken) {
		return nil, fmt.Errorf("another Quartermaster is using the data in %s; stop it first or choose another --data", f.Data)
	}
	return release, err
}

// services holds the services that the surfaces and the worker use.
type services struct {
	db       *store.DB
	blobs    blob.Store
	worker   string // the name of this process among those that work on jobs
	limiters limiters
	accounts *account.Service
	stored   *stored.Service
	watch    telemetry
	missions *mission.Service
	jobs     *queue.Jobs
	imports  *imports.Service
	lint     *lint.Service
	economy  *economy.Service
	presets  *aipreset.Service
	targets  *target.Service
	control  *control.Service

	deliveries *delivery.Service
	pulls      *pull.Service
}

// services builds them. Watches of jobs end with ctx.
func (c *serveCmd) services(ctx context.Context, db *store.DB, blobs blob.Store, watch telemetry) (services, error) {
	accounts, err := account.New(db, account.Options{
		Plans: c.plans(), DefaultPlan: c.DefaultPlan, Registration: c.Registration, Limiter: watch.limiter(account.NewWindows(db, db.Time)),
	})
	missions, jobs, files := mission.New(db).LoggingTo(watch.logger).Remembering(c.Memory.shares().generated), queue.NewJobs(db, ctx.Done()), stored.New(db, blobs, accounts, db.Time).WithMemory(c.Memory.shares().uploads)
	return services{
		db: db, watch: watch, blobs: blobs, worker: queueName + "/" + store.NewSID(), accounts: accounts, stored: files,
		missions: missions, jobs: jobs, imports: imports.New(db, missions, blobs, jobs, files), lint: lint.New(db), economy: economy.New(db),
		control: control.New(db, c.gameServers(), time.Now),
	}, err
}

// handler combines the surfaces.
func (c *serveCmd) handler(s services, proxies []netip.Prefix, logger *slog.Logger) (http.Handler, error) {
	programs := api.New(api.Config{
		DB: s.db, Accounts: s.accounts, Missions: s.missions, Imports: s.imports, Jobs: s.jobs, Stored: s.stored, Lint: s.lint, Economy: s.economy, Targets: s.targets, Control: s.control, Deliveries: s.deliveries, Pulls: s.pulls,
		Limiter: s.limiters.counting, Cache: s.limiters.shared,
		Blobs: s.blobs, Queue: queueName, Worker: s.worker, Logger: logger, RateLimit: c.RateLimit,
		BodyLimit: api.DefaultBodyLimit, UploadLimit: archive.MaxFile, AnswerMemory: c.Memory.shares().answers, Clock: s.db.Time,
	})
	formLimit := site.DefaultFormLimit
	if c.RateLimit == 0 {
		formLimit = 0
	}
	renderer, err := ui.NewRenderer()
	if err != nil {
		return nil, err
	}
	pages := web.New(site.Config{
		DB: s.db, Accounts: s.accounts, Missions: s.missions, Imports: s.imports, Jobs: s.jobs, Stored: s.stored, Lint: s.lint, Economy: s.economy, Targets: s.targets, Control: s.control, Deliveries: s.deliveries, Pulls: s.pulls, Limiter: s.limiters.counting, Presets: s.presets, Logger: logger,
		Renderer: renderer, UploadLimit: archive.MaxFile, FormLimit: formLimit,
	})
	document := openapi.Handler(func() []byte { return openapi.Document(endpoint.Table(), version) })
	surfaces := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case below(r.URL.Path, "/api"):
			programs.ServeHTTP(w, r)
		case r.URL.Path == openapi.Path:
			document.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	})
	failed, busy := bySurface(api.Failed, pages.Failed), bySurface(api.Busy, pages.Busy)
	return httpd.Wrap(httpd.Config{BaseURL: c.BaseURL, TrustedProxies: proxies, Logger: logger, Observers: s.watch.requests()}, httpd.WithRoom(c.MaxRequests, surfaces, busy), failed), nil
}

// bySurface answers programs and browsers each in their way.
func bySurface(programs, browsers http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if below(r.URL.Path, "/api") {
			programs(w, r)
			return
		}
		browsers(w, r)
	})
}

func below(path, base string) bool { return path == base || strings.HasPrefix(path, base+"/") }

// startWorker runs the background work until ctx ends. The returned function ends it as well, and waits for what is running.
func (c *serveCmd) startWorker(ctx context.Context, s services, logger *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	worker := queue.New(s.db, logger, s.worker)
	worker.Every(windowsInterval, "failures that are over", account.NewWindows(s.db, s.db.Time).Purge)
	worker.Every(purgeInterval, "expired sessions", account.NewSessions(s.db).Purge)
	worker.Every(purgeInterval, "expired idempotency keys", store.NewIdempotencyKeys(s.db, s.db.Time).Purge)
	worker.Every(purgeInterval, "old history", c.prune(s.db))
	worker.Every(purgeInterval, "unneeded contents of stored files", s.stored.Sweep)
	worker.Every(purgeInterval, "uploads without an answer", s.imports.SweepHeld)
	worker.Every(countInterval, "problems of the home page", s.lint.CountChanged)
	planned := schedule.New(s.db, s.jobs, s.works(), s.db.Time)
	worker.Every(planInterval, "schedules", planned.StartDue)
	worker.HandleRemote(s.jobs, schedule.Kind, planned)
	worker.Every(tidyInterval, "interrupted deliveries and old copies", s.deliveries.Tidy)
	worker.Handle(s.jobs, imports.Kind, s.imports)
	worker.HandleRemote(s.jobs, delivery.Kind, s.deliveries)
	worker.HandleRemote(s.jobs, pull.Kind, s.pulls)
	for _, kind := range bulk.Kinds() {
		worker.Handle(s.jobs, kind, bulk.New(s.db, s.lint, s.jobs, s.db.Time))
	}
	worker.Beat(ctx) // before anybody can ask
	done := make(chan struct{})
	go func() {
		defer close(done)
		worker.Run(ctx)
	}()
	return func() {
		cancel()
		select {
		case <-done:
		case <-time.After(leaving):
			logger.Warn("the background work did not end in time; it is done again at the next start")
		}
	}
}

// serve answers requests until ctx ends.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, logger *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, WriteTimeout: bodyTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) }, ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	logger.Info("stopping: running requests may finish", "at most", graceful)
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceful)
	defer cancel()
	if server.Shutdown(wait) != nil {
		logger.Warn("some requests did not finish in time and were cut off")
		_ = server.Close() // there is nothing left to do about it
	}
	return nil
}

// prefixes parses addresses and networks.
func prefixes(texts []string) ([]netip.Prefix, error) {
	var list []netip.Prefix
	for _, text := range texts {
		if addr, err := netip.ParseAddr(text); err == nil {
			list = append(list, netip.PrefixFrom(addr.Unmap(), addr.Unmap().BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies: %q is neither an address nor a network", text)
		}
		list = append(list, prefix.Masked())
	}
	return list, nil
}
