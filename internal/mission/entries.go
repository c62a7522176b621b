package mission

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// entryKind is a kind of file in which each entry is one record. V is the codec's type of an entry, R the record's.
type entryKind[V, R any] struct {
	kindInfo
	parse    func(data []byte) (*textfile.File[V], error)
	print    printer[V]
	toRecord func(V, *names) (R, error)
	toValue  func(R, *names) V // the reverse of toRecord

	// creates the names that entries refer to; nil if they refer to none
	addNames  func(context.Context, *importer, []textfile.Entry[V]) (*names, error)
	readNames func(context.Context, *generator) (*names, error) // reads those names; nil if records do not store their ids
	holds     func(R) bool                                      // reports whether a record is written to the file; nil if all are
	extra     func(context.Context, *generator) ([]V, error)    // further entries to write on demand; nil for none
}

func (e *entryKind[V, R]) read(data []byte) (storeFunc, error) {
	file, err := e.parse(data)
	if err != nil {
		return nil, err
	}
	n := inventedNames()
	for _, entry := range file.Entries {
		if err := e.check(entry.Value, n); err != nil {
			return nil, atLine(entry.Line, err)
		}
	}
	return func(ctx context.Context, im *importer) (err error) {
		taken := file
		if file = nil; taken == nil { // the transaction is tried again
			if taken, err = e.parse(data); err != nil {
				return err
			}
		}
		return e.store(ctx, im, taken)
	}, nil
}

// check returns an error for an entry with a text or name that is too long. It runs before anything of the file is stored.
func (e *entryKind[V, R]) check(value V, n *names) error {
	made, err := e.toRecord(value, n)
	if err != nil {
		return err
	}
	if err := checkLength(e.resource, nil, e.resource.Encode(&made)); err != nil {
		return err
	}
	return n.checkLengths()
}

// store updates the records of a file to match its entries, which it drops once they are rows.
func (e *entryKind[V, R]) store(ctx context.Context, im *importer, file *textfile.File[V]) (err error) {
	im.report.warn(file.Warnings)
	var known *names
	if e.addNames != nil {
		if known, err = e.addNames(ctx, im, file.Entries); err != nil {
			return err
		}
	}
	rows := make([]record.Row, len(file.Entries))
	for i, entry := range file.Entries {
		made, err := e.toRecord(entry.Value, known)
		if err != nil {
			return fileError{atLine(entry.Line, err)}
		}
		rows[i] = e.resource.Encode(&made)
		rows[i][e.resource.Index("raw")] = entry.Raw
		if e.several {
			rows[i][e.resource.Index("source_file")] = im.rel
		}
	}
	file.Entries = nil // they take as much memory as the rows
	if im.update != nil {
		err = e.storeUpdate(ctx, im, file, rows, known.inventing())
	} else {
		err = im.storeRows(ctx, e, rows, file.Skeleton)
	}
	if err != nil || !im.exact || len(rows) == 0 || e.from == nil {
		return err
	}
	im.settled = &settled{entries: len(rows), own: map[string]Own{"": {}}}
	if e.readNames != nil {
		im.settled.limits = known.digest()
	}
	return nil
}

