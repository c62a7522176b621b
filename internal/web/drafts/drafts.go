package drafts

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/layers"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func draftsURL(r *site.Request) string { return r.Instance.URL + "/drafts" }

// urlOf is the address of another instance.
func urlOf(sid string) string { return "/instances/" + sid }

// showDrafts lists the drafts of the instance.
func showDrafts(ctx context.Context, r *site.Request) (site.Response, error) {
	if d, err := r.Site.DB.DraftOf(ctx, r.Scope()); err == nil { // which has none
		return site.Redirect(urlOf(d.Origin) + "/drafts"), nil
	}
	list, err := r.Site.DB.Drafts(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Drafts{
		Lead: "Try changes in a copy of this server. Compare it when you are done, and bring in what you want to keep. A draft is sent only " +
			"to a target of its own, such as a test server.",
		Table: draftTable(r, list), Title: "Try changes in a draft",
	}
	if len(list) < layers.MostDrafts {
		form := r.Restore(ui.PlainForm("draft", draftsURL(r), "Make a draft",
			ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 255},
			ui.Field{Name: "note", Label: "What it is for", Kind: ui.Text, MaxLength: 1000}))
		view.Form = &form
	}
	return site.Response{Page: r.Inside("Drafts"), View: view}, nil
}

func draftTable(r *site.Request, list []store.MadeDraft) ui.Table {
	table := ui.Table{
		Label: "Drafts", Query: r.Query(),
		Columns: []ui.Column{
			{Label: "Draft"}, {Label: "By"}, {Label: "Made"}, {Label: "Brought in"}, {Label: "Draft and server"}, {Label: "Delete"},
		},
		Empty: ui.Empty{Title: "No drafts yet", Text: "Name one below: it starts as a copy of this server."},
	}
	for _, d := range list {
		merged := ui.Cell{Text: "–"}
		if d.MergedAt != 0 {
			merged = ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(d.MergedAt)}
		}
		end := ui.Cell{}
		if d.AuthorID == r.User.ID || r.May(access.Manage) {
			end = ui.Cell{Choice: &ui.Choice{ID: "end-" + d.SID, Action: draftsURL(r) + "/" + d.SID, Method: http.MethodDelete, Submit: "Delete"}}
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: d.Name, URL: urlOf(d.SID), Note: d.Note},
			{Text: d.Author},
			{Kind: ui.TimeCell, Time: time.UnixMicro(d.CreatedAt)},
			merged,
			{Text: "Compare", URL: urlOf(d.SID) + "/comparison", About: d.Name},
			end,
		}})
	}
	return table
}

func makeDraft(ctx context.Context, r *site.Request) (site.Response, error) {
	name := r.Text("name")
	if name == "" {
		return r.Tell(draftsURL(r), ui.Notice{Tone: ui.Bad, Text: "The draft needs a name."}), nil
	}
	sid, err := r.Site.DB.MakeDraft(ctx, r.Scope(), store.DraftPlan{Name: name, Note: r.Text("note"), Most: layers.MostDrafts})
	switch {
	case errors.Is(err, store.ErrFull):
		return r.Tell(draftsURL(r), ui.Notice{
			Tone: ui.Bad, Text: fmt.Sprintf("A draft has no drafts, and a server at most %d.", layers.MostDrafts),
		}), nil
	case err != nil:
		return site.Response{}, err
	}
	return r.Done(urlOf(sid), "This is the draft "+name+". Change what you like: nothing reaches the server until you bring it in."), nil
}

func deleteDraft(ctx context.Context, r *site.Request) (site.Response, error) {
	d, err := r.Site.DB.Draft(ctx, r.Scope(), r.Param("draft"))
	if err == nil && d.AuthorID != r.Scope().Person() {
		err = r.Scope().Demand(access.Manage)
	}
	if err == nil {
		err = r.Site.DB.DeleteInstance(ctx, d.Scope.UserID, d.SID)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(draftsURL(r), "The draft "+d.Name+" is deleted."), nil
}

// choicesOf reads what was chosen between two sides.
func choicesOf(r *site.Request) layers.Choices {
	c := layers.Choices{Prefer: layers.Choice(r.Text("prefer")), Of: map[string]layers.Choice{}}
	for key, value := range r.Input.Object("choices").All() {
		c.Of[key] = layers.Choice(ui.TextOf(value))
	}
	return c
}

// nounOf names the records of a resource of rows.
func nounOf(r *site.Request, path string) string {
	switch path {
	case "documents":
		return "Documents"
	case "texts":
		return "Files"
	}
	if res := record.InInstanceAt(path); res != nil {
		_, many := r.NounsOf(res)
		return ui.Capital(many)
	}
	return ui.Capital(path)
}
