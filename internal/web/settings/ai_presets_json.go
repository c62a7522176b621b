package settings

import (
	"quartermaster/internal/aipreset"
	"quartermaster/internal/jsontree"
)

// previewJSON returns a preview for JSON clients.
func previewJSON(p aipreset.Preview) []byte {
	data := new(jsontree.Object)
	data.Set("preset", p.Preset)
	data.Set("summary", p.Summary)
	data.Set("provider", p.Provider)
	data.Set("warnings", texts(p.Warnings))
	data.Set("changes", changesTree(p.Values))
	return dataJSON(data)
}

// appliedJSON returns what was changed, for JSON clients.
func appliedJSON(laid aipreset.Laid) []byte {
	data := new(jsontree.Object)
	data.Set("preset", laid.Preset)
	data.Set("warnings", texts(laid.Warnings))
	return dataJSON(data)
}

func dataJSON(data *jsontree.Object) []byte {
	body := new(jsontree.Object)
	body.Set("data", data)
	return jsontree.AppendValue(nil, body)
}

func texts(list []string) []any {
	values := make([]any, len(list))
	for i, text := range list {
		values[i] = text
	}
	return values
}

func changesTree(changes []aipreset.ProposedValue) []any {
	list := make([]any, len(changes))
	for i, c := range changes {
		change := new(jsontree.Object)
		change.Set("field", c.Path)
		change.Set("label", c.Field.Label)
		change.Set("old", c.Old)
		change.Set("new", c.New)
		change.Set("reason", c.Reason)
		list[i] = change
	}
	return list
}
