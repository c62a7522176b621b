package history

import (
	"context"
	"net/http"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// fileDifferencesShown is the most records of one file on the page of what an import has brought.
const fileDifferencesShown = 200

// importDifferences returns the number of the revision that the route names, and how the files that it imported differ.
func importDifferences(ctx context.Context, r *site.Request) (number int64, files []mission.ImportDifference, err error) {
	if number, err = numberOfRoute(r); err != nil {
		return 0, nil, err
	}
	files, err = r.Site.Missions.ImportDifferences(ctx, r.Scope(), number, r.Site.Bulk.UsesOfClasses)
	return number, files, err
}

// showFiles shows how the files that a revision imported differ from those imported before.
func showFiles(ctx context.Context, r *site.Request) (site.Response, error) {
	number, files, err := importDifferences(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.ImportDifferences{Lead: differencesLead(files), Records: revisionURL(r, number), Gone: stillUsed(r, files), Empty: ui.Empty{
		Title: "No new files", Text: "This revision imported no file that differs from the previous import.",
		Action: &ui.Link{Label: "Changes to your records", URL: revisionURL(r, number)},
	}}
	for _, f := range files {
		view.Files = append(view.Files, drawFile(r, f))
	}
	page := r.Inside("What did the update change?", historyLink(r), ui.Link{Label: revisionTitle(number), URL: revisionURL(r, number)})
	if len(files) > 0 {
		page.Actions = []ui.Link{{Label: "Export as CSV", URL: revisionURL(r, number) + "/files.csv", Download: true}}
	}
	return site.Response{Page: page, View: view}, nil
}

// stillUsed lists the types that went and that other records of the instance still use.
func stillUsed(r *site.Request, files []mission.ImportDifference) (list []pages.GoneClass) {
	for _, d := range mission.StillUsed(files) {
		list = append(list, pages.GoneClass{Name: d.Name, Uses: usesInWords(r, d.Uses)})
	}
	return list
}

func usesInWords(r *site.Request, uses []mission.Use) string {
	parts := make([]string, len(uses))
	for i, u := range uses {
		one, many := r.NounsOf(u.Resource)
		parts[i] = ui.Plural(int(u.Count), one, many)
	}
	return ui.Enumerate(parts, "and")
}

// differencesLead sums all files up.
func differencesLead(files []mission.ImportDifference) string {
	if len(files) == 0 {
		return ""
	}
	total := map[string]int{}
	for _, f := range files {
		for op, n := range f.Counts() {
			total[op] += n
		}
	}
	return "The imported files compared with the previous import: " + countsInWords(total) + " in " +
		ui.Plural(len(files), "file", "files") +
		". Your own changes are not part of this comparison."
}

// countsInWords says how many records are new, gone and changed.
func countsInWords(n map[string]int) string {
	var parts []string
	for _, op := range []struct {
		op, word string
	}{{record.Added, "new"}, {record.Removed, "gone"}, {record.Changed, "changed"}} {
		if n[op.op] > 0 {
			parts = append(parts, ui.Plural(n[op.op], "record", "records")+" "+op.word)
		}
	}
	if parts == nil {
		return "no records differ"
	}
	return ui.Enumerate(parts, "and")
}

func drawFile(r *site.Request, f mission.ImportDifference) pages.FileDifferences {
	drawn := pages.FileDifferences{Path: f.Path, Kind: f.Kind.Label(), Counts: ui.Capital(countsInWords(f.Counts())), Note: f.Note}
	switch {
	case f.Note != "":
		drawn.Counts = ""
	case f.First:
		drawn.Counts = "New: nothing was imported before"
	}
	shown := f.Records[:min(len(f.Records), fileDifferencesShown)]
	drawn.More = len(f.Records) - len(shown)
	changes := make([]pages.Change, len(shown))
	for i, d := range shown {
		changes[i] = Differing(r, d)
	}
	drawn.Records = pages.ByAreaOf(f.Path, changes)
	return drawn
}

func exportFiles(ctx context.Context, r *site.Request) (site.Response, error) {
	_, files, err := importDifferences(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	header := map[string]string{"Content-Type": "text/csv; charset=utf-8", "Content-Disposition": `attachment; filename="update.csv"`}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error { return mission.WriteImportCSV(w, files) }}, nil
}
