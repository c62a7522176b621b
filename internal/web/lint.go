package web

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"quartermaster/internal/lint"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/ui"
)

// findingsPerPage is how many findings a page shows.
const findingsPerPage = 100

// addLint adds the problems of an instance and their fixes.
func addLint(web *Web) {
	in := web.forInstances(instanceBase)
	in.get("/lint", showLint)
	in.get("/lint/fix", showFix)
	in.post("/lint/fix", applyFix)
	in.get("/lint/rules", showLintRules)
	in.put("/lint/rules", saveLintRules)
}

// linter checks instances.
func linter(r *request) *lint.Service { return lint.New(r.web.DB) }

// severityWords name a severity, and several findings of it.
var severityWords = map[lint.Severity]struct {
	one, many string
}{
	lint.Error: {"error", "errors"}, lint.Warning: {"warning", "warnings"}, lint.Info: {"note", "notes"},
}

func showLint(ctx context.Context, r *request) (response, error) {
	found, err := linter(r).Check(ctx, r.scope())
	if err != nil {
		return response{}, err
	}
	q := r.query()
	matching := narrowed(found, q)
	number := pageNumber(r.text("page"))
	first := min((number-1)*findingsPerPage, len(matching))
	shown := matching[first:min(first+findingsPerPage, len(matching))]
	table := ui.Table{
		Label: "Problems", Hint: "Search by name or message", Query: q, Filters: lintFilters(found),
		Pager: ui.Pager{Query: q, Page: number, PerPage: findingsPerPage, Total: len(matching)},
		Empty: ui.Empty{Title: "No problems found", Text: "The lint has found no problems in this instance."},
	}
	groups := r.lintGroups(shown, matching)
	for _, g := range groups {
		table.Rows = append(table.Rows, g.Rows...)
	}
	page := r.inside("Problems")
	page.Actions = []ui.Link{{Label: "Rules and severities", URL: r.instance.url + "/lint/rules"}, {Label: "About the rules", URL: apidocs.RulesURL}}
	return response{Page: page, View: lintView{Lead: lintLead(found), Table: table, Groups: groups}}, nil
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

// narrowed keeps the findings that the filters of the address ask for.
func narrowed(found []lint.Finding, q ui.Query) []lint.Finding {
	term := strings.ToLower(q.Get("search"))
	fits := func(name, value string) bool { return q.Get(name) == "" || q.Get(name) == value }
	return slices.DeleteFunc(slices.Clone(found), func(f lint.Finding) bool {
		return !fits("severity", string(f.Severity)) || !fits("resource", f.Resource.Path) || !fits("rule", f.Rule.ID) ||
			!strings.Contains(strings.ToLower(f.Name+"\n"+f.Message), term)
	})
}

// lintFilters offer what there is among the findings.
func lintFilters(found []lint.Finding) []ui.Field {
	severity, resource, rule := ui.Filter("severity", "Severity"), ui.Filter("resource", "Records"), ui.Filter("rule", "Rule")
	for _, f := range found {
		severity.Offer(string(f.Severity), ui.Capital(severityWords[f.Severity].many))
		resource.Offer(f.Resource.Path, ui.Capital(f.Resource.Plural()))
		rule.Offer(f.Rule.ID, f.Rule.Title)
	}
	return []ui.Field{severity, resource, rule}
}

// lintGroups draws the findings of a page by their severity. all are those of every page.
func (r *request) lintGroups(shown, all []lint.Finding) (groups []lintGroup) {
	for _, f := range shown {
		words := severityWords[f.Severity]
		if len(groups) == 0 || groups[len(groups)-1].ID != words.many {
			groups = append(groups, lintGroup{ID: words.many, Title: ui.Capital(words.many), Tone: apidocs.SeverityTone(f.Severity), Count: countOf(all, f.Severity)})
		}
		last := &groups[len(groups)-1]
		last.Rows = append(last.Rows, r.findingRow(f))
	}
	return groups
}

func (r *request) findingRow(f lint.Finding) ui.Row {
	fix := ui.Cell{Text: "fix by hand"}
	if f.Fix != nil {
		fix = ui.Cell{Text: f.Fix.Summary, URL: r.fixURL(f.Rule.ID, f.SID)}
	}
	return ui.Row{Cells: []ui.Cell{
		{Kind: ui.CodeCell, Text: cmp.Or(f.Name, f.SID), URL: r.editURL(f.Resource, f.Name, f.SID), Note: r.nounOf(f.Resource.Name)},
		{Text: f.Message},
		{Text: f.Rule.Title, URL: apidocs.RulesURL + "/" + f.Rule.ID},
		fix,
	}}
}

// fixURL leads to what the fix of a finding would change; without a sid, to the fixes of all findings of the rule.
func (r *request) fixURL(rule, sid string) string {
	return ui.Query{Path: r.instance.url + "/lint/fix", Values: url.Values{"rule": {rule}}}.With("sid", sid)
}
