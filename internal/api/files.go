package api

import (
	"bytes"
	"context"
	"net/http"
	"path"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/upload"
	"quartermaster/internal/validate"
)

// listFiles tells what generation would write.
func (a *API) listFiles(ctx context.Context, r *request) (response, error) {
	files, err := a.generate(ctx, r)
	if err != nil {
		return response{}, err
	}
	list := make([]any, len(files))
	for i, f := range files {
		o := new(jsontree.Object)
		o.Set("path", f.Path)
		o.Set("kind", string(f.Kind))
		o.Set("size", f.Size)
		o.Set("sha256", f.SHA256)
		o.Set("records", f.Records)
		o.Set("state", string(f.State))
		o.Set("warnings", append([]string{}, f.Warnings...))
		list[i] = o
	}
	data := new(jsontree.Object)
	data.Set("data", list)
	return ok(jsontree.AppendValue(nil, data)), nil
}

func (a *API) generate(ctx context.Context, r *request) ([]mission.File, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return nil, err
	}
	return a.Missions.Generate(ctx, scope)
}

// downloadFile sends one generated file, or tells how it differs from what was imported.
func (a *API) downloadFile(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return response{}, err
	}
	diff, err := wantsDiff(ctx, r)
	if err != nil {
		return response{}, err
	}
	if diff {
		return a.compareFile(ctx, r, scope)
	}
	file, err := a.Missions.GenerateFile(ctx, scope, r.sid("*"))
	if err != nil {
		return response{}, err
	}
	content, err := file.Content(ctx)
	if err != nil {
		return response{}, err
	}
	return a.generated(ctx, r, scope, path.Base(file.Path), content)
}

// downloadZip sends all generated files.
func (a *API) downloadZip(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return response{}, err
	}
	files, err := a.Missions.Generate(ctx, scope)
	if err != nil {
		return response{}, err
	}
	var content bytes.Buffer
	if err := mission.WriteZip(ctx, &content, files); err != nil {
		return response{}, err
	}
	return a.generated(ctx, r, scope, r.instanceSID()+".zip", content.Bytes())
}

// importFiles reads uploaded game files into records and reports on each.
func (a *API) importFiles(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return response{}, err
	}
	form, err := a.readUploads(ctx, r, scope)
	if err != nil {
		return response{}, err
	}
	mode, err := form.Mode()
	if err != nil {
		return response{}, err
	}
	reports, err := form.Import(ctx, a.Missions, scope, mode)
	if err != nil {
		return response{}, err
	}
	return reportResponse(reports), nil
}

// readUploads reads a multipart body: game files and the mode, which may stand in the query too.
func (a *API) readUploads(ctx context.Context, r *request, scope store.Scope) (upload.Form, error) {
	intake, err := a.Stored.Intake(ctx, scope)
	if err != nil {
		return upload.Form{}, err
	}
	form := upload.Form{Intake: intake, Fields: map[string]string{"mode": r.URL.Query().Get("mode")}}
	r.Body = http.MaxBytesReader(nil, r.Body, a.UploadLimit)
	parts, err := r.MultipartReader()
	if err != nil {
		return form, nil // a body of another kind holds no files
	}
	return form, form.Read(parts.NextPart)
}

// reportResponse is 422 when every file failed.
func reportResponse(reports []mission.Report) response {
	list := make([]any, len(reports))
	var problems validate.Errors
	for i, report := range reports {
		list[i] = reportObject(report)
		if report.Status == mission.Failed {
			problems.Add("files."+strconv.Itoa(i), report.Path+": "+report.Error)
		}
	}
	data, answer := new(jsontree.Object), new(jsontree.Object)
	data.Set("files", list)
	if len(problems) < len(reports) {
		answer.Set("data", data)
		return ok(jsontree.AppendValue(nil, answer))
	}
	b := problems.AppendJSON(nil)
	b = append(b[:len(b)-1], `,"data":`...)
	return response{Status: http.StatusUnprocessableEntity, Body: append(jsontree.AppendValue(b, data), '}')}
}

func reportObject(r mission.Report) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("path", r.Path)
	o.Set("kind", string(r.Kind))
	o.Set("status", r.Status)
	o.Set("created", r.Created)
	o.Set("updated", r.Updated)
	o.Set("unchanged", r.Unchanged)
	o.Set("deleted", r.Deleted)
	warnings := append([]string{}, r.Warnings...)
	o.Set("warnings", warnings)
	if r.Error != "" {
		o.Set("error", r.Error)
	} else {
		o.Set("error", nil)
	}
	return o
}
