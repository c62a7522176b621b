package health_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/health"
	"quartermaster/internal/queue"
	"quartermaster/internal/shape"
	"quartermaster/internal/storetest"
	"quartermaster/internal/throttle"
)

// full is a storage that has no room.
type full struct{ blob.Store }

func (full) Put(context.Context, string, io.Reader) (int64, error) { return 0, errors.New("no room") }

// forgetful counts no request.
type forgetful struct{ throttle.Limiter }

func (forgetful) Hit(context.Context, string, int, time.Duration) (throttle.Result, error) {
	return throttle.Result{Remaining: 1}, nil
}

// TestReportNamesWhatHasFailed: each probe for itself, and the whole is well only when all of them are.
func TestReportNamesWhatHasFailed(t *testing.T) {
	t.Parallel()
	disk, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	memory, logger := throttle.NewMemory(time.Now), slog.New(slog.DiscardHandler)
	db := storetest.SQLite(t)
	queue.New(db, logger, "alive").Beat(t.Context())
	for name, test := range map[string]struct {
		cache  throttle.Limiter
		blobs  blob.Store
		worker string
		want   string
	}{
		"well":               {memory, disk, "alive", ""},
		"no room":            {memory, full{disk}, "alive", "storage"},
		"nothing is counted": {forgetful{memory}, disk, "alive", "cache"},
		"no sign of life":    {memory, disk, "dead", "queue"},
		"two at once":        {memory, full{disk}, "dead", "storage, queue"},
	} {
		service := &health.Service{
			DB: db, Cache: test.cache, Blobs: test.blobs, Queue: "default", Worker: test.worker, Logger: logger,
			Clock: func() time.Time { return time.Date(2026, 2, 1, 13, 0, 0, 0, time.FixedZone("", 3600)) },
		}
		report, failed := service.Check(t.Context())
		if got := strings.Join(failed, ", "); got != test.want || (report.Status == "healthy") != (test.want == "") {
			t.Errorf("%s: %s, %s has failed, want %q", name, report.Status, got, test.want)
		}
		if text := string(shape.Append(nil, report)); !strings.Contains(text, `"timestamp":"2026-02-01T12:00:00+00:00"`) {
			t.Errorf("%s: %s", name, text)
		}
	}
}
