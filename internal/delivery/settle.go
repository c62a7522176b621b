package delivery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/parallel"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// unsettled is a file that an interrupted delivery may have left in transit.
type unsettled struct {
	SentFile
	delivery int64
	sid      string // of the delivery
	packed   []byte // the content, of one that is sent
}

// settle finishes or takes back what interrupted deliveries to an instance's server have left, while the lock is held: afterwards the
// server has the old or the new version of each file, and nothing under a temporary name. What went to another server is left alone.
func (s *Service) settle(ctx context.Context, l *link, instance int64) error {
	place, _, err := l.open(ctx)
	if err != nil {
		return err
	}
	server := place.Address()
	list, err := s.unsettled(ctx, instance, server)
	if err != nil {
		return ours(err)
	}
	return parallel.Each(ctx, len(list), maxTransfers, func(ctx context.Context, i int) error {
		u := &list[i]
		u.Error = say.Message{} // it said that the file may be half written
		err := l.do(ctx, func(p Place) error { return s.settleOne(ctx, p, u) })
		if err != nil {
			return err
		}
		return ours(s.DB.Tx(ctx, func(tx *store.Tx) error {
			if err := updateFile(ctx, tx, u.delivery, u.SentFile); err != nil {
				return err
			}
			return noteDelivered(ctx, tx, instance, server, u.SentFile, u.packed)
		}))
	})
}

func (s *Service) unsettled(ctx context.Context, instance int64, server string) ([]unsettled, error) {
	list, err := s.deliveries(ctx, `WHERE d.instance_id = $1 AND d.server = $2
		AND EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = d.id AND f.status IN ($3, $4)) ORDER BY d.id`,
		instance, server, Sending, Replacing)
	var found []unsettled
	for _, d := range list {
		files, failed := s.filesOf(ctx, `WHERE delivery_id = $1 AND status IN ($2, $3)`, d.id, Sending, Replacing)
		err = errors.Join(err, failed)
		for _, f := range files {
			found = append(found, unsettled{SentFile: f, delivery: d.id, sid: d.SID})
		}
	}
	return found, err
}

// settleOne looks at what the server has of a file and decides what becomes of it.
func (s *Service) settleOne(ctx context.Context, p Place, u *unsettled) error {
	it := item{SentFile: u.SentFile}
	if err := remove(ctx, p, it.temporary(u.sid)); isLost(ctx, err) {
		return err
	}
	var text bytes.Buffer
	to := io.Writer(&text)
	if u.known().isKept() {
		to = io.Discard
	}
	there, err := read(ctx, p, u.remote, to)
	if err != nil {
		return err
	}
	if status := u.settled(there); status != "" {
		if u.Status = status; status == Sent && text.Len() > 0 {
			u.packed = store.PackContent(text.Bytes())
		}
		return nil
	}
	half, err := s.isHalf(ctx, u, there)
	if err != nil {
		return ours(err)
	}
	if !half {
		u.Status, u.Error = ChangedThere, explain(errChangedThere)
		return nil
	}
	return s.takeBack(ctx, p, u)
}

// settled returns the status of a file that is whole: the old one or the new one; "" for any other.
func (u *unsettled) settled(there content) FileStatus {
	before := content{}
	if u.before != nil {
		before = *u.before
	}
	switch {
	case there.sha256 == u.SHA256 && u.SHA256 == "":
		return Deleted
	case there.sha256 == u.SHA256:
		return Sent
	case there == before:
		return TakenBack
	}
	return ""
}

// takeBack gives the server back what it had. It writes in place, which the journal says before.
func (s *Service) takeBack(ctx context.Context, p Place, u *unsettled) error {
	if u.Status != Replacing {
		u.Status = Replacing
		err := s.DB.Tx(ctx, func(tx *store.Tx) error { return updateFile(ctx, tx, u.delivery, u.SentFile) })
		if err != nil {
			return ours(err)
		}
	}
	if err := s.putBack(ctx, p, u.SentFile); err != nil {
		return err
	}
	u.Status = TakenBack
	return nil
}

// isHalf reports whether the server has what an interruption may have left of a file: nothing, since some servers delete a file before
// they rename another one, or where it was written in place the beginning of either version.
func (s *Service) isHalf(ctx context.Context, u *unsettled, there content) (half bool, err error) {
	if there.sha256 == "" || u.Status != Replacing {
		return there.sha256 == "", nil
	}
	for _, key := range []string{u.fresh, u.copy} {
		if key != "" && !half && err == nil {
			half, err = s.begins(ctx, key, there)
		}
	}
	return half, err
}

