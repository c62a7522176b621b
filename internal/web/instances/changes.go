package instances

import (
	"context"

	"quartermaster/internal/imports"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// jobTitles are what jobs other than imports are called.
var jobTitles = map[string]string{"bulk": "Change of many records", "recipe": "Recipe", "undo": "Undo", "revert": "Way back"}

// showChange shows the progress of a job that changes many records, or what it has changed.
func showChange(r *site.Request, job record.Job) site.Response {
	view := pages.Job{
		Change: true, Status: "Working", What: job.What.Sentence(), Events: r.Instance.JobURL(job.SID) + "/events", Overview: r.Instance.URL,
	}
	page := r.Inside(jobTitles[job.Kind])
	switch job.State {
	case queue.Failed:
		view.Error = job.Error.Sentence()
	case queue.Cancelled:
		view.Cancelled = "Cancelled. Nothing changed."
	case queue.Done:
		view.Cancelled = "Nothing changed: all records already have these values."
		if job.Revision != nil {
			view.Cancelled = ""
			view.Revision = ui.Link{Label: "See what was changed", URL: r.Instance.RevisionURL(*job.Revision)}
			page.Notices = []ui.Notice{{Tone: ui.Good, Text: "Done: the records were changed.", Undo: undoOf(r, job)}}
		}
	default:
		offerCancel(r, &view, job, "Cancel it", "Cancel this change?", "Nothing is changed then.")
	}
	return site.Response{Page: page, View: view}
}

// undoOf returns where a form undoes what a job has changed, or "" where something has been changed since.
func undoOf(r *site.Request, job record.Job) string {
	newest, _ := r.Instance.Row[record.Instances.Index("revision")].(int64)
	if job.FirstRevision == nil || job.Revision == nil || *job.Revision != newest {
		return ""
	}
	return r.Instance.UndoURL(*job.FirstRevision, *job.Revision, *job.Revision)
}

// recipesOffered is how many recipes a notice offers to run again.
const recipesOffered = 5

// takenIn is the notice after an import, which offers to undo it and to run recipes again; none after one that has changed nothing.
func takenIn(ctx context.Context, r *site.Request, result imports.Result, undo string) ([]ui.Notice, error) {
	if result.DryRun || result.Failed() {
		return nil, nil
	}
	rows, err := r.Site.DB.All(ctx, record.Recipes, r.Scope(), "")
	if err != nil || len(rows) == 0 && undo == "" {
		return nil, err
	}
	notice := ui.Notice{Tone: ui.Good, Text: "Files taken in.", Undo: undo}
	for _, row := range rows[:min(len(rows), recipesOffered)] {
		url := r.Instance.URL + "/recipes/" + record.Recipes.SID(row)
		notice.Links = append(notice.Links, ui.Link{Label: "Run " + record.Recipes.TitleOf(row) + " again?", URL: url})
	}
	return []ui.Notice{notice}, nil
}
