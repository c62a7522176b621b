package webtest

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/delivery"
	"quartermaster/internal/imports"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
)

// Work runs a worker that does imports, pulls, deliveries and bulk changes until the test ends.
func (s *Site) Work(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := queue.New(s.DB, slog.New(slog.DiscardHandler), "default")
	w.Handle(s.Pages.Jobs, imports.Kind, access.Edit, s.Imports)
	w.Handle(s.Pages.Jobs, pull.Kind, access.Deliver, s.Pages.Pulls)
	w.Handle(s.Pages.Jobs, delivery.Kind, access.Deliver, s.Deliveries)
	for _, kind := range bulk.Kinds() {
		w.Handle(s.Pages.Jobs, kind, access.Players, bulk.New(s.DB, s.Pages.Lint, s.Pages.Missions, s.Pages.Jobs, time.Now))
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
}

// ManyNotes are more files than are imported at once.
func ManyNotes() []File {
	files := make([]File, 60)
	for i := range files {
		files[i] = File{fmt.Sprintf("notes%d.txt", i), "x"}
	}
	return files
}

// Arrives waits for a condition that only another page meets, to which this one leads by itself.
func (b *Tab) Arrives(condition string) {
	b.TB.Helper()
	var err error
	for range 5 { // each page on the way ends one poll
		if _, err = chromedp.Run(b, chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(Patience))); err == nil {
			return
		}
	}
	b.TB.Fatalf("%s: %v", condition, err)
}
