package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

const (
	// attempts is how often work on a connection is begun that is lost.
	attempts = 4
	// maxTransfers is how many files are on their way at once.
	maxTransfers = 4
)

// link is the connection to a game server, which is opened again when it is lost. It is safe for concurrent use.
type link struct {
	places Places
	scope  store.Scope
	pause  time.Duration

	mu     sync.Mutex
	place  Place // nil while there is none
	number int   // of the connection
}

// connect opens the game server of an instance. The caller closes the link.
func (s *Service) connect(ctx context.Context, scope store.Scope) (*link, error) {
	l := &link{places: s.Places, scope: scope, pause: s.Pause}
	_, _, err := l.open(ctx)
	return l, err
}

// connectPatiently is connect for jobs, which nobody waits for: it tries again.
func (s *Service) connectPatiently(ctx context.Context, scope store.Scope) (*link, error) {
	l := &link{places: s.Places, scope: scope, pause: s.Pause}
	return l, l.do(ctx, func(Place) error { return nil })
}

// open returns the connection and its number.
func (l *link) open(ctx context.Context) (place Place, number int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.place == nil {
		if place, err = l.places.Open(ctx, l.scope); err != nil {
			return nil, l.number, unreached(ctx, err)
		}
		l.place = place
		l.number++
	}
	return l.place, l.number, nil
}

// drop closes the connection of that number, unless another one has taken its place.
func (l *link) drop(number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.place != nil && l.number == number {
		_ = l.place.Close() // it is lost, or nothing more is asked of it
		l.place = nil
	}
}

// close ends the connection.
func (l *link) close() {
	l.mu.Lock()
	number := l.number
	l.mu.Unlock()
	l.drop(number)
}

// do runs work on the connection, and again on a new one when it is lost. Work must be harmless when it is repeated.
func (l *link) do(ctx context.Context, work func(Place) error) error {
	pause := l.pause
	for attempt := 1; ; attempt++ {
		place, number, err := l.open(ctx)
		if err == nil {
			err = work(place)
		}
		if attempt == attempts || !isLost(ctx, err) && (attempt == 1 || !isLate(err)) {
			return unreached(ctx, err)
		}
		l.drop(number)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause *= 2
	}
}

// isLate reports whether an answer may come from work that was lost: a server may still carry out what it was told on the connection
// before, such as a rename.
func isLate(err error) bool {
	return errors.Is(err, remote.ErrNotFound) || errors.Is(err, errChangedThere)
}

// answers are the errors with which a server has answered, so that trying again is of no use.
var answers = []error{
	remote.ErrNotFound, remote.ErrDenied, remote.ErrFull, remote.ErrOutside, remote.ErrUnsupported, remote.ErrEndless,
	target.ErrNone, errChangedThere, errOurs,
}

// isLost reports whether an error may go with another connection.
func isLost(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil {
		return false
	}
	for _, answer := range answers {
		if errors.Is(err, answer) {
			return false
		}
	}
	var pin *remote.PinError
	return !errors.As(err, &pin)
}

// errOurs wraps a failure of the service itself, such as of its database.
var errOurs = errors.New("the service failed")

func ours(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errOurs, err)
}

// content identifies what a file holds.
type content struct {
	bytes  int64
	sha256 string // hexadecimal; empty where there is no file
}

// read copies a file of the server to w and returns what it holds; none if there is no file.
func read(ctx context.Context, p Place, name string, w io.Writer) (content, error) {
	from, err := p.Open(ctx, name, 0)
	return digested(from, w, err)
}

// readExpected is read for a file that should have so many bytes. It may not notice that there are more.
func readExpected(ctx context.Context, p Place, name string, size int64) (content, error) {
	from, err := p.Open(ctx, name, 0)
	if err == nil {
		remote.Expect(from, size)
	}
	return digested(from, io.Discard, err)
}

// digested copies what was opened to w, closes it and returns what it holds; none if it was not found.
func digested(from io.ReadCloser, w io.Writer, err error) (content, error) {
	if errors.Is(err, remote.ErrNotFound) {
		return content{}, nil
	}
	if err != nil {
		return content{}, err
	}
	digest := sha256.New()
	n, err := io.Copy(io.MultiWriter(digest, w), from)
	if err := errors.Join(err, from.Close()); err != nil {
		return content{}, err
	}
	return content{n, hex.EncodeToString(digest.Sum(nil))}, nil
}

// stat returns what is at a path, or nil.
func stat(ctx context.Context, p Place, name string) (*remote.Entry, error) {
	entry, err := p.Stat(ctx, name)
	if errors.Is(err, remote.ErrNotFound) {
		return nil, nil
	}
	return &entry, err
}

// remove deletes a file if it is there.
func remove(ctx context.Context, p Place, name string) error {
	if err := p.Remove(ctx, name); !errors.Is(err, remote.ErrNotFound) {
		return err
	}
	return nil
}

// dirOf returns the folder of a path, "" for that of the target.
func dirOf(name string) string { return strings.TrimPrefix(path.Dir("/"+name), "/") }
