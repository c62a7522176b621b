package layers

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// put makes one change of a row in a record.
func (s *side) put(ctx context.Context, r *record.Resource, row record.Row, by *Row, c Change) error {
	switch {
	case r == record.Files && by.isWhole():
		s.putWhole(row, c)
		return nil
	case r == record.Files:
		return s.putInFile(row, c)
	}
	f, known := fieldNamed(r, c.Field)
	switch {
	case !known && r.HoldsDocuments():
		return putInDocument(r, row, c)
	case !known:
		return unfit(c.Field, fmt.Sprintf("There is no field %s of %s.", c.Field, r.Plural()))
	case f.Link != nil:
		return s.putMembers(ctx, f, row, c)
	case f.Ref != "" && !isNull(c.After):
		id, err := s.refer(ctx, record.Named(f.Ref), Plain(c.After), c.Field)
		row[f.index] = id
		return err
	}
	value, err := f.ReadValue(orNull(nil, c.After))
	if err != nil {
		return unfit(c.Field, fmt.Sprintf("This is no value of %s: %s.", c.Field, c.After))
	}
	row[f.index] = value
	return nil
}

func isNull(value json.RawMessage) bool { return value == nil || string(value) == "null" }

func unfit(name, sentence string) error {
	return validate.Refused("changes."+name, validate.SelectionIsInvalid.Saying(sentence))
}

func (s *side) putMembers(ctx context.Context, f field, row record.Row, c Change) error {
	if !c.isSet() { // all of a set at once
		var names []string
		if err := json.Unmarshal(orNull(nil, c.After), &names); err != nil {
			return unfit(c.Field, "This is no list of names.")
		}
		c.Added, c.Removed = change.Without(names, s.membersKnown(ctx, f, row)), change.Without(s.membersKnown(ctx, f, row), names)
	}
	ids := slices.Clone(referred(row, f.index))
	for _, name := range c.Removed {
		id, err := s.idOf(ctx, record.Named(f.Ref), name)
		if err != nil {
			return err
		}
		ids = slices.DeleteFunc(ids, func(one int64) bool { return one == id })
	}
	for _, name := range c.Added {
		id, err := s.refer(ctx, record.Named(f.Ref), name, c.Field)
		if err != nil {
			return err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	row[f.index] = append([]int64{}, ids...)
	return nil
}

func (s *side) membersKnown(ctx context.Context, f field, row record.Row) []string {
	_ = s.learnIDs(ctx, record.Named(f.Ref), referred(row, f.index)) // what fails here fails again with the names
	return s.members(f, row)
}

// refer returns the id of what a name refers to. Names of the economy and class names that are not there are made, as by an import.
func (s *side) refer(ctx context.Context, r *record.Resource, name, field string) (int64, error) {
	id, err := s.idOf(ctx, r, name)
	if err != nil || id != 0 {
		return id, err
	}
	switch {
	case r == record.InstanceClassnames:
		row, err := s.take(ctx, r, new(Row))
		if err != nil {
			return 0, err
		}
		row[r.Index("name")] = name
		s.made = append(s.made, store.Put{Resource: r, New: row})
		return r.ID(row), s.know(ctx, r, []record.Row{row})
	case r.Has("is_group") && s.dry:
		s.given--
		row := s.stamped(r, emptyOf(r), &Row{ID: s.given})
		row[r.Index("name")] = name
		return s.given, s.know(ctx, r, []record.Row{row})
	case r.Has("is_group"):
		row, err := s.Create(ctx, r, record.Values{"name": name, "is_group": int64(0)})
		if err != nil {
			return 0, err
		}
		return r.ID(row), s.know(ctx, r, []record.Row{row})
	}
	return 0, unfit(field, fmt.Sprintf("There is no %s “%s” here.", r.One, name))
}

func putInDocument(r *record.Resource, row record.Row, c Change) error {
	i := r.Index(r.Document().Name)
	text, _ := row[i].(string)
	values, err := expansion.Parse(text)
	if err != nil {
		return err
	}
	next, ok := withValue(values, c)
	if !ok {
		return unfit(c.Field, fmt.Sprintf("%s is not there.", c.Field))
	}
	base, err := expansion.Read(text)
	if err != nil {
		return err
	}
	document, problems := r.DocumentOf(r.TitleOf(row)).Change(base, next)
	if len(problems) > 0 {
		return unfit(c.Field, problems[0].Text())
	}
	row[i] = document.Text
	return nil
}

func withValue(values *jsontree.Object, c Change) (*jsontree.Object, bool) {
	var value any
	var err error
	if c.After != nil {
		if value, err = jsontree.Parse(c.After); err != nil {
			return nil, false
		}
	}
	next, ok := change.With(values, c.Field, value, c.After != nil)
	tree, is := next.(*jsontree.Object)
	return tree, ok && is
}

// putInFile changes a value of a document.
func (s *side) putInFile(row record.Row, c Change) error {
	d := s.document(row)
	if d == nil {
		return unfit(c.Field, s.below(row)+" cannot be read as a document.")
	}
	text := row[fileContent].(string)
	values, err := d.Read(text)
	if err != nil {
		return err
	}
	next, ok := withValue(values, c)
	if !ok {
		return unfit(c.Field, fmt.Sprintf("%s is not there.", c.Field))
	}
	changed, problems, err := d.Change(text, next)
	if len(problems) > 0 {
		return unfit(c.Field, problems[0].Text())
	}
	row[fileContent] = changed
	return err
}

// derive works out what follows from the fields of a record.
func (s *side) derive(ctx context.Context, r *record.Resource, row record.Row) error {
	if r.Has("tag_ids") && r.Has("tag_id") {
		row[r.Index("tag_id")] = nil
		if ids := referred(row, r.Index("tag_ids")); len(ids) > 0 {
			row[r.Index("tag_id")] = ids[0]
		}
	}
	for i, f := range r.Fields {
		if f.Count == "" {
			continue
		}
		text, _ := row[i].(string)
		var list []json.RawMessage
		if json.Unmarshal([]byte(text), &list) == nil {
			row[r.Index(f.Count)] = int64(len(list))
		}
	}
	if f := r.Document(); f != nil {
		return describe(r, row)
	}
	if r.Title != nil && !r.Title.Stored() && r.Has("instance_classname_id") {
		id, _ := row[r.Index("instance_classname_id")].(int64)
		if err := s.learnIDs(ctx, record.InstanceClassnames, []int64{id}); err != nil {
			return err
		}
		row[r.Index(r.Title.Name)] = s.namesOf(record.InstanceClassnames)[id]
	}
	return nil
}

func describe(r *record.Resource, row record.Row) error {
	text, _ := row[r.Index(r.Document().Name)].(string)
	values, err := expansion.Parse(text)
	if err != nil {
		return err
	}
	for name, value := range r.Describe(text, values) {
		row[r.Index(name)] = value
	}
	return nil
}

// foldKey is a text by which names are compared.
func foldKey(parts ...string) string { return strings.ToLower(strings.Join(parts, "\x00")) }
