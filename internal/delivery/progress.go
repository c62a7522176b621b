package delivery

import (
	"context"
	"io"
	"time"

	"quartermaster/internal/store"
)

// note notes how an item has ended.
func (r *run) note(it *item, status FileStatus, reason error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	it.Status = status
	if reason != nil {
		it.Error = explain(reason)
	}
	if status == NotTaken {
		r.failed++
	}
	r.done++
	r.bytes += it.Bytes
	r.dirty = append(r.dirty, it)
	r.progress(r.done, len(r.items), under(it.Path, r.bytes, r.size, time.Since(r.began)))
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
	if err := r.confirmListed(ctx); err != nil {
		return err
	}
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
	packed := make([][]byte, len(items))
	for i, it := range items {
		var err error
		if packed[i], err = r.packed(it); err != nil {
			return err
		}
	}
	return r.DB.Tx(ctx, func(tx *store.Tx) error {
		for i, it := range items {
			if err := updateFile(ctx, tx, r.d.id, it.SentFile); err != nil {
				return err
			}
			if err := noteDelivered(ctx, tx, r.d.scope.InstanceID, r.d.server, it.SentFile, packed[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// packed returns what was sent of an item, packed, where that is to be stored; else nil.
func (r *run) packed(it *item) ([]byte, error) {
	if it.Status != Sent || it.known().isKept() {
		return nil, nil
	}
	text, err := io.ReadAll(io.NewSectionReader(r.spool, it.offset, it.want.bytes))
	return store.PackContent(text), err
}

// known returns what the server has after the file was sent.
func (f *SentFile) known() known {
	return known{content: content{f.Bytes, f.SHA256}, original: f.original}
}

// noteDelivered notes what the server has after a file was sent or deleted, or that its listing tells nothing while it may be in transit;
// packed is its content, or nil.
func noteDelivered(ctx context.Context, tx *store.Tx, instance int64, server string, f SentFile, packed []byte) error {
	switch f.Status {
	case Sent:
		return writeKnown(ctx, tx, instance, server, f.Path, f.known(), packed)
	case Deleted:
		return forgetKnown(ctx, tx, instance, f.Path)
	case Sending, Replacing:
		return distrust(ctx, tx, instance, f.Path)
	}
	return nil
}
