package accounts

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	forgotURL = "/forgot-password"
	resetURL  = "/reset-password"
)

const forgotTitle = "Forgot your password?"

func showForgot(_ context.Context, r *site.Request) (site.Response, error) {
	page := &ui.Page{Title: forgotTitle, Description: "Get a link to choose a new password for Quartermaster."}
	if r.Site.Resets == nil || r.Site.NoPasswords {
		return site.Response{Page: page, View: ui.FormView{
			Narrow: true, Lead: "This service sends no e-mail. Ask its administrators: they can make a link for you to choose a new password.",
			Prompts: []ui.Prompt{{Link: ui.Link{Label: "Back to the login", URL: "/login"}}},
		}}, nil
	}
	return site.Response{Page: page, View: ui.FormView{
		Narrow: true, Lead: "We’ll email you a link to choose a new one. It works for an hour.",
		Form: r.Restore(ui.PlainForm("forgot", forgotURL, "Send the link",
			ui.Field{Name: "email", Label: "Email", Kind: ui.Email, Required: true, MaxLength: 255, Autocomplete: "username", Wide: true})),
		Prompts: []ui.Prompt{{Text: "Remembered it?", Link: ui.Link{Label: "Log in", URL: "/login"}}},
	}}, nil
}

// sentText is shown whether or not there is such an account.
const sentText = "If an account has this email address, a link is on its way. We send at most three an hour; " +
	"check the spam folder, too."

func forgot(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Site.Resets == nil || r.Site.NoPasswords {
		return site.Response{}, site.ErrNotFound
	}
	if err := r.Site.Resets.Ask(ctx, r.Text("email"), httpd.InfoOf(ctx).Client); err != nil {
		return accountProblem(r, "forgot", forgotURL, err, "email", "")
	}
	return r.Done("/login", sentText), nil
}

// showReset shows the form of a link. It does not use the link up: programs that look at mails open links, too.
func showReset(ctx context.Context, r *site.Request) (site.Response, error) {
	code := r.URL.Query().Get("code")
	user, err := r.Site.Accounts.ResetOf(ctx, code)
	if errors.Is(err, account.ErrResetLink) {
		return resetOver(), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	email := ui.Field{Name: "email", Label: "Email", Kind: ui.Fixed, Value: user.Email, Autocomplete: "username", Wide: true}
	return site.Response{
		Header: map[string]string{"Cache-Control": "no-store"},
		Page:   &ui.Page{Title: "Choose a new password"},
		View: ui.FormView{
			Narrow: true, Lead: "You will be logged out everywhere, and your API tokens will end.",
			Form: r.Restore(ui.PlainForm("reset", account.ResetPath+code, "Change password", email, wide(newPassword("New password")))),
		},
	}, nil
}

func resetOver() site.Response {
	return site.Response{Status: http.StatusNotFound, Page: &ui.Page{Title: "This link does not work any more"}, View: pages.Error{
		Status: http.StatusNotFound, Title: "This link does not work any more",
		Text:  "A link works once, within an hour, and until the password changes.",
		Links: []ui.Link{{Label: "Get a new link", URL: forgotURL}, {Label: "Log in", URL: "/login"}},
	}}
}

// reset changes the password and leads to the sign-in, which asks for whatever else the account needs.
func reset(ctx context.Context, r *site.Request) (site.Response, error) {
	code := r.URL.Query().Get("code")
	err := r.Site.Accounts.Reset(ctx, code, r.Text("password"))
	switch {
	case errors.Is(err, account.ErrResetLink) && r.ExpectsJSON():
		return r.Invalid("reset", forgotURL, validate.Refusal("code", "This link does not work any more.")), nil
	case errors.Is(err, account.ErrResetLink):
		return resetOver(), nil
	case err != nil:
		return accountProblem(r, "reset", account.ResetPath+code, err, "password", "")
	}
	if err := r.Renew(ctx); err != nil {
		return site.Response{}, err
	}
	return r.Done("/login", "Your password was changed. Log in with it."), nil
}

// makeResetLink shows an administrator a link for a user, once.
func makeResetLink(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := userOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	code, err := r.Site.Accounts.NewReset(ctx, user.ID)
	if errors.Is(err, account.ErrDisabled) {
		return r.Tell(userURL(user), ui.Notice{Tone: ui.Bad, Text: "Enable the account first."}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	answer, err := userPage(ctx, r, user)
	if view, is := answer.View.(pages.User); is {
		view.Link = httpd.InfoOf(ctx).BaseURL + account.ResetPath + code
		answer.View = view
	}
	answer.Header = map[string]string{"Cache-Control": "no-store"}
	return answer, err
}
