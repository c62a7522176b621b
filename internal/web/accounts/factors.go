package accounts

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/totp"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	factorsURL = site.FactorsPath
	appURL     = factorsURL + "/app"
	codesURL   = factorsURL + "/codes"

	serviceName = "Quartermaster" // in authenticator apps
)

func showFactors(ctx context.Context, r *site.Request) (site.Response, error) {
	return factors(ctx, r, nil)
}

// factors shows what the user has beside his password, with recovery codes that were just made.
func factors(ctx context.Context, r *site.Request, made []string) (site.Response, error) {
	f, err := r.Site.Accounts.Factors(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Factors{App: f.App, AppLost: f.AppLost, AppMadeAt: time.UnixMicro(f.AppMadeAt), Codes: f.RecoveryCodes, NewCodes: made}
	view.Continue = made != nil
	if view.Confirm, err = confirmLink(ctx, r); err != nil {
		return site.Response{}, err
	}
	if f.App {
		view.AppForm = r.Restore(passwordForm(ctx, r, "app", appURL, "Remove the app"))
		view.AppForm.Method = http.MethodDelete
		view.AppForm.Danger = true
	} else {
		view.AppForm = r.Restore(passwordForm(ctx, r, "app", appURL, "Add an authenticator app"))
	}
	keys, err := r.Site.Accounts.Passkeys(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	if view.Passkeys = passkeyTable(r, keys); r.Site.Passkeys != nil {
		view.PasskeyForm = new(r.Restore(passkeyForm(ctx, r)))
	}
	if r.User.SecondFactor {
		view.CodesForm = new(r.Restore(passwordForm(ctx, r, "codes", codesURL, "Make new recovery codes")))
		view.CodesForm.Quiet = true
	}
	answer := site.Response{Page: amongProfile("Second factor"), View: view}
	if r.LacksFactor() {
		answer.Page.Notices = []ui.Notice{{Tone: ui.Warn, Text: "This service requires a second factor. Add one to continue."}}
	}
	if made != nil {
		answer.Header = map[string]string{"Cache-Control": "no-store"}
	}
	return answer, nil
}

// passwordForm is a form of some fields that asks for the password too, unless the user has just shown at the provider who he is.
func passwordForm(ctx context.Context, r *site.Request, id, url, submit string, fields ...ui.Field) ui.Form {
	if !r.IsConfirmed(ctx) {
		fields = append(fields, currentPassword())
	}
	form := ui.PlainForm(id, url, submit, fields...)
	form.Method = http.MethodPost
	return form
}

// confirmLink leads to where the user shows at the provider who he is, in place of his password; nil where he cannot or need not.
func confirmLink(ctx context.Context, r *site.Request) (*ui.Link, error) {
	if r.Site.Provider == nil || r.IsConfirmed(ctx) {
		return nil, nil
	}
	connected, err := r.Site.Accounts.HasIdentity(ctx, r.User.ID, r.Site.Provider.Issuer())
	if err != nil || !connected {
		return nil, err
	}
	return &ui.Link{Label: "Confirm with " + r.Site.Provider.Name(), URL: providerURL + "?" + anew + "=1"}, nil
}

func currentPassword() ui.Field {
	return ui.Field{
		Name: "current_password", Label: "Current password", Kind: ui.Password, Required: true, Autocomplete: "current-password",
	}
}

// beginApp makes the secret of an authenticator app, which is kept sealed in the session until the app has shown a code.
func beginApp(ctx context.Context, r *site.Request) (site.Response, error) {
	if answer, ok, err := confirmed(ctx, r, "app"); !ok {
		return answer, err
	}
	sealed, err := r.Site.Accounts.NewApp()
	if err != nil {
		return site.Response{}, err
	}
	r.KeepNewApp(ctx, sealed)
	return site.Redirect(appURL), nil
}

// showApp shows the secret of the app that is being added, as a QR code and as text.
func showApp(ctx context.Context, r *site.Request) (site.Response, error) {
	sealed := r.NewApp(ctx)
	if sealed == "" {
		return site.Redirect(factorsURL), nil
	}
	secret, err := r.Site.Accounts.AppSecret(sealed)
	if err != nil {
		return site.Response{}, err
	}
	code, err := newQR(totp.URI(serviceName, r.User.Email, secret))
	form := ui.PlainForm("code", appURL, "Add the app", ui.Field{
		Name: site.CodeField, Label: "Code", Kind: ui.Text, Required: true, Code: true, MaxLength: 10, Autocomplete: "one-time-code",
		Help: "The six digits that the app shows now. You will be logged out everywhere else.",
	})
	form.Method, form.Cancel = http.MethodPut, factorsURL
	return site.Response{
		Page: amongProfile("Add an authenticator app", ui.Link{Label: "Second factor", URL: factorsURL}),
		View: pages.NewApp{QR: code, Key: inGroups(secret), Form: r.Restore(form)}, Header: map[string]string{"Cache-Control": "no-store"},
	}, err
}

// inGroups returns a text with a space behind each four characters.
func inGroups(text string) string {
	grouped := ""
	for i, c := range text {
		if i > 0 && i%4 == 0 {
			grouped += " "
		}
		grouped += string(c)
	}
	return grouped
}

func addApp(ctx context.Context, r *site.Request) (site.Response, error) {
	sealed := r.NewApp(ctx)
	if sealed == "" {
		return site.Redirect(factorsURL), nil
	}
	user, codes, err := r.Site.Accounts.AddApp(ctx, r.User.ID, sealed, r.Text(site.CodeField), httpd.InfoOf(ctx).Client)
	switch {
	case errors.Is(err, account.ErrFactor):
		return r.Tell(factorsURL, ui.Notice{Tone: ui.Bad, Text: "You already have an authenticator app. Remove it first."}), nil
	case err != nil:
		return accountProblem(r, "code", appURL, err, site.CodeField, wrongCode)
	}
	if err := r.SignIn(ctx, user); err != nil {
		return site.Response{}, err
	}
	return withCodes(ctx, r, codes, "Your authenticator app was added. You have been logged out everywhere else.")
}

// withCodes shows the factors with recovery codes, which are stored nowhere as they are.
func withCodes(ctx context.Context, r *site.Request, codes []string, notice string) (site.Response, error) {
	if len(codes) == 0 {
		return r.Done(factorsURL, notice), nil
	}
	answer, err := factors(ctx, r, codes)
	if err == nil {
		answer.Page.Notices = []ui.Notice{{Tone: ui.Good, Text: notice}}
	}
	return answer, err
}

func removeApp(ctx context.Context, r *site.Request) (site.Response, error) {
	if answer, ok, err := confirmed(ctx, r, "app"); !ok {
		return answer, err
	}
	user, err := r.Site.Accounts.RemoveApp(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	return again(ctx, r, user, "Your authenticator app was removed."+endedAccess)
}

const endedAccess = " You have been logged out everywhere else, and your API tokens were revoked."

func makeCodes(ctx context.Context, r *site.Request) (site.Response, error) {
	if !r.User.SecondFactor {
		return r.Invalid("codes", factorsURL, validate.Refusal("current_password", "Add a second factor first.")), nil
	}
	if answer, ok, err := confirmed(ctx, r, "codes"); !ok {
		return answer, err
	}
	codes, err := r.Site.Accounts.NewRecoveryCodes(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	return withCodes(ctx, r, codes, "You have "+strconv.Itoa(len(codes))+" new recovery codes. The previous ones no longer work.")
}

// toFactors redirects from the address of a form.
func toFactors(context.Context, *site.Request) (site.Response, error) {
	return site.Redirect(factorsURL), nil
}
