package shared

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestALostServerIsAskedOnceASecond, and the log says when it is lost and when it is back.
func TestALostServerIsAskedOnceASecond(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.February, 1, 12, 0, 0, 0, time.UTC)
	var log bytes.Buffer
	c := &contact{clock: func() time.Time { return now }, logger: slog.New(slog.NewTextHandler(&log, nil))}
	lost, asked := errors.New("lost"), 0
	ask := func(err error) {
		for range 50 {
			if c.asks() {
				asked++
				c.note(t.Context(), err)
			}
		}
		now = now.Add(retryAfter)
	}
	ask(lost)
	ask(lost)
	if asked != 2 {
		t.Errorf("a server that is lost was asked %d times in two seconds, want 2", asked)
	}
	ask(nil)
	if asked != 52 {
		t.Errorf("a server that is back was asked %d times, want 50", asked-2)
	}
	if got := log.String(); strings.Count(got, "does not answer") != 1 || strings.Count(got, "answers again") != 1 {
		t.Errorf("the log is\n%s", got)
	}
}
