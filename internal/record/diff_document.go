package record

import (
	"encoding/json"
	"fmt"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// DiffDocument returns a field that differs as histories show it. Of a document these are not the whole texts but the values that differ, by
// their paths: {"Items[AKM].MaxPriceThreshold":100}. Both are empty where only blanks, the order of keys or the spelling of
// numbers differ. Other fields, and a document that is there on one side only, are returned as they are.
func (r *Resource) DiffDocument(f *Field, old, next json.RawMessage) (before, after json.RawMessage) {
	if f != r.Document() {
		return old, next
	}
	was, missing := expansion.Parse(string(old))
	is, gone := expansion.Parse(string(next))
	if missing != nil || gone != nil {
		return old, next
	}
	oldParts, newParts := parts(jsonedit.Compare(was, is))
	return jsontree.AppendValue(nil, oldParts), jsontree.AppendValue(nil, newParts)
}

// parts are the old and the new values by their paths. Elements of a list that have one name are counted.
func parts(changes []jsonedit.Difference) (old, next *jsontree.Object) {
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