// readBack implements reader. It returns false for kinds whose records refer to names.
func (e *entryKind[V, R]) readBack(row record.Row) (value any, ok bool) {
	if e.addNames != nil || e.readNames != nil {
		return nil, false
	}
	part := partOf(e.resource, row, e.toValue(e.decode(row), nil))
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

// isWritten implements entryRules.
func (e *entryKind[V, R]) isWritten(row record.Row) bool {
	return e.holds == nil || e.holds(e.decode(row))
}

func (e *entryKind[V, R]) decode(row record.Row) (r R) {
	e.resource.Decode(row, &r)
	return r
}

// paths returns the paths of the imported files and of those with records to write.
func (e *entryKind[V, R]) paths(ctx context.Context, g *generator) ([]string, error) {
	list, err := g.idsOf(ctx, &e.kindInfo)
	if err != nil {
		return nil, err
	}
	paths := []string{}
	for _, f := range list {
		there := true // if finding out fails, writing the file reports the error
		err := g.instance.guard.run(ctx, "found", e.name, f.rel, func() (err error) {
			there, err = e.isThere(ctx, g, f)
			return err
		})
		if isOurs(ctx, err) {
			return nil, err
		}
		if there || err != nil {
			paths = append(paths, f.rel)
		}
	}
	return paths, nil
}

// isThere reports whether a file is generated: it was imported, or has something to write.
func (e *entryKind[V, R]) isThere(ctx context.Context, g *generator, f fileIDs) (bool, error) {
	if g.stored(&e.kindInfo, f.rel).ID != 0 || len(f.ids) > 0 && e.holds == nil {
		return true, nil
	}
	if extra, err := e.extraAt(ctx, g, f.rel); err != nil || len(extra) > 0 {
		return true, err
	}
	there := false
	err := e.each(ctx, g, f, func(record.Row, R) bool {
		there = true
		return false
	})
	return there, err
}

// rowsAtOnce is the number of records that are in memory at a time.
const rowsAtOnce = 1000

// each calls visit for the records that are written to a file, in order, until visit returns false.
func (e *entryKind[V, R]) each(ctx context.Context, g *generator, f fileIDs, visit func(record.Row, R) bool) error {
	for ids := range slices.Chunk(f.ids, rowsAtOnce) {
		rows, err := g.db.Among(ctx, e.resource, g.scope, ids)
		if err != nil {
			return err
		}
		sortBySlot(e.resource, rows)
		for _, row := range rows {
			r := e.decode(row)
			if (e.holds == nil || e.holds(r)) && !visit(row, r) {
				return nil
			}
		}
	}
	return nil
}

func (e *entryKind[V, R]) write(ctx context.Context, g *generator, f record.File, w io.Writer) (done outcome, err error) {
	skeleton, err := skeletonOf(f)
	if err != nil {
		return done, err
	}
	if known, is := g.known[fileKey{e.name, f.Path}]; is {
		if done, err = e.rewrite(ctx, g, f.Path, known, skeleton, w); err == nil {
			return done, nil
		}
	}
	ids, err := g.idsAt(ctx, &e.kindInfo, f.Path)
	if err != nil {
		return done, err
	}
	parts, err := e.parts(ctx, g, ids)
	if err != nil {
		return done, err
	}
	if done, err = e.print.writeFitting(w, skeleton, parts.list); len(done.warnings) == 0 {
		done.entries = parts.memory(ids.ids)
	}
	done.ids = ids.digest()
	return done, err
}

// parts returns the records of a file, followed by what is written on demand.
func (e *entryKind[V, R]) parts(ctx context.Context, g *generator, f fileIDs) (parts fileParts[V], err error) {
	known, err := g.namesOf(ctx, e)
	if err != nil {
		return parts, err
	}
	err = e.each(ctx, g, f, func(row record.Row, r R) bool {
		parts.add(e.resource.ID(row), partOf(e.resource, row, e.toValue(r, known)))
		return true
	})
	if err != nil {
		return parts, err
	}
	extra, err := e.extraAt(ctx, g, f.rel)
	for _, value := range extra {
		parts.add(0, textfile.Part[V]{Slot: -1, Value: value})
	}
	return parts, err
}

// extraAt returns the entries to write on demand, all of which go into the kind's main file.
func (e *entryKind[V, R]) extraAt(ctx context.Context, g *generator, rel string) ([]V, error) {
	if e.extra == nil || !g.instance.includes(e.name) || !strings.EqualFold(rel, g.mainPath(&e.kindInfo)) {
		return nil, nil
	}
	return e.extra(ctx, g)
}

func (e *entryKind[V, R]) names(ctx context.Context, g *generator) (*names, error) {
	if e.readNames == nil {
		return nil, nil
	}
	return e.readNames(ctx, g)
}
