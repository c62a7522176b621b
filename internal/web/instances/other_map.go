package instances

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Fields of a new instance's form, for a map that is not in the list.
const (
	otherMap     = "other_map"
	otherMapSize = "other_map_size"
)

// withOtherMap adds the fields of a new map to the form of a new instance.
func withOtherMap(sets []ui.Fieldset) []ui.Fieldset {
	for i, field := range sets[0].Fields {
		if field.Name == "map_id" { // or a browser would not send the form without a choice
			sets[0].Fields[i].Required = false
			sets[0].Fields[i].Help += " You can add one that is not in the list below."
		}
	}
	other := ui.Fieldset{
		Title: "Another map", Help: "Only if your map is not in the list. It is added to your maps.",
		Fields: []ui.Field{
			{
				Name: otherMap, Label: "Name", Kind: ui.Text, Code: true, MaxLength: 80,
				Help: "As in the name of the mission folder, after the dot: antoria.",
			},
			{
				Name: otherMapSize, Label: "Size", Kind: ui.Number, Unit: "m", Min: "0",
				Help: "Length of one side. If you don’t know it, leave it empty: positions are not checked then.",
			},
		},
	}
	return slices.Insert(sets, 1, other)
}

// takeOtherMap chooses the map that the form names, and creates it unless the user has it already.
func takeOtherMap(ctx context.Context, r *site.Request) (validate.Errors, error) {
	name := strings.TrimSpace(r.Text(otherMap))
	if name == "" {
		return nil, nil
	}
	rows, err := r.Site.DB.All(ctx, record.Maps, r.Scope(), "")
	if err != nil {
		return nil, err
	}
	place := slices.IndexFunc(rows, func(row record.Row) bool {
		return strings.EqualFold(ui.TextOf(row[record.Maps.Index("name_short")]), name)
	})
	if place >= 0 {
		choose(r, rows[place])
		return nil, nil
	}
	return makeOtherMap(ctx, r, name)
}

func makeOtherMap(ctx context.Context, r *site.Request, name string) (validate.Errors, error) {
	body := new(jsontree.Object)
	body.Set("name", name)
	body.Set("name_short", name)
	body.Set("world_size", jsontree.Number("0"))
	if size := r.Text(otherMapSize); size != "" {
		body.Set("world_size", size)
	}
	if mission := r.Text("mission"); mission != "" {
		body.Set("mission", mission)
	}
	values, wrong, err := record.Maps.Accept(ctx, body, store.References{DB: r.Site.DB, Scope: r.Scope()}, false)
	if err != nil || len(wrong) > 0 {
		return named(wrong), err
	}
	row, err := r.Site.DB.Create(ctx, record.Maps, r.Scope(), values)
	if err == nil {
		choose(r, row)
	}
	return nil, err
}

// choose enters a map into the input.
func choose(r *site.Request, row record.Row) {
	r.Input.Set("map_id", strconv.FormatInt(record.Maps.ID(row), 10))
}

// named returns what is wrong with a map by the names of the form, one message for each of its fields.
func named(wrong validate.Errors) (problems validate.Errors) {
	fields := map[string]struct{ name, label string }{
		"name": {otherMap, "map's name"}, "name_short": {otherMap, "map's name"}, "world_size": {otherMapSize, "map's size"},
		"mission": {"mission", "mission"},
	}
	told := map[string]bool{}
	for _, p := range wrong {
		if field := fields[p.Field]; !told[field.name] {
			problems.AddNamed(field.name, field.label, p.Messages[0])
			told[field.name] = true
		}
	}
	return problems
}
