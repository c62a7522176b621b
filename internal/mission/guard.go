package mission

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"

	"quartermaster/internal/store"
)

// guard keeps what goes wrong with one file from all others: a panic of the code that works on it is an error of that file.
type guard struct {
	logger *slog.Logger
	fault  func(step string, kind Kind) error // an error that a test injects; nil otherwise
}

// errMistake is what people read of a panic.
var errMistake = fileError{errors.New("this is an error in Quartermaster; its log has the details, please report it")}

// run does one step of the work on a file. A panic is logged with its stack and becomes errMistake.
func (g guard) run(ctx context.Context, step string, kind Kind, path string, do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			g.logger.ErrorContext(ctx, "panic", "step", step, "kind", kind, "file", path, "cause", cause, "stack", string(debug.Stack()))
			err = errMistake
		}
	}()
	if g.fault != nil {
		if err := g.fault(step, kind); err != nil {
			return err
		}
	}
	return do()
}

// isOurs reports whether an error is a failure of the service, and not of one file.
func isOurs(ctx context.Context, err error) bool { return ctx.Err() != nil || store.IsFailure(err) }
