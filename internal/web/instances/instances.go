package instances

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	instanceFormID = "instance"
	forgetPassword = "forget_password" // the switch that deletes the stored password
)

func instanceForm() recordform.Form {
	return recordform.Form{
		Resource: record.Instances,
		Sets: []recordform.Set{
			{Title: "Server", Help: "The name of the instance and its map.", Fields: []string{"name", "map_id", "mission"}},
			{Title: "Files", Fields: []string{"use_types_config", "use_vanilla_classnames"}},
			{
				Title: "Review", Help: "With reviews, changes to the game go through layers that another member approves. Player lists " +
					"change as before.",
				Fields: []string{"review"},
			},
			{
				Title: "Connection", Help: "The server's address, and how to access its files. All of this is optional.",
				Fields: []string{"ip", "port", "query_port", "hostname", "connection_port", "username", "password", "is_sftp", "dir"},
			},
		},
		Code: []string{"mission", "ip", "hostname", "dir", "username"},
	}
}

func showCreateInstance(ctx context.Context, r *site.Request) (site.Response, error) {
	form := instanceForm()
	sets, err := form.Fieldsets(ctx, r, form.Fresh(), true)
	if err != nil {
		return site.Response{}, err
	}
	sets = withOtherMap(sets)
	return site.Response{
		Page: &ui.Page{Title: "New instance", Crumbs: []ui.Link{{Label: "Instances", URL: "/instances"}}},
		View: ui.FormView{Form: r.Restore(ui.Form{
			ID: instanceFormID, Action: "/instances", Submit: "Create instance", Cancel: "/instances", Sets: sets,
		})},
	}, nil
}

func createInstance(ctx context.Context, r *site.Request) (site.Response, error) {
	row, problems, err := makeInstance(ctx, r)
	if err != nil || len(problems) > 0 {
		return r.Invalid(instanceFormID, "/instances/create", problems), err
	}
	return r.Done(instanceURL(row), record.Instances.TitleOf(row)+" was created."), nil
}

// instanceURL returns the address of the overview of an instance.
func instanceURL(row record.Row) string { return "/instances/" + record.Instances.SID(row) }

// makeInstance creates the instance that a form describes, or returns what is wrong with the form.
func makeInstance(ctx context.Context, r *site.Request) (record.Row, validate.Errors, error) {
	form := instanceForm()
	if problems, err := takeOtherMap(ctx, r); err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	values, problems, err := form.Accept(ctx, r.Input, form.Fresh(), store.References{DB: r.Site.DB, Scope: r.Scope()}, false)
	if err != nil || len(problems) > 0 {
		return nil, problems, err
	}
	row, err := r.Site.DB.CreateInstanceWithin(ctx, r.User.ID, r.User.Plan.MaxInstances, values)
	if errors.Is(err, store.ErrFull) {
		return nil, validate.Refusal("name", r.User.Plan.NoInstanceLeft()), nil
	}
	return row, nil, err
}

func showEditInstance(ctx context.Context, r *site.Request) (site.Response, error) {
	form, err := settingsForm(ctx, r, r.Instance.Row)
	if err == nil {
		form, err = r.RestoreRecord(ctx, form, record.Instances, r.Instance.Row)
	}
	return site.Response{Page: r.Inside("Settings"), View: ui.FormView{
		Form:    form,
		Prompts: []ui.Prompt{{Text: "Don’t need this instance anymore?", Link: ui.Link{Label: "Delete it", URL: r.Instance.URL + "/delete"}}},
	}}, err
}

// settingsForm draws the form of an instance as it is stored.
func settingsForm(ctx context.Context, r *site.Request, row record.Row) (ui.Form, error) {
	sets, err := instanceForm().Fieldsets(ctx, r, row, false)
	if err == nil && r.Instance.Text("password") != "" {
		last := len(sets) - 1
		sets[last].Fields = withForget(sets[last].Fields)
	}
	return ui.Form{
		ID: instanceFormID, One: "instance", Action: r.Instance.URL, Method: http.MethodPut, Submit: "Save", Cancel: r.Instance.URL, Sets: sets,
	}, err
}

// withForget adds the switch that deletes the password, after it.
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

func updateInstance(ctx context.Context, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) { return updateInstanceOnce(ctx, r) })
}

func updateInstanceOnce(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := r.Site.DB.Get(ctx, record.Instances, store.Scope{UserID: r.Scope().UserID}, r.Param("instance"))
	if err != nil {
		return site.Response{}, err
	}
	form, err := settingsForm(ctx, r, row)
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(form, r.Instance.URL+"/edit")
	if conflict {
		return answer, nil
	}
	refs := store.References{DB: r.Site.DB, Scope: r.Scope(), Except: record.Instances.ID(row)}
	values, problems, err := instanceForm().Accept(ctx, r.Input, row, refs, true)
	if err != nil {
		return site.Response{}, err
	}
	if len(problems) > 0 {
		return r.Invalid(instanceFormID, r.Instance.URL+"/edit", problems), nil
	}
	if r.Text(forgetPassword) == "1" {
		values["password"] = nil
	}
	row, err = r.Site.DB.UpdateInstance(ctx, r.Scope(), record.Instances.SID(row), values, r.Unmoved(record.Instances, row))
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(r.Instance.URL+"/edit", record.Instances.TitleOf(row)+" was saved."+site.AlsoChanged(kept)), nil
}

func showDeleteInstance(ctx context.Context, r *site.Request) (site.Response, error) {
	holds, err := r.Holdings(ctx)
	if err != nil {
		return site.Response{}, err
	}
	name := r.Instance.Name()
	form := ui.PlainForm("delete", r.Instance.URL, "Delete permanently", ui.Field{
		Name: "confirm", Label: "Type the name of the instance", Kind: ui.Text, Code: true, Required: true, Wide: true,
		Help: "Its name is “" + name + "”.",
	})
	form.Method, form.Danger, form.Cancel = http.MethodDelete, true, r.Instance.URL+"/edit"
	view := ui.FormView{
		Lead: "This deletes “" + name + "” and everything that belongs to it. It cannot be undone.",
		Form: r.Restore(form),
	}
	for _, h := range holds {
		if h.Count > 0 {
			view.Facts = append(view.Facts, ui.Plural(int(h.Count), h.One, h.Many))
		}
	}
	return site.Response{Page: r.Inside("Delete instance", ui.Link{Label: "Settings", URL: r.Instance.URL + "/edit"}), View: view}, nil
}

func deleteInstance(ctx context.Context, r *site.Request) (site.Response, error) {
	name := r.Instance.Name()
	if r.Text("confirm") != recordform.Trimmed(name) {
		return r.Invalid("delete", r.Instance.URL+"/delete", validate.Refusal("confirm", "This is not the name of the instance.")), nil
	}
	err := r.Site.DB.DeleteInstance(ctx, r.Scope().UserID, record.Instances.SID(r.Instance.Row))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return site.Response{}, err
	}
	return r.Done("/instances", name+" was deleted."), nil
}
