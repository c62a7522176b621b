package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/economy"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/outage"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
)

// services holds the services that the surfaces and the worker use.
type services struct {
	means
	closers
	db       *store.DB
	storage  blob.Storage
	blobs    blob.Store // storage, sealed and observed
	worker   string     // the name of this process among those that work on jobs
	sharing  sharing
	accounts *account.Service
	stored   *stored.Service
	watch    telemetry
	missions *mission.Service
	jobs     *queue.Jobs
	imports  *imports.Service
	lint     *lint.Service
	economy  *economy.Service
	targets  *target.Service
	control  *control.Service

	deliveries *delivery.Service
	pulls      *pull.Service
}

// closers end what was opened, the last first.
type closers []func() error

func (c closers) close() {
	for _, end := range slices.Backward(c) {
		_ = end() // there is nothing left to do about it
	}
}

// openServices opens the data, and builds the services over them; s.close ends both. Watches of jobs end with ctx.
func (c *serveCmd) openServices(ctx context.Context, m means, watch telemetry, clock func() time.Time) (s services, err error) {
	s = services{means: m, watch: watch, worker: queueName + "/" + store.NewSID()}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if err := c.openData(ctx, &s, clock); err != nil {
		return s, err
	}
	if s.accounts, err = account.New(s.db, account.Options{
		Plans: c.plans(), DefaultPlan: c.DefaultPlan, Registration: c.Registration, Limiter: watch.limiter(s.sharing.failures(s.db)),
		Groups: c.groups(),
	}); err != nil {
		return s, err
	}
	c.build(ctx, &s)
	return s, c.tidy(ctx, s)
}

// openData opens the records, the stored files and the counters of requests.
func (c *serveCmd) openData(ctx context.Context, s *services, clock func() time.Time) (err error) {
	if err := c.keepPrivate(s.watch.logger); err != nil {
		return fmt.Errorf("cannot keep the data private: %w", err)
	}
	s.db, err = c.open(ctx, store.Config{
		InSlices: true, Observed: len(s.watch.observers()) > 0, PageMemory: c.Memory.shares().pages, MachineClock: clock,
	})
	if err != nil {
		return err
	}
	s.closers = append(s.closers, s.db.Close)
	s.storage, err = c.openStorage(ctx, c.Data)
	switch {
	case c.StorageURL != "" && errors.Is(err, outage.ErrUnavailable): // everything else goes on, as it does when the bucket is lost later
		s.watch.logger.Warn("started without the stored files", "error", err)
	case err != nil:
		return err
	}
	s.closers = append(s.closers, s.storage.Close)
	sealed, err := c.sealing(s.storage)
	if err != nil {
		return err
	}
	s.blobs = blob.Observed(sealed)
	if s.sharing, err = newSharing(c.RedisURL, s.db.Time, s.watch.logger); err != nil {
		return err
	}
	s.closers = append(s.closers, s.sharing.close)
	s.sharing.counting = s.watch.limiter(s.sharing.counting)
	return nil
}

// build makes the services, each over those before it.
func (c *serveCmd) build(ctx context.Context, s *services) {
	shares := c.Memory.shares()
	packs := ownpacks.New(s.db, s.packs)
	s.missions = mission.New(s.db).LoggingTo(s.watch.logger).Remembering(shares.generated).Knowing(packs)
	s.jobs = queue.NewJobs(s.db, ctx.Done())
	s.stored = stored.New(s.db, s.blobs, s.accounts, s.db.Time).WithMemory(shares.uploads)
	s.imports = imports.New(s.db, s.missions, s.blobs, s.jobs, s.stored)
	s.lint, s.economy = lint.New(s.db).Knowing(packs), economy.New(s.db)
	s.control = control.New(s.db, c.gameServers(), time.Now)
	s.targets = target.New(s.db, s.servers, c.ServerFolders)
	s.pulls = pull.New(pull.Config{DB: s.db, Targets: s.targets, Missions: s.missions, Imports: s.imports, Stored: s.stored, Jobs: s.jobs})
	s.deliveries = delivery.New(delivery.Config{
		DB: s.db, Missions: s.missions, Lint: s.lint, Blobs: s.blobs, Jobs: s.jobs, Stored: s.stored, Places: delivery.Targets(s.targets),
		Game: delivery.GameServers(s.control), Merger: s.pulls, Logger: s.watch.logger,
	})
}

// tidy removes or continues what the last run left.
func (c *serveCmd) tidy(ctx context.Context, s services) error {
	if err := s.db.RemoveUnpublished(ctx); err != nil {
		return fmt.Errorf("cannot remove the remains of an interrupted import: %w", err)
	}
	if err := s.stored.SpoolIn(filepath.Join(c.Data, temporaryDir)); err != nil {
		return err
	}
	if c.DatabaseURL == "" { // where no other server can run, see claim
		if err := s.jobs.TakeBack(ctx); err != nil {
			return fmt.Errorf("cannot continue the jobs of the last run: %w", err)
		}
	}
	return nil
}
