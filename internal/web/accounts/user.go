package accounts

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const usersURL = "/admin/users"

// userURL is the address of the page of a user, for administrators.
func userURL(user account.User) string { return usersURL + "/" + strconv.FormatInt(user.ID, 10) }

// userOf returns the user of the route.
func userOf(ctx context.Context, r *site.Request) (account.User, error) {
	id, err := strconv.ParseInt(r.Param("user"), 10, 64)
	if err != nil {
		return account.User{}, site.ErrNotFound
	}
	return r.Site.Accounts.ByID(ctx, id)
}

func showUser(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := userOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return userPage(ctx, r, user)
}

func userPage(ctx context.Context, r *site.Request, user account.User) (site.Response, error) {
	instances, err := r.Site.DB.CountInstances(ctx, user.ID)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.User{
		Email: user.Email, Plan: user.Plan.Name, Registered: time.UnixMicro(user.CreatedAt), IsAdmin: user.IsAdmin,
		Instances: ui.Plural(int(instances), "instance", "instances"),
	}
	if user.DisabledAt != 0 {
		view.Disabled = time.UnixMicro(user.DisabledAt)
	}
	if user.ID != r.User.ID {
		state := stateForm(user)
		view.State, view.Delete = &state, userURL(user)+"/delete"
	}
	if user.ID != r.User.ID && user.DisabledAt == 0 {
		form := ui.PlainForm("reset", userURL(user)+"/reset-link", "Make a link")
		form.Quiet = true
		view.Reset = &form
	}
	page := &ui.Page{Title: user.Name, Path: userURL(user), Crumbs: []ui.Link{{Label: "Users", URL: usersURL}}}
	return site.Response{Page: page, View: view}, nil
}

// stateForm disables a user, or enables one who is disabled.
func stateForm(user account.User) ui.Form {
	form := ui.PlainForm("state", userURL(user)+"/disabled", "Disable the account")
	form.Danger, form.Quiet = true, true
	if user.DisabledAt != 0 {
		form.Submit, form.Method, form.Danger = "Enable the account", http.MethodDelete, false
	}
	return form
}

func disableUser(ctx context.Context, r *site.Request) (site.Response, error) {
	return changeState(ctx, r, r.Site.Accounts.Disable, " is disabled, and logged out everywhere.")
}

func enableUser(ctx context.Context, r *site.Request) (site.Response, error) {
	return changeState(ctx, r, r.Site.Accounts.Enable, " can log in again.")
}

func changeState(
	ctx context.Context, r *site.Request, change func(context.Context, int64) error, done string,
) (site.Response, error) {
	user, err := userOf(ctx, r)
	if err == nil {
		err = change(ctx, user.ID)
	}
	if errors.Is(err, account.ErrLastAdmin) {
		return r.Tell(userURL(user), ui.Notice{Tone: ui.Bad, Text: lastAdminText}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(userURL(user), user.Name+done), nil
}

const lastAdminText = "This is the last administrator. Without one, nobody can manage the service. " +
	"Make another account an administrator first."

// toUser redirects from the address of a form.
func toUser(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := userOf(ctx, r)
	return site.Redirect(userURL(user)), err
}
