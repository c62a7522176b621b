package drafts

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/clash"
	"quartermaster/internal/layers"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func layersURL(r *site.Request) string { return r.Instance.URL + "/layers" }

// showLayers lists the layers of the instance, with a form that makes one of a draft.
func showLayers(ctx context.Context, r *site.Request) (site.Response, error) {
	list, err := r.Site.DB.Layers(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	drafts, err := r.Site.DB.Drafts(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Drafts{
		Lead: "A layer is a named set of changes that you can turn on and off, such as a winter event. Turning it off reverts only what it " +
			"changed.",
		Table: layerTable(r, list, len(drafts) > 0), Title: "Make a layer from a draft",
	}
	if len(drafts) > 0 {
		choice := ui.Field{Name: "draft", Label: "Draft", Kind: ui.Select}
		for _, d := range drafts {
			choice.Options = append(choice.Options, ui.Option{Value: d.SID, Label: d.Name})
		}
		form := r.Restore(ui.PlainForm("layer", layersURL(r), "Make a layer",
			ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 255}, choice))
		view.Form = &form
	}
	return site.Response{Page: r.Inside("Layers"), View: view}, nil
}

func layerTable(r *site.Request, list []store.Layer, drafts bool) ui.Table {
	table := ui.Table{
		Label: "Layers", Query: r.Query(),
		Columns: []ui.Column{{Label: "Layer"}, {Label: "State"}, {Label: "Records", Numeric: true}, {Label: "By"}, {Label: "Changed"}},
		Empty:   noLayers(r, drafts),
	}
	for _, l := range list {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: l.Name, URL: layersURL(r) + "/" + l.SID, Note: l.Note},
			{Kind: ui.BadgeCell, Text: stateOf(l)},
			{Text: ui.HumanCount(l.Rows)},
			{Text: l.Author},
			{Kind: ui.TimeCell, Time: time.UnixMicro(l.UpdatedAt)},
		}})
	}
	return table
}

// noLayers says where layers come from: a draft, or someone else's work.
func noLayers(r *site.Request, drafts bool) ui.Empty {
	empty := ui.Empty{Title: "No layers yet", Text: "Pick one of your drafts below, or install a bundle that someone else has made."}
	if drafts {
		empty.Action = &ui.Link{Label: "Browse bundles", URL: r.Instance.URL + "/bundles", Quiet: true}
		return empty
	}
	empty.Text = "Make a draft, change what you like in it, and come back here to make it a layer."
	empty.Action = &ui.Link{Label: "Make a draft", URL: r.Instance.URL + "/drafts"}
	return empty
}

// stateOf is the state of a layer in words.
func stateOf(l store.Layer) string {
	if l.Approved && l.State == layers.Off {
		return "approved"
	}
	return l.State
}

// makeLayer makes a layer of a draft, or of what is ticked of a comparison.
func makeLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	if !isReviewed(r) { // where changes are reviewed, the layer is a proposal
		if err := r.Scope().Demand(access.Edit); err != nil {
			return site.Response{}, err
		}
	}
	back, rows, err := layersURL(r), []layers.Row(nil), error(nil)
	if with := r.Text("with"); with != "" {
		back = r.Instance.URL + "/comparison?with=" + with
		rows, err = ticked(ctx, r, with)
	} else {
		var d store.MadeDraft
		if d, err = r.Site.DB.Draft(ctx, r.Scope(), r.Text("draft")); err == nil {
			var c layers.Comparison
			c, err = r.Site.Layers.Compare(ctx, d)
			rows = c.Rows
		}
	}
	if err != nil {
		return site.Response{}, err
	}
	if r.Text("name") == "" || len(rows) == 0 {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: "A layer needs a name and at least one change."}), nil
	}
	l, err := r.Site.Layers.Make(ctx, r.Scope(), layers.About{Name: r.Text("name")}, layers.Off, rows, false)
	if why := refusal(err); why != "" {
		return r.Tell(back, ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	text := "The layer " + l.Name + " is made. It is off."
	if l.State == layers.Proposed {
		text = l.Name + " is proposed. When another member has approved it, it can be turned on."
	}
	return r.Done(layersURL(r)+"/"+l.SID, text), nil
}

// ticked returns the rows of a comparison that were ticked, one by one or as all of a resource.
func ticked(ctx context.Context, r *site.Request, with string) ([]layers.Row, error) {
	other, err := r.Site.DB.InstanceScope(ctx, r.User.ID, with)
	if err != nil {
		return nil, err
	}
	c, err := r.Site.Layers.CompareWith(ctx, r.Scope(), other)
	var chosen []layers.Row
	for _, key := range r.Input.Texts("rows") {
		if parts := strings.Split(key, "|"); len(parts) == 4 {
			place, _ := strconv.Atoi(parts[3])
			chosen = append(chosen, layers.Row{Resource: parts[0], Name: parts[1], File: parts[2], Place: place})
		}
	}
	areas := r.Input.Texts("areas")
	for _, row := range c.Rows {
		if slices.Contains(areas, row.Resource) {
			chosen = append(chosen, layers.Row{Resource: row.Resource, Name: row.Name, File: row.File, Place: row.Place})
		}
	}
	return layers.Chosen(c.Rows, chosen), err
}

// showLayer shows what a layer does.
func showLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	l, err := r.Site.Layers.Get(ctx, r.Scope(), r.Param("layer"))
	if err != nil {
		return site.Response{}, err
	}
	url := layersURL(r) + "/" + l.SID
	view := rowsPage(r, l.List, nil)
	view.ID, view.Lead = "turn", states[l.State]
	if view.Links, err = layerLinks(ctx, r, l); err != nil {
		return site.Response{}, err
	}
	for _, p := range l.With {
		view.Facts = append(view.Facts, p.Record+": "+p.Name+" is on and changes "+strings.ReplaceAll(p.Field, "_", " ")+" as well. "+
			map[bool]string{true: "It wins because it was turned on later.", false: "This layer wins."}[p.Counts])
	}
	if l.State == layers.On {
		view.Conflicts = 0
	}
	if view.Acts, err = layerActs(ctx, r, l.Layer); err != nil {
		return site.Response{}, err
	}
	view.ActsFirst = l.State != layers.Proposed
	if err := showReview(ctx, r, l.Layer, &view); err != nil {
		return site.Response{}, err
	}
	if l.State == layers.Off || l.State == layers.Proposed {
		if err := showEffects(ctx, r, l.Layer, &view); err != nil {
			return site.Response{}, err
		}
	}
	if err := talk(ctx, r, &view, r.Scope(), r.Instance.URL, url); err != nil {
		return site.Response{}, err
	}
	view.Comments, err = r.CommentsOf(ctx, r.Scope(), r.Instance.URL, "layer:"+l.SID, url)
	page := r.Inside(l.Name, ui.Link{Label: "Layers", URL: layersURL(r)})
	if l.State != layers.Settled && r.May(access.Deliver) {
		page.Actions = []ui.Link{{Label: "Plan it", URL: r.Instance.URL + "/calendar/plan?layer=" + l.SID, Quiet: true}}
	}
	return site.Response{Page: page, View: view}, err
}

