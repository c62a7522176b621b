package mission

import (
	"context"
	"reflect"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// plan collects the changes of an import to the records of a resource.
type plan struct {
	res            *record.Resource
	keeps          []string // the fields that the file does not hold
	reads          reader   // nil if the file holds all fields of a record
	insert, remove []record.Row
	before, after  []record.Row
	keepsShown     bool // a record keeps values that the file cannot hold
}

// reader parses what it writes of a record.
type reader interface {
	// readBack returns the entry that is read after writing the record; ok is false if the file cannot hold it.
	readBack(record.Row) (value any, ok bool)
}

// isWrittenAs reports whether a stored record and a new one are the same once written: they differ only in what the file cannot hold.
func (p *plan) isWrittenAs(old, row record.Row) bool {
	if p.reads == nil {
		return false
	}
	was, could := p.reads.readBack(old)
	is, can := p.reads.readBack(row)
	return could && can && reflect.DeepEqual(was, is)
}

// carryOut stores the changes. It returns a fileError for a text that is too long.
func (p *plan) carryOut(ctx context.Context, e *store.Edit) error {
	if err := p.checkLengths(); err != nil {
		return err
	}
	if err := e.DeleteAll(ctx, p.res, p.remove); err != nil {
		return err
	}
	if err := e.UpdateAll(ctx, p.res, p.before, p.after); err != nil {
		return err
	}
	return e.InsertAll(ctx, p.res, p.insert)
}

// checkLengths calls checkLength for all planned records.
func (p *plan) checkLengths() error {
	for i, row := range p.after {
		if err := checkLength(p.res, p.before[i], row); err != nil {
			return err
		}
	}
	return checkLengths(p.res, p.insert)
}

// copyShown copies the values that people see from one record to another.
func (p *plan) copyShown(old, row record.Row) {
	p.keepsShown = true
	for i, f := range p.res.Fields {
		if f.Shown() {
			row[i] = old[i]
		}
	}
}
