package web

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/mission"
	"quartermaster/internal/stored"
	"quartermaster/internal/upload"
	"quartermaster/internal/validate"
)

// toOverview is for who opens the address of the import's form.
func toOverview(_ context.Context, r *Request) (Response, error) { return redirect(r.place.url), nil }

// importFiles reads uploaded game files into records. It answers with the overview and, on it, a report on every file.
func importFiles(ctx context.Context, r *Request) (Response, error) {
	reports, mode, err := r.importUpload(ctx)
	if err != nil {
		return r.importRefused(ctx, err)
	}
	answer, err := r.overview(ctx, reportView(reports, mode), "")
	if upload.AllFailed(reports) {
		answer.Status = http.StatusUnprocessableEntity
	}
	return answer, err
}

// importUpload stores the files that are sent and reads them into records.
func (r *Request) importUpload(ctx context.Context) ([]mission.Report, mission.Mode, error) {
	form, mode, err := r.readUpload(ctx)
	if err != nil {
		return nil, mode, err
	}
	reports, err := form.Import(ctx, r.web.Missions, r.scope(), mode)
	return reports, mode, err
}

// readUpload reads the files. Replacing deletes records, so it wants a word of confirmation.
func (r *Request) readUpload(ctx context.Context) (upload.Form, mission.Mode, error) {
	form := upload.Form{Fields: map[string]string{"mode": r.text("mode"), "confirm": r.text("confirm")}}
	if r.parts != nil {
		intake, err := r.web.Stored.Intake(ctx, r.scope())
		if err != nil {
			return form, "", err
		}
		form.Intake = intake
		if err := form.Read(r.parts); err != nil {
			return form, "", err
		}
	}
	mode, err := form.Mode()
	if err == nil && mode == mission.Replace && form.Fields["confirm"] != "1" {
		err = validate.Errors{{Field: "confirm", Messages: []string{
			"Replacing deletes the records that the files leave out. Confirm that this is meant.",
		}}}
	}
	return form, mode, err
}

// importRefused tells what is wrong with an upload.
func (r *Request) importRefused(ctx context.Context, err error) (Response, error) {
	var problems validate.Errors
	var full stored.LimitError
	switch {
	case errors.As(err, &full):
		return r.explain(ctx, http.StatusRequestEntityTooLarge, full.Error(), full.AppendJSON(nil))
	case !errors.As(err, &problems):
		return Response{}, err
	}
	text := problems.First()
	if text == "The files field is required." {
		text = "Choose at least one file."
	}
	return r.explain(ctx, http.StatusUnprocessableEntity, text, problems.AppendJSON(nil))
}

// explain answers an import with a text on the overview, and JSON clients with theirs.
func (r *Request) explain(ctx context.Context, status int, text string, json []byte) (Response, error) {
	if expectsJSON(r.Request) {
		return Response{Status: status, JSON: json}, nil
	}
	answer, err := r.overview(ctx, nil, text)
	answer.Status = status
	return answer, err
}

func reportView(reports []mission.Report, mode mission.Mode) *Report {
	view := &Report{Mode: string(mode)}
	for _, report := range reports {
		view.Files = append(view.Files, FileReport{
			Path: report.Path, Kind: report.Kind.Label(), Status: report.Status,
			Created: int64(report.Created), Updated: int64(report.Updated), Unchanged: int64(report.Unchanged), Deleted: int64(report.Deleted),
			Warnings: report.Warnings, Error: report.Error,
		})
	}
	return view
}
