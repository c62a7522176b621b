package accounts

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/passkey"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	passkeysURL   = factorsURL + "/passkeys"
	newPasskeyURL = passkeysURL + "/new"
	loginKeyURL   = "/login/passkey"
	secondKeyURL  = site.SecondStepPath + "/passkey"
	challengeEnd  = "/challenge"

	noPasskeys   = "Passkeys need the service to be started with --base-url, an https address with a name."
	wrongPasskey = "This passkey was not accepted. Try again, or log in another way."
)

// toLogin redirects from the address of a form.
func toLogin(context.Context, *site.Request) (site.Response, error) {
	return site.Redirect("/login"), nil
}

func toSecondStep(context.Context, *site.Request) (site.Response, error) {
	return site.Redirect(site.SecondStepPath), nil
}

// takesPasskeys reports whether visitors may sign in by passkeys. Where a provider says who may come, nothing else lets them in.
func takesPasskeys(r *site.Request) bool { return r.Site.Passkeys != nil && !r.Site.NoPasswords }

// askPasskey answers with a challenge for a passkey of anybody.
func askPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	if !takesPasskeys(r) {
		return site.Response{}, site.ErrNotFound
	}
	challenge, err := r.Site.Passkeys.Ask(nil)
	if err != nil {
		return site.Response{}, err
	}
	return asked(ctx, r, challenge), nil
}

// askSecondPasskey answers with a challenge for a passkey of who has given his password.
func askSecondPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	of, err := awaitedOwner(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if of == nil || r.Site.Passkeys == nil {
		return site.Response{}, site.ErrNotFound
	}
	challenge, err := r.Site.Passkeys.Ask(of)
	if err != nil {
		return site.Response{}, err
	}
	return asked(ctx, r, challenge), nil
}

func asked(ctx context.Context, r *site.Request, c passkey.Challenge) site.Response {
	r.KeepChallenge(ctx, c.State)
	return site.Response{JSON: c.Options, Header: map[string]string{"Cache-Control": "no-store"}}
}

// awaitedOwner returns who has given his password and has passkeys, or nil.
func awaitedOwner(ctx context.Context, r *site.Request) (*passkey.Owner, error) {
	user, err := r.Awaited(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	owner, err := r.Site.Accounts.PasskeyOwner(ctx, user)
	if err != nil || len(owner.Keys) == 0 {
		return nil, err
	}
	return &owner, nil
}

// loginByPasskey signs in by a passkey of anybody, which is never followed by a second factor.
func loginByPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	if !takesPasskeys(r) {
		return site.Response{}, site.ErrNotFound
	}
	return enterByPasskey(ctx, r, nil, "login", "/login", "email")
}

// secondByPasskey signs in who has given his password, by a passkey of his.
func secondByPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := r.Awaited(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return site.Redirect("/login"), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return enterByPasskey(ctx, r, &user, "second", site.SecondStepPath, site.CodeField)
}

// enterByPasskey signs in by a passkey, of a user or of anybody. What is wrong is said at a field of a form on a page.
func enterByPasskey(ctx context.Context, r *site.Request, of *account.User, form, path, field string) (site.Response, error) {
	if r.Site.Passkeys == nil {
		return site.Response{}, site.ErrNotFound
	}
	answer := account.PasskeyAnswer{State: r.Challenge(ctx), Answer: r.Text("answer"), Of: of, Address: httpd.InfoOf(ctx).Client}
	user, cloned, err := r.Site.Accounts.SignInByPasskey(ctx, r.Site.Passkeys, answer)
	switch {
	case errors.Is(err, account.ErrDisabled):
		return r.Invalid(form, path, validate.Refusal(field, disabledText)), nil
	case err != nil:
		return accountProblem(r, form, path, err, field, wrongPasskey)
	}
	entered, err := r.Enter(ctx, user, wayOfPasskey(of, cloned))
	if err == nil && cloned {
		r.Site.Logger.WarnContext(ctx, "a passkey may have been copied: its counter did not go up", "user", user.SID)
		r.Leave(site.Flash{Notices: []ui.Notice{{Tone: ui.Warn, Text: clonedText, Links: []ui.Link{{Label: "Second factor", URL: factorsURL}}}}})
	}
	return entered, err
}

// wayOfPasskey is what the audit calls a sign-in by a passkey, of a user who has given his password or of anybody.
func wayOfPasskey(of *account.User, cloned bool) string {
	way := "passkey"
	if of != nil {
		way = "password and passkey"
	}
	if cloned {
		way += ", which may have been copied"
	}
	return way
}

const clonedText = "Your passkey may have been copied: its counter went down. If you can’t explain that, remove it."

// beginPasskey checks the password and the name before a passkey is made.
func beginPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Site.Passkeys == nil {
		return r.Invalid("passkey", factorsURL, validate.Refusal("name", noPasskeys)), nil
	}
	name, err := account.CheckPasskeyName(r.Text("name"))
	if errors.Is(err, account.ErrPasskeyName) {
		return r.Invalid("passkey", factorsURL, validate.Refusal("name", "The name field must be between 1 and 100 characters.")), nil
	}
	if answer, ok, err := confirmed(ctx, r, "passkey"); !ok {
		return answer, err
	}
	r.KeepNewPasskey(ctx, name)
	return site.Redirect(newPasskeyURL), nil
}

