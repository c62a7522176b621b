package accounts

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/idp"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// providerURL is where a sign-in through the provider begins.
const providerURL = "/login/oidc"

// anew in the query has the provider ask again who somebody is, which stands for his password.
const anew = "anew"

// toProvider sends the browser to the provider. It is a link and no form: browsers stop forms that lead to other sites.
func toProvider(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Site.Provider == nil {
		return site.Response{}, site.ErrNotFound
	}
	address, attempt, err := r.Site.Provider.Begin(ctx, r.User != nil && r.URL.Query().Has(anew))
	if err != nil {
		return providerProblem(r, err)
	}
	cookie, err := keep(ctx, r, carried{Attempt: &attempt})
	return site.Response{Away: address, Cookies: []*http.Cookie{cookie}}, err
}

// fromProvider takes who comes back from the provider.
func fromProvider(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Site.Provider == nil {
		return site.Response{}, site.ErrNotFound
	}
	var attempt idp.Attempt
	if k := keptBy(r); k.Attempt != nil {
		attempt = *k.Attempt
	}
	person, err := r.Site.Provider.Finish(ctx, attempt, r.URL.Query())
	if err != nil {
		return ending(ctx)(providerProblem(r, err))
	}
	switch {
	case r.User != nil && attempt.Anew:
		return confirmThrough(ctx, r, person)
	case r.User != nil:
		return connect(ctx, r, person)
	}
	return enter(ctx, r, person)
}

// identityOf returns a person of the provider as the accounts know him.
func identityOf(p idp.Person) account.Identity {
	return account.Identity{Issuer: p.Issuer, Subject: p.Subject, Email: p.Email, Verified: p.Verified, Name: p.Name, Groups: p.Groups}
}

// enter signs a visitor in. Where the address is that of an account which was not connected, the visitor has to sign in to it first.
func enter(ctx context.Context, r *site.Request, person idp.Person) (site.Response, error) {
	v, invited, err := invitation(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	user, err := r.Site.Accounts.SignInThrough(ctx, identityOf(person), invited && v.IsFor(person.Email))
	switch {
	case errors.Is(err, account.ErrConfirm):
		return askToConfirm(ctx, r, person)
	case err != nil:
		return ending(ctx)(providerProblem(r, err))
	}
	path := r.Intended(ctx)
	return ending(ctx)(site.Redirect(path), r.SignInThrough(ctx, user))
}

func askToConfirm(ctx context.Context, r *site.Request, person idp.Person) (site.Response, error) {
	cookie, err := keep(ctx, r, carried{Person: &person, Then: r.Intended(ctx)})
	if err != nil {
		return site.Response{}, err
	}
	r.Intend(ctx, joinURL)
	left := r.Entered("login", nil)
	left.Notices = []ui.Notice{{Tone: ui.Warn, Text: "An account already uses the address " + person.Email +
		". Log in to it as before to connect " + r.Site.Provider.Name() + " with it."}}
	r.Leave(left)
	answer := site.Redirect("/login")
	answer.Cookies = []*http.Cookie{cookie}
	return answer, nil
}

// providerProblems say what has gone wrong at the provider, in which {name} is its name.
var providerProblems = []struct {
	err         error
	status      int
	title, text string
}{
	{
		idp.ErrAway, http.StatusServiceUnavailable, "{name} does not answer",
		"You cannot log in with {name} right now. Try again in a moment, or log in another way.",
	},
	{
		idp.ErrClock, http.StatusServiceUnavailable, "The clocks differ",
		"The clocks of this server and {name} are too far apart. An administrator has to correct one of them.",
	},
	{
		idp.ErrAttempt, http.StatusBadRequest, "Start again",
		"This login started in another browser or window, or took longer than 15 minutes.",
	},
	{idp.ErrDenied, http.StatusForbidden, "{name} did not let you in", "Maybe you cancelled. You can try again."},
	{idp.ErrAnswer, http.StatusForbidden, "{name} could not confirm who you are", "Its answer doesn’t match this login. Try again."},
	{account.ErrGroups, http.StatusForbidden, "You may not log in here", "None of your groups at {name} may use this service."},
	{account.ErrDisabled, http.StatusForbidden, "Your account is disabled", disabledText},
	{
		account.ErrUnverified, http.StatusForbidden, "{name} has not confirmed your email address",
		"If you have an account here, log in as before and connect {name} on your profile. If not, confirm your address at {name} first.",
	},
	{
		account.ErrRegistrationClosed, http.StatusForbidden, "You have no account here",
		"Only the administrators of this service can create one. With an account, you can connect {name} on your profile.",
	},
}

func providerProblem(r *site.Request, err error) (site.Response, error) {
	for _, p := range providerProblems {
		if !errors.Is(err, p.err) {
			continue
		}
		r.Site.Logger.Warn("a login through the provider did not succeed", "error", err)
		title, text := named(r, p.title), named(r, p.text)
		return site.Response{Status: p.status, Page: &ui.Page{Title: title}, View: pages.Error{
			Status: p.status, Title: title, Text: text,
			Links: []ui.Link{{Label: "Back to the login", URL: "/login"}, {Label: "Try again", URL: providerURL}},
		}}, nil
	}
	if errors.Is(err, store.ErrTaken) { // two at once: the other has created the account
		return site.Redirect(providerURL), nil
	}
	return site.Response{}, err
}

// named puts the name of the provider into a text.
func named(r *site.Request, text string) string {
	return strings.ReplaceAll(text, "{name}", r.Site.Provider.Name())
}

// signsInByPassword reports whether a visitor may sign in with a password: all may, or those who confirm by it that an account is theirs.
func signsInByPassword(r *site.Request) bool {
	return !r.Site.NoPasswords || keptBy(r).Person != nil
}

// registers reports whether visitors may create accounts with a password.
func registers(r *site.Request) bool {
	return r.Site.Accounts.RegistrationOpen() && !r.Site.NoPasswords
}
