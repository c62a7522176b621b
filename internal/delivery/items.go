package delivery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"sync"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

// item is a file that a delivery sends or deletes.
type item struct {
	SentFile
	want     content // none: the file is deleted
	offset   int64   // of the content in the spool
	forced   bool    // whatever the server has is replaced
	expected string  // digest of what the server had in the survey
	absent   bool    // the server had no such file in the survey
	now      content // what the server has, before the file is sent
	state    *remote.Entry
	begun    bool
	renamed  bool // from its temporary name
	unsure   bool // it is renamed, and a listing has yet to show that the server has it so
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
	progress func(done, total int, what say.Message)
	began    time.Time

	mu          sync.Mutex
	dirty       []*item // that have ended and are not stored as such
	unsure      []*item
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
		err = ours(s.begin(ctx, d, v.plan.Revision, v.server))
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
	it := &item{expected: f.server, absent: f.there == nil, forced: f.Status == ChangedThere || f.Status == OnlyThere || o.Prefer == Mine}
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
	leave, err := r.Stored.Making(ctx)
	if err != nil {
		return ours(err)
	}
	defer leave()
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
	same, err := r.adopted(ctx)
	if err != nil {
		return err
	}
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
			if err := insertFile(ctx, tx, r.d.id, heldFile(&r.survey.plan.Files[i])); err != nil {
				return err
			}
		}
		return r.adopt(ctx, tx, same)
	})
}

// heldFile is a file that stays as it was changed on the server.
func heldFile(f *File) SentFile {
	return SentFile{Path: f.Path, remote: f.Remote, Status: ChangedThere, Bytes: f.Bytes, SHA256: f.SHA256}
}

// adopted is a file of which the server has already what is generated.
type adopted struct {
	file   *File
	known  known
	packed []byte
}

// adopted returns the files that are the same, as far as that is not known yet, with their contents.
func (r *run) adopted(ctx context.Context) (list []adopted, err error) {
	for i := range r.survey.plan.Files {
		f := &r.survey.plan.Files[i]
		if f.Status != Same || f.there == nil {
			continue
		}
		is := known{content: content{f.Bytes, f.SHA256}, original: f.original.sha256, seen: trusted(*f.there), fetched: true}
		was := r.survey.known[f.Path]
		if is.kept = was.kept && was.content == is.content; is.isKept() && is.isNoted(was) {
			continue
		}
		a := adopted{file: f, known: is}
		if !is.isKept() {
			var text bytes.Buffer
			if err := r.survey.write(ctx, f.Path, &text); err != nil {
				return nil, err
			}
			a.packed = store.PackContent(text.Bytes())
		}
		list = append(list, a)
	}
	return list, nil
}

// isNoted reports whether the same was noted before.
func (k known) isNoted(was known) bool {
	return was.content == k.content && was.original == k.original && was.seen != nil && k.seen != nil && *was.seen == *k.seen
}

// adopt notes what the server has already, as if it had been fetched.
func (r *run) adopt(ctx context.Context, tx *store.Tx, list []adopted) error {
	for _, a := range list {
		if err := writeKnown(ctx, tx, r.d.scope.InstanceID, r.d.server, a.file.Path, a.known, a.packed); err != nil {
			return err
		}
	}
	return nil
}
