package web

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// fixesShown is how many records the preview of a fix shows.
const fixesShown = 100

// fixChoice reads what the address chooses: findings of a rule, about one record where it names one.
func (r *request) fixChoice() []lint.Choice {
	return []lint.Choice{{Rule: r.text("rule"), SID: r.text("sid")}}
}

func showFix(ctx context.Context, r *request) (response, error) {
	choice := r.fixChoice()
	changes, err := linter(r).Preview(ctx, r.scope(), choice)
	if err != nil {
		return r.notFixed(err)
	}
	view := lintFixView{
		Lead: "This changes " + ui.Plural(len(changes), "record", "records") + " in one revision, which you can undo in the history.",
		Form: ui.Form{ID: "fix", Action: r.fixURL(choice[0].Rule, choice[0].SID), Submit: "Change " + ui.Plural(len(changes), "record", "records"), Cancel: r.instance.url + "/lint"},
	}
	if rest := len(changes) - fixesShown; rest > 0 {
		view.Lead += " Only the first " + ui.HumanCount(fixesShown) + " are shown."
		changes = changes[:fixesShown]
	}
	for _, change := range changes {
		drawn, err := r.fixed(ctx, change)
		if err != nil {
			return response{}, err
		}
		view.Changes = append(view.Changes, drawn)
	}
	page := r.inside("Fix: "+lint.Named(choice[0].Rule).Title, ui.Link{Label: "Problems", URL: r.instance.url + "/lint"})
	if choice[0].SID != "" {
		page.Actions = []ui.Link{{Label: "Fix all of this kind", URL: r.fixURL(choice[0].Rule, ""), Quiet: true}}
	}
	return response{Page: page, View: view}, nil
}

// notFixed leads back to the findings where there is nothing to fix.
func (r *request) notFixed(err error) (response, error) {
	var nothing lint.NothingToFix
	if !errors.As(err, &nothing) {
		return response{}, err
	}
	return r.tell(r.instance.url+"/lint", ui.Notice{Tone: ui.Warn, Text: "There is nothing to fix here: the problem has been fixed already, or has to be fixed by hand."}), nil
}

// fixed draws what a fix does to one record.
func (r *request) fixed(ctx context.Context, c lint.Difference) (fixedRecord, error) {
	drawn := fixedRecord{changeView: changeView{Action: "updated", Resource: c.Resource.One, Name: c.Name, URL: r.editURL(c.Resource, c.Name, c.SID)}}
	switch {
	case c.Before == "":
		drawn.Action = "created"
	case c.After == "":
		drawn.Action = "deleted"
	}
	if c.Resource == record.Files {
		drawn.Lines = fileLines(c)
		return drawn, nil
	}
	fields, err := r.fieldChanges(ctx, store.Change{Resource: c.Resource.Name, SID: c.SID, Title: c.Name, Before: c.Before, After: c.After})
	drawn.Fields = fields
	return drawn, err
}

// fileLines returns the lines of a file that stand on one side only.
func fileLines(c lint.Difference) string {
	before, after := contentLines(c.Before), contentLines(c.After)
	var b strings.Builder
	for _, line := range without(before, after) {
		b.WriteString("- " + line + "\n")
	}
	for _, line := range without(after, before) {
		b.WriteString("+ " + line + "\n")
	}
	return b.String()
}

func contentLines(side string) []string {
	content, _ := jsontree.ParseBody([]byte(side)).Get("content")
	var lines []string
	for line := range strings.Lines(ui.TextOf(content)) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			lines = append(lines, strings.ReplaceAll(line, "\t", "  "))
		}
	}
	return lines
}

func applyFix(ctx context.Context, r *request) (response, error) {
	changes, err := linter(r).Fix(ctx, r.scope(), r.fixChoice())
	if err != nil {
		return r.notFixed(err)
	}
	return r.done(r.instance.url+"/lint", ui.Plural(len(changes), "record was", "records were")+" changed. You can undo this in the history."), nil
}
