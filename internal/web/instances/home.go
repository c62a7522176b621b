package instances

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	instancesPerPage = 15
	// fewInstances is how many instances somebody may have and still be shown the first steps.
	fewInstances = 2
)

// listInstances shows a card for each instance: the home page of a user.
func listInstances(ctx context.Context, r *site.Request) (site.Response, error) {
	return home(ctx, r, "")
}

// home shows the instances, with the problem of an upload that is to become one.
func home(ctx context.Context, r *site.Request, problem string) (site.Response, error) {
	res := record.Instances
	ask := res.ParseQuery(r.Input)
	ask.PerPage = instancesPerPage
	found, err := r.Site.DB.List(ctx, res, r.Scope(), ask)
	if err != nil {
		return site.Response{}, err
	}
	none := ask.Search == "" && found.Total == 0
	create := ui.Link{Label: "New instance", URL: "/instances/create", Quiet: none}
	view := pages.Instances{
		Search: ask.Search, Pager: ui.Pager{Query: r.Query(), Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Drop:   pages.Drop{Action: "/instances/drop", Limit: ui.HumanSize(r.Site.UploadLimit), Error: problem, Main: none},
		Sample: "/instances/sample",
	}
	if view.Instances, err = cards(ctx, r, found.Rows); err != nil {
		return site.Response{}, err
	}
	if ask.Search == "" && found.Total <= fewInstances {
		if view.Steps, err = firstSteps(ctx, r, view.Instances); err != nil {
			return site.Response{}, err
		}
	}
	reference := ui.Link{Label: site.ReferenceTitle, URL: site.ReferenceURL}
	return site.Response{Page: &ui.Page{Title: "Instances", Actions: []ui.Link{create, reference}}, View: view}, nil
}

// cards draws instances with how things are with them.
func cards(ctx context.Context, r *site.Request, rows []record.Row) ([]pages.InstanceCard, error) {
	ids := idsOf(rows)
	standings, err := r.Site.DB.Standings(ctx, r.User.ID, ids, curveDays)
	if err != nil {
		return nil, err
	}
	counts, err := r.Site.Lint.Noted(ctx, r.User.ID, ids)
	if err != nil {
		return nil, err
	}
	shared, kept, err := sharedAs(ctx, r, rows)
	if err != nil {
		return nil, err
	}
	list := make([]pages.InstanceCard, len(rows))
	for i, row := range rows {
		id := record.Instances.ID(row)
		s, in := standings[id], site.Instance{Row: row, URL: instanceURL(row)}
		list[i] = pages.InstanceCard{
			Name: in.Name(), URL: in.URL, Map: in.Text("map_name"), Mission: in.Text("mission"), Shared: shared[id],
			Import: importInto(in, kept[id]), Problems: problemTally(in, counts[id]), Since: sinceDownload(s), Days: curve(s),
			ChangedBy: s.ChangedBy, Changed: moment(s.ChangedAt),
		}
	}
	return list, nil
}

// idsOf returns the ids of instances.
func idsOf(rows []record.Row) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = record.Instances.ID(row)
	}
	return ids
}

// importInto returns where files for an instance go; empty where the user may not change it.
func importInto(in site.Instance, kept bool) string {
	if kept {
		return ""
	}
	return in.URL + "/import"
}

// sharedAs says of instances that others own what the user is there, and which of them he may not change.
func sharedAs(ctx context.Context, r *site.Request, rows []record.Row) (shared map[int64]string, kept map[int64]bool, err error) {
	list, err := r.Site.DB.Memberships(ctx, r.User.ID, idsOf(rows))
	shared, kept = map[int64]string{}, map[int64]bool{}
	for _, m := range list {
		shared[m.InstanceID] = m.Owner + "’s server; your role is " + string(m.Role)
		kept[m.InstanceID] = !m.Role.Allows(access.Edit)
	}
	return shared, kept, err
}

// firstSteps returns what somebody does who is new, or nothing once all is done. The links lead to the first of the instances.
func firstSteps(ctx context.Context, r *site.Request, list []pages.InstanceCard) ([]pages.Step, error) {
	done, err := r.Site.DB.FirstSteps(ctx, r.User.ID)
	if err != nil || done.Made && done.Imported && done.Changed && done.Downloaded {
		return nil, err
	}
	first := ""
	if len(list) > 0 {
		first = list[0].URL
	}
	below := func(path string) string {
		if first == "" {
			return ""
		}
		return first + path
	}
	return []pages.Step{
		{Title: "Make a server", Text: "Drop its folder below, or fill in a form.", URL: "#drop", Done: done.Made},
		{Title: "Import its files", Text: "They become records that you can search and edit.", URL: below(""), Done: done.Imported},
		{Title: "Change something", Text: "Look at the problems, or change the nominal of a type.", URL: below("/lint"), Done: done.Changed},
		{Title: "Download the files", Text: "What you did not change stays byte for byte.", URL: below("/files.zip"), Done: done.Downloaded},
	}, nil
}

// dropRefused shows on the home page what is wrong with an upload. Other errors it returns.
func dropRefused(ctx context.Context, r *site.Request, err error) (site.Response, error) {
	var problems validate.Errors
	var full stored.LimitError
	status, text := http.StatusUnprocessableEntity, ""
	switch {
	case errors.As(err, &full):
		status, text = http.StatusRequestEntityTooLarge, full.Error()
	case !errors.As(err, &problems):
		return site.Response{}, err
	case problems.Misses("files"):
		text = "Choose at least one file."
	default:
		text = problems.First()
	}
	if r.ExpectsJSON() {
		return site.Response{Status: status, JSON: site.MessageJSON(text)}, nil
	}
	answer, err := home(ctx, r, text)
	answer.Status = status
	return answer, err
}
