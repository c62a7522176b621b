package tracing

import (
	"context"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"quartermaster/internal/hostiletest"
)

// TestCollectorsThatNeverStop: whatever comes from a collector, sending spans ends within its time, goes nowhere else, and takes little
// memory.
func TestCollectorsThatNeverStop(t *testing.T) {
	for how, answer := range hostiletest.Answers() {
		t.Run(how, func(t *testing.T) {
			m := hostiletest.NewMeter()
			web := hostiletest.StartWeb(t, m, answer)
			e := newExporter(config{url: web.URL, header: http.Header{}, timeout: 300 * time.Millisecond}, slog.New(slog.DiscardHandler))
			ctx, cancel := context.WithTimeout(t.Context(), hostiletest.Longest)
			defer cancel()
			if err := e.ExportSpans(ctx, nil); err != nil || ctx.Err() != nil {
				t.Error(err)
			}
			if n := web.Asked.Load(); n > 1 {
				t.Errorf("asked %d times", n)
			}
			m.Check(t, how)
		})
	}
}
