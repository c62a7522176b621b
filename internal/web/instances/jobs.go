package instances

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/delivery"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/schedule"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// job returns the job of the route, if it is one of the instance.
func job(ctx context.Context, r *site.Request) (job record.Job, err error) {
	row, err := r.Site.DB.Get(ctx, record.Jobs, r.Scope(), r.Param("job"))
	if err != nil {
		return job, err
	}
	record.Jobs.Decode(row, &job)
	if job.InstanceID == nil || *job.InstanceID != r.Instance.Scope.InstanceID {
		return job, site.ErrNotFound
	}
	return job, nil
}

// showJob shows the progress of a job, or what it has done.
func showJob(ctx context.Context, r *site.Request) (site.Response, error) {
	job, err := job(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if job.Kind == delivery.Kind {
		return deliveryOf(ctx, r, job)
	}
	if job.Kind == pull.Kind {
		return showPulled(ctx, r, job)
	}
	if job.Kind == schedule.Kind || job.Kind == schedule.ChangeKind {
		return showRun(ctx, r, job)
	}
	if job.Kind != imports.Kind {
		return showChange(r, job), nil
	}
	page := r.Inside("Import")
	view := pages.Job{
		Status: progressText(job), Done: job.Done, Total: job.Total, What: job.What.Sentence(),
		Events: r.Instance.JobURL(job.SID) + "/events", Overview: r.Instance.URL,
	}
	switch job.State {
	case queue.Failed:
		view.Error = job.Error.Sentence()
	case queue.Done:
		view.Report, page.Notices, err = doneOf(ctx, r, job)
	case queue.Cancelled:
		err = showCancelled(ctx, r, job, &view)
	default:
		view.Cancel = confirmCancel(r, job)
	}
	return site.Response{Page: page, View: view}, err
}

// deliveryOf leads to the page of a delivery.
func deliveryOf(ctx context.Context, r *site.Request, job record.Job) (site.Response, error) {
	sid, err := r.Site.Deliveries.OfJob(ctx, r.Scope(), job.SID)
	return site.Redirect(r.Instance.URL + "/deliveries/" + sid), err
}

// doneOf returns the report of an import and the notice about it.
func doneOf(ctx context.Context, r *site.Request, job record.Job) (*pages.ImportReport, []ui.Notice, error) {
	result, err := imports.Parse([]byte(job.Result))
	if err != nil {
		return nil, nil, err
	}
	notices, err := takenIn(ctx, r, result, undoOf(r, job))
	if err != nil {
		return nil, nil, err
	}
	report, err := reportView(ctx, r, result, "")
	return report, notices, err
}

// showCancelled shows what a cancelled import has done.
func showCancelled(ctx context.Context, r *site.Request, job record.Job, view *pages.Job) error {
	report, err := reportOf(ctx, r, job)
	switch {
	case err != nil:
		return err
	case len(report.Files) > 0:
		view.Report = report
	case job.StartedAt == nil:
		view.Cancelled = "The import was cancelled before it began. Nothing was imported."
	default:
		view.Cancelled = "The import was cancelled. What had already been imported is kept; see the history."
	}
	return nil
}

func confirmCancel(r *site.Request, job record.Job) *ui.Confirm {
	form := ui.PlainForm("cancel", r.Instance.JobURL(job.SID), "Cancel import")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{
		Form: form, Label: "Cancel import", Title: "Cancel this import?",
		Text: "Files that have already been imported stay imported; the report lists them. The others are left out.",
		Keep: "Continue importing",
	}
}

// offerCancel completes the page of a job that has not ended: whether it waits, and how it is cancelled.
func offerCancel(r *site.Request, view *pages.Job, job record.Job, label, title, text string) {
	if job.State == queue.Queued {
		view.Status = "Waiting for other jobs to finish"
	}
	view.Cancel = confirmCancel(r, job)
	view.Cancel.Form.Submit, view.Cancel.Label, view.Cancel.Title = label, label, title
	view.Cancel.Text, view.Cancel.Keep = text, "Continue"
}

// cancelling is the permission that cancelling a job of a kind needs.
func cancelling(kind string) access.Permission {
	switch kind {
	case delivery.Kind, pull.Kind, schedule.Kind, schedule.ChangeKind:
		return access.Deliver
	}
	return access.Edit
}

// cancelJob cancels an import.
func cancelJob(ctx context.Context, r *site.Request) (site.Response, error) {
	job, err := job(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if err := r.Scope().Demand(cancelling(job.Kind)); err != nil {
		return site.Response{}, err
	}
	err = r.Site.Imports.Cancel(ctx, job.UserID, job.SID)
	if errors.Is(err, queue.ErrEnded) {
		return r.Tell(r.Instance.JobURL(job.SID), ui.Notice{Tone: ui.Warn, Text: "The import finished before it could be cancelled."}), nil
	}
	return site.Redirect(r.Instance.JobURL(job.SID)), err
}

func progressText(job record.Job) string {
	switch {
	case job.Total > 0:
		return ui.HumanCount(job.Done) + " of " + ui.Plural(int(job.Total), "file", "files")
	case job.State == queue.Queued:
		return "Waiting for other imports to finish"
	}
	return "Reading the files"
}

func reportOf(ctx context.Context, r *site.Request, job record.Job) (*pages.ImportReport, error) {
	result, err := imports.Parse([]byte(job.Result))
	if err != nil {
		return nil, err
	}
	return reportView(ctx, r, result, "")
}

// watchJob sends the progress of a job as server-sent events.
func watchJob(ctx context.Context, r *site.Request) (site.Response, error) {
	job, err := job(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		if r.Method == http.MethodHead {
			return nil
		}
		err := r.Site.Jobs.Watch(ctx, job.UserID, job.SID, queue.Stream{Events: httpd.NewEvents(w)})
		if errors.Is(err, queue.ErrTooMany) {
			w.Header().Set("Retry-After", retryAfter)
			w.WriteHeader(http.StatusTooManyRequests)
			return nil
		}
		if ctx.Err() != nil {
			return nil // the client has gone
		}
		return err
	}}, nil
}

// retryAfter is the Retry-After of a user with too many jobs or streams, in seconds.
var retryAfter = strconv.Itoa(int(queue.RetryAfter / time.Second))
