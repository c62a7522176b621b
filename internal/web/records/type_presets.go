package records

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func presetPages() *resourcePages {
	return &resourcePages{
		Form: recordform.Form{
			Resource: record.TypePresets,
			Sets: []recordform.Set{
				{Fields: []string{"title", "category_id", "enabled"}},
				{Title: "Count", Help: "Values that are not set leave the types unchanged.", Fields: []string{"nominal", "min", "lifetime", "restock"}},
				{Title: "Place", Fields: []string{"usage_ids", "value_ids", "tag_id"}},
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

func applyLink(r *site.Request, row record.Row) []ui.Link {
	return []ui.Link{{Label: "Apply to types", URL: applyURL(r, row)}}
}

func applyURL(r *site.Request, row record.Row) string {
	res := record.TypePresets
	return r.Instance.URL + "/" + res.Path + "/" + res.SID(row) + "/apply"
}

// showApply shows what applying a preset would change, and asks.
func (p *resourcePages) showApply(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	would, err := r.Site.DB.ApplyPreset(ctx, r.Scope(), r.Param("record"), store.Apply{DryRun: true})
	if err != nil || would.Updated == 0 {
		return p.notApplied(r, row, would, err)
	}
	facts, err := p.presetFacts(ctx, r, row)
	edit := p.recordURL(r, row) + "/edit"
	page := r.Inside("Apply to types", ui.Link{Label: p.title(), URL: p.url(r)}, ui.Link{Label: p.nameOf(row), URL: edit})
	return site.Response{Page: page, View: ui.FormView{
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

// notApplied leads back to the preset, with a notice why it changes nothing.
func (p *resourcePages) notApplied(r *site.Request, row record.Row, would store.Applied, err error) (site.Response, error) {
	text := "All " + ui.HumanCount(would.Matched) + " matching types already have these values."
	switch {
	case errors.Is(err, store.ErrDisabled):
		text = "This preset is disabled. Enable it to apply it."
	case err != nil:
		return site.Response{}, err
	case would.Matched == 0:
		text = "No type matches this preset."
	}
	return r.Tell(p.recordURL(r, row)+"/edit", ui.Notice{Tone: ui.Warn, Text: text}), nil
}

// presetFacts lists the values that a preset sets.
func (p *resourcePages) presetFacts(ctx context.Context, r *site.Request, row record.Row) ([]string, error) {
	var facts []string
	for _, set := range p.Sets[1:] {
		for _, name := range set.Fields {
			f := p.Resource.Field(name)
			cell, err := p.cell(ctx, r, f, row[p.Resource.Index(name)])
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

func (p *resourcePages) apply(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := p.find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	done, err := r.Site.DB.ApplyPreset(ctx, r.Scope(), r.Param("record"), store.Apply{})
	if err != nil || done.Updated == 0 {
		return p.notApplied(r, row, done, err)
	}
	return r.Done(p.recordURL(r, row)+"/edit", p.nameOf(row)+" was applied: "+ui.Plural(int(done.Updated), "type was", "types were")+" changed."), nil
}
