package accounts

import (
	"context"
	"net/http"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// endToken is the switch that revokes the API tokens along with a change of the password.
const endToken = "end_token"

func showProfile(ctx context.Context, r *site.Request) (site.Response, error) {
	return profile(ctx, r, pages.Token{})
}

// profile shows the page of the user, with a token that was just made.
func profile(ctx context.Context, r *site.Request, token pages.Token) (site.Response, error) {
	used, err := r.Site.Stored.Usage(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	instances, err := r.Site.DB.CountInstances(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	limited, err := r.Site.DB.Tokens(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	sessions, err := r.Sessions(ctx)
	if err != nil {
		return site.Response{}, err
	}
	token.Exists = token.New != "" || r.User.TokenMadeAt != 0
	token.MadeAt = time.UnixMicro(r.User.TokenMadeAt)
	password := ui.PlainForm("password", "/profile/password", "Change password",
		currentPassword(), newPassword("New password"))
	password.Quiet = true
	password.Sets[0].Fields[1].Help += " You will be logged out everywhere else."
	if r.User.TokenMadeAt != 0 || len(limited) > 0 {
		password.Sets[0].Fields = append(password.Sets[0].Fields, ui.Field{
			Name: endToken, Label: "Also revoke my API tokens", Kind: ui.Switch, Value: "1", Wide: true,
			Help: "Programs that use them stop working until they get new ones.",
		})
	}
	password.Method = http.MethodPut
	view := pages.Profile{
		Name: r.Restore(nameForm(r)), Plan: planView(r.User.Plan, instances, used), Token: token,
		Sessions: sessionTable(r, sessions), Others: endOthers(sessions),
		Factors: factorsURL, SecondFactor: r.User.SecondFactor,
	}
	if !r.Site.NoPasswords {
		restored := r.Restore(password)
		view.Password = &restored
	}
	view.Provider, err = providerLink(ctx, r)
	return site.Response{Page: &ui.Page{Title: "Profile", Path: "/profile"}, View: view}, err
}

func nameForm(r *site.Request) ui.Form {
	form := ui.PlainForm("name", "/profile", "Save",
		ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Value: r.User.Name, Required: true, MaxLength: 255, Autocomplete: "name"},
		ui.Field{Name: "email", Label: "Email", Kind: ui.Fixed, Value: r.User.Email})
	form.Method = http.MethodPut
	return form
}

func planView(plan account.Plan, instances int64, used stored.Usage) pages.PlanLimits {
	return pages.PlanLimits{Name: plan.Name, API: plan.APIAccess, Stored: storedURL, Limits: []pages.Limit{
		newLimit("Instances", instances, int64(plan.MaxInstances), ui.HumanCount),
		newLimit("Stored uploads", used.Uploads, int64(plan.MaxUploads), ui.HumanCount),
		newLimit("Stored generated files", used.Generates, int64(plan.MaxGenerates), ui.HumanCount),
		newLimit("Storage", used.Bytes, plan.MaxBytes, ui.HumanSize),
		newLimit("Files kept in instances", used.Kept, plan.MaxBytes, ui.HumanSize),
	}}
}

func newLimit(label string, used, limit int64, tell func(int64) string) pages.Limit {
	return pages.Limit{Label: label, Text: tell(used) + " of " + tell(limit), Used: used, Max: limit}
}

func rename(ctx context.Context, r *site.Request) (site.Response, error) {
	if answer, _, conflict := r.Conflicts(nameForm(r), "/profile"); conflict {
		return answer, nil
	}
	if err := r.Site.Accounts.Rename(ctx, r.User.ID, r.Text("name")); err != nil {
		return accountProblem(r, "name", "/profile", err, "name", "")
	}
	return r.Done("/profile", "Your name was changed."), nil
}

// changePassword revokes the API tokens too, unless the form says not to: who changes a password may have lost both.
func changePassword(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Site.NoPasswords {
		return site.Response{}, site.ErrForbidden
	}
	limited, err := r.Site.DB.Tokens(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	alsoToken, hadToken := r.Text(endToken) != "0", r.User.TokenMadeAt != 0 || len(limited) > 0
	change := account.PasswordChange{Current: r.Text("current_password"), New: r.Text("password"), EndTokens: alsoToken}
	user, err := r.Site.Accounts.ChangePassword(ctx, r.User.ID, change, httpd.InfoOf(ctx).Client)
	if err != nil {
		return accountProblem(r, "password", "/profile", err, "current_password", "The password is incorrect.")
	}
	if err := r.SignIn(ctx, user); err != nil {
		return site.Response{}, err
	}
	text := "Your password was changed. You have been logged out everywhere else."
	if alsoToken && hadToken {
		text += " Your API tokens were revoked."
	}
	return r.Done("/profile", text), nil
}

// makeToken answers with the new token, which is stored nowhere, not even for the next page.
func makeToken(ctx context.Context, r *site.Request) (site.Response, error) {
	token, err := r.Site.Accounts.NewToken(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	answer, err := profile(ctx, r, pages.Token{New: token})
	if err != nil {
		return site.Response{}, err
	}
	answer.Header = map[string]string{"Cache-Control": "no-store"}
	answer.Page.Notices = []ui.Notice{{Tone: ui.Good, Text: "Your token was generated."}}
	if r.User.TokenMadeAt != 0 {
		answer.Page.Notices = append(answer.Page.Notices, ui.Notice{Tone: ui.Warn, Text: "The previous token was revoked."})
	}
	return answer, nil
}

func revokeToken(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.Accounts.RevokeToken(ctx, r.User.ID); err != nil {
		return site.Response{}, err
	}
	return r.Done("/profile", "Your token was revoked."), nil
}

// toProfile redirects from the address of a form.
func toProfile(context.Context, *site.Request) (site.Response, error) {
	return site.Redirect("/profile"), nil
}
