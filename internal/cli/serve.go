package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/aipreset"
	"quartermaster/internal/mail"
	"quartermaster/internal/pack"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

const (
	queueName       = "default"
	storageDir      = "storage"        // in the data folder
	temporaryDir    = "temporary"      // in the data folder: what waits there for clients or their turn
	graceful        = 20 * time.Second // for running requests, of the 30 that a service manager or container may give
	maxDrain        = 15 * time.Second // of these, so that the last ones have time as well
	leaving         = 5 * time.Second  // for the worker after that
	headerTimeout   = 10 * time.Second
	bodyTimeout     = 5 * time.Minute // a large upload over a slow line
	idleTimeout     = 2 * time.Minute
	startSettles    = 2 * time.Second // after which its pages are released
	maxHeader       = 64 << 10
	purgeInterval   = time.Hour
	windowsInterval = time.Minute
	planInterval    = time.Second // at each beat of the worker: a run begins within ten seconds
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
	packFlags
	factorFlags
	mailFlags
	providerFlags
	Addr           string        `help:"Address to listen on." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	BaseURL        string        `name:"base-url" help:"Public URL: https://qm.example.org. Default: that of each request." placeholder:"URL"`
	RedisURL       string        `name:"redis-url" help:"Redis or Valkey that servers share: redis://user:password@host/0." placeholder:"URL"`
	RateLimit      int           `help:"API requests per minute for each user; 0 for no limit." default:"60"`
	MaxRequests    int           `help:"How many requests are answered at once; the others get 503." default:"512" placeholder:"N"`
	Drain          time.Duration `help:"How long to keep serving on a stop, at most 15s; /readyz is 503." default:"0s" placeholder:"DURATION"`
	DefaultPlan    string        `help:"Plan of new accounts: free or platinum." enum:"free,platinum" default:"free"`
	Memory         memoryTotal   `help:"For caches and uploads, at least 16MB. The rest takes up to 110MB." default:"96MB" placeholder:"SIZE"`
	Registration   bool          `help:"Whether people may create accounts in the browser." default:"true" negatable:""`
	TrustedProxies []string      `help:"Reverse proxies whose X-Forwarded headers are trusted, such as 10.0.0.0/8." placeholder:"CIDR"`
}

// factorFlags say who needs a second factor.
type factorFlags struct {
	RequireFactor account.Requirement `name:"require-second-factor" help:"Who needs one." enum:"none,administrators,all" default:"none"`
}

// Run serves until ctx ends, then lets running requests finish. Whatever hangs, it returns within 30 seconds.
func (c *serveCmd) Run(ctx context.Context, io streams) error {
	watch, err := c.telemetry(io.err)
	if err != nil {
		return err
	}
	defer watch.close()
	ctx = watch.context(ctx)
	c.Memory.tune()
	m, err := c.means()
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
	s, err := c.openServices(ctx, m, watch, io.clock)
	if err != nil {
		return err
	}
	defer s.close()
	return c.answer(ctx, listener, s)
}

// means are what flags name beside the data.
type means struct {
	proxies []netip.Prefix // whose headers are trusted
	presets *aipreset.Service
	servers remote.Opener
	packs   *pack.Set // nil for those that come with the program
	mail    *mail.Sender
	public  string // address of the service, where something needs it that is no answer
}

// means returns a usageError for a flag that is not valid; nothing is opened yet.
func (c *serveCmd) means() (m means, err error) {
	if c.MaxRequests < 1 {
		return m, usageError{errors.New("--max-requests: at least one request has to be answered")}
	}
	if c.Drain < 0 || c.Drain > maxDrain {
		return m, usageError{fmt.Errorf("--drain: from 0s to %v", maxDrain)}
	}
	if m.proxies, err = prefixes(c.TrustedProxies); err != nil {
		return m, usageError{err}
	}
	if m.presets, err = c.presets(); err != nil {
		return m, err
	}
	if c.Packs != "" {
		if m.packs, err = c.known(); err != nil {
			return m, usageError{fmt.Errorf("--packs: %w", err)}
		}
	}
	if _, err := c.provider(nil); err != nil {
		return m, err
	}
	if m.mail, err = c.sender(); err != nil {
		return m, err
	}
	if m.mail != nil {
		if m.public, err = c.publicURL("--smtp-url"); err != nil {
			return m, err
		}
	}
	m.servers, err = c.opener()
	return m, err
}

// answer takes requests, and works in the background, until ctx ends.
func (c *serveCmd) answer(ctx context.Context, listener net.Listener, s services) error {
	logger := s.watch.logger
	handler, err := c.handler(ctx, s, logger)
	if err != nil {
		return err
	}
	stopMetrics, err := s.watch.serveMetrics(ctx, c.MetricsAddr, c.state(s))
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopWorker := c.startWorker(ctx, s, logger)
	defer stopWorker()
	defer time.AfterFunc(startSettles, releaseStart).Stop()
	logger.Info("Quartermaster is ready", "address", "http://"+listener.Addr().String(), "version", version)
	return c.serve(ctx, listener, withProbes(ctx, probes{database: s.db.Ping, redis: s.sharing.ping}, handler), logger)
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

// serve answers requests until ctx ends and its balancer has had time to notice.
func (c *serveCmd) serve(ctx context.Context, listener net.Listener, handler http.Handler, logger *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: bodyTimeout, WriteTimeout: bodyTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
		ErrorLog:    slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	c.stop(context.WithoutCancel(ctx), server, logger)
	return nil
}

// stop lets the balancer send requests elsewhere, and running ones finish.
func (c *serveCmd) stop(ctx context.Context, server *http.Server, logger *slog.Logger) {
	wait, cancel := context.WithTimeout(ctx, graceful)
	defer cancel()
	logger.Info("stopping: running requests may finish", "at most", graceful, "new ones are taken for", c.Drain)
	time.Sleep(c.Drain)
	if server.Shutdown(wait) != nil {
		logger.Warn("some requests did not finish in time and were cut off")
		_ = server.Close() // there is nothing left to do about it
	}
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
