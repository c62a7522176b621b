package mission

import (
	"context"
	"reflect"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// plan is what an import does with the records of a resource.
type plan struct {
	res            *record.Resource
	keeps          []string // the fields that the file does not hold
	reads          reader   // nil when the file holds all of a record
	insert, remove []record.Row
	before, after  []record.Row
}

// reader reads records back from what is written of them.
type reader interface {
	// readBack returns what a record is read as once it is written; ok is false when its file cannot hold it.
	readBack(record.Row) (value any, ok bool)
}

// isWrittenAs reports whether a stored record is written as an entry is read: what differs is what the file cannot hold.
func (p *plan) isWrittenAs(old, row record.Row) bool {
	if p.reads == nil {
		return false
	}
	was, could := p.reads.readBack(old)
	is, can := p.reads.readBack(row)
	return could && can && reflect.DeepEqual(was, is)
}

// carryOut writes what is planned. A text that is too long is a fileError.
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

// checkLengths does so for what is planned.
func (p *plan) checkLengths() error {
	for i, row := range p.after {
		if err := checkLength(p.res, p.before[i], row); err != nil {
			return err
		}
	}
	return checkLengths(p.res, p.insert)
}

// copyShown gives a record the values of another one that people see.
func (p *plan) copyShown(old, row record.Row) {
	for i, f := range p.res.Fields {
		if f.Shown() {
			row[i] = old[i]
		}
	}
}

func shownValue(f *record.Field) bool { return f.Shown() && f.Name != "updated_at" }
