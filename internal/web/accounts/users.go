package accounts

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const usersPerPage = 50

func listUsers(ctx context.Context, r *site.Request) (site.Response, error) {
	q := r.Query()
	search, page := r.Text("search"), r.PageNumber()
	total, err := r.Site.Accounts.Count(ctx, search)
	if err != nil {
		return site.Response{}, err
	}
	users, err := r.Site.Accounts.List(ctx, page, usersPerPage, search)
	if err != nil {
		return site.Response{}, err
	}
	table := ui.Table{
		Label: "Users", Hint: "Search by name or email", Query: q,
		Pager:   ui.Pager{Query: q, Page: page, PerPage: usersPerPage, Total: int(total)},
		Columns: []ui.Column{{Label: "User"}, {Label: "Role"}, {Label: "Registered"}, {Label: "Plan"}},
	}
	for _, user := range users {
		table.Rows = append(table.Rows, userRow(user))
	}
	shown := &ui.Page{Title: "Users", Actions: []ui.Link{{Label: "Audit", URL: auditURL, Quiet: true}}}
	return site.Response{Page: shown, View: ui.ListView{Table: table}}, nil
}

func userRow(user account.User) ui.Row {
	role := ui.Cell{Kind: ui.BadgeCell, Text: "user"}
	switch {
	case user.DisabledAt != 0:
		role = ui.Cell{Kind: ui.BadgeCell, Text: "disabled", Tone: ui.Warn}
	case user.IsAdmin:
		role = ui.Cell{Kind: ui.BadgeCell, Text: "administrator", Tone: ui.Good}
	}
	return ui.Row{Dim: user.DisabledAt != 0, Cells: []ui.Cell{
		{Text: user.Name, URL: userURL(user), Note: user.Email},
		role,
		{Kind: ui.TimeCell, Time: time.UnixMicro(user.CreatedAt)},
		{Choice: planChoice(user)},
	}}
}

func planChoice(user account.User) *ui.Choice {
	field := ui.Field{Name: "plan", Label: "Plan of " + user.Name, Kind: ui.Select}
	for _, plan := range account.Plans() {
		field.Options = append(field.Options, ui.Option{Value: plan.Name, Label: plan.Name, Selected: plan.Name == user.Plan.Name})
	}
	id := "plan-" + strconv.FormatInt(user.ID, 10)
	return &ui.Choice{ID: id, Action: userURL(user), Method: http.MethodPut, Submit: "Save", Field: field}
}

func changePlan(ctx context.Context, r *site.Request) (site.Response, error) {
	user, err := userOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	notice := ui.Notice{Tone: ui.Good, Text: user.Name + " now has the plan " + r.Text("plan") + "."}
	err = r.Site.Accounts.SetPlan(ctx, user.ID, r.Text("plan"))
	if errors.Is(err, account.ErrPlan) {
		notice = ui.Notice{Tone: ui.Bad, Text: "The selected plan is invalid."}
		if r.ExpectsJSON() {
			return r.Invalid("", "", validate.Refusal("plan", notice.Text)), nil
		}
	} else if err != nil {
		return site.Response{}, err
	}
	r.Leave(site.Flash{Notices: []ui.Notice{notice}})
	return r.Back("/admin/users"), nil
}
