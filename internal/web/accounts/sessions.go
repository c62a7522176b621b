package accounts

import (
	"context"
	"net/http"
	"slices"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const sessionsURL = "/profile/sessions"

func sessionTable(r *site.Request, list []account.Session) ui.Table {
	table := ui.Table{
		Label: "Sessions", Query: r.Query(),
		Columns: []ui.Column{{Label: "Device"}, {Label: "Address"}, {Label: "Last use"}, {Label: "Since"}, {Label: "Session"}},
	}
	for _, v := range list {
		end := ui.Cell{Choice: &ui.Choice{ID: "session-" + v.ID, Action: sessionsURL + "/" + v.ID, Method: http.MethodDelete, Submit: "End"}}
		if v.Current {
			end = ui.Cell{Kind: ui.BadgeCell, Text: "this one", Tone: ui.Good}
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: v.Device},
			{Text: v.Address},
			{Kind: ui.TimeCell, Time: time.UnixMicro(v.UsedAt)},
			{Kind: ui.TimeCell, Time: time.UnixMicro(v.BegunAt)},
			end,
		}})
	}
	return table
}

// endOthers is the form that ends all sessions but the one that asks, or nil where there are no others.
func endOthers(list []account.Session) *ui.Form {
	if !slices.ContainsFunc(list, func(v account.Session) bool { return !v.Current }) {
		return nil
	}
	form := ui.PlainForm("sessions", sessionsURL, "End all others")
	form.Method, form.Quiet = http.MethodDelete, true
	return &form
}

func endSession(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.EndSession(ctx, r.Param("session")); err != nil {
		return site.Response{}, err
	}
	return r.Done("/profile", "The session has ended."), nil
}

// endOtherSessions ends all sessions, and signs the user in again in this one.
func endOtherSessions(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := r.Site.Accounts.EndSessions(ctx, r.User.ID)
	if err == nil {
		err = r.SignIn(ctx, user)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done("/profile", "You have been logged out everywhere else."), nil
}
