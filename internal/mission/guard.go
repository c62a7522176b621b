package mission

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"

	"quartermaster/internal/store"
)

// guard turns a panic in the code that works on one file into an error of that file, so that the others are not affected.
type guard struct {
	logger *slog.Logger
	fault  func(step string, kind Kind) error // an error that a test injects; nil otherwise
}

// errMistake is the error that people see after a panic.
var errMistake = fileError{errors.New("this is an error in Quartermaster; its log has the details, please report it")}

// run runs one step of the work on a file. It logs a panic with its stack and returns errMistake.
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

// isOurs reports whether an error is a failure of the service rather than of one file.
func isOurs(ctx context.Context, err error) bool { return ctx.Err() != nil || store.IsFailure(err) }
