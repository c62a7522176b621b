package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
)

// toOverview is for who opens the address of the import's form.
func toOverview(_ context.Context, r *request) (response, error) {
	return redirect(r.instance.url), nil
}

// importFiles reads uploaded game files into records. It answers with the overview and, on it, a report on every file, or leads
// to the page of the job that a large upload has become.
func importFiles(ctx context.Context, r *request) (response, error) {
	done, mode, err := r.importUpload(ctx)
	if err != nil {
		return r.importRefused(ctx, err)
	}
	if done.Job != "" {
		return redirect(r.jobURL(done.Job)), nil
	}
	report, err := r.reportView(ctx, done.Result, mode)
	if err != nil {
		return response{}, err
	}
	answer, err := r.overview(ctx, report, "")
	if done.Result.Failed() {
		answer.Status = http.StatusUnprocessableEntity
	}
	return answer, err
}

// importUpload stores the files that are sent and reads them into records.
func (r *request) importUpload(ctx context.Context) (imports.Outcome, mission.Mode, error) {
	form, order, err := r.readUpload(ctx)
	defer func() { _ = form.Close() }()
	if err != nil {
		return imports.Outcome{}, order.Mode, err
	}
	done, err := r.web.Imports.Import(ctx, r.scope(), &form, order)
	return done, order.Mode, err
}

// readUpload reads the files. Replacing deletes records, so it wants a word of confirmation.
func (r *request) readUpload(ctx context.Context) (imports.Upload, imports.Order, error) {
	form := imports.Upload{Fields: map[string]string{}}
	for _, name := range []string{"mode", "confirm", "dry_run"} {
		form.Fields[name] = r.text(name)
	}
	if r.parts != nil {
		intake, err := r.web.Stored.Intake(ctx, r.scope())
		if err != nil {
			return form, imports.Order{}, err
		}
		form.Intake = intake
		if err := imports.ReadError(httpd.ReadFiles(r.parts, &form)); err != nil {
			return form, imports.Order{}, err
		}
	}
	if err := form.Load(ctx); err != nil {
		return form, imports.Order{}, err
	}
	order, err := form.Order()
	if err == nil && order.Mode == mission.Replace && !order.DryRun && form.Fields["confirm"] != "1" {
		err = validate.Errors{{Field: "confirm", Messages: []string{
			"“Replace” deletes records that are missing from the files. Please confirm this.",
		}}}
	}
	return form, order, err
}

// retryAfter is when somebody with too much at once may try again, in seconds.
var retryAfter = strconv.Itoa(int(queue.RetryAfter / time.Second))

var tooManyJobs = "You have " + strconv.Itoa(queue.MaxWaiting) + " imports waiting. Try again when one of them has finished."

// importRefused answers with what is wrong with an upload.
func (r *request) importRefused(ctx context.Context, err error) (response, error) {
	var problems validate.Errors
	var full stored.LimitError
	switch {
	case errors.Is(err, queue.ErrTooMany):
		answer, err := r.explain(ctx, http.StatusTooManyRequests, tooManyJobs, messageBody(tooManyJobs))
		answer.Header = map[string]string{"Retry-After": retryAfter}
		return answer, err
	case errors.As(err, &full):
		return r.explain(ctx, http.StatusRequestEntityTooLarge, full.Error(), full.AppendJSON(nil))
	case !errors.As(err, &problems):
		return response{}, err
	}
	text := problems.First()
	if problems.Misses("files") {
		text = "Choose at least one file."
	}
	return r.explain(ctx, http.StatusUnprocessableEntity, text, problems.AppendJSON(nil))
}

// explain answers an import with a text on the overview, and JSON clients with theirs.
func (r *request) explain(ctx context.Context, status int, text string, json []byte) (response, error) {
	if r.expectsJSON() {
		return response{Status: status, JSON: json}, nil
	}
	answer, err := r.overview(ctx, nil, text)
	answer.Status = status
	return answer, err
}

// changesInReport is how many changes of a dry run a page shows.
const changesInReport = 200

// reportView draws what became of an import, or what would have.
func (r *request) reportView(ctx context.Context, result imports.Result, mode mission.Mode) (*importReport, error) {
	view := &importReport{Mode: string(mode), DryRun: result.DryRun}
	for _, report := range result.Files {
		if report.Kept {
			report.Warnings = append([]string{"The file is kept as it was uploaded. Fix it and import it again."}, report.Warnings...)
		}
		view.Files = append(view.Files, importedFile{
			Path: report.Path, Kind: report.Kind.Label(), Status: report.Status,
			Created: int64(report.Created), Updated: int64(report.Updated), Unchanged: int64(report.Unchanged), Deleted: int64(report.Deleted),
			Warnings: report.Warnings, Error: report.Error,
		})
	}
	shown := result.Changes[:min(len(result.Changes), changesInReport)]
	view.Omitted = int64(result.Omitted + len(result.Changes) - len(shown))
	for _, d := range shown {
		change, err := r.difference(ctx, d)
		if err != nil {
			return nil, err
		}
		view.Changes = append(view.Changes, change)
	}
	return view, nil
}