// showNewPasskey offers to make a passkey, which scripts do.
func showNewPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	name := r.NewPasskey(ctx)
	if name == "" || r.Site.Passkeys == nil {
		return site.Redirect(factorsURL), nil
	}
	return site.Response{
		Page: amongProfile("Add a passkey", ui.Link{Label: "Second factor", URL: factorsURL}),
		View: pages.NewPasskey{Name: name, Cancel: factorsURL, Button: ui.Passkey{
			Action: newPasskeyURL, Challenge: newPasskeyURL + challengeEnd, Submit: "Make the passkey", New: true,
		}},
	}, nil
}

// askNewPasskey answers with a challenge for a new passkey.
func askNewPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.NewPasskey(ctx) == "" || r.Site.Passkeys == nil {
		return site.Response{}, site.ErrForbidden
	}
	owner, err := r.Site.Accounts.PasskeyOwner(ctx, *r.User)
	if err != nil {
		return site.Response{}, err
	}
	challenge, err := r.Site.Passkeys.AskForNew(owner)
	if err != nil {
		return site.Response{}, err
	}
	return asked(ctx, r, challenge), nil
}

func addPasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	name, state := r.NewPasskey(ctx), r.Challenge(ctx)
	if name == "" || r.Site.Passkeys == nil {
		return site.Redirect(factorsURL), nil
	}
	owner, err := r.Site.Accounts.PasskeyOwner(ctx, *r.User)
	if err != nil {
		return site.Response{}, err
	}
	var user account.User
	var codes []string
	key, err := r.Site.Passkeys.Made(owner, state, r.Text("answer"))
	if err == nil {
		user, codes, err = r.Site.Accounts.AddPasskey(ctx, r.User.ID, name, key)
	}
	switch {
	case errors.Is(err, passkey.ErrAnswer), errors.Is(err, store.ErrTaken):
		return r.Tell(newPasskeyURL, ui.Notice{Tone: ui.Bad, Text: "The passkey was not accepted. Try again."}), nil
	case errors.Is(err, account.ErrPasskeys):
		text := "You have " + strconv.Itoa(account.MaxPasskeys) + " passkeys. Remove one first."
		return r.Tell(factorsURL, ui.Notice{Tone: ui.Bad, Text: text}), nil
	case err != nil:
		return site.Response{}, err
	}
	if err := r.SignIn(ctx, user); err != nil {
		return site.Response{}, err
	}
	return withCodes(ctx, r, codes, "Your passkey was added. You have been logged out everywhere else.")
}

func showRemovePasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	list, err := r.Site.Accounts.Passkeys(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	for _, p := range list {
		if p.SID == r.Param("passkey") {
			form := r.Restore(passwordForm(ctx, r, "remove", passkeysURL+"/"+p.SID, "Remove the passkey"))
			form.Method, form.Danger, form.Cancel = http.MethodDelete, true, factorsURL
			return site.Response{
				Page: amongProfile("Remove a passkey", ui.Link{Label: "Second factor", URL: factorsURL}),
				View: ui.FormView{Lead: "This removes the passkey “" + p.Name + "”." + willEndAccess, Form: form},
			}, nil
		}
	}
	return site.Response{}, site.ErrNotFound
}

const willEndAccess = " It logs you out everywhere else and revokes your API tokens."

func removePasskey(ctx context.Context, r *site.Request) (site.Response, error) {
	if answer, ok, err := confirmedOn(ctx, r, "remove", passkeysURL+"/"+r.Param("passkey")); !ok {
		return answer, err
	}
	user, err := r.Site.Accounts.RemovePasskey(ctx, r.User.ID, r.Param("passkey"))
	if err != nil {
		return site.Response{}, err
	}
	return again(ctx, r, user, "Your passkey was removed."+endedAccess)
}

func passkeyTable(r *site.Request, list []account.Passkey) ui.Table {
	table := ui.Table{
		Label: "Your passkeys", Query: r.Query(),
		Columns: []ui.Column{{Label: "Name"}, {Label: "Added"}, {Label: "Last use"}, {Label: "Passkey"}},
	}
	for _, p := range list {
		name, used := ui.Cell{Text: p.Name}, ui.Cell{Text: "never"}
		if p.ClonedAt != 0 {
			name.Note = "may have been copied: its counter went down"
		}
		if p.UsedAt != 0 {
			used = ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(p.UsedAt)}
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			name, {Kind: ui.TimeCell, Time: time.UnixMicro(p.CreatedAt)}, used, {Text: "Remove", URL: passkeysURL + "/" + p.SID},
		}})
	}
	return table
}

// passkeyForm begins to add a passkey.
func passkeyForm(ctx context.Context, r *site.Request) ui.Form {
	form := passwordForm(ctx, r, "passkey", passkeysURL, "Add a passkey", ui.Field{
		Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 100, Help: "What you know it by, such as “laptop”.",
	})
	form.Quiet = true
	return form
}
