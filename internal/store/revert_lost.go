package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// dropLost removes references to deleted rows outside of instances, such as a category, from what comes back, and returns a
// warning for each field. Records of the instance come back themselves.
func (e *Edit) dropLost(ctx context.Context, plan []*restoration) (warnings []string, err error) {
	for _, p := range plan {
		rows := slices.Concat(p.insert, p.after)
		if p.res == record.Files {
			if err := e.checkContents(ctx, rows); err != nil {
				return nil, err
			}
		}
		for index, f := range p.res.Fields {
			if f.Ref == "" || record.Named(f.Ref).Scope == record.InInstance {
				continue
			}
			n, err := e.dropLostOf(ctx, rows, index, f)
			if err != nil {
				return nil, err
			}
			if n > 0 {
				warnings = append(warnings, lostText(p.res, f, n))
			}
		}
	}
	return warnings, nil
}

// checkContents returns an error when the contents of a file that comes back are gone: those that only the history has are limited. A file
// can do without its original, from which it would be compared and updated.
func (e *Edit) checkContents(ctx context.Context, rows []record.Row) error {
	there, err := e.contentsOf(ctx, rows)
	if err != nil {
		return err
	}
	for _, row := range rows {
		for _, index := range contentFields {
			id, is := row[index].(int64)
			switch {
			case !is || there[id]:
			case record.Files.Fields[index].Name == "content_id":
				return contentGone(record.Files.TitleOf(row))
			default:
				row[index] = nil
			}
		}
	}
	return nil
}

var contentFields = []int{record.Files.Index("content_id"), record.Files.Index("original_id"), record.Files.Index("base_id")}

// contentsOf returns which contents that the rows of files name are there.
func (e *Edit) contentsOf(ctx context.Context, rows []record.Row) (map[int64]bool, error) {
	var ids []int64
	for _, row := range rows {
		for _, index := range contentFields {
			ids = append(ids, referred(row[index])...)
		}
	}
	there, d := map[int64]bool{}, e.db.dialect
	q := new(query).add("/* contents */ SELECT id FROM file_contents WHERE instance_id = $", e.Scope.InstanceID).add(" AND "+d.among("id"),
		d.ids(ids))
	return there, e.db.collect(ctx, e.Tx, q.String(), q.args, func(found *Rows) error {
		var id int64
		err := found.Scan(&id)
		there[id] = true
		return err
	})
}

func contentGone(path string) error {
	var problems validate.Errors
	problems.AddNamed("content", "", validate.SelectionIsInvalid.Saying("What was in "+path+" then is no longer kept: "+
		"of contents that only the history has, the oldest go when your plan's storage is full."))
	return problems
}

// dropLostOf does that for one field and returns the number of rows concerned.
func (e *Edit) dropLostOf(ctx context.Context, rows []record.Row, index int, f *record.Field) (n int64, err error) {
	found, err := e.existing(ctx, f, rows, index)
	if err != nil {
		return 0, err
	}
	namesakes, err := e.namesakes(ctx, f, rows, index, found)
	if err != nil {
		return 0, err
	}
	gone := func(id int64) bool { return !found[id] }
	for _, own := range namesakes {
		found[own] = true
	}
	for _, row := range rows {
		row[index] = renamed(row[index], namesakes)
		if !slices.ContainsFunc(referred(row[index]), gone) {
			continue
		}
		if row[index], err = withoutLost(f, row[index], gone); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// existing returns which of the ids in a field of the rows exist.
func (e *Edit) existing(ctx context.Context, f *record.Field, rows []record.Row, index int) (map[int64]bool, error) {
	var ids []int64
	for _, row := range rows {
		ids = append(ids, referred(row[index])...)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	slices.Sort(ids)
	references := References{DB: e.db, Scope: e.Scope, tx: e.Tx}
	return references.found(ctx, record.Named(f.Ref), slices.Compact(ids))
}

// namesakes returns what the owner has in the place of what a former owner of the instance had, by name, of the ids that are not found.
func (e *Edit) namesakes(ctx context.Context, f *record.Field, rows []record.Row, index int, found map[int64]bool) (
	map[int64]int64, error,
) {
	var ids []int64
	for _, row := range rows {
		for _, id := range referred(row[index]) {
			if !found[id] {
				ids = append(ids, id)
			}
		}
	}
	r := record.Named(f.Ref)
	if len(ids) == 0 || sameReference[r] == "" {
		return nil, nil
	}
	namesakes, d := map[int64]int64{}, e.db.dialect
	q := new(query).add("SELECT o.id, min(n.id) FROM "+r.Name+" o JOIN "+r.Name+" n ON "+sameReference[r]+" WHERE n.user_id = $ AND ",
		e.Scope.UserID).add(d.among("o.id"), d.ids(ids)).add(" GROUP BY o.id")
	return namesakes, e.db.collect(ctx, e.Tx, q.String(), q.args, func(rows *Rows) error {
		var id, own int64
		err := rows.Scan(&id, &own)
		namesakes[id] = own
		return err
	})
}

// renamed returns a stored value with other ids in the place of some.
func renamed(value any, to map[int64]int64) any {
	instead := func(id int64) int64 { return cmp.Or(to[id], id) }
	switch v := value.(type) {
	case int64:
		return instead(v)
	case []int64:
		ids := slices.Clone(v)
		for i, id := range ids {
			ids[i] = instead(id)
		}
		return ids
	}
	return value
}

// referred returns the ids in a stored value.
func referred(value any) []int64 {
	switch v := value.(type) {
	case int64:
		return []int64{v}
	case []int64:
		return v
	}
	return nil
}

// withoutLost returns a list without the lost ids, or null where the field may be null.
func withoutLost(f *record.Field, value any, gone func(int64) bool) (any, error) {
	if ids, list := value.([]int64); list {
		return slices.DeleteFunc(slices.Clone(ids), gone), nil
	}
	if !f.Nullable {
		return nil, goneProblem(f)
	}
	return nil, nil
}

// goneProblem is the error of a record that cannot come back without what it refers to.
func goneProblem(f *record.Field) error {
	var problems validate.Errors
	problems.AddNamed(f.Name, "", validate.SelectionIsInvalid.Saying("The "+record.Named(f.Ref).One+" that the record refers to is gone."))
	return problems
}

func lostText(r *record.Resource, f *record.Field, n int64) string {
	noun := r.Plural()
	if n == 1 {
		noun = r.One
	}
	what := record.Named(f.Ref)
	text := strings.ReplaceAll(f.Name, "_", " ") + " of " + strconv.FormatInt(n, 10) + " " + noun
	if f.Type == record.Links {
		return fmt.Sprintf("%s: %s that are gone were left out.", text, what.Plural())
	}
	return fmt.Sprintf("%s: the %s is gone, and the field stays empty.", text, what.One)
}
