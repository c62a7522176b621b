package layers

import (
	"encoding/json"
	"fmt"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// ReadRows reads rows that somebody sends. It returns validate.Errors, whose fields are below the name.
func ReadRows(name string, sent []any) (rows []Row, err error) {
	var problems validate.Errors
	for i, one := range sent {
		object, _ := one.(*jsontree.Object)
		row, sentence := readRow(object)
		if sentence != "" {
			problems.AddSentence(fmt.Sprintf("%s.%d", name, i), sentence)
			continue
		}
		rows = append(rows, row)
	}
	return rows, problems.Err()
}

func readRow(o *jsontree.Object) (row Row, wrong string) {
	row = Row{Resource: o.Text("resource"), SID: o.Text("sid"), Name: o.Text("name"), File: o.Text("file"), State: o.Text("state")}
	if n, is := o.Get("place"); is {
		_ = json.Unmarshal(jsontree.AppendValue(nil, n), &row.Place)
	}
	if row.State == "" {
		row.State = Changed
	}
	r := row.resource()
	switch {
	case r == nil:
		return row, fmt.Sprintf("There is no resource %q.", row.Resource)
	case row.Name == "" && row.SID == "" && r.Title != nil:
		return row, "A row needs a name."
	case row.State != Added && row.State != Changed && row.State != Deleted:
		return row, "The state is added, changed or deleted."
	}
	changes := o.Object("changes")
	for field, value := range changes.All() {
		c, ok := readChange(r, field, value)
		if !ok {
			return row, fmt.Sprintf("changes.%s is neither [before, after] nor {added, removed} of a field of %s.", field, r.Plural())
		}
		row.Changes = append(row.Changes, c)
	}
	if len(row.Changes) == 0 && row.State == Changed {
		return row, "A row that changes something needs changes."
	}
	row.complete(r)
	return row, ""
}

// complete adds what a new record cannot be without: what it is called.
func (row *Row) complete(r *record.Resource) {
	if row.State != Added || r.Title == nil || r == record.Files {
		return
	}
	name := r.Title.Name
	if !r.Title.Stored() {
		name = "instance_classname_id"
	}
	if f, known := fieldNamed(r, name); known && !slices.ContainsFunc(row.Changes, func(c Change) bool { return c.Field == f.wire }) {
		row.Changes = append(row.Changes, Change{Field: f.wire, After: jsontree.AppendString(nil, row.Name)})
	}
}

func readChange(r *record.Resource, name string, value any) (c Change, ok bool) {
	f, known := fieldNamed(r, name)
	switch {
	case known:
		name = f.wire
	case !r.HoldsDocuments() && r != record.Files:
		return c, false
	}
	c.Field = name
	if set, is := value.(*jsontree.Object); is && known && f.Link != nil {
		c.Added, c.Removed = set.Texts("added"), set.Texts("removed")
		return c, c.isSet()
	}
	list, is := value.([]any)
	if !is || len(list) != 2 {
		return c, false
	}
	if known && f.Link != nil {
		was, is := textsOf(list[0]), textsOf(list[1])
		c.Added, c.Removed = change.Without(is, was), change.Without(was, is)
		return c, c.isSet()
	}
	if list[0] != nil {
		c.Before = jsontree.AppendValue(nil, list[0])
	}
	if list[1] != nil {
		c.After = jsontree.AppendValue(nil, list[1])
	}
	return c, true
}

func textsOf(value any) (list []string) {
	all, _ := value.([]any)
	for _, one := range all {
		if text, is := one.(string); is {
			list = append(list, text)
		}
	}
	return list
}

// Body returns the values of a row that stand for themselves as a body of the resource: what refers to others, and what the record is
// called, is looked up when the row is laid over an instance.
func (row *Row) Body() (*record.Resource, *jsontree.Object) {
	r, body := row.resource(), new(jsontree.Object)
	for _, c := range row.Changes {
		f, known := fieldNamed(r, c.Field)
		if !known || f.Ref != "" || f.Field == r.Title || f.Field == r.Document() || c.After == nil {
			continue
		}
		if value, err := jsontree.Parse(c.After); err == nil {
			body.Set(f.Name, value)
		}
	}
	return r, body
}
