package pull

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

const (
	// attempts is how often work on a connection is begun that is lost.
	attempts = 4
	// pause is the time before it is opened again, which doubles with each attempt.
	pause = 500 * time.Millisecond
)

// link is the connection to a server, which is opened again when it is lost. It is safe for concurrent use.
type link struct {
	targets *target.Service
	scope   store.Scope

	mu    sync.Mutex
	place *target.Place // nil while there is none
}

func (l *link) open(ctx context.Context) (*target.Place, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.place != nil {
		return l.place, nil
	}
	var err error
	l.place, err = l.targets.Open(ctx, l.scope)
	return l.place, err
}

// drop closes a connection, unless that has been done.
func (l *link) drop(place *target.Place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if place != nil && l.place == place {
		_ = place.Close() // it is lost, or nothing more is asked of it
		l.place = nil
	}
}

func (l *link) close() {
	l.mu.Lock()
	place := l.place
	l.mu.Unlock()
	l.drop(place)
}

// do runs work on the connection, and again on a new one when it is lost.
func (l *link) do(ctx context.Context, work func(*target.Place) error) error {
	for attempt, wait := 1, pause; ; attempt, wait = attempt+1, 2*wait {
		place, err := l.open(ctx)
		if err == nil {
			err = work(place)
		}
		if attempt == attempts || !isLost(ctx, err) {
			return err
		}
		l.drop(place)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// errOurs wraps a failure of the service itself, such as of its disk.
var errOurs = errors.New("the service failed")

// isLost reports whether an error may go with another connection: it is no answer of the server.
func isLost(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil {
		return false
	}
	var pin *remote.PinError
	answers := []error{
		remote.ErrNotFound, remote.ErrDenied, remote.ErrFull, remote.ErrOutside, remote.ErrUnsupported, remote.ErrEndless, target.ErrNone,
		target.ErrTooLarge, store.ErrNotFound, errOurs, errMoved,
	}
	return !errors.As(err, &pin) && !slices.ContainsFunc(answers, func(answer error) bool { return errors.Is(err, answer) })
}