// layerActs returns what the reader may do with a layer, first what a layer is made for.
func layerActs(ctx context.Context, r *site.Request, l store.Layer) (acts []pages.RowAct, err error) {
	url := layersURL(r) + "/" + l.SID
	switch {
	case l.State == layers.On:
		return []pages.RowAct{
			{Label: "Turn off", Action: url + "/off"}, {Label: "Make permanent", Action: url + "/settle", Quiet: true},
		}, nil
	case l.State == layers.Off, l.State == layers.Proposed && !isReviewed(r):
		acts = append(acts, pages.RowAct{Label: "Turn on", Action: url + "/on"})
	}
	err = r.Site.Layers.MayChange(ctx, r.Scope(), l)
	if denied := (access.Denied{}); errors.As(err, &denied) {
		return acts, nil
	}
	return append(acts, pages.RowAct{Label: "Delete", Action: url, Method: http.MethodDelete, Quiet: true}), err
}

func layerLinks(ctx context.Context, r *site.Request, l layers.Layer) ([]ui.Link, error) {
	url := layersURL(r) + "/" + l.SID
	links := []ui.Link{{Label: "Share as a bundle", URL: url + "/bundle"}}
	answers, err := madeOf(ctx, r, l.SID)
	if answers && l.State != layers.Settled {
		links = append(links, ui.Link{Label: "Change its answers", URL: url + "/answers"})
	}
	if l.State == layers.On && r.May(access.Edit) {
		links = append(links, ui.Link{Label: "Remove it", URL: url + "/removal"})
	}
	return links, err
}

// states say what a layer is.
var states = map[string]string{
	layers.Proposed: "This layer is proposed. This is what it would change once another member has approved it.",
	layers.Off:      "This layer is off. This is what it would change.",
	layers.On:       "This layer is on. This is what it changes.",
	layers.Settled:  "This layer is settled: what it changed is part of the server.",
}

func deleteLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.Layers.Delete(ctx, r.Scope(), r.Param("layer")); err != nil {
		return site.Response{}, err
	}
	return r.Done(layersURL(r), "Layer deleted."), nil
}

type turnFunc func(context.Context, store.Scope, string, layers.Ask) (layers.Done, error)

func turn(ctx context.Context, r *site.Request, do turnFunc, text string) (site.Response, error) {
	url := layersURL(r) + "/" + r.Param("layer")
	done, err := do(ctx, r.Scope(), r.Param("layer"), layers.Ask{Choices: choicesOf(r)})
	if why := refusal(err); why != "" {
		return r.Tell(url, ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	if n := len(done.Kept); n > 0 {
		text += " " + ui.Plural(n, "record", "records") + " were edited since and stay unchanged."
	}
	return r.Done(url, text), nil
}

func turnOn(ctx context.Context, r *site.Request) (site.Response, error) {
	return turn(ctx, r, r.Site.Layers.TurnOn, "The layer is on.")
}

func turnOff(ctx context.Context, r *site.Request) (site.Response, error) {
	return turn(ctx, r, r.Site.Layers.TurnOff, "The layer is off.")
}

func settle(ctx context.Context, r *site.Request) (site.Response, error) {
	return turn(ctx, r, r.Site.Layers.Settle, "The layer is settled: what it changed is part of the server now.")
}

// refusal says why rows do not come in; empty for other errors.
func refusal(err error) string {
	var found store.Conflicts
	var clashing layers.Clashes
	var problems validate.Errors
	err = layers.Full(err, "name")
	switch {
	case errors.As(err, &clashing):
		return "Nothing changed. Decide each conflict, or all of them at once."
	case errors.As(err, &found):
		return found.Error()
	case errors.As(err, &problems):
		return problems.First()
	case errors.Is(err, store.ErrTaken), errors.Is(err, store.ErrReference):
		return clash.Sentence(err, clash.Change)
	}
	return ""
}
