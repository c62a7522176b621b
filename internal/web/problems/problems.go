// Package problems shows the findings of the lint in an instance, and previews and applies their fixes.
package problems

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	findingsPerPage  = 100 // of one rule
	findingsOfAGroup = 5   // where all rules are shown
)

// severityWords name a finding and several, by severity.
var severityWords = map[lint.Severity]struct {
	one, many string
}{
	lint.Error: {"error", "errors"}, lint.Warning: {"warning", "warnings"}, lint.Info: {"note", "notes"},
}

func lintURL(r *site.Request) string { return r.Instance.URL + "/lint" }

func showLint(ctx context.Context, r *site.Request) (site.Response, error) {
	found, err := r.Site.Lint.Check(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Problems{Lead: lintLead(lint.Fold(found)), Table: problemTable(r, found)}
	matching := narrowed(found, r.Query())
	view.Table.Pager.Total = len(matching)
	if grouped := r.Text("rule") == "" && r.Text("sid") == ""; grouped {
		view.Table.Pager = ui.Pager{}
		view.Vanilla = vanillaLink(r, found)
		view.Sections = sections(r, lint.Fold(matching), findingsOfAGroup)
	} else {
		first := min((r.PageNumber()-1)*findingsPerPage, len(matching))
		view.Sections = sections(r, matching[first:], findingsPerPage)
	}
	for _, s := range view.Sections {
		for _, g := range s.Groups {
			view.Table.Rows = append(view.Table.Rows, g.Rows...)
		}
	}
	if view.Restart, err = askRestart(ctx, r); err != nil {
		return site.Response{}, err
	}
	view.Logs, err = logsView(ctx, r)
	page := r.Inside("Problems")
	page.Actions = []ui.Link{
		{Label: "Rules and severities", URL: lintURL(r) + "/rules", Quiet: true}, {Label: "About the rules", URL: apidocs.RulesURL},
	}
	return site.Response{Page: page, View: view}, err
}

func problemTable(r *site.Request, found []lint.Finding) ui.Table {
	q := r.Query()
	return ui.Table{
		Label: "Problems", Hint: "Search by name or message", Query: q, Filters: lintFilters(found),
		Pager: ui.Pager{Query: q, Page: r.PageNumber(), PerPage: findingsPerPage},
		Empty: ui.Empty{Title: "No problems found", Text: "No problems found in this instance."},
	}
}

// lintLead counts the findings by severity, without those of the game's own files.
func lintLead(found []lint.Finding) string {
	var counts []string
	for _, severity := range lint.Severities() {
		words := severityWords[severity]
		if n := countOf(found, severity); n > 0 {
			counts = append(counts, ui.Plural(n, words.one, words.many))
		}
	}
	if len(counts) == 0 {
		return ""
	}
	return strings.Join(counts, ", ") + ". Nothing changes unless you ask for it."
}

func countOf(found []lint.Finding, severity lint.Severity) (n int) {
	for _, f := range found {
		if f.Severity == severity && !f.Vanilla {
			n++
		}
	}
	return n
}

// vanillaLink leads to what the game's own files have as well, if there is anything.
func vanillaLink(r *site.Request, found []lint.Finding) *ui.Link {
	n := 0
	for _, f := range found {
		if f.Vanilla {
			n++
		}
	}
	if n == 0 || r.Text("vanilla") != "" {
		return nil
	}
	return &ui.Link{Label: ui.Plural(n, "problem", "problems") + " that the game's own files also have", URL: lintURL(r) + "?vanilla=1"}
}

// narrowed returns the findings that the filters of the address let through.
func narrowed(found []lint.Finding, q ui.Query) []lint.Finding {
	term := strings.ToLower(q.Get("search"))
	fits := func(name, value string) bool { return q.Get(name) == "" || q.Get(name) == value }
	return slices.DeleteFunc(slices.Clone(found), func(f lint.Finding) bool {
		return f.Vanilla != (q.Get("vanilla") == "1") ||
			!fits("severity", string(f.Severity)) || !fits("resource", f.Resource.Path) || !fits("rule", f.Rule.ID) || !fits("sid", f.SID) ||
			!strings.Contains(strings.ToLower(f.Label()+"\n"+f.Message()), term)
	})
}

// lintFilters returns filters with what occurs in the findings.
func lintFilters(found []lint.Finding) []ui.Field {
	severity, resource, rule := ui.Filter("severity", "Severity"), ui.Filter("resource", "Records"), ui.Filter("rule", "Rule")
	vanilla := ui.Filter("vanilla", "Files of the game")
	for _, f := range found {
		severity.Offer(string(f.Severity), ui.Capital(severityWords[f.Severity].many))
		resource.Offer(f.Resource.Path, ui.Capital(f.Resource.Plural()))
		rule.Offer(f.Rule.ID, f.Rule.Title)
		if f.Vanilla {
			vanilla.Offer("1", "have the problem as well")
		}
	}
	if len(vanilla.Options) == 1 {
		return []ui.Field{severity, resource, rule}
	}
	return []ui.Field{severity, resource, rule, vanilla}
}

// sections draws findings by severity and rule, at most limit of each rule.
func sections(r *site.Request, matching []lint.Finding, limit int) (list []pages.ProblemSection) {
	for _, tally := range lint.TallyUp(matching) {
		words := severityWords[tally.Severity]
		if len(list) == 0 || list[len(list)-1].ID != words.many {
			list = append(list, pages.ProblemSection{ID: words.many, Title: ui.Capital(words.many), Tone: apidocs.SeverityTone(tally.Severity)})
		}
		last := &list[len(list)-1]
		g := group(r, tally, matching, limit)
		last.Count += g.Count
		last.Groups = append(last.Groups, g)
	}
	return list
}

// group draws the findings of a rule.
func group(r *site.Request, tally lint.Tally, matching []lint.Finding, limit int) pages.ProblemGroup {
	rule, q := tally.Rule, r.Query()
	g := pages.ProblemGroup{ID: rule.ID, Title: rule.Title, About: apidocs.RulesURL + "/" + rule.ID}
	for _, f := range matching {
		if f.Rule != rule {
			continue
		}
		if g.Count++; len(g.Rows) < limit {
			g.Rows = append(g.Rows, findingRow(r, f))
		}
	}
	if all := tally.Count + tally.Vanilla; all > len(g.Rows) && q.Get("rule") == "" {
		g.All = &ui.Link{Label: "All " + ui.HumanCount(int64(all)), URL: q.With("rule", rule.ID)}
	}
	if tally.Fixable > 1 && !narrowing(q) {
		g.Fix = &ui.Link{Label: "Fix all " + ui.HumanCount(int64(tally.Fixable)), URL: fixURL(r, rule.ID, "")}
	}
	return g
}

// narrowing reports whether the address shows only a part of a rule's findings, so that what it shows is not what “Fix all” fixes.
func narrowing(q ui.Query) bool { return q.Get("search")+q.Get("resource")+q.Get("sid") != "" }

func findingRow(r *site.Request, f lint.Finding) ui.Row {
	fix := ui.Cell{Text: "fix by hand"}
	if line := lineOf(f); line != "" {
		fix = ui.Cell{Text: "line " + line + " of the text", URL: ui.Query{Path: r.TextURL(f.Path)}.With("line", line)}
	}
	if f.Fix != nil {
		fix = ui.Cell{Text: f.Fix.Summary(), URL: fixURL(r, f.Rule.ID, f.SID)}
	}
	if f.SID == "" && f.Members != nil {
		return ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: f.Label(), URL: r.Query().With("rule", f.Rule.ID)}, {Text: f.Message()}, fix}}
	}
	return ui.Row{Cells: []ui.Cell{
		{Kind: ui.CodeCell, Text: cmp.Or(f.Label(), f.SID), URL: findingURL(r, f), Note: r.NounOf(f.Resource.Name)},
		{Text: f.Message()},
		fix,
	}}
}

// lineOf returns the line that a finding of a file names; empty if it names none.
func lineOf(f lint.Finding) string {
	if line := f.Says.Line(); line > 0 && f.Resource == record.Files {
		return strconv.Itoa(line)
	}
	return ""
}

// findingURL returns the address where a finding is mended: the form of a record or file, at the value that it is about.
func findingURL(r *site.Request, f lint.Finding) string {
	switch {
	case f.Resource == record.Files:
		form := r.FormURL(f.Path)
		form.Values.Set("line", lineOf(f))
		return form.With("at", f.At)
	case f.Resource == record.ExpansionSettings && f.At != "":
		return ui.Query{Path: r.EditURL(f.Resource, f.Name, f.SID)}.With("at", f.At)
	}
	return r.EditURL(f.Resource, f.Name, f.SID)
}

// fixURL returns the address of the preview of a fix, of all findings of the rule if sid is empty.
func fixURL(r *site.Request, rule, sid string) string {
	return ui.Query{Path: lintURL(r) + "/fix", Values: url.Values{"rule": {rule}}}.With("sid", sid)
}
