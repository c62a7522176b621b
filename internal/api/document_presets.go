package api

import (
	"context"

	"quartermaster/internal/docset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// presetRules are the rules of the body that applies a preset to a document.
var presetRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
})

// applyDocumentPreset changes a document by a preset, or works out what that would do.
func (a *API) applyDocumentPreset(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	use := docset.PresetUse{Slug: r.sid("document"), File: r.URL.Query().Get("file"), Preset: r.sid("preset"), Check: r.documentPreconditions}
	run := a.documents.ApplyPreset
	if isDry(in) {
		run = a.documents.PreviewPreset
	}
	done, err := run(ctx, scope, use)
	if err != nil {
		return response{}, documentError(err)
	}
	return ok(presetBody(done)), nil
}

func presetBody(done docset.PresetDone) []byte {
	data, changes := presetObject(*done.Preset), make([]any, len(done.Differences))
	for i, d := range done.Differences {
		o := new(jsontree.Object)
		o.Set("path", d.Path)
		o.Set("label", d.Field.Label)
		o.Set("old", d.Old)
		o.Set("new", d.New)
		changes[i] = o
	}
	data.Set("changes", changes)
	data.Set("revision", nil)
	if done.Revision > 0 {
		data.Set("revision", done.Revision)
	}
	o := new(jsontree.Object)
	o.Set("data", data)
	return jsontree.AppendValue(nil, o)
}

func presetList(presets []document.Preset) []any {
	list := make([]any, len(presets))
	for i, p := range presets {
		list[i] = presetObject(p)
	}
	return list
}

func presetObject(p document.Preset) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("name", p.Name)
	o.Set("title", p.Title)
	o.Set("about", p.About)
	return o
}
