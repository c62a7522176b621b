package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

const (
	instancesPerPage = 15
	instanceFormID   = "instance"
	forgetPassword   = "forget_password" // the switch that clears the stored password
)

func instanceForm() recordForm {
	return recordForm{
		resource: record.Instances,
		sets: []fieldSet{
			{"Server", "What the instance is called and which map it runs.", []string{"name", "map_id", "mission"}},
			{"Files", "", []string{"use_types_config", "use_vanilla_classnames"}},
			{
				"Connection", "The server's address, and how to access its files. All of this is optional.",
				[]string{"ip", "port", "query_port", "hostname", "connection_port", "username", "password", "is_sftp", "dir"},
			},
		},
		code: []string{"mission", "ip", "hostname", "dir", "username"},
	}
}

func listInstances(ctx context.Context, r *request) (response, error) {
	res := record.InstanceSummaries
	ask := res.ParseQuery(r.input)
	ask.PerPage = instancesPerPage
	found, err := r.web.DB.List(ctx, res, r.scope(), ask)
	if err != nil {
		return response{}, err
	}
	create := ui.Link{Label: "New instance", URL: "/instances/create"}
	view := instancesView{
		Search: ask.Search, Pager: ui.Pager{Query: r.query(), Page: found.Number, PerPage: found.Size, Total: int(found.Total)},
		Empty: ui.Empty{
			Title: "No instance yet", Text: "An instance is one game server: a map, a mission and the files that belong to them.", Action: &create,
		},
	}
	for _, row := range found.Rows {
		card, err := r.drawCard(ctx, row)
		if err != nil {
			return response{}, err
		}
		view.Instances = append(view.Instances, card)
	}
	reference := ui.Link{Label: referenceTitle, URL: referenceURL}
	return response{Page: &ui.Page{Title: "Instances", Actions: []ui.Link{create, reference}}, View: view}, nil
}

func (r *request) drawCard(ctx context.Context, row record.Row) (instanceCard, error) {
	var summary record.InstanceSummary
	record.InstanceSummaries.Decode(row, &summary)
	last, _, err := r.web.DB.Revisions(ctx, store.Scope{UserID: r.user.ID, InstanceID: summary.ID}, 0, 1)
	folder, _ := row[record.InstanceSummaries.Index("mission")].(string)
	card := instanceCard{
		Name: summary.Name, URL: "/instances/" + summary.SID, Map: summary.MapName, Mission: folder,
		Holds: []recordCount{{Label: "Class names", Count: summary.ClassnamesCount}, {Label: "Types", Count: summary.TypesCount}},
	}
	if len(last) > 0 {
		card.Changed = time.UnixMicro(last[0].CreatedAt)
	}
	return card, err
}

func showCreateInstance(ctx context.Context, r *request) (response, error) {
	form := instanceForm()
	sets, err := form.fieldsets(ctx, r, form.fresh(), true)
	if err != nil {
		return response{}, err
	}
	sets = withOtherMap(sets)
	return response{
		Page: &ui.Page{Title: "New instance", Crumbs: []ui.Link{{Label: "Instances", URL: "/instances"}}},
		View: ui.FormView{Form: r.restore(ui.Form{ID: instanceFormID, Action: "/instances", Submit: "Create instance", Cancel: "/instances", Sets: sets})},
	}, nil
}

func createInstance(ctx context.Context, r *request) (response, error) {
	form := instanceForm()
	if problems, err := r.takeOtherMap(ctx); err != nil || len(problems) > 0 {
		return r.invalid(instanceFormID, "/instances/create", problems), err
	}
	values, problems, err := form.accept(ctx, r.input, form.fresh(), store.References{DB: r.web.DB, Scope: r.scope()}, false)
	if err != nil {
		return response{}, err
	}
	if len(problems) > 0 {
		return r.invalid(instanceFormID, "/instances/create", problems), nil
	}
	row, err := r.web.DB.CreateInstanceWithin(ctx, r.user.ID, r.user.Plan.MaxInstances, values)
	if errors.Is(err, store.ErrFull) {
		full := validate.Errors{{Field: "name", Messages: []string{r.user.Plan.NoInstanceLeft()}}}
		return r.invalid(instanceFormID, "/instances/create", full), nil
	}
	if err != nil {
		return response{}, err
	}
	return r.done("/instances/"+record.Instances.SID(row), record.Instances.TitleOf(row)+" was created."), nil
}

