package instances

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func heldURL(sid string) string { return "/uploads/" + sid }

// dropServer takes the folder of a server and leads to the page where its user confirms what was recognized.
func dropServer(ctx context.Context, r *site.Request) (site.Response, error) {
	sid, err := holdUpload(ctx, r)
	if err != nil {
		return dropRefused(ctx, r, err)
	}
	return site.Redirect(heldURL(sid)), nil
}

// holdUpload reads the form and holds its files.
func holdUpload(ctx context.Context, r *site.Request) (sid string, err error) {
	form := imports.Upload{Fields: map[string]string{}}
	defer func() { _ = form.Close() }()
	if r.Parts != nil {
		intake, err := r.Site.Stored.Intake(ctx, r.Scope())
		if err != nil {
			return "", err
		}
		form.Intake = intake
		if err := imports.ReadError(httpd.ReadFiles(r.Parts, &form)); err != nil {
			return "", err
		}
	}
	if err := form.Load(ctx); err != nil {
		return "", err
	}
	order, err := form.Order()
	if err != nil {
		return "", err
	}
	return r.Site.Imports.HoldForNew(ctx, r.User.ID, &form, order)
}

// showHeld shows an upload that waits: what was recognized, and what can become of it.
func showHeld(ctx context.Context, r *site.Request) (site.Response, error) {
	h, err := r.Site.Imports.Held(ctx, r.User.ID, r.Param("upload"))
	if err != nil {
		return site.Response{}, err
	}
	if h.IsUpdate() && (h.Question == "" || r.Text("update") != "") {
		return showUpdate(ctx, r, h)
	}
	if h.InstanceID == 0 && h.Recognized.IsLogs() {
		return showHeldLogs(ctx, r, h)
	}
	maps, err := r.Site.Missions.Maps(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	create, err := newServerForm(ctx, r, h, maps)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Held{Question: h.Question, Facts: facts(h.Recognized, maps), Create: create}
	view.Cancel = cancelForm(h)
	page := &ui.Page{Title: "New server", Crumbs: []ui.Link{{Label: "Instances", URL: "/instances"}}}
	if h.InstanceID != 0 {
		in, err := serverOf(ctx, r, h)
		if err != nil {
			return site.Response{}, err
		}
		view.Server = record.Instances.TitleOf(in)
		anyway := ui.PlainForm("anyway", heldURL(h.SID)+"/import", "Import anyway")
		view.Import = &anyway
		page.Title = "Is this the right folder?"
		page.Crumbs = append(page.Crumbs, ui.Link{Label: view.Server, URL: instanceURL(in)})
	}
	return site.Response{Page: page, View: view}, nil
}

func cancelForm(h imports.Held) ui.Form {
	form := ui.PlainForm("cancel", heldURL(h.SID), "Cancel the import")
	form.Method = http.MethodDelete
	return form
}

// showHeldLogs asks for the server that logs are from.
func showHeldLogs(ctx context.Context, r *site.Request, h imports.Held) (site.Response, error) {
	rows, err := r.EditableInstances(ctx)
	if err != nil {
		return site.Response{}, err
	}
	if len(rows) == 0 {
		err := r.Site.Imports.Drop(ctx, r.User.ID, h.SID)
		return r.Tell("/instances", ui.Notice{
			Tone: ui.Warn, Text: "This is a server log, and you have no server yet. Make a server first, then drop the log there.",
		}), err
	}
	servers := ui.Field{Name: "server", Label: "Server", Kind: ui.Select}
	for _, in := range rows {
		servers.Options = append(servers.Options, ui.Option{Value: record.Instances.SID(in), Label: record.Instances.TitleOf(in)})
	}
	logs := ui.PlainForm("logs", heldURL(h.SID)+"/import", "Read log", servers)
	view := pages.Held{
		Question: "This is a server log. It is checked for problems and not imported as a file.", Logs: &logs, Cancel: cancelForm(h),
	}
	if h.Recognized.Logs > 1 {
		view.Question = "These are server logs. They are checked for problems and not imported as files."
	}
	page := &ui.Page{Title: "Which server is it from?", Crumbs: []ui.Link{{Label: "Instances", URL: "/instances"}}}
	return site.Response{Page: page, View: view}, nil
}

// serverOf returns the instance that an upload was sent to or, of logs, the one that is chosen.
func serverOf(ctx context.Context, r *site.Request, h imports.Held) (record.Row, error) {
	condition, of := "r.id = $", any(h.InstanceID)
	if h.InstanceID == 0 && h.Recognized.IsLogs() {
		condition, of = "r.sid = $", r.Text("server")
	}
	rows, err := r.Site.DB.All(ctx, record.Instances, r.Scope(), condition, of)
	if err == nil && len(rows) == 0 {
		err = site.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	_, err = uploadScope(ctx, r, record.Instances.ID(rows[0]))
	return rows[0], err
}

// uploadScope returns what the user has of an instance that he has sent files to, if he may change it.
func uploadScope(ctx context.Context, r *site.Request, instance int64) (store.Scope, error) {
	scope, err := r.Site.DB.ScopeOf(ctx, r.User.ID, instance)
	if err == nil {
		err = scope.Demand(access.Edit)
	}
	return scope, err
}

// facts says what was recognized.
func facts(found mission.Recognition, maps []record.Map) []pages.Fact {
	yes := map[bool]string{true: "yes", false: "no"}
	list := []pages.Fact{
		{Label: "Map", Text: mapFact(found, maps)},
		{Label: "Mission folder", Text: cmp.Or(found.Mission, "not found")},
		{Label: "Other missions", Text: otherMissions(found.Others)},
		{Label: "Files", Text: ui.HumanCount(int64(found.Files))},
		{Label: "Expansion mod", Text: yes[found.Expansion]},
		{Label: "Trader mod", Text: yes[found.Trader]},
	}
	list = slices.DeleteFunc(list, func(fact pages.Fact) bool { return fact.Text == "" })
	if len(found.Mods) > 0 {
		list = append(list, pages.Fact{Label: "Mods", Text: strings.Join(found.Mods, ", ")})
	}
	return list
}

// otherMissions names the missions that an instance of the recognized one keeps as files.
func otherMissions(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + " (stored unchanged, without records)"
}

func mapFact(found mission.Recognition, maps []record.Map) string {
	if m := found.MapOf(maps); m != nil {
		return m.Name
	}
	if found.IsMission {
		return found.Map() + " (not in the list yet)"
	}
	return "not recognized"
}

// dropHeld gives up an upload that waits.
func dropHeld(ctx context.Context, r *site.Request) (site.Response, error) {
	h, err := r.Site.Imports.Held(ctx, r.User.ID, r.Param("upload"))
	if err != nil {
		return site.Response{}, err
	}
	if err := r.Site.Imports.Drop(ctx, r.User.ID, h.SID); err != nil {
		return site.Response{}, err
	}
	back := "/instances"
	if h.InstanceID != 0 {
		if in, err := serverOf(ctx, r, h); err == nil {
			back = instanceURL(in)
		}
	}
	return r.Tell(back, ui.Notice{Tone: ui.Good, Text: "The import was cancelled. Nothing was changed."}), nil
}
