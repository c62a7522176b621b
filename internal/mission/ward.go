package mission

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"

	"quartermaster/internal/store"
)

// ward keeps what goes wrong with one file from all others: a panic of the code that works on it is an error of that file.
type ward struct {
	logger *slog.Logger
	fault  func(step string, kind Kind) error // what a test lets go wrong; nil otherwise
}

// errMistake is what people are told of a panic.
var errMistake = fileError{errors.New("this is a mistake of Quartermaster, of which its log tells more; please report it")}

// run does one step of the work on a file. What panics there is logged with its stack.
func (w ward) run(ctx context.Context, step string, kind Kind, path string, do func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			w.logger.ErrorContext(ctx, "panic", "step", step, "kind", kind, "file", path, "cause", cause, "stack", string(debug.Stack()))
			err = errMistake
		}
	}()
	if w.fault != nil {
		if err := w.fault(step, kind); err != nil {
			return err
		}
	}
	return do()
}

// LoggingTo returns the service with another logger for what goes wrong with single files than the default one.
func (s *Service) LoggingTo(logger *slog.Logger) *Service {
	logging := *s
	logging.ward.logger = logger
	return &logging
}

// isOurs tells whether an error is a failure of the service, which no file can help.
func isOurs(ctx context.Context, err error) bool { return ctx.Err() != nil || store.IsFailure(err) }
