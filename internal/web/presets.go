package web

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

func presetPages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.TypePresets,
			sets: []fieldSet{
				{"", "", []string{"title", "category_id", "enabled"}},
				{"Count", "Values that are not set leave the types unchanged.", []string{"nominal", "min", "lifetime", "restock"}},
				{"Place", "", []string{"usage_ids", "value_ids", "tag_id"}},
			},
		},
		group: "Loot", one: "preset", many: "presets",
		columns:  []string{"title", "category_id", "nominal", "min", "lifetime", "restock", "usage_ids", "value_ids", "tag_id", "enabled"},
		status:   flagWords{"enabled", "enabled", "disabled"},
		empty:    "A preset sets the same values in many types at once. Create one, preview the changes, and apply it.",
		deletion: "Types that the preset was applied to keep their values.",
		actions:  applyLink,
	}
}

func applyLink(r *request, row record.Row) []ui.Link {
	return []ui.Link{{Label: "Apply to types", URL: applyURL(r, row)}}
}

func applyURL(r *request, row record.Row) string {
	res := record.TypePresets
	return r.instance.url + "/" + res.Path + "/" + res.SID(row) + "/apply"
}

// showApply asks before a preset is applied, with what that would change. Where it would change nothing it says so.
func (p *resourcePages) showApply(ctx context.Context, r *request) (response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return response{}, err
	}
	would, err := r.web.DB.ApplyPreset(ctx, r.scope(), r.param("record"), store.Apply{DryRun: true})
	if err != nil || would.Updated == 0 {
		return p.notApplied(r, row, would, err)
	}
	facts, err := p.presetFacts(ctx, r, row)
	edit := p.recordURL(r, row) + "/edit"
	page := r.inside("Apply to types", ui.Link{Label: p.title(), URL: p.url(r)}, ui.Link{Label: p.nameOf(row), URL: edit})
	return response{Page: page, View: ui.FormView{
		Lead:  "“" + p.nameOf(row) + "” matches " + ui.Plural(int(would.Matched), "type", "types") + ". " + willChange(would) + " It sets these values:",
		Facts: facts,
		Form:  ui.Form{ID: "apply", Action: applyURL(r, row), Submit: "Change " + ui.Plural(int(would.Updated), "type", "types"), Cancel: edit},
	}}, err
}

func willChange(would store.Applied) string {
	if would.Updated == would.Matched {
		return "All of them will change."
	}
	return ui.HumanCount(would.Updated) + " of them will change; the others already have these values."
}

// notApplied leads back to the preset and says there why it is not applied.
func (p *resourcePages) notApplied(r *request, row record.Row, would store.Applied, err error) (response, error) {
	text := "All " + ui.HumanCount(would.Matched) + " matching types already have these values."
	switch {
	case errors.Is(err, store.ErrDisabled):
		text = "This preset is disabled. Enable it to apply it."
	case err != nil:
		return response{}, err
	case would.Matched == 0:
		text = "No type matches this preset."
	}
	return r.tell(p.recordURL(r, row)+"/edit", ui.Notice{Tone: ui.Warn, Text: text}), nil
}

// presetFacts lists the values that a preset puts into types.
func (p *resourcePages) presetFacts(ctx context.Context, r *request, row record.Row) ([]string, error) {
	var facts []string
	for _, set := range p.sets[1:] {
		for _, name := range set.fields {
			f := p.resource.Field(name)
			cell, err := p.cell(ctx, r, f, row[p.resource.Index(name)])
			if err != nil {
				return nil, err
			}
			if text := cell.Text + strings.Join(cell.Tags, ", "); text != "" {
				facts = append(facts, f.Label+": "+text)
			}
		}
	}
	return facts, nil
}

func (p *resourcePages) apply(ctx context.Context, r *request) (response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return response{}, err
	}
	done, err := r.web.DB.ApplyPreset(ctx, r.scope(), r.param("record"), store.Apply{})
	if err != nil || done.Updated == 0 {
		return p.notApplied(r, row, done, err)
	}
	return r.done(p.recordURL(r, row)+"/edit", p.nameOf(row)+" was applied: "+ui.Plural(int(done.Updated), "type was", "types were")+" changed."), nil
}
