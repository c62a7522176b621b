package instances

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
)

// toOverview redirects from the address that the import is sent to.
func toOverview(_ context.Context, r *site.Request) (site.Response, error) {
	return site.Redirect(r.Instance.URL), nil
}

// importFiles imports uploaded files. It answers with the overview and a report on each file, or leads to the page of the job that a
// large upload becomes.
func importFiles(ctx context.Context, r *site.Request) (site.Response, error) {
	done, mode, err := importUpload(ctx, r)
	if err != nil {
		return importRefused(ctx, r, err)
	}
	switch {
	case done.Held != "":
		return site.Redirect(heldURL(done.Held)), nil
	case done.Job != "":
		return site.Redirect(r.Instance.JobURL(done.Job)), nil
	}
	report, err := reportView(ctx, r, done.Result, mode)
	if err != nil {
		return site.Response{}, err
	}
	notices, err := takenIn(ctx, r, done.Result, r.UndoURL())
	if err != nil {
		return site.Response{}, err
	}
	answer, err := overview(ctx, r, report, "")
	if err != nil {
		return answer, err
	}
	answer.Page.Notices = append(answer.Page.Notices, notices...)
	if done.Result.Failed() {
		answer.Status = http.StatusUnprocessableEntity
	}
	return answer, nil
}

// importUpload reads the form and imports its files.
func importUpload(ctx context.Context, r *site.Request) (imports.Outcome, mission.Mode, error) {
	form, order, err := readUpload(ctx, r)
	defer func() { _ = form.Close() }()
	if err != nil {
		return imports.Outcome{}, order.Mode, err
	}
	done, err := r.Site.Imports.Import(ctx, r.Scope(), &form, order)
	return done, order.Mode, err
}

// readUpload reads the form. Replacing must be confirmed, as it deletes records.
func readUpload(ctx context.Context, r *site.Request) (imports.Upload, imports.Order, error) {
	form := imports.Upload{Fields: map[string]string{}}
	for _, name := range []string{"mode", "confirm", "dry_run", "layer"} {
		form.Fields[name] = r.Text(name)
	}
	if r.Parts != nil {
		intake, err := r.Site.Stored.Intake(ctx, r.Scope())
		if err != nil {
			return form, imports.Order{}, err
		}
		form.Intake = intake
		if err := imports.ReadError(httpd.ReadFiles(r.Parts, &form)); err != nil {
			return form, imports.Order{}, err
		}
	}
	if err := form.Load(ctx); err != nil {
		return form, imports.Order{}, err
	}
	order, err := form.Order()
	if !r.ExpectsJSON() {
		order.OtherMap = imports.Ask
	}
	if err == nil && order.Mode == mission.Replace && !order.DryRun && order.Layer == "" && form.Fields["confirm"] != "1" {
		err = validate.Refusal("confirm",
			"“Replace” deletes records that are missing from the files. Please confirm this.",
		)
	}
	return form, order, err
}

// importRefused shows on the overview what is wrong with an upload. Other errors it returns.
func importRefused(ctx context.Context, r *site.Request, err error) (site.Response, error) {
	var problems validate.Errors
	var full stored.LimitError
	switch {
	case errors.Is(err, queue.ErrTooMany):
		answer, err := explain(ctx, r, http.StatusTooManyRequests, site.TooManyJobs.Text, site.MessageJSON(site.TooManyJobs.Text))
		answer.Header = map[string]string{"Retry-After": retryAfter}
		return answer, err
	case errors.As(err, &full):
		return explain(ctx, r, http.StatusRequestEntityTooLarge, full.Error(), full.AppendJSON(nil))
	case !errors.As(err, &problems):
		return site.Response{}, err
	}
	text := problems.First()
	if problems.Misses("files") {
		text = "Choose at least one file."
	}
	return explain(ctx, r, http.StatusUnprocessableEntity, text, problems.AppendJSON(nil))
}

// explain answers with a text on the overview, and JSON clients with theirs.
func explain(ctx context.Context, r *site.Request, status int, text string, json []byte) (site.Response, error) {
	if r.ExpectsJSON() {
		return site.Response{Status: status, JSON: json}, nil
	}
	answer, err := overview(ctx, r, nil, text)
	answer.Status = status
	return answer, err
}
