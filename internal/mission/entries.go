package mission

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// entries declares a sort of files of which each entry is one record: V is an entry as its codec has it, R the record.
type entries[V, R any] struct {
	kind
	parse func(data []byte) (*textfile.File[V], error)
	print printer[V]

	toRecord func(V, *names) (R, error)
	toValue  func(R, *names) V // the reverse of toRecord

	refer   func(context.Context, *importer, []textfile.Entry[V]) (*names, error) // adds the names that entries refer to; nil for none
	known   func(context.Context, *generator) (*names, error)                     // reads them again; nil for none
	written func(R) bool                                                          // tells which records the file holds; nil for all
	more    func(context.Context, *generator) ([]V, error)                        // what else is written on demand; nil for nothing
}

// declare returns the kind of the files.
func (e entries[V, R]) declare() *kind {
	e.read = func(data []byte) (storing, error) {
		file, err := e.parse(data)
		if err != nil {
			return nil, err
		}
		n := inventedNames()
		for _, entry := range file.Entries {
			if err := e.check(entry.Value, entry.Line, n); err != nil {
				return nil, err
			}
		}
		return func(ctx context.Context, im *importer) error { return e.store(ctx, im, file) }, nil
	}
	e.files, e.write, e.refers, e.kind.stands, e.placed = e.find, e.fill, e.known, e.stands, true
	if e.refer == nil && e.known == nil {
		e.reads = e.readBack
	}
	if e.written != nil {
		e.holds = func(row record.Row) bool {
			var r R
			e.resource.Decode(row, &r)
			return e.written(r)
		}
	}
	return &e.kind
}

// readBack reads what is written of a record.
func (e *entries[V, R]) readBack(row record.Row) (value any, ok bool) {
	var r R
	e.resource.Decode(row, &r)
	part := partOf(e.resource, row, e.toValue(r, nil))
	part.Slot = -1
	var text bytes.Buffer
	if e.print(&text, textfile.Skeleton{}, []textfile.Part[V]{part}) != nil {
		return nil, false
	}
	file, err := e.parse(text.Bytes())
	if err != nil || len(file.Entries) != 1 {
		return nil, false
	}
	return file.Entries[0].Value, true
}

// store brings the records of a file in line with its entries.
func (e *entries[V, R]) store(ctx context.Context, im *importer, file *textfile.File[V]) (err error) {
	im.report.warn(file.Warnings)
	var known *names
	if e.refer != nil {
		if known, err = e.refer(ctx, im, file.Entries); err != nil {
			return err
		}
	}
	rows := make([]record.Row, len(file.Entries))
	for i, entry := range file.Entries {
		made, err := e.toRecord(entry.Value, known)
		if err != nil {
			return fileError{fmt.Errorf("line %d: %w", entry.Line, err)}
		}
		rows[i] = e.resource.Encode(&made)
		rows[i][e.resource.Index("raw")] = entry.Raw
		if e.several {
			rows[i][e.resource.Index("source_file")] = im.place
		}
	}
	return im.storeRows(ctx, rows, file.Skeleton)
}

// rowsAtOnce is how many records are read into memory as they are stored.
const rowsAtOnce = 1000

// find returns the places of the files of the kind: those that were imported, and those that have records to hold.
func (e *entries[V, R]) find(ctx context.Context, g *generator, k *kind) ([]string, error) {
	list, err := g.sheetsOf(ctx, k)
	if err != nil {
		return nil, err
	}
	places := []string{}
	for _, s := range list {
		there := true // a file about which that cannot be found out; writing it tells why
		err := g.ward.run(ctx, "found", k.name, s.place, func() (err error) {
			there, err = e.isThere(ctx, g, k, s)
			return err
		})
		if isOurs(ctx, err) {
			return nil, err
		}
		if there || err != nil {
			places = append(places, s.place)
		}
	}
	return places, nil
}

// isThere tells whether a file is written: it was imported, or holds something.
func (e *entries[V, R]) isThere(ctx context.Context, g *generator, k *kind, s sheet) (bool, error) {
	if g.stored(k, s.place).ID != 0 || len(s.ids) > 0 && e.written == nil {
		return true, nil
	}
	if more, err := e.demanded(ctx, g, k, s.place); err != nil || len(more) > 0 {
		return true, err
	}
	holds := false
	err := e.each(ctx, g, s, func(record.Row, R) bool {
		holds = true
		return false
	})
	return holds, err
}

// each calls visit for the records that a file holds, in their order, until it returns false.
func (e *entries[V, R]) each(ctx context.Context, g *generator, s sheet, visit func(record.Row, R) bool) error {
	for ids := range slices.Chunk(s.ids, rowsAtOnce) {
		rows, err := g.db.Among(ctx, e.resource, g.scope, ids)
		if err != nil {
			return err
		}
		sortBySlot(e.resource, rows)
		for _, row := range rows {
			var r R
			e.resource.Decode(row, &r)
			if (e.written == nil || e.written(r)) && !visit(row, r) {
				return nil
			}
		}
	}
	return nil
}

// fill writes a file of the kind.
func (e *entries[V, R]) fill(ctx context.Context, g *generator, k *kind, f record.File, w io.Writer) (done outcome, err error) {
	parts, err := e.parts(ctx, g, k, f.Path)
	if err != nil {
		return done, err
	}
	skeleton, err := skeletonOf(f)
	if err != nil {
		return done, err
	}
	return e.print.sparing(w, skeleton, parts)
}

// parts returns what a file holds: its records, and behind them what is written on demand.
func (e *entries[V, R]) parts(ctx context.Context, g *generator, k *kind, place string) ([]textfile.Part[V], error) {
	known, err := g.namesOf(ctx, k)
	if err != nil {
		return nil, err
	}
	s, err := g.sheetAt(ctx, k, place)
	if err != nil {
		return nil, err
	}
	parts := make([]textfile.Part[V], 0, len(s.ids))
	err = e.each(ctx, g, s, func(row record.Row, r R) bool {
		parts = append(parts, partOf(e.resource, row, e.toValue(r, known)))
		return true
	})
	if err != nil {
		return nil, err
	}
	more, err := e.demanded(ctx, g, k, place)
	for _, value := range more {
		parts = append(parts, textfile.Part[V]{Slot: -1, Value: value})
	}
	return parts, err
}

// demanded returns what is written on demand into the kind's main file.
func (e *entries[V, R]) demanded(ctx context.Context, g *generator, k *kind, place string) ([]V, error) {
	if e.more == nil || !g.instance.includes(k.name) || !strings.EqualFold(place, g.mainOf(k)) {
		return nil, nil
	}
	return e.more(ctx, g)
}

// partOf makes the part of a file that a record stands for.
func partOf[V any](res *record.Resource, row record.Row, value V) textfile.Part[V] {
	part := textfile.Part[V]{Slot: -1, Value: value}
	if slot, placed := row[res.Index("slot")].(int64); placed {
		part.Slot = int(slot)
	}
	part.Raw, _ = row[res.Index("raw")].(string)
	return part
}
