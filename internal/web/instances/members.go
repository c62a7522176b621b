package instances

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func membersURL(r *site.Request) string { return r.Instance.URL + "/members" }

// given are the roles that members can be given, with what each may in words.
var given = []struct {
	role access.Role
	may  string
}{
	{access.Viewer, "see everything but passwords"},
	{access.Moderator, "also player lists, and say, kick and ban"},
	{access.Editor, "also records, files, imports and undo"},
	{access.Deployer, "also connection, deliveries, schedules and all commands"},
	{access.Manager, "also members, invitations and settings"},
}

// roleField is the choice of a role.
func roleField(label string, chosen access.Role) ui.Field {
	f := ui.Field{Name: "role", Label: label, Kind: ui.Select}
	for _, g := range given {
		f.Options = append(f.Options, ui.Option{Value: string(g.role), Label: string(g.role), Selected: g.role == chosen})
	}
	return f
}

// toMembers redirects from the address of a form.
func toMembers(_ context.Context, r *site.Request) (site.Response, error) {
	return site.Redirect(r.Instance.URL + "/members"), nil
}

// showMembers shows who works on the instance, and the invitations to it.
func showMembers(ctx context.Context, r *site.Request) (site.Response, error) {
	members, err := r.Site.DB.Members(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Members{Table: memberTable(r, members), HandOver: handOver(r, members)}
	view.Roles = ui.Table{Label: "Roles", Query: r.Query(), Columns: []ui.Column{{Label: "Role"}, {Label: "What it may do"}}}
	for _, g := range given {
		view.Roles.Rows = append(view.Roles.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.BadgeCell, Text: string(g.role)}, {Text: g.may}}})
	}
	view.Roles.Rows = append(view.Roles.Rows, ui.Row{Cells: []ui.Cell{
		{Kind: ui.BadgeCell, Text: string(access.Owner)}, {Text: "also hand the instance over, and delete it"},
	}})
	page := r.Inside("Members")
	if r.May(access.Manage) {
		page.Actions = []ui.Link{{Label: "Audit", URL: r.Instance.URL + "/audit", Quiet: true}}
		err = showInvitations(ctx, r, &view)
	}
	return site.Response{Page: page, View: view}, err
}

func memberTable(r *site.Request, members []store.Member) ui.Table {
	columns := []ui.Column{{Label: "Name"}, {Label: "Role"}, {Label: "Last seen"}, {Label: "Membership"}}
	table := ui.Table{Label: "Members", Query: r.Query(), Columns: columns}
	for _, m := range members {
		table.Rows = append(table.Rows, memberRow(r, m))
	}
	return table
}

func memberRow(r *site.Request, m store.Member) ui.Row {
	name, role, seen := ui.Cell{Text: m.Name}, ui.Cell{Kind: ui.BadgeCell, Text: string(m.Role)}, ui.Cell{Text: "–"}
	if r.May(access.Manage) {
		name.Note = m.Email
	}
	if m.LastSeenAt != 0 {
		seen = ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(m.LastSeenAt)}
	}
	leave := ui.Cell{}
	own := m.UserID == r.User.ID
	if m.Role != access.Owner && r.May(access.Manage) {
		role = ui.Cell{Choice: &ui.Choice{
			ID: "role-" + m.SID, Action: membersURL(r) + "/" + m.SID, Method: http.MethodPut, Submit: "Save",
			Field: roleField("Role of "+m.Name, m.Role),
		}}
	}
	if m.Role != access.Owner && (own || r.May(access.Manage)) {
		label := "Remove"
		if own {
			label = "Leave"
		}
		leave = ui.Cell{Choice: &ui.Choice{ID: "end-" + m.SID, Action: membersURL(r) + "/" + m.SID, Method: http.MethodDelete, Submit: label}}
	}
	return ui.Row{Cells: []ui.Cell{name, role, seen, leave}}
}

func showInvitations(ctx context.Context, r *site.Request, view *pages.Members) error {
	list, err := r.Site.DB.Invitations(ctx, r.Scope())
	columns := []ui.Column{{Label: "Role"}, {Label: "For"}, {Label: "Ends"}, {Label: "Link"}}
	table := ui.Table{Label: "Invitations", Query: r.Query(), Columns: columns}
	for _, v := range list {
		whom := "anyone with the link, " + strconv.FormatInt(v.Used, 10) + " of " + strconv.FormatInt(v.Uses, 10) + " have joined"
		if v.Email != "" {
			whom = v.Email
		}
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Kind: ui.BadgeCell, Text: string(v.Role)},
			{Text: whom, Note: "by " + v.By},
			{Kind: ui.TimeCell, Time: time.UnixMicro(v.ExpiresAt)},
			{Choice: &ui.Choice{
				ID: "invitation-" + v.SID, Action: r.Instance.URL + "/invitations/" + v.SID, Method: http.MethodDelete, Submit: "End",
			}},
		}})
	}
	view.Invitations = &table
	form := ui.PlainForm("invite", r.Instance.URL+"/invitations", "Make a link",
		roleField("Role", access.Editor),
		ui.Field{
			Name: "email", Label: "E-mail address", Kind: ui.Text, MaxLength: 255,
			Help: "Only the account with this address can use the link. Leave it empty for anyone who has the link.",
		},
		ui.Field{Name: "expires_in_days", Label: "Days until it ends", Kind: ui.Number, Value: "7", Min: "1", Max: "30"},
		ui.Field{Name: "uses", Label: "How many can use it", Kind: ui.Number, Value: "1", Min: "1", Max: "100"})
	restored := r.Restore(form)
	view.Invite = &restored
	return err
}

