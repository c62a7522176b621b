package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// home is the registration as long as nobody can sign in.
func home(ctx context.Context, r *site.Request) (site.Response, error) {
	if registers(r) {
		switch isNew, err := r.Site.Accounts.IsNew(ctx); {
		case err != nil:
			return site.Response{}, err
		case isNew:
			return showRegister(ctx, r)
		}
	}
	return site.Response{
		Page: &ui.Page{
			Title:       "DayZ server configuration",
			Description: "Import the files of your DayZ server, edit them in the browser, check them, and send them back as the game expects them.",
		},
		View: pages.Home{Registration: registers(r)},
	}, nil
}

func showLogin(ctx context.Context, r *site.Request) (site.Response, error) {
	view := ui.FormView{Narrow: true}
	if r.Site.Provider != nil {
		view.Ways = []ui.Link{{Label: "Log in with " + r.Site.Provider.Name(), URL: providerURL}}
	}
	if signsInByPassword(r) {
		view.Form = r.Restore(ui.PlainForm("login", "/login", "Log in",
			ui.Field{Name: "email", Label: "Email", Kind: ui.Email, Required: true, Autocomplete: "username", Wide: true},
			ui.Field{Name: "password", Label: "Password", Kind: ui.Password, Required: true, Autocomplete: "current-password", Wide: true}))
		view.Prompts = []ui.Prompt{{Link: ui.Link{Label: forgotTitle, URL: forgotURL}}}
		view.Passkey = passkeyButton(r, takesPasskeys(r), loginKeyURL)
	}
	v, invited, err := invitation(ctx, r)
	if invited {
		view.Lead = site.InvitationText(v)
	}
	if registers(r) || invited && !r.Site.NoPasswords {
		view.Prompts = append(view.Prompts, ui.Prompt{Text: "No account yet?", Link: ui.Link{Label: "Create one", URL: "/register"}})
	}
	page := &ui.Page{Title: "Log in", Description: "Log in to edit, check and send the files of your DayZ servers."}
	return site.Response{Page: page, View: view}, err
}

// invitation returns the invitation that the visitor has opened, if there is one.
func invitation(ctx context.Context, r *site.Request) (v store.Invited, invited bool, err error) {
	v, err = r.Invitation(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return v, false, nil
	}
	return v, err == nil, err
}

func login(ctx context.Context, r *site.Request) (site.Response, error) {
	if !signsInByPassword(r) {
		return site.Response{}, site.ErrForbidden
	}
	user, err := r.Site.Accounts.SignIn(ctx, r.Text("email"), r.Text("password"), httpd.InfoOf(ctx).Client)
	if errors.Is(err, account.ErrDisabled) {
		return r.Invalid("login", "/login", validate.Refusal("email", disabledText)), nil
	}
	if err != nil {
		return accountProblem(r, "login", "/login", err, "email", "These credentials do not match our records.")
	}
	return r.EnterByPassword(ctx, user)
}

// disabledText is shown only to who has proved that the account is his.
const disabledText = "This account is disabled. Ask the administrators of this service."

func logout(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.User != nil {
		if err := r.Site.Accounts.AuditSession(ctx, store.AuditSignOut, *r.User, ""); err != nil {
			return site.Response{}, err
		}
	}
	if err := r.Renew(ctx); err != nil {
		return site.Response{}, err
	}
	return r.Done("/login", "You are logged out."), nil
}

func showRegister(ctx context.Context, r *site.Request) (site.Response, error) {
	v, invited, err := invitation(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if r.Site.NoPasswords || !invited && !registers(r) {
		return registrationClosed(), nil
	}
	view := ui.FormView{
		Narrow: true,
		Form: r.Restore(ui.PlainForm("register", "/register", "Create account",
			ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 255, Autocomplete: "name", Wide: true},
			ui.Field{
				Name: "email", Label: "Email", Kind: ui.Email, Value: v.Email, Required: true, MaxLength: 255, Autocomplete: "email", Wide: true,
			},
			wide(newPassword("Password")),
		)),
		Prompts: []ui.Prompt{{Text: "Have an account already?", Link: ui.Link{Label: "Log in", URL: "/login"}}},
	}
	if invited {
		view.Lead = site.InvitationText(v)
	}
	isNew, err := r.Site.Accounts.IsNew(ctx)
	if isNew {
		view.Lead, view.Prompts = "The first account manages the service.", nil
	}
	page := &ui.Page{Title: "Create an account", Description: "Create an account to keep the files of your DayZ servers in one place."}
	return site.Response{Page: page, View: view}, err
}