func showEditInstance(ctx context.Context, r *request) (response, error) {
	sets, err := instanceForm().fieldsets(ctx, r, r.instance.row, false)
	if err != nil {
		return response{}, err
	}
	if r.instance.text("password") != "" {
		sets[2].Fields = withForget(sets[2].Fields)
	}
	return response{Page: r.inside("Settings"), View: ui.FormView{
		Form: r.restore(ui.Form{
			ID: instanceFormID, Action: r.instance.url, Method: http.MethodPut, Submit: "Save", Cancel: r.instance.url, Sets: sets,
		}),
		Prompt: &ui.Prompt{Text: "Don’t need this instance any more?", Link: ui.Link{Label: "Delete it", URL: r.instance.url + "/delete"}},
	}}, nil
}

// withForget puts the switch that clears the password behind it.
func withForget(fields []ui.Field) []ui.Field {
	var out []ui.Field
	for _, field := range fields {
		if field.Kind != ui.Password {
			out = append(out, field)
			continue
		}
		field.Help += " Leave empty to keep the stored one."
		out = append(out, field, ui.Field{Name: forgetPassword, Label: "Delete the stored password", Kind: ui.Switch, Value: "0"})
	}
	return out
}

func updateInstance(ctx context.Context, r *request) (response, error) {
	row := r.instance.row
	refs := store.References{DB: r.web.DB, Scope: r.scope(), Except: record.Instances.ID(row)}
	values, problems, err := instanceForm().accept(ctx, r.input, row, refs, true)
	if err != nil {
		return response{}, err
	}
	if len(problems) > 0 {
		return r.invalid(instanceFormID, r.instance.url+"/edit", problems), nil
	}
	if r.text(forgetPassword) == "1" {
		values["password"] = nil
	}
	row, err = r.web.DB.UpdateInstance(ctx, r.scope(), record.Instances.SID(row), values)
	if err != nil {
		return response{}, err
	}
	return r.done(r.instance.url+"/edit", record.Instances.TitleOf(row)+" was saved."), nil
}

func showDeleteInstance(ctx context.Context, r *request) (response, error) {
	holds, err := r.holdings(ctx)
	if err != nil {
		return response{}, err
	}
	name := r.instance.name()
	form := ui.PlainForm("delete", r.instance.url, "Delete permanently", ui.Field{
		Name: "confirm", Label: "Type the name of the instance", Kind: ui.Text, Code: true, Required: true, Wide: true, Help: "Its name is “" + name + "”.",
	})
	form.Method, form.Danger, form.Cancel = http.MethodDelete, true, r.instance.url+"/edit"
	view := ui.FormView{
		Lead: "This deletes “" + name + "” and everything that belongs to it. It cannot be undone.",
		Form: r.restore(form),
	}
	for _, h := range holds {
		if h.count > 0 {
			view.Facts = append(view.Facts, ui.Plural(int(h.count), h.one, h.many))
		}
	}
	return response{Page: r.inside("Delete instance", ui.Link{Label: "Settings", URL: r.instance.url + "/edit"}), View: view}, nil
}

func deleteInstance(ctx context.Context, r *request) (response, error) {
	name := r.instance.name()
	if r.text("confirm") != trimmed(name) {
		return r.invalid("delete", r.instance.url+"/delete", validate.Errors{{
			Field: "confirm", Messages: []string{"This is not the name of the instance."},
		}}), nil
	}
	err := r.web.DB.DeleteInstance(ctx, r.user.ID, record.Instances.SID(r.instance.row))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return response{}, err
	}
	return r.done("/instances", name+" was deleted."), nil
}
