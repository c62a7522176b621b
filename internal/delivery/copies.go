package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"quartermaster/internal/parallel"
	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

// Copies of replaced files are kept for keptFor, and those of the last keptDeliveries of each instance for longer.
const (
	keptFor        = 30 * 24 * time.Hour
	keptDeliveries = 10
)

// copyAll keeps a copy of each file that is about to be replaced, and notes what the server has. Files that were changed there since
// the survey are left out.
func (r *run) copyAll(ctx context.Context) error {
	var list []*item
	for _, it := range r.items {
		if it.Status == Waiting {
			list = append(list, it)
		}
	}
	var keys []string
	for _, it := range list {
		if it.before == nil { // else an earlier attempt has made the copy
			it.copy = copyKey(r.d.SID)
			keys = append(keys, it.copy)
		}
	}
	if err := r.reserveCopies(ctx, keys); err != nil {
		return err
	}
	r.progress(0, len(r.items), say.New("copying"))
	err := parallel.Each(ctx, len(list), maxTransfers, func(ctx context.Context, i int) error { return r.copyOne(ctx, list[i]) })
	if err != nil {
		return err
	}
	return ours(r.storeItems(ctx, list))
}

// copyKey returns a new key in the blob store.
func copyKey(delivery string) string { return "deliveries/" + delivery + "/" + store.NewSID() }

// reserveCopies reserves keys of copies, or returns a stored.LimitError for a user whose instances keep too much already.
func (r *run) reserveCopies(ctx context.Context, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	var full stored.LimitError
	if err := r.Stored.CheckKept(ctx, r.d.scope.UserID); errors.As(err, &full) {
		return full
	} else if err != nil {
		return ours(err)
	}
	return ours(r.reserve(ctx, keys...))
}

// ForgetCopies gives up the copies of a delivery that has ended, so that nothing goes back to before it any more. It returns
// store.ErrNotFound, and ErrBusy for one that still needs them.
func (s *Service) ForgetCopies(ctx context.Context, scope store.Scope, sid string) error {
	if _, err := s.Find(ctx, scope, sid); err != nil {
		return err
	}
	n, err := s.DB.Exec(ctx, `UPDATE deliveries SET copies = 0 WHERE instance_id = $1 AND sid = $2 AND finished_at IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = deliveries.id AND f.status IN ($3, $4))`,
		scope.InstanceID, sid, Sending, Replacing)
	if err == nil && n == 0 {
		err = ErrBusy
	}
	if err != nil {
		return err
	}
	return s.sweep(ctx)
}

// reserve notes keys before there is anything under them, so that none is ever forgotten.
func (r *run) reserve(ctx context.Context, keys ...string) error {
	return r.DB.Tx(ctx, func(tx *store.Tx) error {
		for _, key := range keys {
			if _, err := tx.Exec(ctx, `INSERT INTO delivery_copies (key, delivery_id) VALUES ($1, $2)`, key, r.d.id); err != nil {
				return err
			}
		}
		return nil
	})
}

// copyOne keeps what the server has of a file, after which it may be sent.
func (r *run) copyOne(ctx context.Context, it *item) error {
	err := r.link.do(ctx, func(p Place) error { return r.keepNow(ctx, p, it) })
	if errors.Is(err, remote.ErrDenied) {
		r.note(it, NotTaken, err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s: %w", it.Path, err)
	}
	if it.before == nil {
		it.before = new(it.now)
	}
	if it.before.sha256 == "" {
		it.copy = ""
	}
	it.Status = Sending
	if !it.forced && it.now.sha256 != it.expected && it.now.sha256 != "" {
		r.note(it, ChangedThere, errChangedThere)
	}
	return nil
}

// keepNow keeps what the server has of a file now.
func (r *run) keepNow(ctx context.Context, p Place, it *item) (err error) {
	it.now, it.state = content{}, nil
	if it.absent { // or has appeared since, which is found before it is sent
		return nil
	}
	if it.state, err = stat(ctx, p, it.remote); err != nil || it.state == nil {
		return err
	}
	if it.now, err = r.keep(ctx, p, it); err == nil && it.now.bytes != it.state.Size {
		err = isReally(ctx, p, it.remote, it.now)
	}
	return err
}

// isReally reads a file again that has another size than the server says, and returns errOther if it is another one now.
func isReally(ctx context.Context, p Place, name string, there content) error {
	again, err := read(ctx, p, name, io.Discard)
	if err == nil && again != there {
		err = errOther
	}
	return err
}

// keep reads a file of the server, into the blob store unless an earlier attempt has done that.
func (r *run) keep(ctx context.Context, p Place, it *item) (content, error) {
	if it.before != nil {
		return read(ctx, p, it.remote, io.Discard)
	}
	from, err := p.Open(ctx, it.remote, 0)
	if errors.Is(err, remote.ErrNotFound) {
		return content{}, nil
	}
	if err != nil {
		return content{}, err
	}
	digest, noting := sha256.New(), &noting{from: from}
	n, err := r.Blobs.Put(ctx, it.copy, io.TeeReader(noting, digest))
	closed := from.Close()
	switch {
	case noting.err != nil:
		return content{}, noting.err
	case err != nil:
		return content{}, ours(err)
	}
	return content{n, hex.EncodeToString(digest.Sum(nil))}, closed
}

// noting is a reader that remembers why it has failed.
type noting struct {
	from io.Reader
	err  error
}

// Read implements io.Reader.
func (n *noting) Read(b []byte) (int, error) {
	size, err := n.from.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		n.err = err
	}
	return size, err
}

// putBack gives the server what it had of a file before a delivery.
func (s *Service) putBack(ctx context.Context, p Place, f SentFile) error {
	if f.before == nil || f.before.sha256 == "" {
		return remove(ctx, p, f.remote)
	}
	from, err := s.Blobs.Open(ctx, f.copy)
	if err != nil {
		return ours(err)
	}
	return errors.Join(writeAs(ctx, p, f.remote, from, *f.before), from.Close())
}

// Tidy removes the copies that are no longer kept, and finishes or takes back what interrupted deliveries have left. It goes on where
// it was when it runs again.
func (s *Service) Tidy(ctx context.Context) error {
	return errors.Join(s.expire(ctx), s.sweep(ctx), s.settleAll(ctx))
}

// expire gives up the copies of old deliveries.
func (s *Service) expire(ctx context.Context) error {
	const text = `UPDATE deliveries SET copies = 0 WHERE copies = 1 AND finished_at < $1
		AND (SELECT count(*) FROM deliveries later WHERE later.instance_id = deliveries.instance_id AND later.id > deliveries.id
			AND EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = later.id AND f.copy IS NOT NULL)) >= $2
		AND NOT EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = deliveries.id AND f.status IN ($3, $4))`
	_, err := s.DB.Exec(ctx, text, s.DB.Time().Add(-keptFor).UnixMicro(), keptDeliveries, Sending, Replacing)
	return err
}

// sweep deletes copies whose deliveries are gone, or no longer have any.
func (s *Service) sweep(ctx context.Context) error {
	rows, err := s.DB.Query(ctx, `SELECT c.key FROM delivery_copies c LEFT JOIN deliveries d ON d.id = c.delivery_id
		WHERE d.id IS NULL OR d.copies = 0 LIMIT 1000`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var keys []string
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return err
		}
		keys = append(keys, key)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, key := range keys {
		if err := s.Blobs.Delete(ctx, key); err != nil {
			return err
		}
		if _, err := s.DB.Exec(ctx, `DELETE FROM delivery_copies WHERE key = $1`, key); err != nil {
			return err
		}
	}
	return nil
}
