package pull

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"quartermaster/internal/outcome"
	"quartermaster/internal/parallel"
	"quartermaster/internal/say"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
)

const (
	// maxTransfers is how many files are on their way at once.
	maxTransfers = 4
	// maxMoves is how often a file is fetched that changes meanwhile.
	maxMoves = 3
)

// errMoved is returned for a file that has changed while it was fetched.
var errMoved = errors.New("the file changes on the server while it is fetched")

// fetch fetches the files that are wanted and not there yet, several at once, and remembers what they hold.
func (p *run) fetch(ctx context.Context, wanted func(*file) bool) error {
	var list []*file
	var bytes int64
	for i := range p.files {
		if f := &p.files[i]; wanted(f) && p.spools[f.Generated] == nil {
			list = append(list, f)
			bytes += f.Size
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := p.fetchAll(ctx, list, newMeter(p.progress, len(list), bytes)); err != nil {
		return refused(err)
	}
	p.result.Fetched += len(list)
	p.result.Bytes += bytes
	return p.remember(ctx, list)
}

// fetchAll keeps the transfers going. The first error ends the others.
func (p *run) fetchAll(ctx context.Context, list []*file, m *meter) error {
	var mu sync.Mutex
	return parallel.Each(ctx, len(list), maxTransfers, func(ctx context.Context, i int) error {
		f := list[i]
		spool, err := p.fetchOne(ctx, f, m)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, err)
		}
		mu.Lock()
		p.spools[f.Generated] = spool
		mu.Unlock()
		m.finished(f.Path)
		return nil
	})
}

// fetchOne fetches a file to the disk, from the beginning if it changes meanwhile.
func (p *run) fetchOne(ctx context.Context, f *file, m *meter) (spool *stored.Spool, err error) {
	for range maxMoves {
		spool, err = p.Stored.Spool(stored.Upload, f.Generated, func(w io.Writer) error { return p.transfer(ctx, f, w, m) })
		if !errors.Is(err, errMoved) {
			return spool, err
		}
	}
	return nil, err
}

// transfer copies a file of the server. A connection that is lost is opened again, and the file read on from where it was.
func (p *run) transfer(ctx context.Context, f *file, w io.Writer, m *meter) error {
	digest, offset := sha256.New(), int64(0)
	to := ourWriter{io.MultiWriter(w, digest, m)}
	err := p.link.do(ctx, func(place *target.Place) error {
		if offset > 0 {
			if err := isStill(ctx, place, f); err != nil {
				return err
			}
		}
		from, err := place.Open(ctx, f.Path, offset)
		if err != nil {
			return err
		}
		n, err := io.Copy(to, io.LimitReader(from, f.Size-offset+1))
		offset += n
		return errors.Join(err, from.Close())
	})
	if err == nil && offset != f.Size {
		err = p.link.do(ctx, func(place *target.Place) error { return isStill(ctx, place, f) })
		if err == nil {
			err = fmt.Errorf("the server has sent %d of %d bytes", offset, f.Size)
		}
	}
	f.digest = hex.EncodeToString(digest.Sum(nil))
	return err
}

// isStill returns errMoved for a file that is listed otherwise than before, which it notes.
func isStill(ctx context.Context, place *target.Place, f *file) error {
	now, err := place.Stat(ctx, f.Path)
	if err != nil {
		return err
	}
	if now.Size == f.Size && now.Modified.Equal(f.Modified) {
		return nil
	}
	f.Size, f.Modified = now.Size, now.Modified
	return errMoved
}

// ourWriter marks its errors as those of the service.
type ourWriter struct{ w io.Writer }

func (o ourWriter) Write(b []byte) (int, error) {
	n, err := o.w.Write(b)
	if err != nil {
		err = fmt.Errorf("%w: %w", errOurs, err)
	}
	return n, err
}

// meter counts what is fetched and says how long the rest will take.
type meter struct {
	tell  Progress
	total int
	bytes int64
	began time.Time

	mu      sync.Mutex
	files   int
	fetched int64
	told    time.Time
	last    string
}

func newMeter(tell Progress, files int, bytes int64) *meter {
	tell(0, files, say.Message{})
	return &meter{tell: tell, total: files, bytes: bytes, began: time.Now()}
}

// Write counts bytes.
func (m *meter) Write(b []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fetched += int64(len(b))
	if now := time.Now(); now.Sub(m.told) > time.Second {
		m.told = now
		m.tell(m.files, m.total, m.what(now))
	}
	return len(b), nil
}

// finished counts a file.
func (m *meter) finished(path string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files++
	m.last = path
	m.tell(m.files, m.total, m.what(time.Now()))
}

// what says which file came last and, after some seconds, how much time is left.
func (m *meter) what(now time.Time) say.Message {
	spent := now.Sub(m.began)
	if spent < 3*time.Second || m.fetched == 0 || m.fetched >= m.bytes {
		return outcome.File(m.last)
	}
	left := time.Duration(float64(spent) * float64(m.bytes-m.fetched) / float64(m.fetched))
	return say.New("fetched-left", "path", m.last, "left", left.Round(time.Second).String())
}

var _ io.Writer = (*meter)(nil)
