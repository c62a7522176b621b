package delivery

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"quartermaster/internal/observe"
	"quartermaster/internal/parallel"
	"quartermaster/internal/queue"
	"quartermaster/internal/remote"
)

var (
	// errChangedThere ends work on a file that somebody else has changed on the server meanwhile.
	errChangedThere = errors.New("someone has changed it on the server in the meantime")
	// errOther is returned when the server has not what was written.
	errOther = errors.New("what the server has is not what was sent")
)

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
	r.flushed = r.began
	err := parallel.Each(ctx, len(r.items), maxTransfers, func(ctx context.Context, i int) error {
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
	if err != nil && !errors.Is(context.Cause(ctx), queue.ErrCancelled) {
		r.unsure = nil // what has become of them finds out who settles the delivery
	}
	return errors.Join(err, r.flush(context.WithoutCancel(ctx)))
}

// sendOne sends an item. An error that is about this file alone is noted with it.
func (r *run) sendOne(ctx context.Context, it *item) error {
	it.begun = true
	inner, end := observe.Begin(ctx, observe.Operation{
		Name: "delivery of a file", Remote: true, Details: []slog.Attr{slog.String("path", it.Path)},
	})
	err := r.link.do(inner, func(p Place) error { return r.send(inner, p, it) })
	end(err)
	switch {
	case err == nil && it.unsure:
		r.postpone(it)
	case err == nil:
		r.note(it, it.done(), nil)
	case ctx.Err() != nil || errors.Is(err, errOurs) || isLost(ctx, err) && !errors.Is(err, errOther):
		return err // the file may be in transit
	default:
		return r.giveUp(ctx, it, err)
	}
	return r.flushSometimes(ctx)
}

// done returns the status of an item of which the server has what it is to have.
func (it *item) done() FileStatus {
	if it.want.sha256 == "" {
		return Deleted
	}
	return Sent
}

// giveUp leaves the server with what it had of a file, or finds that it has the new one after all.
func (r *run) giveUp(ctx context.Context, it *item, reason error) error {
	var there content
	err := r.link.do(ctx, func(p Place) (err error) {
		there, err = r.withdraw(ctx, p, it)
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", it.Path, errors.Join(reason, err)) // the file may be in transit
	case there == it.want:
		r.note(it, it.done(), nil)
	case errors.Is(reason, errChangedThere):
		r.note(it, ChangedThere, reason)
	default:
		r.note(it, NotTaken, reason)
	}
	return r.flushSometimes(ctx)
}

// withdraw takes back what was begun of a file, and returns what the server has of it.
func (r *run) withdraw(ctx context.Context, p Place, it *item) (content, error) {
	if it.Status == Replacing {
		if err := r.putBack(ctx, p, it.SentFile); err != nil {
			return content{}, err
		}
	}
	if err := remove(ctx, p, it.temporary(r.d.SID)); isLost(ctx, err) {
		return content{}, err
	}
	return read(ctx, p, it.remote, io.Discard)
}

// send sends or deletes a file once. Whatever an attempt before has done, it ends with the new file, or an error and the old one;
// where the server cannot rename, with the status Replacing.
func (r *run) send(ctx context.Context, p Place, it *item) error {
	switch {
	case it.Status == Replacing:
		return r.replace(ctx, p, it)
	case it.renamed:
		return r.confirm(ctx, p, it)
	}
	done, err := r.check(ctx, p, it)
	if err != nil || done {
		return err
	}
	if it.want.sha256 == "" {
		return remove(ctx, p, it.remote)
	}
	err = r.upload(ctx, p, it)
	if err == nil {
		err = p.Rename(ctx, it.temporary(r.d.SID), it.remote)
	}
	switch {
	case errors.Is(err, remote.ErrUnsupported), errors.Is(err, remote.ErrDenied):
		return r.replace(ctx, p, it)
	case err != nil:
		return err
	}
	it.renamed, it.unsure = true, it.now.bytes != it.want.bytes
	if it.unsure {
		return nil
	}
	return r.confirm(ctx, p, it)
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

// upload writes the temporary file and reads it back. Whether the server has more than was sent shows afterwards, by the size. It
// returns errOther if the server has something else.
func (r *run) upload(ctx context.Context, p Place, it *item) error {
	name := it.temporary(r.d.SID)
	if err := p.Write(ctx, name, r.text(it)); err != nil {
		return err
	}
	there, err := readExpected(ctx, p, name, it.want.bytes)
	return there.wanted(it.want, err)
}

// text returns what is sent of an item.
func (r *run) text(it *item) io.Reader { return io.NewSectionReader(r.spool, it.offset, it.want.bytes) }

// writeAs writes a file of the server and reads it back. It returns errOther if the server has something else then.
func writeAs(ctx context.Context, p Place, name string, from io.Reader, want content) error {
	if err := p.Write(ctx, name, from); err != nil {
		return err
	}
	there, err := read(ctx, p, name, io.Discard)
	return there.wanted(want, err)
}

// wanted returns the error of reading a content, or errOther unless it is the wanted one.
func (c content) wanted(want content, err error) error {
	if err == nil && c != want {
		err = errOther
	}
	return err
}

// confirm reads a renamed file. Unless it is the new one, it returns errOther, and the next attempt writes it in place.
func (r *run) confirm(ctx context.Context, p Place, it *item) error {
	there, err := read(ctx, p, it.remote, io.Discard)
	if err = there.wanted(it.want, err); errors.Is(err, errOther) {
		err = errors.Join(err, r.noteReplacing(ctx, it))
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
	return writeAs(ctx, p, it.remote, r.text(it), it.want)
}

// noteReplacing keeps the new content too, so that half of it can be recognized after an interruption.
func (r *run) noteReplacing(ctx context.Context, it *item) error {
	if it.Status == Replacing {
		return nil
	}
	it.fresh = copyKey(r.d.SID)
	err := r.reserve(ctx, it.fresh)
	if err == nil {
		_, err = r.Blobs.Put(ctx, it.fresh, r.text(it))
	}
	if err != nil {
		return ours(err)
	}
	it.Status = Replacing
	return ours(r.storeItems(ctx, []*item{it}))
}
