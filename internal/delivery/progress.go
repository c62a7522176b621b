package delivery

import (
	"context"
	"time"

	"quartermaster/internal/store"
)

// note notes how an item has ended.
func (r *run) note(it *item, status FileStatus, reason error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	it.Status = status
	if reason != nil {
		it.Error = sentence(reason)
	}
	if status == NotTaken {
		r.failed++
	}
	r.done++
	r.bytes += it.Bytes
	r.dirty = append(r.dirty, it)
	r.progress(r.done, len(r.items), it.Path+left(r.bytes, r.size, time.Since(r.began)))
}

// flushEvery is how often the ends of items are stored. Until then the journal has them as in transit.
const flushEvery = 500 * time.Millisecond

func (r *run) flushSometimes(ctx context.Context) error {
	r.mu.Lock()
	due := time.Since(r.flushed) > flushEvery
	if due {
		r.flushed = time.Now()
	}
	r.mu.Unlock()
	if !due {
		return nil
	}
	return r.flush(ctx)
}

func (r *run) flush(ctx context.Context) error {
	r.mu.Lock()
	dirty := r.dirty
	r.dirty = nil
	r.mu.Unlock()
	return ours(r.storeItems(ctx, dirty))
}

// storeItems stores how far items are, and what is delivered with them.
func (r *run) storeItems(ctx context.Context, items []*item) error {
	if len(items) == 0 {
		return nil
	}
	return r.DB.Tx(ctx, func(tx *store.Tx) error {
		for _, it := range items {
			if err := updateFile(ctx, tx, r.d.id, it.SentFile); err != nil {
				return err
			}
			if err := noteDelivered(ctx, tx, r.d.scope.InstanceID, r.d.server, it.SentFile); err != nil {
				return err
			}
		}
		return nil
	})
}

// noteDelivered notes what the server has after a file was sent or deleted.
func noteDelivered(ctx context.Context, tx *store.Tx, instance int64, server string, f SentFile) error {
	switch f.Status {
	case Sent:
		return writeKnown(ctx, tx, instance, server, f.Path, known{content{f.Bytes, f.SHA256}, f.original, nil})
	case Deleted:
		return forgetKnown(ctx, tx, instance, f.Path)
	}
	return nil
}
