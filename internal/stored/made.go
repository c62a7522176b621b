package stored

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"quartermaster/internal/store"
)

// errUnmade is returned to those who wait for a file that was not finished.
var errUnmade = errors.New("the file that others have asked for could not be made")

// Making waits for a turn to make files from records; only a few run at once. The caller calls leave at the end. It returns
// gate.ErrBusy when too many wait.
func (s *Service) Making(ctx context.Context) (leave func(), err error) {
	return s.making.Enter(ctx, 1)
}

// Make returns what write writes, in its turn, as a file that waits on the disk. Callers of the same user and key share one
// file when they ask before it is begun; nobody gets one that was begun earlier. It returns gate.ErrBusy when too many wait,
// and the error of write.
func (s *Service) Make(ctx context.Context, userID int64, key, name string, write func(context.Context, io.Writer) error) (*Spool, error) {
	key = fmt.Sprint(userID, " ", key)
	f, first := s.flights.join(key)
	if first {
		s.fly(context.WithoutCancel(ctx), f, key, name, write)
	}
	select {
	case <-f.done:
		return f.share()
	case <-ctx.Done():
		go f.abandon()
		return nil, ctx.Err()
	}
}

// fly makes the file. It goes on when its callers leave, since others may wait for it.
func (s *Service) fly(ctx context.Context, f *flight, key, name string, write func(context.Context, io.Writer) error) {
	defer close(f.done)
	leave, err := s.Making(ctx)
	s.flights.begin(key)
	if err != nil {
		f.err = err
		return
	}
	defer leave()
	f.err = errUnmade // until it is finished
	f.made, f.err = s.Spool(Generate, name, func(w io.Writer) error { return write(ctx, w) })
}

// StoreMade stores a made file once for all who share it. Its errors are those of Service.Store, but on a full disk it stores nothing and
// returns none.
func (s *Service) StoreMade(ctx context.Context, scope store.Scope, made *Spool) error {
	return made.keep(func() error { return s.storeOne(context.WithoutCancel(ctx), scope, made.File) })
}

// flights holds the files that are to be made, until they are begun. It is safe for concurrent use.
type flights struct {
	mu      sync.Mutex
	waiting map[string]*flight
}

// flight is a file that is made for everybody who has joined.
type flight struct {
	done chan struct{} // closed when it is made
	made *Spool
	err  error

	keepOnce sync.Once
	kept     error

	mu    sync.Mutex
	users int
}

// join returns the flight of a key, and whether the caller is the first and has to make it.
func (l *flights) join(key string) (f *flight, first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, known := l.waiting[key]
	if !known {
		f = &flight{done: make(chan struct{})}
		l.waiting[key] = f
	}
	f.users++
	return f, !known
}

// begin closes a flight for others.
func (l *flights) begin(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, key)
}

// share returns the file for one of those who have joined.
func (f *flight) share() (*Spool, error) {
	if f.err != nil {
		return nil, f.err
	}
	own := *f.made
	own.SectionReader = io.NewSectionReader(f.made.File.content, 0, f.made.Size())
	own.drop = sync.OnceValue(f.release)
	own.keep = func(store func() error) error {
		f.keepOnce.Do(func() { f.kept = store() })
		return f.kept
	}
	return &own, nil
}

// release deletes the file when the last of those who share it has closed it.
func (f *flight) release() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users--; f.users > 0 || f.made == nil {
		return nil
	}
	return f.made.Close()
}

// abandon is release for a caller who no longer waits.
func (f *flight) abandon() {
	<-f.done
	_ = f.release()
}
