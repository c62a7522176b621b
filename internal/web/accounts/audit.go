package accounts

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"quartermaster/internal/audit"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	auditURL        = "/admin/audit"
	auditPerPage    = 50
	aboutAudit      = "Sign-ins, tokens, changes of accounts, members and connections, deliveries and downloads."
	aboutItsAudit   = "Changes of members, tokens and the connection, deliveries, commands and downloads. Edits are in the history."
	nothingAudited  = "Nothing yet"
	whatComesHere   = "What people and programs do from now on shows up here."
	auditFileHeader = `attachment; filename="audit.csv"`
)

func showAudit(ctx context.Context, r *site.Request) (site.Response, error) {
	view, err := auditView(ctx, r, 0)
	view.Lead = aboutAudit
	page := &ui.Page{Title: "Audit", Crumbs: []ui.Link{{Label: "Users", URL: "/admin/users"}}, Actions: auditActions(r)}
	return site.Response{Page: page, View: view}, err
}

func showInstanceAudit(ctx context.Context, r *site.Request) (site.Response, error) {
	view, err := auditView(ctx, r, r.Scope().InstanceID)
	view.Lead = aboutItsAudit
	page := r.Inside("Audit", ui.Link{Label: "Members", URL: r.Instance.URL + "/members"})
	page.Actions = auditActions(r)
	return site.Response{Page: page, View: view}, err
}

// auditActions lead to what is listed as a file.
func auditActions(r *site.Request) []ui.Link {
	q := r.Query()
	q.Path += ".csv"
	return []ui.Link{{Label: "Export as CSV", URL: q.With("page", ""), Download: true, Quiet: true}}
}

// auditView lists what the address chooses of the audit of an instance, or of the whole service for 0.
func auditView(ctx context.Context, r *site.Request, instance int64) (ui.ListView, error) {
	q, page := r.Query(), r.PageNumber()
	chosen, err := chosenAudit(ctx, r, instance)
	if err != nil {
		return ui.ListView{}, err
	}
	list, total, err := r.Site.DB.AuditThat(ctx, chosen, (page-1)*auditPerPage, auditPerPage)
	table := ui.Table{
		Label: "Audit", Hint: "Search by who did it", Query: q, Filters: auditFilters(),
		Pager:   ui.Pager{Query: q, Page: page, PerPage: auditPerPage, Total: int(total)},
		Columns: []ui.Column{{Label: "What"}, {Label: "About"}, {Label: "Who"}, {Label: "When"}},
		Empty:   ui.Empty{Title: nothingAudited, Text: whatComesHere},
	}
	for _, a := range list {
		table.Rows = append(table.Rows, auditRow(a))
	}
	return ui.ListView{Table: table}, err
}

// chosenAudit reads what the address chooses. What of it is not valid chooses nothing.
func chosenAudit(ctx context.Context, r *site.Request, instance int64) (store.AuditFilter, error) {
	asked, err := shape.Accept[audit.Filter](ctx, r.Input)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return store.AuditFilter{What: "-"}, nil
	}
	asked.Who = r.Text("search")
	return asked.Of(instance), err
}

func auditFilters() []ui.Field {
	what := ui.Filter("what", "What")
	for _, word := range store.AuditWords() {
		what.Offer(word, audit.Said(word))
	}
	return []ui.Field{what, {Name: "from", Label: "From", Kind: ui.Date}, {Name: "to", Label: "Until", Kind: ui.Date}}
}

func auditRow(a store.Audited) ui.Row {
	who := ui.Cell{Text: a.By.Name}
	if who.Text == "" {
		who.Text = "someone unknown"
	}
	var how []string
	if a.By.Address != "" {
		how = append(how, "from "+a.By.Address)
	}
	if a.By.Token != "" {
		how = append(how, "with the token "+a.By.Token)
	}
	who.Note = strings.Join(how, ", ")
	about := ui.Cell{Text: a.About, Note: audit.Details(a.Details)}
	if about.Text == "" {
		about.Text = "–"
	}
	return ui.Row{Cells: []ui.Cell{{Text: audit.Said(a.What)}, about, who, {Kind: ui.TimeCell, Time: time.UnixMicro(a.At)}}}
}

func exportAudit(ctx context.Context, r *site.Request) (site.Response, error) {
	return auditFile(ctx, r, 0)
}

func exportInstanceAudit(ctx context.Context, r *site.Request) (site.Response, error) {
	return auditFile(ctx, r, r.Scope().InstanceID)
}

func auditFile(ctx context.Context, r *site.Request, instance int64) (site.Response, error) {
	chosen, err := chosenAudit(ctx, r, instance)
	header := map[string]string{"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": auditFileHeader}
	all := func(audit.View) bool { return true }
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error {
		return audit.WriteCSV(ctx, r.Site.DB, chosen, all, w)
	}}, err
}
