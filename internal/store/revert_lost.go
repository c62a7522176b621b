package store

import (
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

// dropLostOf does that for one field and returns the number of rows concerned.
func (e *Edit) dropLostOf(ctx context.Context, rows []record.Row, index int, f *record.Field) (n int64, err error) {
	found, err := e.existing(ctx, f, rows, index)
	if err != nil {
		return 0, err
	}
	gone := func(id int64) bool { return !found[id] }
	for _, row := range rows {
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
	problems.AddSentence(f.Name, "The "+record.Named(f.Ref).One+" that the record refers to is gone.")
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
