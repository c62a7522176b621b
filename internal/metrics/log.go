package metrics

import (
	"context"
	"log/slog"
	"strings"
)

// counting is a slog.Handler that counts the messages that another one writes.
type counting struct {
	slog.Handler
	metrics *Metrics
}

// LogHandler returns a handler whose messages are counted.
func (m *Metrics) LogHandler(of slog.Handler) slog.Handler {
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		m.messages.add(0, strings.ToLower(level.String())) // so that the first error is an increase
	}
	return counting{of, m}
}

// Handle implements slog.Handler.
func (c counting) Handle(ctx context.Context, r slog.Record) error {
	c.metrics.messages.add(1, strings.ToLower(r.Level.String()))
	return c.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (c counting) WithAttrs(attrs []slog.Attr) slog.Handler {
	return counting{c.Handler.WithAttrs(attrs), c.metrics}
}

// WithGroup implements slog.Handler.
func (c counting) WithGroup(name string) slog.Handler {
	return counting{c.Handler.WithGroup(name), c.metrics}
}
