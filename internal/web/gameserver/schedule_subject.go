package gameserver

import (
	"context"
	"strings"
	"time"

	"quartermaster/internal/cron"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// subjects are the layers and recipes of an instance, which schedules can be about.
type subjects struct{ layers, recipes []ui.Option }

func subjectsOf(ctx context.Context, r *site.Request) (s subjects, err error) {
	list, err := r.Site.DB.Layers(ctx, r.Scope())
	if err != nil {
		return s, err
	}
	for _, l := range list {
		if l.State != layers.Settled {
			s.layers = append(s.layers, ui.Option{Value: l.SID, Label: l.Name})
		}
	}
	rows, err := r.Site.DB.All(ctx, record.Recipes, r.Scope(), "")
	for _, row := range rows {
		s.recipes = append(s.recipes, ui.Option{Value: record.Recipes.SID(row), Label: record.Recipes.TitleOf(row)})
	}
	return s, err
}

// fields are what schedules of layers, recipes and announcements have.
func (s subjects) fields(of record.Schedule) []ui.Fieldset {
	before := ""
	if of.Before != nil {
		before = ui.TextOf(*of.Before)
	}
	layer := ui.Fieldset{Title: "For a layer", Fields: []ui.Field{
		choice("layer", "Layer", s.layers, of.Layer),
		{Name: "until", Label: "Until", Kind: ui.DateTime, Value: wallClock(of.Until, of.TimeZone), Help: "In the same time zone."},
		{Name: "for", Label: "Or for", Kind: ui.Text, Value: textOr(of.For), MaxLength: 6, Help: "Such as 90m, 48h or 3d."},
		{
			Name: "ahead", Label: "How long before the next delivery", Kind: ui.Number, Unit: "min", Value: before, Min: "0", Max: "1440",
			Help: "The game reads most files at a restart, so a layer should be on before the files are sent for that. Empty: at its own time.",
		},
	}}
	return []ui.Fieldset{
		layer,
		{Title: "For a recipe", Fields: []ui.Field{choice("recipe", "Recipe", s.recipes, of.Recipe)}},
		{Title: "For players", Fields: []ui.Field{
			{Name: "text", Label: "Text", Kind: ui.Text, Value: textOr(of.Text), MaxLength: 200, Wide: true, Help: "One line."},
		}},
	}
}

func choice(name, label string, options []ui.Option, chosen *string) ui.Field {
	f := ui.Field{Name: name, Label: label, Kind: ui.Select, Options: []ui.Option{{Label: "None"}}}
	for _, o := range options {
		o.Selected = o.Value == textOr(chosen)
		f.Options = append(f.Options, o)
	}
	return f
}

func textOr(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// subjectFields are the fields of the form by what a schedule does; ahead is the field before.
var subjectFields = map[string][]string{
	record.ScheduledLayer: {"layer", "for", "ahead"}, record.ScheduledRecipe: {"recipe"}, record.ScheduledAnnouncement: {"text"},
}

// subjectOf adds to a body what the form says of the sort of schedule that is chosen, and returns what is wrong with its times.
func subjectOf(r *site.Request, body *jsontree.Object) (problems validate.Errors) {
	for _, name := range []string{"layer", "until", "for", "before", "recipe", "text"} {
		body.Set(name, nil)
	}
	for _, name := range subjectFields[r.Text("what")] {
		if value := r.Text(name); value != "" {
			body.Set(strings.Replace(name, "ahead", "before", 1), value)
		}
	}
	names := []string{"at"}
	if r.Text("what") == record.ScheduledLayer {
		names = append(names, "until")
	}
	body.Set("at", nil)
	for _, name := range names {
		if r.Text(name) == "" {
			continue
		}
		at, wrong := record.WallClock(r.Text(name), r.Text("time_zone"))
		if wrong != "" {
			problems.AddSentence(name, wrong)
			continue
		}
		body.Set(name, at.Format(time.RFC3339))
	}
	if body.Text("cron") == "" {
		body.Set("cron", nil)
	}
	return problems
}

// onForm names problems by the fields of the form.
func onForm(problems validate.Errors) (list validate.Errors) {
	for _, p := range problems {
		if p.Field == "before" {
			p = p.At("ahead")
		}
		list = append(list, p)
	}
	return list
}

// wallClock returns what clocks in a time zone show at a moment, as the form has it.
func wallClock(m *record.Moment, name string) string {
	zone, err := cron.Zone(name)
	if m == nil || err != nil {
		return ""
	}
	return m.Time().In(zone).Format("2006-01-02T15:04")
}
