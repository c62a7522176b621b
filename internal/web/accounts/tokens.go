package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	tokensURL = "/profile/tokens"
	mostDays  = 3650 // until a token ends

	aboutTokens = "Give each program its own token, with only the permissions it needs. You can end one without stopping the others."
	aboutItsOwn = "These tokens belong to the instance, not to a person: they keep working when people leave. " +
		"The history shows their changes under their names."
)

// permitted says of the permissions what they allow.
var permitted = map[access.Permission]string{
	access.Read:    "see everything but passwords",
	access.Players: "player lists, and say, kick and ban",
	access.Edit:    "records, files, imports and undo",
	access.Deliver: "connection, deliveries, schedules, all commands, and files with passwords",
	access.Manage:  "members, invitations and settings",
}

func showTokens(ctx context.Context, r *site.Request) (site.Response, error) {
	return tokens(ctx, r, "")
}

func showInstanceTokens(ctx context.Context, r *site.Request) (site.Response, error) {
	return instanceTokens(ctx, r, "")
}

// tokens shows the tokens of the user, with the text of one that was just made.
func tokens(ctx context.Context, r *site.Request, made string) (site.Response, error) {
	list, err := r.Site.DB.Tokens(ctx, r.User.ID)
	if err != nil {
		return site.Response{}, err
	}
	rows, err := r.Site.DB.All(ctx, record.Instances, store.Scope{UserID: r.User.ID, Shared: true}, "")
	names := map[string]string{}
	instances := ui.Field{Name: "instances", Label: "Only on these instances", Kind: ui.Checks, Wide: true}
	instances.Help = "Choose none for all of them, including future ones."
	for _, row := range rows {
		sid, name := record.Instances.SID(row), record.Instances.TitleOf(row)
		names[sid] = name
		instances.Options = append(instances.Options, ui.Option{Value: sid, Label: name})
	}
	form := tokenForm(tokensURL, access.Grantable(), instances)
	view := pages.Tokens{About: aboutTokens, Table: tokenTable(r, tokensURL, list, names), Form: r.Restore(form), New: made}
	page := &ui.Page{Title: "Tokens", Path: tokensURL, Crumbs: []ui.Link{{Label: "Profile", URL: "/profile"}}}
	return kept(site.Response{Page: page, View: view}), err
}

func itsTokensURL(r *site.Request) string { return r.Instance.URL + "/tokens" }

func instanceTokens(ctx context.Context, r *site.Request, made string) (site.Response, error) {
	list, err := r.Site.DB.InstanceTokens(ctx, r.Scope())
	form := tokenForm(itsTokensURL(r), access.Deployer.Permissions())
	view := pages.Tokens{About: aboutItsOwn, Table: tokenTable(r, itsTokensURL(r), list, nil), Form: r.Restore(form), New: made}
	return kept(site.Response{Page: r.Inside("Tokens", ui.Link{Label: "Members", URL: r.Instance.URL + "/members"}), View: view}), err
}

// kept keeps a page with a new token out of every cache.
func kept(answer site.Response) site.Response {
	if view, is := answer.View.(pages.Tokens); is && view.New != "" {
		answer.Header = map[string]string{"Cache-Control": "no-store"}
		answer.Page.Notices = []ui.Notice{{Tone: ui.Good, Text: "Your token was generated."}}
	}
	return answer
}

func tokenForm(url string, grantable []access.Permission, more ...ui.Field) ui.Form {
	may := ui.Field{Name: "permissions", Label: "Permissions", Kind: ui.Checks, Required: true, Wide: true}
	for _, p := range grantable {
		may.Options = append(may.Options, ui.Option{Value: string(p), Label: string(p) + ": " + permitted[p], Selected: p == access.Read})
	}
	name := ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 255, Help: "The program that uses it."}
	fields := append([]ui.Field{name, may}, more...)
	return ui.PlainForm("token", url, "Make a token", append(fields,
		ui.Field{
			Name: "days", Label: "Days until it ends", Kind: ui.Number, Min: "1", Max: strconv.Itoa(mostDays), Help: "Empty: it does not end.",
		},
		ui.Field{
			Name: "addresses", Label: "Only from these addresses", Kind: ui.Text, MaxLength: 2000, Code: true,
			Help: "Such as 192.0.2.7 or 192.0.2.0/24, with spaces between. Empty: from everywhere.",
		})...)
}

func tokenTable(r *site.Request, url string, list []store.Token, names map[string]string) ui.Table {
	columns := []ui.Column{{Label: "Name"}, {Label: "Permissions"}, {Label: "Last use"}, {Label: "Ends"}, {Label: "Token"}}
	table := ui.Table{Label: "Tokens", Query: r.Query(), Columns: columns}
	for _, t := range list {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: t.Name, Note: whereFrom(t, names)},
			{Text: t.May.String()},
			lastUse(t), endOf(t),
			{Choice: &ui.Choice{ID: "token-" + t.SID, Action: url + "/" + t.SID, Method: http.MethodDelete, Submit: "End"}},
		}})
	}
	return table
}

