package api

import (
	"context"
	"net/http"
	"path"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
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

// downloadFile sends one generated file.
func (a *API) downloadFile(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return response{}, err
	}
	file, err := a.Missions.GenerateFile(ctx, scope, r.sid("*"))
	if err != nil {
		return response{}, err
	}
	return response{ETag: `"` + file.SHA256 + `"`, Write: func(w http.ResponseWriter) error {
		upload.Attach(w, path.Base(file.Path))
		w.Header().Set("Content-Length", strconv.Itoa(len(file.Content)))
		_, err := w.Write(file.Content)
		return err
	}}, nil
}

// downloadZip sends all generated files.
func (a *API) downloadZip(ctx context.Context, r *request) (response, error) {
	files, err := a.generate(ctx, r)
	if err != nil {
		return response{}, err
	}
	return response{Write: func(w http.ResponseWriter) error {
		upload.Attach(w, r.instanceSID()+".zip")
		return mission.WriteZip(w, files)
	}}, nil
}

// importFiles reads uploaded game files into records and reports on each.
func (a *API) importFiles(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return response{}, err
	}
	form, err := readUploads(r.Request, a.UploadLimit)
	if err != nil {
		return response{}, err
	}
	mode, err := form.Mode()
	if err != nil {
		return response{}, err
	}
	reports, err := a.Missions.Import(ctx, scope, form.Files, mode)
	if err != nil {
		return response{}, err
	}
	return reportResponse(reports), nil
}

// readUploads reads a multipart body of at most limit bytes: game files and the mode, which may stand in the query too.
func readUploads(r *http.Request, limit int64) (upload.Form, error) {
	form := upload.Form{Fields: map[string]string{"mode": r.URL.Query().Get("mode")}}
	r.Body = http.MaxBytesReader(nil, r.Body, limit)
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
