package web

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/mission"
	"quartermaster/internal/upload"
	"quartermaster/internal/validate"
)

// toOverview is for who opens the address of the import's form.
func toOverview(_ context.Context, r *Request) (Response, error) { return redirect(r.place.url), nil }

// importFiles reads uploaded game files into records. It answers with the overview and, on it, a report on every file.
func importFiles(ctx context.Context, r *Request) (Response, error) {
	form, mode, err := r.readUpload()
	if problems, invalid := uploadProblems(err); invalid {
		return r.importRefused(ctx, problems)
	}
	if err != nil {
		return Response{}, err
	}
	reports, err := r.web.Missions.Import(ctx, r.scope(), form.Files, mode)
	if err != nil {
		return Response{}, err
	}
	answer, err := r.overview(ctx, reportView(reports, mode), "")
	if allFailed(reports) {
		answer.Status = http.StatusUnprocessableEntity
	}
	return answer, err
}

// readUpload reads the files. Replacing deletes records, so it wants a word of confirmation.
func (r *Request) readUpload() (upload.Form, mission.Mode, error) {
	form := upload.Form{Fields: map[string]string{"mode": r.text("mode"), "confirm": r.text("confirm")}}
	if r.parts != nil {
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

// uploadProblems tells what an error says about the upload.
func uploadProblems(err error) (validate.Errors, bool) {
	var problems validate.Errors
	ok := errors.As(err, &problems)
	return problems, ok
}

func (r *Request) importRefused(ctx context.Context, problems validate.Errors) (Response, error) {
	if expectsJSON(r.Request) {
		return Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}, nil
	}
	text := problems.First()
	if text == "The files field is required." {
		text = "Choose at least one file."
	}
	answer, err := r.overview(ctx, nil, text)
	answer.Status = http.StatusUnprocessableEntity
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

func allFailed(reports []mission.Report) bool {
	for _, report := range reports {
		if report.Status != mission.Failed {
			return false
		}
	}
	return true
}
