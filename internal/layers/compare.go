package layers

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// version is a record of one side; the row is nil where there is none.
type version struct {
	*side
	row record.Row
}

// compare returns what leads from one version of a record to another. The names of what they refer to are known.
func compare(r *record.Resource, before, after version) (list []Change) {
	if r == record.Files {
		return compareFiles(before, after)
	}
	for _, f := range fieldsOf(r) {
		switch {
		case f.Link != nil:
			was, is := before.members(f, before.row), after.members(f, after.row)
			if c := (Change{Field: f.wire, Added: change.Without(is, was), Removed: change.Without(was, is)}); c.isSet() {
				list = append(list, c)
			}
		case f.Field == r.Document() && before.row != nil && after.row != nil:
			differences, _ := comparePaths(before.row[f.index].(string), after.row[f.index].(string))
			list = append(list, differences...)
		default:
			was, is := before.value(f, before.row), after.value(f, after.row)
			if !same(was, is) || before.row == nil && is == nil && f.given { // a new one would have its default
				list = append(list, Change{Field: f.wire, Before: was, After: is})
			}
		}
	}
	return list
}

// comparePaths compares documents by the paths of their values, and reports whether both can be read.
func comparePaths(before, after string) ([]Change, bool) {
	was, errWas := expansion.Parse(before)
	is, errIs := expansion.Parse(after)
	if errWas != nil || errIs != nil {
		return nil, false
	}
	return changesOf(change.CompareNamed(was, is)), true
}

func changesOf(differences []change.Difference) (list []Change) {
	for _, d := range differences {
		c := Change{Field: d.Path}
		if !d.Added {
			c.Before = jsontree.AppendValue(nil, d.Old)
		}
		if !d.Removed {
			c.After = jsontree.AppendValue(nil, d.New)
		}
		list = append(list, c)
	}
	return list
}

// rowOf returns what leads from one version to another as a row, and whether anything does. Its name is that of before, where there is
// one.
func rowOf(ctx context.Context, r *record.Resource, before, after version) (row Row, differs bool, err error) {
	for _, v := range []version{before, after} {
		if v.row != nil {
			if err := v.learn(ctx, r, []record.Row{v.row}); err != nil {
				return row, false, err
			}
		}
	}
	if before.row == nil && after.row == nil {
		return row, false, nil
	}
	row.Changes = compare(r, before, after)
	row.describe(r, before, after)
	return row, len(row.Changes) > 0 || row.State != Changed && r != record.Files, nil
}

// describe names a row.
func (row *Row) describe(r *record.Resource, before, after version) {
	is := before
	switch {
	case before.row == nil:
		row.State, is = Added, after
		row.Hidden = hiddenValues(r, after.row)
	case after.row == nil:
		row.State = Deleted
	default:
		row.State = Changed
	}
	row.Resource, row.SID = r.Path, r.SID(is.row)
	if r == record.Files {
		if row.Resource, row.Name = is.fileName(is.row); row.State == Changed && after.document(after.row) == nil {
			row.Resource = texts
		}
		return
	}
	row.Name, row.File = is.identity(r, is.row), fileOf(r, is.row)
}

func fileOf(r *record.Resource, row record.Row) string {
	if !r.Has("source_file") {
		return ""
	}
	file, _ := row[r.Index("source_file")].(string)
	return file
}

func hiddenValues(r *record.Resource, row record.Row) map[string]json.RawMessage {
	values := map[string]json.RawMessage{}
	for _, f := range hiddenOf(r) {
		if row[f.index] != nil && (r != record.Files || f.Name != "content") {
			values[f.Name] = f.AppendValue(nil, row[f.index])
		}
	}
	return values
}

// resource returns what the row is about.
func (row *Row) resource() *record.Resource { return resourceAt(row.Resource) }

func resourceAt(path string) *record.Resource {
	if path == documents || path == texts {
		return record.Files
	}
	list := travelling()
	if i := slices.IndexFunc(list, func(r *record.Resource) bool { return r.Path == path }); i >= 0 {
		return list[i]
	}
	return nil
}
