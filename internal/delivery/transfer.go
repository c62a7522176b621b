package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

var (
	// errChangedThere ends work on a file that somebody else has changed on the server meanwhile.
	errChangedThere = errors.New("somebody has changed it on the server meanwhile")
	// errOther is returned when the server has not what was written.
	errOther = errors.New("what the server has is not what was sent")
)

// item is a file that a delivery sends or deletes.
type item struct {
	SentFile
	want     content // none: the file is deleted
	offset   int64   // of the content in the spool
	forced   bool    // whatever the server has is replaced
	expected string  // digest of what the server had in the survey
	now      content // what the server has, before the file is sent
	state    *remote.Entry
	begun    bool
}

// temporary returns the name under which a file is uploaded.
func (it *item) temporary(delivery string) string {
	return it.remote + temporaryMark + delivery + temporaryEnd
}

// A file under a temporary name has the mark, the identifier of its delivery and the end after its name.
const (
	temporaryMark = ".qm-"
	temporaryEnd  = ".tmp"
)

// run is a delivery on its way.
type run struct {
	*Service
	d        *Delivery
	link     *link
	survey   *survey
	items    []*item
	spool    *stored.Spool
	progress func(done, total int, what string)
	began    time.Time

	mu          sync.Mutex
	dirty       []*item // that have ended and are not stored as such
	flushed     time.Time
	done        int
	failed      int
	bytes, size int64 // that were sent, and of all items
}

// newRun generates the files that a delivery sends and stores its items. It returns errMoving when they are not as in the survey.
func (s *Service) newRun(ctx context.Context, d *Delivery, l *link, v *survey) (*run, error) {
	r := &run{Service: s, d: d, link: l, survey: v}
	for _, i := range d.Options.chosen(&v.plan) {
		r.items = append(r.items, newItem(&v.plan.Files[i], d.Options))
	}
	err := r.fill(ctx)
	if err == nil {
		err = ours(s.begin(ctx, d, v.plan.Revision))
	}
	if err == nil {
		err = ours(r.store(ctx))
	}
	if err != nil {
		r.close()
	}
	return r, err
}

// close removes the contents from the disk.
func (r *run) close() {
	if r.spool != nil {
		_ = r.spool.Close() // it was only read
	}
}

func newItem(f *File, o Options) *item {
	it := &item{expected: f.server, forced: f.Status == ChangedThere || f.Status == OnlyThere || o.Prefer == Mine}
	it.SentFile = SentFile{Path: f.Path, Status: Waiting, remote: f.Remote, original: f.original.sha256}
	if f.Status != OnlyThere {
		it.Bytes, it.SHA256, it.want = f.Bytes, f.SHA256, content{f.Bytes, f.SHA256}
	}
	return it
}