// memberOf returns the member of the route, who is not the owner.
func memberOf(ctx context.Context, r *site.Request) (store.Member, error) {
	m, err := r.Site.DB.Member(ctx, r.Scope(), r.Param("member"))
	if err == nil && m.Role == access.Owner {
		err = site.ErrForbidden
	}
	return m, err
}

func changeMember(ctx context.Context, r *site.Request) (site.Response, error) {
	m, err := memberOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	role, known := roleOf(r)
	if !known {
		return r.Tell(membersURL(r), ui.Notice{Tone: ui.Bad, Text: "The selected role is invalid."}), nil
	}
	if err := r.Site.DB.SetRole(ctx, r.Scope(), m.UserID, role); err != nil {
		return site.Response{}, err
	}
	return r.Done(membersURL(r), m.Name+" now has the role "+string(role)+"."), nil
}

// roleOf returns the role that was sent.
func roleOf(r *site.Request) (access.Role, bool) {
	for _, g := range given {
		if string(g.role) == r.Text("role") {
			return g.role, true
		}
	}
	return "", false
}

// removeMember ends a membership: that of somebody else, or one’s own.
func removeMember(ctx context.Context, r *site.Request) (site.Response, error) {
	m, err := memberOf(ctx, r)
	if err == nil && m.UserID != r.User.ID {
		err = r.Scope().Demand(access.Manage)
	}
	if err == nil {
		err = r.Site.DB.RemoveMember(ctx, r.Scope(), m.UserID)
	}
	if err != nil {
		return site.Response{}, err
	}
	if m.UserID == r.User.ID {
		return r.Done("/instances", "You have left "+r.Instance.Name()+"."), nil
	}
	return r.Done(membersURL(r), m.Name+" was removed."), nil
}

// invite makes an invitation, and shows its link once.
func invite(ctx context.Context, r *site.Request) (site.Response, error) {
	role, known := roleOf(r)
	days, daysErr := strconv.ParseInt(r.Text("expires_in_days"), 10, 64)
	uses, usesErr := strconv.ParseInt(r.Text("uses"), 10, 64)
	var problems validate.Errors
	if !known {
		problems.AddSentence("role", "The selected role is invalid.")
	}
	if daysErr != nil || days < 1 || days > 30 {
		problems.AddSentence("expires_in_days", "An invitation ends after 1 to 30 days.")
	}
	if usesErr != nil || uses < 1 || uses > 100 {
		problems.AddSentence("uses", "1 to 100 people can use an invitation.")
	}
	if len(problems) > 0 {
		return r.Invalid("invite", membersURL(r), problems), nil
	}
	_, code, err := r.Site.DB.Invite(ctx, r.Scope(), store.Invitation{
		Role: role, Email: strings.ToLower(r.Text("email")), Uses: uses, ExpiresAt: r.Site.DB.UntilDays(days),
	})
	if err != nil {
		return site.Response{}, err
	}
	answer, err := showMembers(ctx, r)
	if view, is := answer.View.(pages.Members); is {
		view.Link = httpd.InfoOf(ctx).BaseURL + site.InvitationPath + code
		answer.View, answer.Header = view, map[string]string{"Cache-Control": "no-store"}
	}
	return answer, err
}

func endInvitation(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.DB.DeleteInvitation(ctx, r.Scope(), r.Param("invitation")); err != nil {
		return site.Response{}, err
	}
	return r.Done(membersURL(r), "The invitation has ended."), nil
}

// showInvitation says who invites to what, and asks.
func showInvitation(ctx context.Context, r *site.Request) (site.Response, error) {
	v, err := r.Site.DB.Invited(ctx, r.Param("code"))
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Page: &ui.Page{Title: "Invitation"}, View: pages.Invitation{
		Text: site.InvitationText(v), Form: ui.PlainForm("accept", site.InvitationPath+r.Param("code"), "Join "+v.Name),
	}}, nil
}

// acceptInvitation makes the user a member, and leads to the instance.
func acceptInvitation(ctx context.Context, r *site.Request) (site.Response, error) {
	v, err := r.Site.DB.Invited(ctx, r.Param("code"))
	if err != nil {
		return site.Response{}, err
	}
	if !v.IsFor(r.User.Email) {
		return r.Tell("/instances", ui.Notice{Tone: ui.Bad, Text: "This invitation is for another e-mail address."}), nil
	}
	err = r.Site.DB.Join(ctx, v, r.User.ID)
	if errors.Is(err, store.ErrNotFound) {
		return site.Response{}, site.ErrNotFound
	}
	return r.Done("/instances/"+v.SID, "You work on "+v.Name+" now."), err
}
