package lint

import (
	"slices"

	"quartermaster/internal/record"
)

var unknownTag = &Rule{
	ID: "unknown-tag", Severity: Error, Title: "Unknown tag",
	Says: sentences{
		"undefined": "The tag {names:quoted} is not defined.",
	},
	needs: []string{"limits"},
	types: func(w *world, report report) func(*record.Type) {
		return w.tags().check(report, func(t *record.Type) []int64 { return t.TagIDs }, setTags)
	},
	Check: func(w *world, report report) {
		tags := w.tags()
		if tags.names == nil {
			return
		}
		for _, t := range w.SpawnableTypes {
			if missing := unknown(t.Tags, tags.names); len(missing) > 0 {
				report(t, says("undefined", "names", missing), mend(says("remove", "names", missing), func() {
					t.Tags = slices.DeleteFunc(t.Tags, func(name string) bool { return !tags.names.has(name) })
				}))
			}
		}
	},
}

// setTags sets the tags of a type, and the first tag with them.
func setTags(t *record.Type, ids []int64) {
	t.TagIDs, t.TagID = ids, nil
	if len(ids) > 0 {
		t.TagID = &ids[0]
	}
}