// whereFrom says on which instances, of those with names, and from where a token works.
func whereFrom(t store.Token, names map[string]string) string {
	var parts []string
	for _, sid := range t.Instances {
		if name, known := names[sid]; known {
			parts = append(parts, name)
		}
	}
	if t.Everywhere {
		parts = append(parts, "all instances")
	}
	for _, p := range t.Addresses {
		parts = append(parts, p.String())
	}
	return strings.Join(parts, ", ")
}

func lastUse(t store.Token) ui.Cell {
	if t.Used.At == 0 {
		return ui.Cell{Text: "never"}
	}
	return ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(t.Used.At), Note: t.Used.To + " from " + t.Used.IP}
}

func endOf(t store.Token) ui.Cell {
	if t.ExpiresAt == 0 {
		return ui.Cell{Text: "–"}
	}
	return ui.Cell{Kind: ui.TimeCell, Time: time.UnixMicro(t.ExpiresAt)}
}

// sentToken returns what was sent as the API is sent it: addresses as a list, and a time in the place of days. It returns validate.Errors
// for days that are no number of days.
func sentToken(r *site.Request) (*jsontree.Object, error) {
	in := new(jsontree.Object)
	in.Set("name", r.Text("name"))
	for _, name := range []string{"permissions", "instances"} {
		value, _ := r.Input.Get(name)
		setList(in, name, ui.MemberTexts(value))
	}
	between := func(c rune) bool { return c == ' ' || c == ',' || c == ';' }
	setList(in, "addresses", strings.FieldsFunc(r.Text("addresses"), between))
	if r.Text("days") == "" {
		return in, nil
	}
	days, err := strconv.Atoi(r.Text("days"))
	if err != nil || days < 1 || days > mostDays {
		return nil, validate.Refusal("days", fmt.Sprintf("A token ends after 1 to %d days.", mostDays))
	}
	in.Set("expires_at", r.Site.DB.Time().UTC().AddDate(0, 0, days).Format(time.RFC3339))
	return in, nil
}

// setList sets a list unless nothing is in it: a form sends an empty text where nothing is chosen.
func setList(in *jsontree.Object, name string, texts []string) {
	var list []any
	for _, text := range texts {
		if text != "" {
			list = append(list, text)
		}
	}
	if len(list) > 0 {
		in.Set(name, list)
	}
}

// keeper stores a token, and returns its text.
type keeper func(context.Context, store.Token) (store.Token, string, error)

// shower shows a page of tokens, with the text of one that was just made.
type shower func(ctx context.Context, r *site.Request, made string) (site.Response, error)

// reader reads what a token is to be; see operation.NewToken.
type reader func(context.Context, *jsontree.Object, time.Time) (store.Token, error)

func makeLimitedToken(ctx context.Context, r *site.Request) (site.Response, error) {
	keep := func(ctx context.Context, t store.Token) (store.Token, string, error) {
		return r.Site.DB.MakeToken(ctx, r.User.ID, t)
	}
	return makeTokenOf(ctx, r, tokensURL, operation.NewToken, keep, tokens)
}

func makeInstanceToken(ctx context.Context, r *site.Request) (site.Response, error) {
	keep := func(ctx context.Context, t store.Token) (store.Token, string, error) {
		return r.Site.DB.MakeInstanceToken(ctx, r.Scope(), t)
	}
	return makeTokenOf(ctx, r, itsTokensURL(r), operation.NewInstanceToken, keep, instanceTokens)
}

// makeTokenOf makes a token of what was sent, and shows it on its page, whose address is url.
func makeTokenOf(ctx context.Context, r *site.Request, url string, read reader, keep keeper, show shower) (site.Response, error) {
	in, err := sentToken(r)
	var t store.Token
	if err == nil {
		t, err = read(ctx, in, r.Site.DB.Time())
	}
	var text string
	if err == nil {
		_, text, err = keep(ctx, t)
	}
	if err != nil {
		return refusedToken(r, url, operation.RefusedToken(err))
	}
	return show(ctx, r, text)
}

func refusedToken(r *site.Request, url string, err error) (site.Response, error) {
	var problems validate.Errors
	if errors.As(err, &problems) {
		return r.Invalid("token", url, problems), nil
	}
	return site.Response{}, err
}

func endLimitedToken(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.DB.DeleteToken(ctx, r.User.ID, r.Param("token")); err != nil {
		return site.Response{}, err
	}
	return r.Done(tokensURL, "The token has ended."), nil
}

func endInstanceToken(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.DB.DeleteInstanceToken(ctx, r.Scope(), r.Param("token")); err != nil {
		return site.Response{}, err
	}
	return r.Done(itsTokensURL(r), "The token has ended."), nil
}

func toTokens(context.Context, *site.Request) (site.Response, error) {
	return site.Redirect(tokensURL), nil
}

func toInstanceTokens(_ context.Context, r *site.Request) (site.Response, error) {
	return site.Redirect(itsTokensURL(r)), nil
}
