package instances

import (
	"cmp"
	"context"
	"net/http"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showUpdate shows what an update that waits would change with what its user has chosen so far, and lets him decide the conflicts.
func showUpdate(ctx context.Context, r *site.Request, h imports.Held) (site.Response, error) {
	bases, err := decideHeld(ctx, r, &h)
	if err != nil {
		return site.Response{}, err
	}
	prefer, choices := r.Sides()
	in, err := serverOf(ctx, r, h)
	if err != nil {
		return site.Response{}, err
	}
	scope, err := uploadScope(ctx, r, h.InstanceID)
	if err != nil {
		return site.Response{}, err
	}
	result, err := r.Site.Imports.Preview(ctx, scope, h)
	if err != nil {
		return site.Response{}, err
	}
	report, err := reportView(ctx, r, result, mission.Update)
	if err != nil {
		return site.Response{}, err
	}
	report.Conflicts = nil // they are in the form
	view := pages.Update{
		Report: report, Action: heldURL(h.SID) + "/import", Choices: choicesOf(r, result.Files, "update", prefer, choices),
		Cancel: ui.PlainForm("cancel", heldURL(h.SID), "Cancel the update"), Bases: bases,
	}
	view.Cancel.Method, view.Cancel.Quiet = http.MethodDelete, true
	page := &ui.Page{
		Title:  "Apply an update",
		Crumbs: []ui.Link{{Label: "Instances", URL: "/instances"}, {Label: record.Instances.TitleOf(in), URL: instanceURL(in)}},
	}
	return site.Response{Page: page, View: view}, nil
}

// decideHeld takes over what the user has chosen for an update that waits, and returns what it may begin with.
func decideHeld(ctx context.Context, r *site.Request, h *imports.Held) ([]ui.Option, error) {
	h.Decide(r.Sides())
	scope, err := uploadScope(ctx, r, h.InstanceID)
	if err != nil {
		return nil, err
	}
	names, err := r.Site.Missions.VersionNames(ctx, scope)
	if err != nil {
		return nil, err
	}
	options := []ui.Option{
		{Value: mission.AutoBase, Label: "Best match for each file"}, {Value: mission.LastBase, Label: "The last import"},
	}
	for _, name := range names {
		options = append(options, ui.Option{Value: name, Label: "Version " + name + " of the game"})
	}
	for _, o := range options {
		if o.Value == r.Text("base") {
			h.BeginWith(o.Value)
		}
	}
	for i, o := range options {
		options[i].Selected = o.Value == cmp.Or(h.Base(), mission.AutoBase)
	}
	return options, nil
}
