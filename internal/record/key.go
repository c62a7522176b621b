package record

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// KeyOf returns the stored values of the resource's key for a body, with defaults for fields that it leaves out. ok is false if a value
// is missing or the resource has no key.
func (r *Resource) KeyOf(body *jsontree.Object) (values []any, ok bool) {
	for _, f := range r.Key {
		value := f.Default
		if sent, there := body.Get(f.Name); there {
			value = f.store(sent)
		}
		if value == nil {
			return nil, false
		}
		values = append(values, value)
	}
	return values, len(values) > 0
}

// KeyText returns a text that is the same for rows with the same key, whatever its letter case: the game does not tell names by that. It
// is empty for a row without one.
func (r *Resource) KeyText(row Row) string {
	var b []byte
	for _, f := range r.Key {
		value := row[r.Index(f.Name)]
		if value == nil || value == "" {
			return ""
		}
		b = append(f.AppendValue(b, value), 0)
	}
	return strings.ToLower(string(b))
}

// SharesKey returns the conditions that hold for all rows with the keys of some, and perhaps for some others.
func (r *Resource) SharesKey(rows []Row) (where []Condition) {
	for _, f := range r.Key {
		match := Match{Test: OneOf, Field: f}
		for _, row := range rows {
			switch value := row[r.Index(f.Name)].(type) {
			case int64:
				match.Test, match.IDs = Linked, append(match.IDs, value)
			case string:
				match.Among = append(match.Among, strings.ToLower(value))
			}
		}
		if f.Type == Text || f.Ref != "" {
			where = append(where, Condition{Any: []Match{match}})
		}
	}
	return where
}
