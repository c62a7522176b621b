package cli

import (
	"context"
	"log/slog"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/bulk"
	"quartermaster/internal/delivery"
	"quartermaster/internal/imports"
	"quartermaster/internal/notes"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
)

// startWorker runs the background work until ctx ends. The returned function ends it as well, and waits for what is running.
func (c *serveCmd) startWorker(ctx context.Context, s services, logger *slog.Logger) (stop func()) {
	ctx, cancel := context.WithCancel(access.From(ctx, access.Origin{Name: "service"}))
	worker := queue.New(s.db, logger, s.worker)
	worker.Every(windowsInterval, "failures that are over", account.NewWindows(s.db, s.db.Time).Purge)
	worker.Every(purgeInterval, "expired sessions", s.accounts.Sessions(notes.None{}).Purge)
	worker.Every(purgeInterval, "expired idempotency keys", store.NewIdempotencyKeys(s.db, s.db.Time).Purge)
	worker.Every(purgeInterval, "programs of deleted instances", s.db.ForgetPrograms)
	worker.Every(purgeInterval, "old history", c.prune(s.db))
	worker.Every(purgeInterval, "old entries of the audit", c.pruneAudit(s.db))
	worker.Every(purgeInterval, "unneeded contents of stored files", s.stored.Sweep)
	worker.Every(tidyInterval, "history beyond the plans", s.stored.TrimHistory)
	worker.Every(tidyInterval, "passwords in files that older servers store", s.db.SealContents)
	worker.Every(purgeInterval, "uploads without an answer", s.imports.SweepHeld)
	planned := schedule.New(s.db, s.jobs, s.works(), s.db.Time)
	worker.Every(planInterval, "schedules", planned.StartDue)
	worker.HandleRemote(s.jobs, schedule.Kind, access.Deliver, planned)
	worker.Handle(s.jobs, schedule.ChangeKind, access.Edit, planned)
	worker.Every(tidyInterval, "interrupted deliveries and old copies", s.deliveries.Tidy)
	worker.Handle(s.jobs, imports.Kind, access.Edit, s.imports)
	worker.HandleRemote(s.jobs, delivery.Kind, access.Deliver, s.deliveries)
	worker.HandleRemote(s.jobs, pull.Kind, access.Deliver, s.pulls)
	for _, kind := range bulk.Kinds() {
		worker.Handle(s.jobs, kind, access.Players, bulk.New(s.db, s.lint, s.missions, s.jobs, s.db.Time))
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
			logger.Warn("background work did not finish in time; it runs again at the next start")
		}
	}
}