// wide returns a field as wide as the form.
func wide(field ui.Field) ui.Field {
	field.Wide = true
	return field
}

func newPassword(label string) ui.Field {
	return ui.Field{
		Name: "password", Label: label, Kind: ui.Password, Required: true, Autocomplete: "new-password",
		MaxLength: account.PasswordMax, Help: "At least " + strconv.Itoa(account.PasswordMin) + " characters.",
	}
}

func registrationClosed() site.Response {
	return site.Response{Status: http.StatusForbidden, Page: &ui.Page{Title: "Registration is closed"}, View: pages.Error{
		Status: http.StatusForbidden, Title: "Registration is closed",
		Text:  "Only the operators of this service can create accounts. Ask them for one.",
		Links: []ui.Link{{Label: "Log in", URL: "/login"}},
	}}
}

// registeredText is shown whether or not the address had an account.
const registeredText = "If this email address is new, your account has been created and you can log in now. If it already had an " +
	"account, that account has not been changed."

// register leads to the sign-in whether the address is new or not, so that nobody learns who has an account. The very first user is
// signed in at once, and so is one with an invitation, which he accepts by it: whoever has one can register any address and sign in.
func register(ctx context.Context, r *site.Request) (site.Response, error) {
	v, invited, err := invitation(ctx, r)
	switch {
	case err != nil:
		return site.Response{}, err
	case r.Site.NoPasswords:
		return site.Response{}, site.ErrForbidden
	case invited && !v.IsFor(r.Text("email")):
		return r.Invalid("register", "/register", validate.Refusal("email", "This invitation is for another e-mail address.")), nil
	}
	create := r.Site.Accounts.Register
	if invited {
		create = r.Site.Accounts.RegisterInvited
	}
	user, err := create(ctx, r.Text("name"), r.Text("email"), r.Text("password"), httpd.InfoOf(ctx).Client)
	switch {
	case errors.Is(err, account.ErrRegistrationClosed):
		return site.Response{}, site.ErrForbidden
	case err != nil && !errors.Is(err, store.ErrTaken):
		return accountProblem(r, "register", "/register", err, "email", "")
	case err == nil && invited:
		return joinInstance(ctx, r, v, user)
	case err == nil && user.IsAdmin:
		return r.Enter(ctx, user, "registration")
	}
	left := r.Entered("login", nil)
	left.Notices = []ui.Notice{{Tone: ui.Good, Text: registeredText}}
	r.Leave(left)
	return site.Redirect("/login"), nil
}

// joinInstance signs a new user in and makes him a member. Where somebody else was faster, he is told so by the page of the invitation.
func joinInstance(ctx context.Context, r *site.Request, v store.Invited, user account.User) (site.Response, error) {
	path := r.Intended(ctx)
	switch err := r.Site.DB.Join(ctx, v, user.ID); {
	case err == nil:
		path = "/instances/" + v.SID
	case !errors.Is(err, store.ErrNotFound):
		return site.Response{}, err
	}
	return site.Redirect(path), r.SignInBy(ctx, user, "registration")
}

// accountProblem answers a form that the account service refused. field and text are for account.ErrCredentials.
func accountProblem(r *site.Request, form, path string, err error, field, text string) (site.Response, error) {
	var throttled account.ThrottledError
	if errors.As(err, &throttled) {
		if r.ExpectsJSON() {
			return site.Response{}, site.TooMany(throttled.RetryAfter)
		}
		text = fmt.Sprintf("Too many attempts. Try again in %d seconds.", (throttled.RetryAfter+time.Second-1)/time.Second)
		return r.Invalid(form, path, validate.Refusal(field, text)), nil
	}
	for _, known := range []struct {
		err         error
		field, text string
	}{
		{account.ErrCredentials, field, text},
		{account.ErrName, "name", "The name field must be between 1 and 255 characters."},
		{account.ErrEmail, "email", "The email field must be a valid email address."},
		{
			account.ErrPassword, "password",
			fmt.Sprintf("The password field must be between %d and %d characters.", account.PasswordMin, account.PasswordMax),
		},
	} {
		if errors.Is(err, known.err) {
			return r.Invalid(form, path, validate.Refusal(known.field, known.text)), nil
		}
	}
	return site.Response{}, err
}
