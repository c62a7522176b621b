package history

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// filterNames are the parameters that choose revisions.
var filterNames = []string{"by", "of", "record", "since", "until"}

// searchOf shows what the address chooses of the history.
func searchOf(r *site.Request, problem string) *pages.HistorySearch {
	q := r.Query()
	of := ui.Filter("of", "Records")
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		of.Offer(c.Resource.Path, c.Title)
	}
	for i := range of.Options {
		of.Options[i].Selected = of.Options[i].Value == q.Get("of")
	}
	s := &pages.HistorySearch{Path: r.Instance.URL + "/history", Error: problem, Fields: []ui.Field{
		{Name: "by", Label: "Who", Kind: ui.Text, Value: q.Get("by"), Help: "A name or e-mail address."},
		of,
		{Name: "record", Label: "Name of the record", Kind: ui.Text, Value: q.Get("record"), Code: true},
		{Name: "since", Label: "From", Kind: ui.Date, Value: q.Get("since")},
		{Name: "until", Label: "Until", Kind: ui.Date, Value: q.Get("until")},
	}}
	for _, name := range filterNames {
		s.Open = s.Open || q.Get(name) != ""
	}
	return s
}

// chosen reads which revisions the address chooses. problem says what of it is not valid.
func chosen(ctx context.Context, r *site.Request) (f store.RevisionFilter, problem string, err error) {
	asked, err := shape.Accept[revisions.Filter](ctx, r.Input)
	var problems validate.Errors
	if errors.As(err, &problems) {
		return store.RevisionFilter{}, problems.First(), nil
	}
	if err == nil {
		f, err = asked.In(ctx, r.Site.DB, r.Scope())
	}
	return f, "", err
}

// tools lead to the comparison, to who has changed how much, and to exports of what the address chooses.
func tools(r *site.Request) []ui.Link {
	base, choice := r.Instance.URL+"/history/", url.Values{}
	for _, name := range filterNames {
		if value := r.Text(name); value != "" {
			choice.Set(name, value)
		}
	}
	query := ""
	if len(choice) > 0 {
		query = "?" + choice.Encode()
	}
	return []ui.Link{
		{Label: "Compare revisions", URL: base + "compare"},
		{Label: "Activity by person", URL: base + "people"},
		{Label: "Export as CSV", URL: base + "export.csv" + query, Download: true},
		{Label: "Export as JSON", URL: base + "export.json" + query, Download: true},
	}
}

func exportCSV(ctx context.Context, r *site.Request) (site.Response, error) {
	return export(ctx, r, "text/csv; charset=utf-8", "history.csv", revisions.WriteCSV)
}

func exportJSON(ctx context.Context, r *site.Request) (site.Response, error) {
	return export(ctx, r, "application/json", "history.json", revisions.WriteJSON)
}

func export(ctx context.Context, r *site.Request, kind, name string, write func(io.Writer, revisions.Each) error) (site.Response, error) {
	f, problem, err := chosen(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if problem != "" {
		return site.Redirect(r.Instance.URL + "/history?" + r.URL.RawQuery), nil // which says what is wrong
	}
	each := revisions.Of(ctx, r.Site.DB, r.Scope(), f)
	header := map[string]string{"Content-Type": kind, "Content-Disposition": `attachment; filename="` + name + `"`}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error { return write(w, each) }}, nil
}

// monthsBack is how many months the page of people leads to.
const monthsBack = 6

// showPeople shows who has changed how much in a month.
func showPeople(ctx context.Context, r *site.Request) (site.Response, error) {
	month, err := time.Parse("2006-01", r.Text("month"))
	if err != nil {
		month = time.UnixMicro(revisions.Month(time.Now())).UTC()
	}
	next := month.AddDate(0, 1, 0)
	people, err := r.Site.DB.Contributions(ctx, r.Scope(), store.RevisionFilter{Since: month.UnixMicro(), Until: next.UnixMicro()})
	if err != nil {
		return site.Response{}, err
	}
	view := pages.People{Lead: "Nobody has changed anything in " + month.Format("January 2006") + "."}
	if len(people) > 0 {
		view.Lead = "Changes in " + month.Format("January 2006") + "."
	}
	for _, p := range people {
		view.Rows = append(view.Rows, person(r, p, month, next))
	}
	for i := range monthsBack {
		other := time.UnixMicro(revisions.Month(time.Now())).UTC().AddDate(0, -i, 0)
		view.Months = append(view.Months, ui.Link{
			Label: other.Format("January 2006"), URL: r.Instance.URL + "/history/people?month=" + other.Format("2006-01"),
		})
	}
	return site.Response{Page: r.Inside("Activity by person", historyLink(r)), View: view}, nil
}

func person(r *site.Request, p store.Contribution, month, next time.Time) pages.Person {
	drawn := pages.Person{Name: p.Author, Revisions: p.Revisions, Records: p.Records, Last: time.UnixMicro(p.Last)}
	if strings.TrimSpace(p.Author) == "" {
		drawn.Name = "a deleted account"
		return drawn
	}
	drawn.URL = ui.Query{Path: r.Instance.URL + "/history", Values: url.Values{
		"by": {p.Author}, "since": {month.Format(time.DateOnly)}, "until": {next.AddDate(0, 0, -1).Format(time.DateOnly)},
	}}.With("", "")
	return drawn
}