// fill writes the contents of all items to the disk.
func (r *run) fill(ctx context.Context) (err error) {
	if len(r.items) == 0 {
		return nil
	}
	r.spool, err = r.Stored.Spool(stored.Generate, r.d.SID, func(w io.Writer) error {
		offset := int64(0)
		for _, it := range r.items {
			it.offset = offset
			offset += it.want.bytes
			if err := r.generate(ctx, it, w); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errMoving) {
		err = ours(err)
	}
	return err
}

func (r *run) generate(ctx context.Context, it *item, w io.Writer) error {
	if it.want.sha256 == "" {
		return nil
	}
	digest := sha256.New()
	err := r.survey.write(ctx, it.Path, io.MultiWriter(w, digest))
	if err == nil && hex.EncodeToString(digest.Sum(nil)) != it.want.sha256 {
		err = errMoving
	}
	return err
}

// store stores the items, the files that are held, and as delivered those that are the same.
func (r *run) store(ctx context.Context) error {
	return r.DB.Tx(ctx, func(tx *store.Tx) error {
		earlier := map[string]SentFile{}
		for _, f := range r.d.Files {
			earlier[f.Path] = f
		}
		for _, it := range r.items {
			r.size += it.Bytes
			if f, sent := earlier[it.Path]; sent && (f.Status == Sent || f.Status == Deleted) {
				it.before, it.copy = f.before, f.copy
			}
			if err := insertFile(ctx, tx, r.d.id, it.SentFile); err != nil {
				return err
			}
		}
		for _, i := range r.d.Options.held(&r.survey.plan) {
			f := &r.survey.plan.Files[i]
			held := SentFile{Path: f.Path, remote: f.Remote, Status: ChangedThere, Bytes: f.Bytes, SHA256: f.SHA256}
			if err := insertFile(ctx, tx, r.d.id, held); err != nil {
				return err
			}
		}
		return r.adopt(ctx, tx)
	})
}

// adopt notes as delivered what the server has already.
func (r *run) adopt(ctx context.Context, tx *store.Tx) error {
	for i := range r.survey.plan.Files {
		f := &r.survey.plan.Files[i]
		if f.Status != Same || f.there == nil {
			continue
		}
		is := known{content{f.Bytes, f.SHA256}, f.original.sha256, new(stateOf(*f.there))}
		if was := r.survey.known[f.Path]; was.content == is.content && was.original == is.original && was.seen != nil && *was.seen == *is.seen {
			continue
		}
		if err := writeKnown(ctx, tx, r.d.scope.InstanceID, f.Path, is); err != nil {
			return err
		}
	}
	return nil
}

// finishing returns a context that outlives a cancelled job, so that a file on its way is finished.
func finishing(ctx context.Context) (context.Context, func()) {
	working, stop := context.WithCancelCause(context.WithoutCancel(ctx))
	release := context.AfterFunc(ctx, func() {
		if cause := context.Cause(ctx); !errors.Is(cause, queue.ErrCancelled) {
			stop(cause)
		}
	})
	return working, func() {
		release()
		stop(nil)
	}
}

// sendAll sends the items, several at once.
func (r *run) sendAll(ctx context.Context) error {
	r.began = time.Now()
	err := each(ctx, len(r.items), func(ctx context.Context, i int) error {
		if r.items[i].Status != Sending {
			return nil
		}
		working, release := finishing(ctx)
		defer release()
		return r.sendOne(working, r.items[i])
	})
	for _, it := range r.items {
		if it.Status == Sending && !it.begun {
			r.note(it, NotSent, nil)
		}
	}
	return errors.Join(err, r.flush(context.WithoutCancel(ctx)))
}

// sendOne sends an item. An error that is about this file alone is noted with it.
func (r *run) sendOne(ctx context.Context, it *item) error {
	it.begun = true
	err := r.link.do(ctx, func(p Place) error { return r.send(ctx, p, it) })
	switch {
	case err == nil && it.want.sha256 == "":
		r.note(it, Deleted, nil)
	case err == nil:
		r.note(it, Sent, nil)
	case ctx.Err() != nil || errors.Is(err, errOurs) || isLost(ctx, err) && !errors.Is(err, errOther):
		return err // the file may be in transit
	default:
		return r.giveUp(ctx, it, err)
	}
	return r.flushSometimes(ctx)
}

// giveUp leaves the server with what it had of a file.
func (r *run) giveUp(ctx context.Context, it *item, reason error) error {
	err := r.link.do(ctx, func(p Place) error {
		if it.Status == Replacing {
			if err := r.putBack(ctx, p, it.SentFile); err != nil {
				return err
			}
		}
		if err := remove(ctx, p, it.temporary(r.d.SID)); isLost(ctx, err) {
			return err
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%s: %w", it.Path, errors.Join(reason, err))
	}
	status := NotTaken
	if errors.Is(reason, errChangedThere) {
		status = ChangedThere
	}
	r.note(it, status, reason)
	return r.flushSometimes(ctx)
}

// send sends or deletes a file once. Whatever an attempt before has done, it ends with the new file, or an error and the old one;
// where the server cannot rename, with the status Replacing.
func (r *run) send(ctx context.Context, p Place, it *item) error {
	if it.Status == Replacing {
		return r.replace(ctx, p, it)
	}
	done, err := r.check(ctx, p, it)
	if err != nil || done {
		return err
	}
	if it.want.sha256 == "" {
		return remove(ctx, p, it.remote)
	}
	err = r.write(ctx, p, it.temporary(r.d.SID), it)
	if err == nil {
		err = p.Rename(ctx, it.temporary(r.d.SID), it.remote)
	}
	switch {
	case errors.Is(err, remote.ErrUnsupported), errors.Is(err, remote.ErrDenied):
		return r.replace(ctx, p, it)
	case err != nil:
		return err
	}
	if err = r.confirm(ctx, p, it); errors.Is(err, errOther) {
		err = errors.Join(err, r.noteReplacing(ctx, it)) // the next attempt writes it in place
	}
	return err
}

// check returns errChangedThere if the file is not as it was when its copy was made. Done says that an earlier attempt has sent it.
func (r *run) check(ctx context.Context, p Place, it *item) (done bool, err error) {
	is, err := stat(ctx, p, it.remote)
	if err != nil || isAs(is, it.state) {
		return is == nil && it.want.sha256 == "", err
	}
	there, err := read(ctx, p, it.remote, io.Discard)
	if err == nil && there != it.want && there != it.now && there.sha256 != "" {
		err = errChangedThere
	}
	return there == it.want, err
}

// isAs reports whether a file is listed as before.
func isAs(a, b *remote.Entry) bool {
	return a == nil && b == nil || a != nil && b != nil && stateOf(*a) == stateOf(*b)
}

// write writes a file of the server and reads it back. It returns errOther if the server has something else then.
func (r *run) write(ctx context.Context, p Place, name string, it *item) error {
	return writeAs(ctx, p, name, io.NewSectionReader(r.spool, it.offset, it.want.bytes), it.want)
}

func writeAs(ctx context.Context, p Place, name string, from io.Reader, want content) error {
	if err := p.Write(ctx, name, from); err != nil {
		return err
	}
	there, err := read(ctx, p, name, io.Discard)
	if err == nil && there != want {
		err = errOther
	}
	return err
}

// confirm returns errOther unless a renamed file is the new one. It is read only where its size does not show that.
func (r *run) confirm(ctx context.Context, p Place, it *item) error {
	is, err := stat(ctx, p, it.remote)
	if err != nil {
		return err
	}
	if is != nil && is.Size == it.want.bytes && it.now.bytes != it.want.bytes {
		return nil
	}
	there, err := read(ctx, p, it.remote, io.Discard)
	if err == nil && there != it.want {
		err = errOther
	}
	return err
}

// replace writes a file in place. The journal says so before anything is written.
func (r *run) replace(ctx context.Context, p Place, it *item) error {
	if err := r.noteReplacing(ctx, it); err != nil {
		return err
	}
	if err := remove(ctx, p, it.temporary(r.d.SID)); isLost(ctx, err) {
		return err
	}
	return r.write(ctx, p, it.remote, it)
}

// noteReplacing keeps the new content too, so that half of it can be recognized after an interruption.
func (r *run) noteReplacing(ctx context.Context, it *item) error {
	if it.Status == Replacing {
		return nil
	}
	it.fresh = copyKey(r.d.SID)
	err := r.reserve(ctx, it.fresh)
	if err == nil {
		_, err = r.Blobs.Put(ctx, it.fresh, io.NewSectionReader(r.spool, it.offset, it.want.bytes))
	}
	if err != nil {
		return ours(err)
	}
	it.Status = Replacing
	return ours(r.storeItems(ctx, []*item{it}))
}

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
			if err := noteDelivered(ctx, tx, r.d.scope.InstanceID, it.SentFile); err != nil {
				return err
			}
		}
		return nil
	})
}

// noteDelivered notes what the server has after a file was sent or deleted.
func noteDelivered(ctx context.Context, tx *store.Tx, instance int64, f SentFile) error {
	switch f.Status {
	case Sent:
		return writeKnown(ctx, tx, instance, f.Path, known{content{f.Bytes, f.SHA256}, f.original, nil})
	case Deleted:
		return forgetKnown(ctx, tx, instance, f.Path)
	}
	return nil
}
