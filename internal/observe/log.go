package observe

import (
	"context"
	"log/slog"
	"time"
)

// Logged is an observer that logs each operation when it has ended, at the level of debugging.
type Logged struct{ Logger *slog.Logger }

// Begin implements Observer.
func (l Logged) Begin(ctx context.Context, o Operation) (context.Context, func(error)) {
	if !l.Logger.Enabled(ctx, slog.LevelDebug) {
		return ctx, nothing
	}
	began := time.Now()
	return ctx, func(err error) {
		attrs := append([]slog.Attr{slog.Duration("took", time.Since(began)), slog.String("outcome", Outcome(err))}, o.Details...)
		if err != nil {
			attrs = append(attrs, slog.Any("error", err))
		}
		l.Logger.LogAttrs(ctx, slog.LevelDebug, o.Name, attrs...)
	}
}

// Looked implements Observer.
func (l Logged) Looked(string, bool) {}
