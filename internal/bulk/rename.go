package bulk

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// renaming gives a record another name. That of a class is stored with its class name, and follows there.
func (p *plan) renaming(o record.Operation) step {
	replace := func(string) string { text, _ := o.Value.(string); return text }
	if o.Find != nil {
		var err error
		if replace, err = replacer(o); err != nil {
			return func(context.Context, record.Row) (bool, error) { return false, err }
		}
	}
	r := p.Resource
	return func(ctx context.Context, row record.Row) (bool, error) {
		name := replace(r.TitleOf(row))
		if name == r.TitleOf(row) {
			return false, nil
		}
		values, err := p.named(ctx, row, name)
		if err == nil {
			row[r.Index(r.Title.Name)] = values[titleOf(r).Title.Name]
		}
		return false, err
	}
}

// titleOf returns the resource that stores the names of records: that of class names for those that are made on one.
func titleOf(r *record.Resource) *record.Resource {
	if r.Title.Writable() {
		return r
	}
	return record.InstanceClassnames
}

// named checks a name by the rules of the resource that stores it.
func (p *plan) named(ctx context.Context, row record.Row, name string) (record.Values, error) {
	r, id := titleOf(p.Resource), p.Resource.ID(row)
	if r != p.Resource {
		id = row[p.Resource.Index("instance_classname_id")].(int64)
	}
	body := new(jsontree.Object)
	body.Set(r.Title.Name, name)
	jsontree.Prepare(body)
	values, problems, err := r.Accept(ctx, body, p.view.References(id), true)
	if err == nil && len(problems) > 0 {
		err = named(problems)
	}
	return values, err
}

// rename plans what follows from new names: the class names themselves, and the records that call renamed ones by their names.
func (p *plan) rename(ctx context.Context) error {
	if !slices.ContainsFunc(p.Operations, func(o record.Operation) bool { return o.Op == record.OpRename }) {
		return nil
	}
	names, classes := p.newNames()
	if err := p.renameClasses(ctx, classes); err != nil {
		return err
	}
	if len(names) == 0 {
		return nil
	}
	for _, r := range slices.SortedFunc(maps.Keys(naming), func(a, b *record.Resource) int { return strings.Compare(a.Name, b.Name) }) {
		if err := p.follow(ctx, r, names); err != nil {
			return err
		}
	}
	return nil
}

// newNames returns the new names by the old ones, in small letters, and those of class names by their ids.
func (p *plan) newNames() (names map[called]string, classes map[int64]string) {
	names, classes = map[called]string{}, map[int64]string{}
	of := sortsOf(p.Resource)
	if titleOf(p.Resource) != p.Resource {
		of = sortsOf(record.Types)
	}
	for _, c := range p.result.Changes {
		before, after := p.Resource.TitleOf(c.Old), p.Resource.TitleOf(c.New)
		if before == after {
			continue
		}
		if of != nil {
			names[called{of(c.Old), strings.ToLower(before)}] = after
		}
		if titleOf(p.Resource) != p.Resource {
			classes[c.Old[p.Resource.Index("instance_classname_id")].(int64)] = after
		}
	}
	return names, classes
}

// renameClasses plans the changes of class names.
func (p *plan) renameClasses(ctx context.Context, classes map[int64]string) error {
	r := record.InstanceClassnames
	for _, id := range slices.Sorted(maps.Keys(classes)) {
		one := record.Match{Test: record.Ranged, Field: r.Field("id"), Range: record.Range{From: id, To: id}}
		rows, err := p.view.Whole(ctx, r, []record.Condition{{Any: []record.Match{one}}})
		if err != nil {
			return err
		}
		for _, old := range rows {
			row, err := p.view.Updated(ctx, r, old, record.Values{"name": classes[id]})
			if err != nil {
				return err
			}
			p.result.Referring = append(p.result.Referring, Change{Resource: r, Old: old, New: row})
		}
	}
	return nil
}

// follow plans the changes of a resource's records that name renamed ones. Those that are changed already are changed further.
func (p *plan) follow(ctx context.Context, r *record.Resource, names map[called]string) error {
	rows, err := p.view.Whole(ctx, r, nil)
	if err != nil {
		return err
	}
	mine := map[int64]*Change{}
	for i, c := range p.result.Changes {
		if c.Resource == r {
			mine[r.ID(c.Old)] = &p.result.Changes[i]
		}
	}
	rename := func(of sort, name string) string {
		if other, there := names[called{of, strings.ToLower(name)}]; there {
			return other
		}
		return name
	}
	if r == record.Files {
		if err := p.followKept(ctx, rows, rename); err != nil {
			return err
		}
	}
	for _, old := range rows {
		values := naming[r](old, rename)
		if change := mine[r.ID(old)]; change != nil {
			delete(values, r.Title.Name) // it has its new name
			old = change.New
		}
		if len(values) == 0 {
			continue
		}
		row, err := p.view.Updated(ctx, r, old, values)
		if err != nil {
			return p.cannotFollow(r, old, err)
		}
		if change := mine[r.ID(old)]; change != nil {
			change.New = row
			continue
		}
		p.result.Referring = append(p.result.Referring, Change{Resource: r, Old: old, New: row})
	}
	return nil
}

// cannotFollow says that a record which names a renamed one cannot take the new name.
func (p *plan) cannotFollow(r *record.Resource, row record.Row, err error) error {
	err = p.about(len(p.Operations)-1, row, err)
	if problem, ok := err.(*Problem); ok { //nolint:errorlint // made by about
		problem.Problems = validate.Refusal("value", "The "+r.One+" “"+r.TitleOf(row)+"” cannot take the new name: "+problem.Problems.First())
	}
	return err
}
