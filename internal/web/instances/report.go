package instances

import (
	"context"
	"slices"
	"strconv"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// changesInReport is the most changes of a dry run on a page.
const changesInReport = 200

// reportView draws the result of an import or a dry run.
func reportView(ctx context.Context, r *site.Request, result imports.Result, mode mission.Mode) (*pages.ImportReport, error) {
	view := &pages.ImportReport{Mode: string(mode), DryRun: result.DryRun, Warnings: result.Warnings}
	if l := result.Layer; l != nil {
		view.Layer = &ui.Link{Label: l.Name, URL: r.Instance.URL + "/layers/" + l.SID}
	}
	sorted(r, view, result.Files)
	if !result.DryRun {
		view.Next = nextSteps(r, result)
		if err := showOrigin(ctx, r, view, result); err != nil {
			return nil, err
		}
	}
	for _, report := range result.Files {
		view.Files = append(view.Files, pages.ImportedFile{
			Path: report.Path, Kind: whatItIs(report), Status: report.Status,
			Created: int64(report.Created), Updated: int64(report.Updated), Unchanged: int64(report.Unchanged), Deleted: int64(report.Deleted),
		})
	}
	view.Bases, view.Own = basesOf(result.Files), ownOf(result.Files)
	view.Conflicts, view.OmittedConflicts = conflictsOf(r, result.Files)
	for _, report := range result.Files {
		view.Taken, view.Kept = view.Taken+report.Taken, view.Kept+report.KeptRecords
		if report.Revision > 0 {
			view.What = r.Instance.URL + "/history/" + strconv.FormatInt(report.Revision, 10) + "/files"
		}
	}
	shown := result.Changes[:min(len(result.Changes), changesInReport)]
	view.Omitted = int64(result.Omitted + len(result.Changes) - len(shown))
	changes := make([]pages.Change, len(shown))
	for i, d := range shown {
		change, err := history.Difference(ctx, r, d)
		if err != nil {
			return nil, err
		}
		changes[i] = change
	}
	view.Changes = pages.ByArea(changes, pages.RowsOpen)
	return view, nil
}

// whatItIs names the kind of a file, or says what has become of one that is of none.
func whatItIs(report mission.Report) string {
	switch {
	case report.OpensAs != "":
		return "opens as " + report.OpensAs
	case report.StoredUnchanged():
		return "stored unchanged"
	case report.Kind == mission.KindOther && report.KeptRecords > 0:
		return "with your changes"
	}
	return report.Kind.Label()
}

// nextSteps returns what to do after an import. What else is offered then belongs here.
func nextSteps(r *site.Request, result imports.Result) (steps []pages.Step) {
	if slices.ContainsFunc(result.Files, func(f mission.Report) bool { return f.Status == mission.Failed }) {
		steps = append(steps, pages.Step{
			Title: "Fix the files that failed", Text: "They are listed below with the line. Fix them as text, or import them again.",
			URL: "#needs-a-look",
		})
	}
	if result.Failed() {
		return steps
	}
	return append(steps,
		pages.Step{
			Title: "Edit the loot", Text: "All types in a grid: nominal, min, lifetime, where they spawn.",
			URL: r.Instance.URL + "/types/grid",
		},
		pages.Step{Title: "Look at the problems", Text: "What would go wrong in the game, with fixes.", URL: r.Instance.URL + "/lint"},
		pages.Step{Title: "See what has changed", Text: "Each file is in the history, where you can undo it.", URL: r.Instance.URL + "/history"},
		pages.Step{Title: "Continue to the overview", Text: "Records, files and the download.", URL: r.Instance.URL},
	)
}
