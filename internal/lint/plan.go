package lint

import (
	"context"
	"reflect"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// plan is a world in which fixes have been carried out.
type plan struct {
	*world
	rule    *Rule
	targets []any // the changed records, in the order of the findings
	deleted map[any]bool
}

func (p *plan) carryOut(f Finding) {
	target := f.Fix.target
	if target == nil {
		target = f.about
	}
	if !slices.Contains(p.targets, target) {
		p.targets = append(p.targets, target)
	}
	if f.Fix.mend == nil {
		p.deleted[target] = true
		return
	}
	f.Fix.mend()
}

// edit holds a record before and after the fixes; nil if it does not exist.
type edit struct {
	res           *record.Resource
	before, after record.Row
}

func (p *plan) edits() []edit {
	edits := make([]edit, len(p.targets))
	for i, target := range p.targets {
		e, _ := p.entryOf(target)
		edits[i] = edit{res: e.res, before: e.row}
		if !p.deleted[target] {
			edits[i].after = e.changed(target)
		}
	}
	return edits
}

// changed returns the row of a record with the changes that fixes have made to its Go struct.
func (e entry) changed(value any) record.Row {
	if e.document != nil {
		e.document.write()
	}
	is := e.res.Encode(value)
	if e.row == nil {
		return is
	}
	before := reflect.New(reflect.TypeOf(value).Elem()).Interface()
	e.res.Decode(e.row, before)
	row, was := slices.Clone(e.row), e.res.Encode(before)
	for i := range row {
		if !reflect.DeepEqual(was[i], is[i]) {
			row[i] = is[i]
		}
	}
	if e.document != nil {
		e.describe(row)
	}
	return row
}

// describe sets the fields that are derived from a document.
func (e entry) describe(row record.Row) {
	for name, v := range e.res.Describe(string(*e.document.text), e.document.Tree) {
		row[e.res.Index(name)] = v
	}
}

// apply stores the changes, with few statements per resource.
func (p *plan) apply(ctx context.Context, e *store.Edit) error {
	edits := p.edits()
	for _, r := range record.All() {
		var old, changed, gone, made []record.Row
		for _, one := range edits {
			switch {
			case one.res != r:
			case one.after == nil:
				gone = append(gone, one.before)
			case one.before == nil:
				made = append(made, one.after)
			default:
				old, changed = append(old, one.before), append(changed, one.after)
			}
		}
		if err := write(ctx, e, r, old, changed, gone, made); err != nil {
			return err
		}
	}
	return nil
}

func write(ctx context.Context, e *store.Edit, r *record.Resource, old, changed, gone, made []record.Row) error {
	if err := e.UpdateAll(ctx, r, old, changed); err != nil {
		return err
	}
	if err := e.DeleteAll(ctx, r, gone); err != nil {
		return err
	}
	return e.InsertAll(ctx, r, made)
}
