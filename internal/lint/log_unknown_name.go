package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

var logUnknownName = &Rule{
	ID: "log-unknown-name", Severity: Error, Title: "Usage, value, tag or category that the server does not know",
	Says: sentences{
		"name": "The server does not know the {what} “{name}” ({place}).",
	},
	types: func(w *world, report report) func(*record.Type) {
		var complaints []func(*record.Type)
		w.logged(serverlog.UnknownLimit, func(l *Log, e serverlog.Entry) {
			v, ids := w.limitsOf(e.Detail)
			complaints = append(complaints, func(t *record.Type) {
				if slices.ContainsFunc(ids(t), func(id int64) bool { return strings.EqualFold(v.byID[id].Name, e.Name) && !v.lacks(id) }) {
					w.tell(report, l, e, t, says("name", "what", e.Detail, "name", e.Name))
				}
			})
		})
		return func(t *record.Type) {
			for _, complain := range complaints {
				complain(t)
			}
		}
	},
}

// limitsOf returns the vocabulary that a log calls usage, value, tag or category, and how types refer to it.
func (w *world) limitsOf(one string) (vocabulary, func(*record.Type) []int64) {
	switch one {
	case "usage":
		return w.usages(), func(t *record.Type) []int64 { return t.UsageIDs }
	case "value":
		return w.values(), func(t *record.Type) []int64 { return t.ValueIDs }
	case "tag":
		return w.tags(), func(t *record.Type) []int64 { return t.TagIDs }
	}
	return w.categories(), categoryIDs
}
