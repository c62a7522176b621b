package mission

import (
	"context"
	"errors"
	"io"
	"maps"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// entryMemory holds how the entries of a file were last written. Entries that it does not name were written as their original text.
// It does not change once it is made.
type entryMemory struct {
	texts   map[int64]textfile.Written // by the ids of the records; the zero value for a record that was not written
	changed map[int64]bool             // ids of the records that have changed since
	bytes   int64                      // that the texts take, about
}

// after returns the memory after further changes of records, or nil if these are too many.
func (m *entryMemory) after(changed map[int64]bool) *entryMemory {
	if m == nil || len(m.changed)+len(changed) > maxChanges {
		return nil
	}
	next := &entryMemory{texts: m.texts, changed: maps.Clone(changed), bytes: m.bytes}
	maps.Copy(next.changed, m.changed)
	return next
}

// size returns about how many bytes the memory takes.
func (m *entryMemory) size() int64 {
	if m == nil {
		return 0
	}
	return m.bytes + bytesPerEntry*int64(len(m.texts)+len(m.changed))
}

// bytesPerEntry is about what a remembered entry takes besides its text.
const bytesPerEntry = 100

// written returns how the entry of a record that has not changed was written; ok is false if it was not.
func (m *entryMemory) written(id int64, raw string) (w textfile.Written, ok bool) {
	w, differs := m.texts[id]
	if !differs {
		w.Text = raw
	}
	return w, w.Text != ""
}

// fileParts are the parts of a file, with the ids of their records.
type fileParts[V any] struct {
	ids  []int64
	list []textfile.Part[V]
}

func (p *fileParts[V]) add(id int64, part textfile.Part[V]) {
	p.ids, p.list = append(p.ids, id), append(p.list, part)
}

// memory returns how the parts were written to a file whose records have the ids, or nil if its codec does not tell.
func (p *fileParts[V]) memory(ids []int64) *entryMemory {
	m := &entryMemory{texts: map[int64]textfile.Written{}}
	if len(p.ids) < len(ids) {
		for _, id := range ids {
			m.texts[id] = textfile.Written{}
		}
	}
	for i, part := range p.list {
		switch part.Written.Text {
		case "":
			return nil
		case part.Raw:
			delete(m.texts, p.ids[i])
		default:
			m.texts[p.ids[i]] = part.Written
			m.bytes += int64(len(part.Written.Text))
		}
	}
	return m
}

// rewrite writes a file of which some entries are known, and reads only the other records. An error means that the file has to be
// written without what is known; then nothing has been written yet.
func (e *entryKind[V, R]) rewrite(ctx context.Context, g *generator, rel string, known written, s textfile.Skeleton,
	w io.Writer,
) (done outcome, err error) {
	list, err := g.slotsAt(ctx, &e.kindInfo, rel)
	if err != nil {
		return done, err
	}
	f := fileIDs{ids: make([]int64, len(list))}
	for i, s := range list {
		f.ids[i] = s.id
	}
	if done.ids = f.digest(); done.ids != known.ids {
		return done, errMoved
	}
	parts, err := e.knownParts(ctx, g, list, known.entries)
	if err != nil {
		return done, err
	}
	if err := g.isCurrent(ctx); err != nil {
		return done, err
	}
	err = e.print(w, s, parts.list)
	done.records, done.entries = len(parts.list), parts.memory(f.ids)
	return done, err
}

// knownParts returns the parts of a file. Those of records that have not changed have no values.
func (e *entryKind[V, R]) knownParts(ctx context.Context, g *generator, list []recordSlot,
	known *entryMemory,
) (parts fileParts[V], err error) {
	changed, err := e.changedParts(ctx, g, list, known)
	if err != nil {
		return parts, err
	}
	for _, s := range list {
		part, written := changed[s.id]
		if !known.changed[s.id] {
			part = textfile.Part[V]{Slot: s.partSlot(), Raw: s.text}
			part.Written, written = known.written(s.id, s.text)
		}
		if written {
			parts.add(s.id, part)
		}
	}
	return parts, nil
}

// changedParts returns the parts of the records that have changed, by their ids.
func (e *entryKind[V, R]) changedParts(ctx context.Context, g *generator, list []recordSlot,
	known *entryMemory,
) (map[int64]textfile.Part[V], error) {
	names, err := g.namesOf(ctx, e)
	if err != nil {
		return nil, err
	}
	var f fileIDs
	for _, s := range list {
		if known.changed[s.id] {
			f.ids = append(f.ids, s.id)
		}
	}
	parts := map[int64]textfile.Part[V]{}
	return parts, e.each(ctx, g, f, func(row record.Row, r R) bool {
		parts[e.resource.ID(row)] = partOf(e.resource, row, e.toValue(r, names))
		return true
	})
}

var errMoved = errors.New("the instance has changed in the meantime")

// isCurrent returns errMoved if the instance has changed since its revision was read. If it has not, all that was read since is of
// that revision.
func (g *generator) isCurrent(ctx context.Context) error {
	var now int64
	err := g.db.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1 AND user_id = $2`, g.scope.InstanceID, g.scope.UserID).Scan(&now)
	if err == nil && now != g.instance.revision {
		err = errMoved
	}
	return err
}
