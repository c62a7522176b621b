package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/validate"
)

const usersPerPage = 50

func listUsers(ctx context.Context, r *Request) (Response, error) {
	q := r.query()
	search, page := r.text("search"), pageNumber(r.text("page"))
	total, err := r.web.Accounts.Count(ctx, search)
	if err != nil {
		return Response{}, err
	}
	users, err := r.web.Accounts.List(ctx, page, usersPerPage, search)
	if err != nil {
		return Response{}, err
	}
	table := Table{
		Label: "Users", Hint: "Search by name or email", Query: q, Pager: Pager{q, page, usersPerPage, int(total)},
		Columns: []Column{{Label: "User"}, {Label: "Role"}, {Label: "Registered"}, {Label: "Plan"}},
	}
	for _, user := range users {
		table.Rows = append(table.Rows, userRow(user))
	}
	return Response{Page: &Page{Title: "Users"}, View: ListView{Table: table}}, nil
}

func userRow(user account.User) Row {
	role := Cell{Kind: BadgeCell, Text: "user"}
	if user.IsAdmin {
		role = Cell{Kind: BadgeCell, Text: "administrator", Tone: Good}
	}
	return Row{Cells: []Cell{
		{Text: user.Name, Note: user.Email},
		role,
		{Kind: TimeCell, Time: time.UnixMicro(user.CreatedAt)},
		{Choice: planChoice(user)},
	}}
}

func planChoice(user account.User) *Choice {
	field := Field{Name: "plan", Label: "Plan of " + user.Name, Kind: Select}
	for _, plan := range account.Plans() {
		field.Options = append(field.Options, Option{Value: plan.Name, Label: plan.Name, Selected: plan.Name == user.Plan.Name})
	}
	id := strconv.FormatInt(user.ID, 10)
	return &Choice{ID: "plan-" + id, Action: "/admin/users/" + id, Method: http.MethodPut, Submit: "Save", Field: field}
}

func changePlan(ctx context.Context, r *Request) (Response, error) {
	id, err := strconv.ParseInt(r.param("user"), 10, 64)
	if err != nil {
		return Response{}, errNotFound
	}
	user, err := r.web.Accounts.ByID(ctx, id)
	if err != nil {
		return Response{}, err
	}
	notice := Notice{Good, user.Name + " now has the plan " + r.text("plan") + "."}
	err = r.web.Accounts.SetPlan(ctx, id, r.text("plan"))
	if errors.Is(err, account.ErrPlan) {
		notice = Notice{Bad, "The selected plan is invalid."}
		if expectsJSON(r.Request) {
			return r.invalid("", "", validate.Errors{{Field: "plan", Messages: []string{notice.Text}}}), nil
		}
	} else if err != nil {
		return Response{}, err
	}
	r.leave(flash{Notices: []Notice{notice}})
	return r.back("/admin/users"), nil
}
