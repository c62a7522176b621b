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

const (
	joinURL     = providerURL + "/join" // where a signed-in user confirms that he is somebody at the provider
	identityURL = "/profile/identity"
)

// connect asks a signed-in user whether he is who has come back from the provider.
func connect(ctx context.Context, r *site.Request, person idp.Person) (site.Response, error) {
	owner, err := r.Site.Accounts.ByIdentity(ctx, identityOf(person))
	name := r.Site.Provider.Name()
	switch {
	case err == nil && owner.ID == r.User.ID:
		return ending(ctx)(r.Done("/profile", name+" is connected with your account already."), nil)
	case err == nil:
		return ending(ctx)(r.Tell("/profile", belongsToAnother(name)), nil)
	case !errors.Is(err, store.ErrNotFound):
		return site.Response{}, err
	}
	cookie, err := keep(ctx, r, carried{Person: &person, Then: "/profile"})
	answer := site.Redirect(joinURL)
	answer.Cookies = []*http.Cookie{cookie}
	return answer, err
}

// confirmThrough takes it for a password that the signed-in user has shown at the provider that it is him.
func confirmThrough(ctx context.Context, r *site.Request, person idp.Person) (site.Response, error) {
	owner, err := r.Site.Accounts.ByIdentity(ctx, identityOf(person))
	switch {
	case errors.Is(err, store.ErrNotFound) || err == nil && owner.ID != r.User.ID:
		text := "That account of " + r.Site.Provider.Name() + " is not connected with your account here."
		return ending(ctx)(r.Tell(factorsURL, ui.Notice{Tone: ui.Bad, Text: text}), nil)
	case err != nil:
		return site.Response{}, err
	}
	r.Confirm(ctx)
	text := "You have shown at " + r.Site.Provider.Name() + " that it’s you. For five minutes you won’t be asked for a password here."
	return ending(ctx)(r.Done(factorsURL, text), nil)
}

func belongsToAnother(name string) ui.Notice {
	return ui.Notice{Tone: ui.Bad, Text: "That account of " + name + " is connected with another account here."}
}

// showJoin asks once more, with a form: a link on another site may have led here.
func showJoin(ctx context.Context, r *site.Request) (site.Response, error) {
	person := keptBy(r).Person
	if r.Site.Provider == nil || person == nil {
		return site.Redirect("/profile"), nil
	}
	name := r.Site.Provider.Name()
	form := ui.PlainForm("join", joinURL, "Connect")
	if !isOwnAddress(r, *person) {
		form = r.Restore(passwordForm(ctx, r, "join", joinURL, "Connect"))
	}
	form.Method, form.Cancel = http.MethodPost, "/profile"
	return site.Response{Page: &ui.Page{Title: "Connect " + name}, View: ui.FormView{
		Narrow: true, Form: form,
		Lead: "You then log in here with " + name + ", too.",
		Facts: []string{
			"At " + name + " you are " + naming(*person) + ".",
			"Here you are " + r.User.Name + ", " + r.User.Email + ".",
			"Connect them only if both are yours: anyone who can log in there can log in here.",
		},
	}}, nil
}

// isOwnAddress reports whether the provider knows that the address of the account is the person's: then it is enough that he is signed in.
func isOwnAddress(r *site.Request, p idp.Person) bool {
	return p.Verified && strings.EqualFold(strings.TrimSpace(p.Email), r.User.Email)
}

func naming(p idp.Person) string {
	switch {
	case p.Name == "" && p.Email == "":
		return p.Subject
	case p.Email == "" || p.Name == p.Email:
		return p.Name
	}
	return p.Name + ", " + p.Email
}

func join(ctx context.Context, r *site.Request) (site.Response, error) {
	k := keptBy(r)
	if r.Site.Provider == nil || k.Person == nil {
		return site.Redirect("/profile"), nil
	}
	if !isOwnAddress(r, *k.Person) { // who has taken over a session must not get a way in that outlasts it
		if answer, ok, err := confirmedOn(ctx, r, "join", joinURL); !ok {
			return answer, err
		}
	}
	name := r.Site.Provider.Name()
	err := r.Site.Accounts.Join(ctx, identityOf(*k.Person), r.User.ID)
	switch {
	case errors.Is(err, store.ErrTaken):
		return ending(ctx)(r.Tell("/profile", belongsToAnother(name)), nil)
	case errors.Is(err, account.ErrGroups):
		return ending(ctx)(providerProblem(r, err))
	case err != nil:
		return site.Response{}, err
	}
	return ending(ctx)(r.Done(k.Then, name+" is connected with your account."), nil)
}

// leaveProvider ends that the user signs in through the provider. Where there is no other way in, nobody can.
func leaveProvider(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Site.Provider == nil || r.Site.NoPasswords {
		return site.Response{}, site.ErrForbidden
	}
	if err := r.Site.Accounts.Leave(ctx, r.User.ID, r.Site.Provider.Issuer()); err != nil {
		return site.Response{}, err
	}
	return r.Done("/profile", r.Site.Provider.Name()+" is no longer connected with your account. Log in with your password; "+
		"if you have none, get a link for a new one."), nil
}

// providerLink says whether the user can sign in through the provider; nil where there is none.
func providerLink(ctx context.Context, r *site.Request) (*pages.ProviderLink, error) {
	if r.Site.Provider == nil {
		return nil, nil
	}
	link := &pages.ProviderLink{Name: r.Site.Provider.Name()}
	connected, err := r.Site.Accounts.HasIdentity(ctx, r.User.ID, r.Site.Provider.Issuer())
	switch {
	case !connected:
		link.URL = providerURL
	case !r.Site.NoPasswords:
		form := ui.PlainForm("identity", identityURL, "Disconnect "+link.Name)
		form.Method, form.Quiet = http.MethodDelete, true
		link.Leave = &form
	}
	return link, err
}
