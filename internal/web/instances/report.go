package instances

import (
	"context"
	"strconv"

	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

// changesInReport is the most changes of a dry run on a page.
const changesInReport = 200

// reportView draws the result of an import or a dry run.
func reportView(ctx context.Context, r *site.Request, result imports.Result, mode mission.Mode) (*pages.ImportReport, error) {
	view := &pages.ImportReport{Mode: string(mode), DryRun: result.DryRun, Warnings: result.Warnings}
	for _, report := range result.Files {
		if report.Kept {
			report.Warnings = append([]string{"The file is kept as it was uploaded. Fix it and import it again."}, report.Warnings...)
		}
		view.Files = append(view.Files, pages.ImportedFile{
			Path: report.Path, Kind: report.Kind.Label(), Status: report.Status,
			Created: int64(report.Created), Updated: int64(report.Updated), Unchanged: int64(report.Unchanged), Deleted: int64(report.Deleted),
			Warnings: report.Warnings, Error: report.Error,
		})
	}
	view.Conflicts, view.OmittedConflicts = conflictsOf(r, result.Files)
	for _, report := range result.Files {
		view.Taken, view.Kept = view.Taken+report.Taken, view.Kept+report.KeptRecords
		if report.Revision > 0 {
			view.What = r.Instance.URL + "/history/" + strconv.FormatInt(report.Revision, 10)
		}
	}
	shown := result.Changes[:min(len(result.Changes), changesInReport)]
	view.Omitted = int64(result.Omitted + len(result.Changes) - len(shown))
	for _, d := range shown {
		change, err := history.Difference(ctx, r, d)
		if err != nil {
			return nil, err
		}
		view.Changes = append(view.Changes, change)
	}
	return view, nil
}