// begins reports whether a copy begins with a content.
func (s *Service) begins(ctx context.Context, key string, with content) (bool, error) {
	from, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return false, err
	}
	digest := sha256.New()
	n, err := io.CopyN(digest, from, with.bytes)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n == with.bytes && hex.EncodeToString(digest.Sum(nil)) == with.sha256, errors.Join(err, from.Close())
}

// settleAfter is how long the upkeep leaves an interrupted delivery to its owner, and settleFor how long it tries to settle one.
const (
	settleAfter = 10 * time.Second
	settleFor   = 7 * 24 * time.Hour
)

// settleAll settles what interrupted deliveries of all instances have left, and those of commands that have died, as far as their
// servers answer.
func (s *Service) settleAll(ctx context.Context) error {
	now := s.DB.Time()
	list, err := s.deliveries(ctx, `WHERE (d.finished_at < $1 AND d.finished_at > $2
		OR d.finished_at IS NULL AND d.job IS NULL AND d.created_at > $2
			AND NOT EXISTS (SELECT 1 FROM delivery_locks l WHERE l.instance_id = d.instance_id AND l.ends_at > $3))
		AND EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = d.id AND f.status IN ($4, $5)) ORDER BY d.id DESC LIMIT 20`,
		now.Add(-settleAfter).UnixMicro(), now.Add(-settleFor).UnixMicro(), now.UnixMicro(), Sending, Replacing)
	for _, d := range list {
		if ctx.Err() != nil {
			return nil // the next turn goes on
		}
		if failed := s.settleInstance(ctx, d.scope); errors.Is(failed, errOurs) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

func (s *Service) settleInstance(ctx context.Context, scope store.Scope) error {
	working, unlock, err := s.lock(ctx, scope.InstanceID, "upkeep "+store.NewSID())
	if err != nil {
		return err
	}
	defer unlock()
	l, err := s.connect(working, scope)
	if err != nil {
		return err
	}
	defer l.close()
	return s.settle(working, l, scope.InstanceID)
}

// look remembers how the server lists the files that were sent, so that the next plan need not read them, and removes what was left
// under temporary names. When it fails, the next plan reads more.
func (r *run) look(ctx context.Context) {
	t := newTree(r.link)
	found := map[*item]*remoteState{}
	for _, it := range r.items {
		if _, entry, err := t.find(ctx, it.remote); err == nil && entry != nil && it.Status == Sent {
			found[it] = trusted(*entry)
		}
	}
	err := r.DB.Tx(ctx, func(tx *store.Tx) error {
		for it, state := range found {
			is := known{content: it.want, original: it.original, seen: state}
			if err := writeKnown(ctx, tx, r.d.scope.InstanceID, r.d.server, it.Path, is, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && ctx.Err() == nil {
		r.Logger.ErrorContext(ctx, "delivered files could not be noted", "error", err)
	}
	r.removeLeftovers(ctx, t)
}

// removeLeftovers removes the temporary files of this instance's deliveries in the folders of a tree.
func (r *run) removeLeftovers(ctx context.Context, t *tree) {
	var sids []string
	for _, f := range t.folders {
		for _, e := range f.entries {
			sid, is := deliveryOf(e.Name)
			if !is || e.Folder {
				continue
			}
			if sids == nil {
				sids = r.ownSIDs(ctx)
			}
			if slices.Contains(sids, sid) {
				_ = r.link.do(ctx, func(p Place) error { return remove(ctx, p, joined(f.path, e.Name)) }) // the next delivery tries again
			}
		}
	}
}

func joined(dir, name string) string { return strings.TrimPrefix(dir+"/"+name, "/") }

// deliveryOf returns the identifier of the delivery that a temporary name belongs to.
func deliveryOf(name string) (sid string, is bool) {
	i := strings.LastIndex(name, temporaryMark)
	if i < 0 {
		return "", false
	}
	return strings.CutSuffix(name[i+len(temporaryMark):], temporaryEnd)
}

// ownSIDs returns the identifiers of the instance's deliveries.
func (r *run) ownSIDs(ctx context.Context) (sids []string) {
	list, err := r.deliveries(ctx, `WHERE d.instance_id = $1`, r.d.scope.InstanceID)
	if err != nil {
		return []string{}
	}
	for _, d := range list {
		sids = append(sids, d.SID)
	}
	return sids
}
