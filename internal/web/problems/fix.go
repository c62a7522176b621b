package problems

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// fixesShown is the most records in the preview of a fix.
const fixesShown = 100

// fixChoice reads which findings the address chooses: of a rule and, if it names one, of a record.
func fixChoice(r *site.Request) []lint.Choice {
	return []lint.Choice{{Rule: r.Text("rule"), SID: r.Text("sid"), Own: true}}
}

func showFix(ctx context.Context, r *site.Request) (site.Response, error) {
	choice := fixChoice(r)
	changes, err := r.Site.Lint.Preview(ctx, r.Scope(), choice)
	if err != nil {
		return notFixed(r, err)
	}
	view := pages.Fix{
		Lead: "This changes " + ui.Plural(len(changes), "record", "records") + " in one revision, which you can undo in the history.",
		Form: ui.Form{
			ID: "fix", Action: fixURL(r, choice[0].Rule, choice[0].SID), Submit: "Change " + ui.Plural(len(changes), "record", "records"),
			Cancel: lintURL(r),
		},
	}
	if rest := len(changes) - fixesShown; rest > 0 {
		view.Lead += " Only the first " + ui.HumanCount(fixesShown) + " are shown."
		changes = changes[:fixesShown]
	}
	for _, change := range changes {
		drawn, err := fixed(ctx, r, change)
		if err != nil {
			return site.Response{}, err
		}
		view.Changes = append(view.Changes, drawn)
	}
	page := r.Inside("Fix: "+lint.Named(choice[0].Rule).Title, ui.Link{Label: "Problems", URL: lintURL(r)})
	if choice[0].SID != "" {
		page.Actions = []ui.Link{{Label: "Fix all of this kind", URL: fixURL(r, choice[0].Rule, ""), Quiet: true}}
	}
	return site.Response{Page: page, View: view}, nil
}

// notFixed leads back to the findings if there is nothing to fix.
func notFixed(r *site.Request, err error) (site.Response, error) {
	var nothing lint.NothingToFix
	if !errors.As(err, &nothing) {
		return site.Response{}, err
	}
	return r.Tell(lintURL(r), ui.Notice{
		Tone: ui.Warn, Text: "Nothing to fix here: the problem is already fixed, or has to be fixed by hand.",
	}), nil
}

// fixed draws what a fix does to a record.
func fixed(ctx context.Context, r *site.Request, c record.Difference) (pages.FixedRecord, error) {
	drawn := pages.FixedRecord{Change: pages.Change{
		Action: history.Happened(c), Resource: c.Resource.One, Name: c.Title, URL: r.EditURL(c.Resource, c.Title, c.SID),
	}}
	if c.Resource == record.Files {
		drawn.Lines = fileLines(c)
		return drawn, nil
	}
	var err error
	drawn.Fields, err = history.FieldChanges(ctx, r, c)
	return drawn, err
}

// fileLines returns the lines that a file loses and gains.
func fileLines(c record.Difference) string {
	before, after := contentLines(c.Before["content"]), contentLines(c.After["content"])
	var b strings.Builder
	for _, line := range ui.Without(before, after) {
		b.WriteString("- " + line + "\n")
	}
	for _, line := range ui.Without(after, before) {
		b.WriteString("+ " + line + "\n")
	}
	return b.String()
}

func contentLines(content json.RawMessage) (lines []string) {
	text, _ := jsontree.Parse(content) // nil without the file
	for line := range strings.Lines(ui.TextOf(text)) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			lines = append(lines, strings.ReplaceAll(line, "\t", "  "))
		}
	}
	return lines
}

func applyFix(ctx context.Context, r *site.Request) (site.Response, error) {
	changes, revision, err := r.Site.Lint.Fix(ctx, r.Scope(), fixChoice(r))
	if err != nil {
		return notFixed(r, err)
	}
	number := strconv.FormatInt(revision, 10)
	return r.Tell(lintURL(r), ui.Notice{
		Tone: ui.Good, Text: ui.Plural(len(changes), "record was", "records were") + " changed. You can undo this in the history.",
		Undo: r.Instance.URL + "/history/" + number + "/undo?seen=" + number,
	}), nil
}
