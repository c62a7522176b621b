package bulk

import (
	"context"
	"errors"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func presetURL(r *site.Request) string {
	return r.Instance.URL + "/presets/" + r.Param("preset")
}

// showApply shows which types applying a preset would change, and from what to what, and asks.
func showApply(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := r.Site.DB.Get(ctx, record.TypePresets, r.Scope(), r.Param("preset"))
	if err != nil {
		return site.Response{}, err
	}
	before, after, matched, err := r.Site.DB.PresetChanges(ctx, r.Scope(), r.Param("preset"))
	if err != nil || len(before) == 0 {
		return notApplied(r, matched, err)
	}
	would := &bulk.Result{Matched: matched, Unchanged: matched - int64(len(before))}
	for i, old := range before {
		would.Changes = append(would.Changes, bulk.Change{Resource: record.Types, Old: old, New: after[i]})
	}
	step, err := drawStep(ctx, r, record.Types, would, 1, nil)
	if err != nil {
		return site.Response{}, err
	}
	step.Fixed = true
	step.What, err = presetFacts(ctx, r, row)
	name := record.TypePresets.TitleOf(row)
	view := pages.BulkPreview{
		Lead: "“" + name + "” matches " + ui.Plural(int(matched), "type", "types") + ". " + willChange(len(before), matched) +
			" It sets these values:",
		Steps: []pages.BulkStep{step},
		Form: ui.Form{
			ID: "apply", Action: presetURL(r) + "/apply", Submit: "Change " + ui.Plural(len(before), "type", "types"),
			Cancel: presetURL(r) + "/edit",
		},
	}
	page := r.Inside("Apply to types", ui.Link{Label: "Presets", URL: r.Instance.URL + "/presets"}, ui.Link{
		Label: name, URL: presetURL(r) + "/edit",
	})
	return site.Response{Page: page, View: view}, err
}

func willChange(n int, matched int64) string {
	if int64(n) == matched {
		return "All of them change."
	}
	return ui.HumanCount(int64(n)) + " of them change; the others already have these values."
}

// notApplied leads back to the preset, with a notice why it changes nothing.
func notApplied(r *site.Request, matched int64, err error) (site.Response, error) {
	text := "All " + ui.HumanCount(matched) + " matching types already have these values."
	switch {
	case errors.Is(err, store.ErrDisabled):
		text = "This preset is disabled. Enable it to apply it."
	case err != nil:
		return site.Response{}, err
	case matched == 0:
		text = "No type matches this preset."
	}
	return r.Tell(presetURL(r)+"/edit", ui.Notice{Tone: ui.Warn, Text: text}), nil
}

// presetFacts lists the values that a preset sets.
func presetFacts(ctx context.Context, r *site.Request, row record.Row) (facts []string, err error) {
	res := record.TypePresets
	for _, name := range []string{"nominal", "min", "lifetime", "restock", "usage_ids", "value_ids", "tag_id"} {
		f := res.Field(name)
		if seconds, isSet := row[res.Index(name)].(int64); isSet && f.Unit == "s" {
			facts = append(facts, f.Label+": "+ui.HumanDuration(seconds))
			continue
		}
		value, _ := jsontree.Parse(f.AppendValue(nil, row[res.Index(name)]))
		fields, err := history.FieldChange(ctx, r, res, f, nil, value)
		if err != nil {
			return nil, err
		}
		for _, field := range fields {
			if field.After != "" {
				facts = append(facts, field.Label+": "+field.After)
			}
		}
	}
	return facts, nil
}

func applyPreset(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := r.Site.DB.Get(ctx, record.TypePresets, r.Scope(), r.Param("preset"))
	if err != nil {
		return site.Response{}, err
	}
	done, err := r.Site.DB.ApplyPreset(ctx, r.Scope(), r.Param("preset"), store.Apply{})
	if err != nil || done.Updated == 0 {
		return notApplied(r, done.Matched, err)
	}
	return r.Done(presetURL(r)+"/edit", record.TypePresets.TitleOf(row)+" was applied: "+
		ui.Plural(int(done.Updated), "type was", "types were")+" changed."), nil
}
