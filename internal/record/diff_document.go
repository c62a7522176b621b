package record

import (
	"encoding/json"
	"fmt"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// DiffDocument returns the two values of a field as the history shows them. Of a document, these are only the values that differ, by
// path: {"Items[AKM].MaxPriceThreshold":100}. They are empty if only blanks, the order of keys or the spelling of numbers differ. It
// returns other fields unchanged, and so a document that exists on one side only.
func (r *Resource) DiffDocument(f *Field, old, next json.RawMessage) (before, after json.RawMessage) {
	if f != r.Document() {
		return old, next
	}
	was, missing := expansion.Parse(string(old))
	is, gone := expansion.Parse(string(next))
	if missing != nil || gone != nil {
		return old, next
	}
	oldParts, newParts := parts(change.Compare(was, is))
	return jsontree.AppendValue(nil, oldParts), jsontree.AppendValue(nil, newParts)
}

// parts returns the old and the new values by path. Elements of a list with the same name are numbered.
func parts(changes []change.Difference) (old, next *jsontree.Object) {
	old, next = new(jsontree.Object), new(jsontree.Object)
	seen := map[string]int{}
	for _, c := range changes {
		path := c.Path
		if seen[c.Path]++; seen[c.Path] > 1 {
			path = fmt.Sprintf("%s (%d)", path, seen[c.Path])
		}
		if !c.Added {
			old.Set(path, c.Old)
		}
		if !c.Removed {
			next.Set(path, c.New)
		}
	}
	return old, next
}
