package apidocs

import (
	"quartermaster/internal/lint"
	"quartermaster/internal/web/ui"
)

// RulesURL is the first page about the rules.
const RulesURL = "/docs/lint"

// rulesView lists the rules that records are checked by.
type rulesView struct{ Groups []ruleGroup }

// ruleGroup is a chapter of rules.
type ruleGroup struct {
	Title string
	Rules []*ruleView
}

// ruleView is the page of one rule.
type ruleView struct {
	*lint.Rule
	URL        string
	Tone       ui.Tone
	Paragraphs []remark
}

func (rulesView) Template() string { return "docs-lint" }
func (ruleView) Template() string  { return "docs-lint-rule" }

// rulePages are the pages about the rules.
type rulePages struct {
	view    rulesView
	byName  map[string]*ruleView
	section *ui.Section
}

func newRulePages() rulePages {
	d := rulePages{byName: map[string]*ruleView{}, section: &ui.Section{Name: "Lint rules", URL: RulesURL}}
	d.section.Groups = []ui.NavGroup{{Links: []ui.Link{{Label: "Overview", URL: RulesURL}}}}
	for _, g := range lint.Groups() {
		group, links := ruleGroup{Title: g.Title}, ui.NavGroup{Title: g.Title}
		for _, rule := range g.Rules {
			page := &ruleView{Rule: rule, URL: RulesURL + "/" + rule.ID, Tone: SeverityTone(rule.Severity)}
			for _, paragraph := range rule.Doc() {
				page.Paragraphs = append(page.Paragraphs, newRemark(paragraph))
			}
			d.byName[rule.ID] = page
			group.Rules, links.Links = append(group.Rules, page), append(links.Links, ui.Link{Label: rule.Title, URL: page.URL})
		}
		d.view.Groups, d.section.Groups = append(d.view.Groups, group), append(d.section.Groups, links)
	}
	return d
}

// Rules lists the rules.
func (d *Docs) Rules() (*ui.Page, ui.View) {
	page := &ui.Page{Title: "Lint rules", Section: d.lint.section, Description: "What is checked in the files of a DayZ server, rule by rule."}
	return page, d.lint.view
}

// Rule is the page of the rule of an id, or nil.
func (d *Docs) Rule(id string) (*ui.Page, ui.View) {
	rule := d.lint.byName[id]
	if rule == nil {
		return nil, nil
	}
	return &ui.Page{
		Title: rule.Title, Description: rule.Title + ": what the game does with it, and how to fix it.",
		Section: d.lint.section, Crumbs: []ui.Link{{Label: d.lint.section.Name, URL: RulesURL}},
	}, *rule
}

// SeverityTone is the colour of a severity.
func SeverityTone(s lint.Severity) ui.Tone {
	return map[lint.Severity]ui.Tone{lint.Error: ui.Bad, lint.Warning: ui.Warn, lint.Info: ui.Neutral}[s]
}
