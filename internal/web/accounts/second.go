package accounts

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showSecondStep asks for a code. Who has not given a password leads back to the sign-in.
func showSecondStep(ctx context.Context, r *site.Request) (site.Response, error) {
	if _, err := r.Awaited(ctx); errors.Is(err, store.ErrNotFound) {
		return site.Redirect("/login"), nil
	} else if err != nil {
		return site.Response{}, err
	}
	owner, err := awaitedOwner(ctx, r)
	form := r.Restore(ui.PlainForm("second", site.SecondStepPath, "Log in", ui.Field{
		Name: site.CodeField, Label: "Code", Kind: ui.Text, Required: true, Wide: true, Code: true, MaxLength: 40, Autocomplete: "one-time-code",
		Help: "The six digits that your authenticator app shows, or one of your recovery codes.",
	}))
	return site.Response{Page: &ui.Page{Title: "Second step"}, View: ui.FormView{
		Narrow: true, Form: form, Passkey: passkeyButton(r, owner != nil, secondKeyURL),
		Lead:    "Your password is right. This account also asks for a second factor.",
		Prompts: []ui.Prompt{{Text: "Not you?", Link: ui.Link{Label: "Log in as someone else", URL: "/login"}}},
	}}, err
}

// passkeyButton is the form that a passkey answers; nil where there can be none.
func passkeyButton(r *site.Request, shown bool, url string) *ui.Passkey {
	if !shown || r.Site.Passkeys == nil {
		return nil
	}
	return &ui.Passkey{Action: url, Challenge: url + challengeEnd, Submit: "Use a passkey"}
}

func secondStep(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := r.Awaited(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return site.Redirect("/login"), nil
	}
	left := 0
	if err == nil {
		left, err = r.Site.Accounts.SecondStep(ctx, user.ID, r.Text(site.CodeField), httpd.InfoOf(ctx).Client)
	}
	if err != nil {
		return accountProblem(r, "second", site.SecondStepPath, err, site.CodeField, wrongCode)
	}
	answer, err := r.Enter(ctx, user, wayOf(left))
	if err == nil && left >= 0 {
		r.Leave(site.Flash{Notices: []ui.Notice{{Tone: ui.Warn, Text: codesLeft(left)}}})
	}
	return answer, err
}

// wayOf is what the audit calls a sign-in that leaves so many recovery codes.
func wayOf(left int) string {
	if left >= 0 {
		return "password and recovery code"
	}
	return "password and app"
}

const wrongCode = "This code is wrong or already used."

func codesLeft(n int) string {
	switch n {
	case 0:
		return "That was your last recovery code. Make new ones on your profile, under “Second factor”."
	case 1:
		return "You have one recovery code left. Make new ones on your profile, under “Second factor”."
	}
	return "You have " + strconv.Itoa(n) + " recovery codes left."
}

// confirmed reports whether the password of the user was sent. Otherwise it returns the answer for the form.
func confirmed(ctx context.Context, r *site.Request, form string) (answer site.Response, ok bool, err error) {
	return confirmedOn(ctx, r, form, factorsURL)
}

// confirmedOn is confirmed for a form on another page.
func confirmedOn(ctx context.Context, r *site.Request, form, url string) (answer site.Response, ok bool, err error) {
	if r.IsConfirmed(ctx) {
		return site.Response{}, true, nil
	}
	err = r.Site.Accounts.Confirm(ctx, r.User.ID, r.Text("current_password"), httpd.InfoOf(ctx).Client)
	if err != nil {
		answer, err = accountProblem(r, form, url, err, "current_password", "The password is incorrect.")
		return answer, false, err
	}
	return site.Response{}, true, nil
}

// again signs the user in again where his factors have changed, which has ended his sessions.
func again(ctx context.Context, r *site.Request, user account.User, notice string) (site.Response, error) {
	if err := r.SignIn(ctx, user); err != nil {
		return site.Response{}, err
	}
	return r.Done(factorsURL, notice), nil
}
