package instances

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showRun shows the progress of a run of a schedule, or how it has ended.
func showRun(ctx context.Context, r *site.Request, job record.Job) (site.Response, error) {
	view := pages.Job{
		Run: true, Status: "Working", What: job.What.Sentence(), Events: r.Instance.JobURL(job.SID) + "/events",
		Overview: r.Instance.URL,
	}
	switch job.State {
	case queue.Failed:
		view.Error = job.Error.Sentence()
	case queue.Cancelled:
		view.Cancelled = "This run was cancelled. The schedule runs again at its next time."
	case queue.Done:
		view.Cancelled = jsontree.ParseBody([]byte(job.Result)).Text("result")
	default:
		offerCancel(r, &view, job, "Cancel this run", "Cancel this run?",
			"What it already did stays. The schedule runs again at its next time.")
	}
	var err error
	view.Links, err = runLinks(ctx, r, job)
	return site.Response{Page: r.Inside("Run of a schedule"), View: view}, err
}

// runLinks lead to the schedule, if this was its last run, and to what the run has done.
func runLinks(ctx context.Context, r *site.Request, job record.Job) ([]ui.Link, error) {
	all := r.Instance.URL + "/schedules"
	links := []ui.Link{{Label: "All schedules", URL: all}, {Label: "Deliveries", URL: r.Instance.URL + "/deliveries"}}
	if job.Revision != nil {
		links = append(links, ui.Link{Label: "See what was changed", URL: r.Instance.RevisionURL(*job.Revision)})
	}
	rows, err := r.Site.DB.All(ctx, record.Schedules, r.Scope(), "")
	for _, row := range rows {
		var s record.Schedule
		if record.Schedules.Decode(row, &s); s.LastJob != nil && *s.LastJob == job.SID {
			links[0] = ui.Link{Label: "The schedule", URL: all + "/" + s.SID}
		}
	}
	return links, err
}
