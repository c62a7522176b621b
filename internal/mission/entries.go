package mission

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// entries declares a sort of files of which each entry is one record: V is an entry as its codec has it, R the record.
type entries[V, R any] struct {
	kind
	parse func(data []byte) (*ce.File[V], error)
	print printer[V]

	toRecord func(V, *names) (R, error)
	toValue  func(R, *names) V // the reverse of toRecord

	refer   func(context.Context, *importer, []ce.Entry[V]) (*names, error) // adds the names that entries refer to; nil for none
	known   func(context.Context, *generator) (*names, error)               // reads them again; nil for none
	written func(R) bool                                                    // tells which records the file holds; nil for all
	more    func(context.Context, *generator) ([]V, error)                  // what else is written on demand; nil for nothing
}

// declare returns the kind of the files.
func (e entries[V, R]) declare() *kind {
	e.read = func(data []byte) (storing, error) {
		file, err := e.parse(data)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, im *importer) error { return e.store(ctx, im, file) }, nil
	}
	e.write, e.kind.stands = e.generate, e.stands
	return &e.kind
}

// store brings the records of a file in line with its entries.
func (e *entries[V, R]) store(ctx context.Context, im *importer, file *ce.File[V]) (err error) {
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

// sheet is a file to be written: what is stored of it beside its records, and these.
type sheet[V any] struct {
	file  record.File
	parts []ce.Part[V]
}

// generate writes every file of the kind that has records or was imported.
func (e *entries[V, R]) generate(ctx context.Context, g *generator, k *kind) (err error) {
	var known *names
	if e.known != nil {
		if known, err = e.known(ctx, g); err != nil {
			return err
		}
	}
	rows, err := g.rows(ctx, e.resource, e.where)
	if err != nil {
		return err
	}
	sheets := newSheets[V](g, k)
	for _, row := range rows {
		var r R
		e.resource.Decode(row, &r)
		if e.written == nil || e.written(r) {
			sheets.add(g.placeOf(k, e.resource, row), partOf(e.resource, row, e.toValue(r, known)))
		}
	}
	if err := e.addMore(ctx, g, k, sheets); err != nil {
		return err
	}
	return printAll(g, k, sheets, e.print)
}

// addMore adds what is written on demand behind the records.
func (e *entries[V, R]) addMore(ctx context.Context, g *generator, k *kind, s sheets[V]) error {
	if e.more == nil || !g.instance.includes(k.name) {
		return nil
	}
	values, err := e.more(ctx, g)
	for _, value := range values {
		s.add(g.mainOf(k), ce.Part[V]{Slot: -1, Value: value})
	}
	return err
}

// partOf makes the part of a file that a record stands for.
func partOf[V any](res *record.Resource, row record.Row, value V) ce.Part[V] {
	part := ce.Part[V]{Slot: -1, Value: value}
	if slot, placed := row[res.Index("slot")].(int64); placed {
		part.Slot = int(slot)
	}
	part.Raw, _ = row[res.Index("raw")].(string)
	return part
}

// sheets are the files of a kind by their places in lower case.
type sheets[V any] map[string]*sheet[V]

// newSheets starts with the files that were imported: they are written without records too.
func newSheets[V any](g *generator, k *kind) sheets[V] {
	s := sheets[V]{}
	for _, file := range g.filesOf(k.name) {
		s[strings.ToLower(file.Path)] = &sheet[V]{file: file}
	}
	return s
}

func (s sheets[V]) add(place string, part ce.Part[V]) {
	key := strings.ToLower(place)
	if s[key] == nil {
		s[key] = &sheet[V]{file: record.File{Path: place}}
	}
	s[key].parts = append(s[key].parts, part)
}

// printAll writes the sheets in the order of their places.
func printAll[V any](g *generator, k *kind, list sheets[V], print printer[V]) error {
	for _, key := range slices.Sorted(maps.Keys(list)) {
		sheet := list[key]
		skeleton, err := skeletonOf(sheet.file)
		if err != nil {
			return err
		}
		data, written, warnings, err := print.sparing(skeleton, sheet.parts)
		if err != nil {
			return fmt.Errorf("%s: %w", sheet.file.Path, err)
		}
		g.add(k, sheet.file.Path, written, data, warnings...)
	}
	return nil
}
