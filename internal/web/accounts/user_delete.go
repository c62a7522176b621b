package accounts

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/imports"
	"quartermaster/internal/parting"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// What becomes of the instances of a deleted account.
const (
	handOver = "hand-over"
	deleted  = "delete"
)

func showDeleteUser(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := userOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	owned, err := r.Site.DB.CountInstances(ctx, user.ID)
	if err != nil {
		return site.Response{}, err
	}
	var fields []ui.Field
	if owned > 0 {
		fields = []ui.Field{
			{
				Name: "instances", Label: "Its " + ui.Plural(int(owned), "instance", "instances"), Kind: ui.Radios, Required: true,
				Options: []ui.Option{
					{Value: handOver, Label: "Hand over to another account"},
					{Value: deleted, Label: "Delete", Help: "With everything in them, also for those who work on them."},
				},
			},
			{Name: "heir", Label: "Email of the account that takes them over", Kind: ui.Email, MaxLength: 255, Wide: true},
		}
	}
	fields = append(fields, ui.Field{
		Name: "confirm", Label: "Type the email address of the account", Kind: ui.Text, Code: true, Required: true, Wide: true,
		Help: "It is " + user.Email + ".",
	})
	form := ui.PlainForm("delete", userURL(user), "Delete permanently", fields...)
	form.Method, form.Danger, form.Cancel = http.MethodDelete, true, userURL(user)
	crumbs := []ui.Link{{Label: "Users", URL: usersURL}, {Label: user.Name, URL: userURL(user)}}
	return site.Response{Page: &ui.Page{Title: "Delete account", Crumbs: crumbs}, View: ui.FormView{
		Lead: "This deletes the account of " + user.Name + ", its stored files and its reference data. It cannot be undone.",
		Facts: []string{
			"Its changes to other people’s instances stay; their history shows a deleted account.",
			"To lock someone out for a while, disable the account instead.",
		},
		Form: r.Restore(form),
	}}, nil
}

func deleteUser(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := userOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	back := userURL(user) + "/delete"
	if user.ID == r.User.ID {
		return r.Invalid("delete", back, validate.Refusal("confirm", "This is your own account. Another administrator can delete it.")), nil
	}
	if !strings.EqualFold(r.Text("confirm"), user.Email) {
		return r.Invalid("delete", back, validate.Refusal("confirm", "This is not the email address of the account.")), nil
	}
	with := parting.Instances{Delete: r.Text("instances") == deleted}
	if r.Text("instances") == handOver {
		with.HandOver = r.Text("heir")
		if with.HandOver == "" {
			return r.Invalid("delete", back, validate.Refusal("heir", parting.ErrHeir.Error())), nil
		}
	}
	service := parting.Service{DB: r.Site.DB, Accounts: r.Site.Accounts, Imports: r.Site.Imports, Stored: r.Site.Stored}
	if err := service.Delete(ctx, user, with); err != nil {
		return deletionProblem(r, back, err)
	}
	return r.Done(usersURL, "The account of "+user.Name+" was deleted."), nil
}

func deletionProblem(r *site.Request, back string, err error) (site.Response, error) {
	for _, known := range []struct {
		err         error
		field, text string
	}{
		{account.ErrLastAdmin, "confirm", lastAdminText},
		{account.ErrOwns, "instances", "The account owns instances: choose what happens to them."},
		{parting.ErrHeir, "heir", "No such account, or it is disabled or the one you are deleting."},
		{parting.ErrRoom, "heir", "This account’s plan has no room for the instances."},
		{imports.ErrRunning, "confirm", "The account is disabled now, but one of its jobs is still running. Try again in a moment."},
	} {
		if errors.Is(err, known.err) {
			return r.Invalid("delete", back, validate.Refusal(known.field, known.text)), nil
		}
	}
	var refused validate.Errors
	if errors.As(err, &refused) {
		return r.Invalid("delete", back, validate.Refusal("heir", refused.First())), nil
	}
	return site.Response{}, err
}
