package store

import (
	"cmp"
	"context"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/validate"
)

// Op names what an operation of a batch does.
type Op string

// The operations.
const (
	OpCreate Op = "create"
	OpUpdate Op = "update" // of the fields that are sent
	OpDelete Op = "delete"
	OpUpsert Op = "upsert" // update, or create where there is no such record
)

// Operation is one step of a batch.
type Operation struct {
	Op       Op
	Resource *record.Resource // with records in instances
	SID      string           // of the record; an upsert without one finds its record by the resource's key
	Data     *jsontree.Object // a body, tidied by jsontree.Prepare; of Cells, where these are set
	Cells    *record.CSVRow   // values equal to those of the stored record are left alone
	Problems validate.Errors  // found before the batch: the operation is not run, and the batch is refused
}

// Outcome describes the effect of one operation.
type Outcome struct {
	Row              record.Row // the record as the operation left it; nil for one that was deleted
	Created, Changed bool
	Cascaded         []Count // what was deleted with the record
}

// Refusal lists what is wrong with one operation. The fields are "sid", and below "data" those of the record.
type Refusal struct {
	Operation int // its index in the batch
	Problems  validate.Errors
}

// Refusals is the error of a batch of which nothing was carried out: the refused operations in their order.
type Refusals []Refusal

// Error returns the first message.
func (r Refusals) Error() string { return r[0].Problems.First() }

// Batch runs operations, each on the state that those before it have left, in one edit of the scope's instance. It returns one
// outcome for each of them. When any operation is refused, nothing changes and the error is Refusals. It returns ErrNotFound
// when the instance does not belong to the user.
func (db *DB) Batch(ctx context.Context, s Scope, summary say.Message, operations []Operation) (outcomes []Outcome, err error) {
	records := int64(0)
	if areWrittenTogether(operations) {
		records = int64(len(operations))
	}
	err = db.EditOf(ctx, records, s, "batch", func(e *Edit) error {
		e.Summary = summary
		outcomes, err = e.Batch(ctx, operations)
		return err
	})
	return outcomes, err
}

// Batch runs operations as DB.Batch does, within the edit. On an error the edit must not be kept.
func (e *Edit) Batch(ctx context.Context, operations []Operation) ([]Outcome, error) {
	b := &batch{Edit: e, outcomes: make([]Outcome, len(operations))}
	for _, run := range b.runs(operations) {
		if err := b.run(ctx, run); err != nil {
			return nil, err
		}
	}
	if len(b.refusals) > 0 {
		slices.SortStableFunc(b.refusals, func(a, b Refusal) int { return cmp.Compare(a.Operation, b.Operation) })
		return nil, b.refusals
	}
	return b.outcomes, nil
}

// areWrittenTogether reports whether operations are one run that reads all it needs before it writes, and in which nothing passes from
// record to record.
func areWrittenTogether(operations []Operation) bool {
	for _, o := range operations {
		r := o.Resource
		if o.Problems != nil || !together(operations[0], o) || r.Beside != "" ||
			slices.ContainsFunc(r.Fields, func(f *record.Field) bool { return isUnique(r, f) }) {
			return false
		}
	}
	return true
}

// batch is a batch in progress. A refused operation does not end it, so that all refusals are reported together.
type batch struct {
	*Edit
	outcomes []Outcome
	refusals Refusals
}

// step is an operation with its index in the batch.
type step struct {
	Operation
	index int
	trial trial
}

// runs divides operations into runs that are read and written together: consecutive ones that write to the same resource, or
// delete from it.
func (b *batch) runs(operations []Operation) (runs [][]step) {
	for index, operation := range operations {
		if operation.Problems != nil {
			b.refusals = append(b.refusals, Refusal{index, operation.Problems})
			continue
		}
		last := len(runs) - 1
		if last < 0 || !together(runs[last][0].Operation, operation) {
			runs, last = append(runs, nil), last+1
		}
		runs[last] = append(runs[last], step{Operation: operation, index: index})
	}
	return runs
}

func together(a, b Operation) bool {
	return a.Resource == b.Resource && (a.Op == OpDelete) == (b.Op == OpDelete)
}

func (b *batch) run(ctx context.Context, steps []step) error {
	if steps[0].Op == OpDelete {
		return b.delete(ctx, steps)
	}
	return b.write(ctx, steps)
}

// noSuchRecord is what is wrong with a sid that no record of the instance has.
func noSuchRecord() validate.Errors { return validate.Wrong("sid", validate.SelectionIsInvalid) }

// delete deletes the records of a run. A second deletion of the same record is refused.
func (b *batch) delete(ctx context.Context, steps []step) error {
	r := steps[0].Resource
	found, err := b.bySID(ctx, r, steps)
	if err != nil {
		return err
	}
	var rows []record.Row
	var indexes []int
	for _, s := range steps {
		row, there := found[s.SID]
		if !there {
			b.refusals = append(b.refusals, Refusal{s.index, noSuchRecord()})
			continue
		}
		delete(found, s.SID)
		rows, indexes = append(rows, row), append(indexes, s.index)
	}
	along, err := b.deleteCascading(ctx, r, rows)
	for i, index := range indexes {
		b.outcomes[index] = Outcome{Changed: true, Cascaded: along[i]}
	}
	return err
}

// bySID reads the records that the steps name.
func (b *batch) bySID(ctx context.Context, r *record.Resource, steps []step) (map[string]record.Row, error) {
	var sids []string
	for _, s := range steps {
		if s.SID != "" {
			sids = append(sids, s.SID)
		}
	}
	if len(sids) == 0 {
		return nil, nil
	}
	d := b.db.dialect
	rows, err := b.All(ctx, r, d.among("r.sid"), d.texts(sids))
	found := make(map[string]record.Row, len(rows))
	for _, row := range rows {
		found[r.SID(row)] = row
	}
	return found, err
}
