package cli

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"quartermaster/internal/api"
	"quartermaster/internal/archive"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/openapi"
	"quartermaster/internal/operation"
	"quartermaster/internal/passkey"
	"quartermaster/internal/resetmail"
	"quartermaster/internal/store"
	"quartermaster/internal/web"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// passkeys returns nil where browsers make no passkeys for the address of the service.
func (c *serveCmd) passkeys() *passkey.Service {
	s, err := passkey.New("Quartermaster", c.BaseURL)
	if err != nil {
		return nil
	}
	return s
}

// handler combines the surfaces.
func (c *serveCmd) handler(ctx context.Context, s services, logger *slog.Logger) (http.Handler, error) {
	programs := api.New(api.Config{
		Services: operation.Services{
			DB: s.db, Missions: s.missions, Imports: s.imports, Jobs: s.jobs, Stored: s.stored, Lint: s.lint, Economy: s.economy, Targets: s.targets,
			Control: s.control, Deliveries: s.deliveries, Pulls: s.pulls, Clock: s.db.Time, Logger: logger,
		},
		Accounts: s.accounts, Limiter: s.sharing.counting, Cache: s.sharing.probed, Running: s.sharing.notes("running"),
		Blobs: s.blobs, Queue: queueName, Worker: s.worker, RateLimit: c.RateLimit,
		BodyLimit: api.DefaultBodyLimit, UploadLimit: archive.MaxFile, AnswerMemory: c.Memory.shares().answers,
	})
	s.sharing.tell(ctx, s.db, s.jobs, func(old store.Scope) {
		for _, forget := range []func(store.Scope){programs.Forget, s.db.Forget, s.lint.Forget, s.economy.Forget} {
			forget(old)
		}
	}, s.jobs.LookAgain)
	formLimit := site.DefaultFormLimit
	if c.RateLimit == 0 {
		formLimit = 0
	}
	renderer, err := ui.NewRenderer()
	if err != nil {
		return nil, err
	}
	var resets *resetmail.Service
	if s.mail != nil {
		resets = resetmail.New(s.accounts, s.mail, s.public, logger)
	}
	provider, err := c.provider(s.db.Time)
	if err != nil {
		return nil, err
	}
	pages := web.New(site.Config{
		DB: s.db, Accounts: s.accounts, Missions: s.missions, Imports: s.imports, Jobs: s.jobs, Stored: s.stored, Lint: s.lint,
		Economy: s.economy, Targets: s.targets, Control: s.control, Deliveries: s.deliveries, Pulls: s.pulls, Limiter: s.sharing.counting,
		Copies: s.sharing.notes("session"), Presets: s.presets, Resets: resets, Provider: provider, NoPasswords: !c.PasswordSignIn,
		Logger: logger, Renderer: renderer, UploadLimit: archive.MaxFile, FormLimit: formLimit,
		Require: c.RequireFactor, Passkeys: c.passkeys(),
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
	return httpd.Wrap(httpd.Config{BaseURL: c.BaseURL, TrustedProxies: s.proxies, Logger: logger, Observers: s.watch.requests()},
		httpd.WithRoom(c.MaxRequests, surfaces, busy), failed), nil
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
