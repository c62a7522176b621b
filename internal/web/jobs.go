package web

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

func (r *request) jobURL(sid string) string { return r.instance.url + "/jobs/" + sid }

// job returns the job of the route, which is one of the instance.
func (r *request) job(ctx context.Context) (job record.Job, err error) {
	row, err := r.web.DB.Get(ctx, record.Jobs, store.Scope{UserID: r.user.ID}, r.param("job"))
	if err != nil {
		return job, err
	}
	record.Jobs.Decode(row, &job)
	if job.InstanceID == nil || *job.InstanceID != r.instance.scope.InstanceID {
		return job, errNotFound
	}
	return job, nil
}

// showJob shows how far an import is, and its report once it is done.
func showJob(ctx context.Context, r *request) (response, error) {
	job, err := r.job(ctx)
	if err != nil {
		return response{}, err
	}
	view := jobView{
		Status: progressText(job), Done: job.Done, Total: job.Total, What: job.What,
		Events: r.jobURL(job.SID) + "/events", Overview: r.instance.url,
	}
	switch job.State {
	case queue.Failed:
		view.Error = *job.Error
	case queue.Done:
		view.Report, err = r.reportOf(ctx, job)
	case queue.Cancelled:
		err = r.showCancelled(ctx, job, &view)
	default:
		view.Cancel = r.confirmCancel(job)
	}
	return response{Page: r.inside("Import"), View: view}, err
}

// showCancelled shows what a cancelled import has left behind.
func (r *request) showCancelled(ctx context.Context, job record.Job, view *jobView) error {
	report, err := r.reportOf(ctx, job)
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

func (r *request) confirmCancel(job record.Job) *ui.Confirm {
	form := ui.PlainForm("cancel", r.jobURL(job.SID), "Cancel import")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{
		Form: form, Label: "Cancel import", Title: "Cancel this import?",
		Text: "Files that have already been imported stay imported; the report lists them. The others are left out.",
		Keep: "Continue importing",
	}
}

// cancelJob ends an import.
func cancelJob(ctx context.Context, r *request) (response, error) {
	job, err := r.job(ctx)
	if err != nil {
		return response{}, err
	}
	err = r.web.Imports.Cancel(ctx, r.user.ID, job.SID)
	if errors.Is(err, queue.ErrEnded) {
		return r.tell(r.jobURL(job.SID), ui.Notice{Tone: ui.Warn, Text: "The import finished before it could be cancelled."}), nil
	}
	return redirect(r.jobURL(job.SID)), err
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

func (r *request) reportOf(ctx context.Context, job record.Job) (*importReport, error) {
	result, err := imports.Parse([]byte(job.Result))
	if err != nil {
		return nil, err
	}
	return r.reportView(ctx, result, "")
}

// watchJob sends the progress of a job as server-sent events.
func watchJob(ctx context.Context, r *request) (response, error) {
	job, err := r.job(ctx)
	if err != nil {
		return response{}, err
	}
	return response{Write: func(w http.ResponseWriter) error {
		if r.Method == http.MethodHead {
			return nil
		}
		err := r.web.Jobs.Watch(ctx, r.user.ID, job.SID, queue.Stream{Events: httpd.NewEvents(w)})
		if errors.Is(err, queue.ErrTooMany) {
			w.Header().Set("Retry-After", retryAfter)
			w.WriteHeader(http.StatusTooManyRequests)
			return nil
		}
		if ctx.Err() != nil {
			return nil // the visitor has left
		}
		return err
	}}, nil
}
