// Package problems shows the findings of the lint in an instance, and previews and applies their fixes.
package problems

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"quartermaster/internal/lint"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// findingsPerPage is the number of findings on a page.
const findingsPerPage = 100

// linter returns the lint.
func linter(r *site.Request) *lint.Service { return lint.New(r.Site.DB) }

// severityWords name a finding and several, by severity.
var severityWords = map[lint.Severity]struct {
	one, many string
}{
	lint.Error: {"error", "errors"}, lint.Warning: {"warning", "warnings"}, lint.Info: {"note", "notes"},
}

func showLint(ctx context.Context, r *site.Request) (site.Response, error) {
	found, err := linter(r).Check(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	q := r.Query()
	matching := narrowed(found, q)
	number := r.PageNumber()
	first := min((number-1)*findingsPerPage, len(matching))
	shown := matching[first:min(first+findingsPerPage, len(matching))]
	table := ui.Table{
		Label: "Problems", Hint: "Search by name or message", Query: q, Filters: lintFilters(found),
		Pager: ui.Pager{Query: q, Page: number, PerPage: findingsPerPage, Total: len(matching)},
		Empty: ui.Empty{Title: "No problems found", Text: "The lint has found no problems in this instance."},
	}
	groups := lintGroups(r, shown, matching)
	for _, g := range groups {
		table.Rows = append(table.Rows, g.Rows...)
	}
	page := r.Inside("Problems")
	page.Actions = []ui.Link{{Label: "Rules and severities", URL: r.Instance.URL + "/lint/rules"}, {Label: "About the rules", URL: apidocs.RulesURL}}
	return site.Response{Page: page, View: pages.Problems{Lead: lintLead(found), Table: table, Groups: groups}}, nil
}

// lintLead counts the findings by severity.
func lintLead(found []lint.Finding) string {
	if len(found) == 0 {
		return ""
	}
	var counts []string
	for _, severity := range lint.Severities() {
		words := severityWords[severity]
		if n := countOf(found, severity); n > 0 {
			counts = append(counts, ui.Plural(int(n), words.one, words.many))
		}
	}
	return strings.Join(counts, ", ") + ". Nothing is changed unless you ask for it."
}

func countOf(found []lint.Finding, severity lint.Severity) (n int64) {
	for _, f := range found {
		if f.Severity == severity {
			n++
		}
	}
	return n
}

// narrowed returns the findings that the filters of the address let through.
func narrowed(found []lint.Finding, q ui.Query) []lint.Finding {
	term := strings.ToLower(q.Get("search"))
	fits := func(name, value string) bool { return q.Get(name) == "" || q.Get(name) == value }
	return slices.DeleteFunc(slices.Clone(found), func(f lint.Finding) bool {
		return !fits("severity", string(f.Severity)) || !fits("resource", f.Resource.Path) || !fits("rule", f.Rule.ID) ||
			!strings.Contains(strings.ToLower(f.Name+"\n"+f.Message), term)
	})
}

// lintFilters returns filters with what occurs in the findings.
func lintFilters(found []lint.Finding) []ui.Field {
	severity, resource, rule := ui.Filter("severity", "Severity"), ui.Filter("resource", "Records"), ui.Filter("rule", "Rule")
	for _, f := range found {
		severity.Offer(string(f.Severity), ui.Capital(severityWords[f.Severity].many))
		resource.Offer(f.Resource.Path, ui.Capital(f.Resource.Plural()))
		rule.Offer(f.Rule.ID, f.Rule.Title)
	}
	return []ui.Field{severity, resource, rule}
}

// lintGroups draws the findings of a page by severity, with counts of those on all pages.
func lintGroups(r *site.Request, shown, all []lint.Finding) (groups []pages.ProblemGroup) {
	for _, f := range shown {
		words := severityWords[f.Severity]
		if len(groups) == 0 || groups[len(groups)-1].ID != words.many {
			groups = append(groups, pages.ProblemGroup{ID: words.many, Title: ui.Capital(words.many), Tone: apidocs.SeverityTone(f.Severity), Count: countOf(all, f.Severity)})
		}
		last := &groups[len(groups)-1]
		last.Rows = append(last.Rows, findingRow(r, f))
	}
	return groups
}

func findingRow(r *site.Request, f lint.Finding) ui.Row {
	fix := ui.Cell{Text: "fix by hand"}
	if f.Fix != nil {
		fix = ui.Cell{Text: f.Fix.Summary, URL: fixURL(r, f.Rule.ID, f.SID)}
	}
	return ui.Row{Cells: []ui.Cell{
		{Kind: ui.CodeCell, Text: cmp.Or(f.Name, f.SID), URL: r.EditURL(f.Resource, f.Name, f.SID), Note: r.NounOf(f.Resource.Name)},
		{Text: f.Message},
		{Text: f.Rule.Title, URL: apidocs.RulesURL + "/" + f.Rule.ID},
		fix,
	}}
}

// fixURL returns the address of the preview of a fix, of all findings of the rule if sid is empty.
func fixURL(r *site.Request, rule, sid string) string {
	return ui.Query{Path: r.Instance.URL + "/lint/fix", Values: url.Values{"rule": {rule}}}.With("sid", sid)
}
