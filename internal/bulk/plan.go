package bulk

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// plan works out what a request does to each record.
type plan struct {
	Request
	view    *store.View
	db      *store.DB
	where   []record.Condition
	whole   bool               // the records are read with all of their fields, to be written
	left    leftRows           // what steps before this one have left
	looking []record.Operation // those of all steps on the resource
	steps   []step
	result  *Result
}

// step is an operation made ready: it changes a row, which the plan has copied, and reports whether it kept a value within bounds.
type step func(ctx context.Context, row record.Row) (clamped bool, err error)

func newPlan(view *store.View, db *store.DB, req Request, where []record.Condition, whole bool) *plan {
	return &plan{Request: req, view: view, db: db, where: where, whole: whole, looking: req.Operations, result: &Result{}}
}

func (p *plan) run(ctx context.Context) (*Result, error) {
	var err error
	if p.result.Base, err = p.view.Revision(ctx); err != nil {
		return nil, err
	}
	if p.Revision != nil {
		if err := p.Revision(p.result.Base); err != nil {
			return nil, err
		}
	}
	if err := p.prepare(ctx); err != nil {
		return nil, err
	}
	rows, err := p.read(ctx)
	if err != nil {
		return nil, err
	}
	p.result.Matched = int64(len(rows))
	if p.Expect != nil && *p.Expect != p.result.Matched {
		return nil, Mismatch{p.result.Matched, *p.Expect}
	}
	if p.deletes() {
		return p.result, p.delete(ctx, rows)
	}
	for _, row := range rows {
		if err := p.change(ctx, row); err != nil {
			return nil, err
		}
	}
	return p.result, p.rename(ctx)
}

// read returns the records chosen.
func (p *plan) read(ctx context.Context) (rows []record.Row, err error) {
	if p.whole {
		rows, err = p.view.Whole(ctx, p.Resource, p.where)
	} else {
		rows, err = p.view.Flat(ctx, p.Resource, p.where, nestedOf(p.Resource, p.looking)...)
	}
	p.left.over(p.Resource, rows)
	if err == nil && p.SIDs != nil && p.Q == "" && len(p.Except) == 0 && len(rows) < len(p.SIDs) {
		err = validate.Wrong("sids", validate.SelectionIsInvalid)
	}
	return rows, err
}

// nestedOf returns the nested fields that operations on a resource work on.
func nestedOf(r *record.Resource, operations []record.Operation) (fields []*record.Field) {
	for _, f := range r.Fields {
		changes := func(o record.Operation) bool {
			return o.Field == f || slices.Contains(o.Fields, f) || o.Field != nil && o.Field.Name == "tag_id" && f.Name == "tag_ids"
		}
		if f.Nested && slices.ContainsFunc(operations, changes) {
			fields = append(fields, f)
		}
	}
	return fields
}

// delete plans that the records go, and counts those that go with them.
func (p *plan) delete(ctx context.Context, rows []record.Row) error {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		p.result.Changes = append(p.result.Changes, Change{Resource: p.Resource, Old: row})
		ids[i] = p.Resource.ID(row)
	}
	for _, c := range p.Resource.Cascades {
		other := record.Named(c.Resource)
		n, err := p.view.CountReferring(ctx, other, c.Column, ids)
		if err != nil {
			return err
		}
		if n > 0 {
			p.result.Deleted = append(p.result.Deleted, store.Count{Resource: other.Path, N: n})
		}
	}
	return nil
}

// change works out what becomes of one record.
func (p *plan) change(ctx context.Context, old record.Row) error {
	row, clamped := slices.Clone(old), false
	for i, step := range p.steps {
		bounded, err := step(ctx, row)
		if err != nil {
			return p.about(i, old, err)
		}
		clamped = clamped || bounded
	}
	clamped = capMin(p.Resource, old, row) || clamped
	made, err := p.updated(ctx, old, row)
	if err != nil {
		return p.about(len(p.steps)-1, old, err)
	}
	if clamped {
		p.result.Clamped++
	}
	if made == nil {
		p.result.Unchanged++
		return nil
	}
	p.result.Changes = append(p.result.Changes, Change{Resource: p.Resource, Old: old, New: made, Clamped: clamped})
	return nil
}

// updated returns the row as it will be stored, with what follows from the fields that the operations have changed; nil where it
// does not differ.
func (p *plan) updated(ctx context.Context, old, row record.Row) (record.Row, error) {
	r, values := p.Resource, record.Values{}
	for i, f := range r.Fields {
		if f.Writable() && !record.Same(old[i], row[i]) {
			values[f.Name] = row[i]
		}
	}
	if len(values) == 0 {
		return p.renamed(old, row), nil
	}
	for name := range values {
		if f := r.Field(name); f.Count != "" {
			values[f.Count] = row[r.Index(f.Count)]
		}
	}
	made, err := p.view.Updated(ctx, r, old, values)
	if err != nil {
		return nil, err
	}
	if renamed := p.renamed(old, row); renamed != nil {
		made[r.Index(r.Title.Name)] = r.TitleOf(row)
	}
	return made, nil
}

// renamed returns the row if only the name of its class differs, which is stored with the class name.
func (p *plan) renamed(old, row record.Row) record.Row {
	if p.Resource.Title != nil && p.Resource.TitleOf(old) != p.Resource.TitleOf(row) {
		return row
	}
	return nil
}

// about says which operation an error of a record belongs to; its message names the record.
func (p *plan) about(operation int, row record.Row, err error) error {
	var problems validate.Errors
	if !errors.As(err, &problems) {
		return err
	}
	var named validate.Errors
	for _, one := range problems {
		for _, text := range one.Texts() {
			named.AddSentence(one.Field, p.Resource.TitleOf(row)+": "+text)
		}
	}
	return &Problem{operation, named}
}

// capMin lowers a min that the operations have left above nominal, unless it was above before.
func capMin(r *record.Resource, old, row record.Row) bool {
	if !r.Has("nominal") || !r.Has("min") {
		return false
	}
	nominal, least := r.Index("nominal"), r.Index("min")
	if !isAbove(row[least], row[nominal]) || isAbove(old[least], old[nominal]) {
		return false
	}
	row[least] = row[nominal]
	return true
}

func isAbove(a, b any) bool {
	first, ok := a.(int64)
	second, both := b.(int64)
	return ok && both && first > second
}
