package history

import (
	"cmp"
	"encoding/json"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// titleOf returns what people call a changed record: its title, else what it is called today, else what it was called.
func titleOf(r *site.Request, change store.Change, today string) string {
	if name := cmp.Or(change.Title, today); name != "" || change.Before != "" && change.After != "" {
		return name
	}
	values := map[string]json.RawMessage{}
	if json.Unmarshal([]byte(cmp.Or(change.Before, change.After)), &values) != nil {
		return ""
	}
	return former(r, record.Named(change.Resource), values)
}

// former returns what people called a record with these values, which the history holds; "" where nothing tells it from others.
func former(r *site.Request, res *record.Resource, values map[string]json.RawMessage) string {
	if res == nil {
		return ""
	}
	row := make(record.Row, len(res.Fields))
	for i, f := range res.Fields {
		if text, there := values[f.Name]; there {
			row[i], _ = f.ReadValue(text) // written by the store; what a later version reads otherwise is left out
		}
	}
	return r.NameOf(res, row)
}
