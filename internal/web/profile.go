package web

import (
	"context"
	"net/http"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/ui"
)

// endToken is the switch that lets a change of the password end the API token.
const endToken = "end_token"

func showProfile(ctx context.Context, r *request) (response, error) {
	return r.profile(ctx, tokenView{})
}

// profile is the page of the signed-in user; token holds one that was just made.
func (r *request) profile(ctx context.Context, token tokenView) (response, error) {
	used, err := r.web.Stored.Usage(ctx, r.user.ID)
	if err != nil {
		return response{}, err
	}
	instances, err := r.web.DB.CountInstances(ctx, r.user.ID)
	if err != nil {
		return response{}, err
	}
	token.Exists = token.New != "" || r.user.TokenMadeAt != 0
	token.MadeAt = time.UnixMicro(r.user.TokenMadeAt)
	name := ui.PlainForm("name", "/profile", "Save",
		ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Value: r.user.Name, Required: true, MaxLength: 255, Autocomplete: "name"},
		ui.Field{Name: "email", Label: "Email", Kind: ui.Fixed, Value: r.user.Email})
	password := ui.PlainForm("password", "/profile/password", "Change password",
		ui.Field{Name: "current_password", Label: "Current password", Kind: ui.Password, Required: true, Autocomplete: "current-password"},
		newPassword("New password"))
	password.Sets[0].Fields[1].Help += " You will be logged out everywhere else."
	if r.user.TokenMadeAt != 0 {
		password.Sets[0].Fields = append(password.Sets[0].Fields, ui.Field{
			Name: endToken, Label: "Also revoke my API token", Kind: ui.Switch, Value: "1", Wide: true,
			Help: "Programs that use it stop working until you give them a new one.",
		})
	}
	name.Method, password.Method = http.MethodPut, http.MethodPut
	return response{
		Page: &ui.Page{Title: "Profile", Path: "/profile"},
		View: profileView{Name: r.restore(name), Password: r.restore(password), Plan: planView(r.user.Plan, instances, used), Token: token},
	}, nil
}

func planView(plan account.Plan, instances int64, used stored.Usage) planLimits {
	return planLimits{Name: plan.Name, API: plan.APIAccess, Stored: storedURL, Limits: []limitView{
		newLimit("Instances", instances, int64(plan.MaxInstances), ui.HumanCount),
		newLimit("Stored uploads", used.Uploads, int64(plan.MaxUploads), ui.HumanCount),
		newLimit("Stored generated files", used.Generates, int64(plan.MaxGenerates), ui.HumanCount),
		newLimit("Storage", used.Bytes, plan.MaxBytes, ui.HumanSize),
		newLimit("Files kept in instances", used.Kept, plan.MaxBytes, ui.HumanSize),
	}}
}

func newLimit(label string, used, limit int64, tell func(int64) string) limitView {
	return limitView{Label: label, Text: tell(used) + " of " + tell(limit), Used: used, Max: limit}
}

func rename(ctx context.Context, r *request) (response, error) {
	if err := r.web.Accounts.Rename(ctx, r.user.ID, r.text("name")); err != nil {
		return r.accountProblem("name", "/profile", err, "name", "")
	}
	return r.done("/profile", "Your name was changed."), nil
}

// changePassword ends the API token too, unless the form says not to: who changes a password may have lost both.
func changePassword(ctx context.Context, r *request) (response, error) {
	alsoToken, hadToken := r.text(endToken) != "0", r.user.TokenMadeAt != 0
	user, err := r.web.Accounts.ChangePassword(ctx, r.user.ID, r.text("current_password"), r.text("password"), alsoToken)
	if err != nil {
		return r.accountProblem("password", "/profile", err, "current_password", "The password is incorrect.")
	}
	if err := r.signIn(ctx, user); err != nil {
		return response{}, err
	}
	text := "Your password was changed. You have been logged out everywhere else."
	if alsoToken && hadToken {
		text += " Your API token was revoked."
	}
	return r.done("/profile", text), nil
}

// makeToken shows the new token on the page that answers, so that it is kept nowhere, not even until the next page.
func makeToken(ctx context.Context, r *request) (response, error) {
	token, err := r.web.Accounts.NewToken(ctx, r.user.ID)
	if err != nil {
		return response{}, err
	}
	answer, err := r.profile(ctx, tokenView{New: token})
	if err != nil {
		return response{}, err
	}
	answer.Header = map[string]string{"Cache-Control": "no-store"}
	answer.Page.Notices = []ui.Notice{{Tone: ui.Good, Text: "Your token was generated."}}
	if r.user.TokenMadeAt != 0 {
		answer.Page.Notices = append(answer.Page.Notices, ui.Notice{Tone: ui.Warn, Text: "The previous token was revoked."})
	}
	return answer, nil
}

func revokeToken(ctx context.Context, r *request) (response, error) {
	if err := r.web.Accounts.RevokeToken(ctx, r.user.ID); err != nil {
		return response{}, err
	}
	return r.done("/profile", "Your token was revoked."), nil
}

// toProfile is for who opens the address of a form that was sent.
func toProfile(context.Context, *request) (response, error) { return redirect("/profile"), nil }
