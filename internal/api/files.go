package api

import (
	"context"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/validate"
)

// listFiles tells what generation would write.
func (a *API) listFiles(ctx context.Context, r *Request) (Response, error) {
	files, err := a.generate(ctx, r)
	if err != nil {
		return Response{}, err
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

func (a *API) generate(ctx context.Context, r *Request) ([]mission.File, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return nil, err
	}
	return a.Missions.Generate(ctx, scope)
}

// downloadFile sends one generated file.
func (a *API) downloadFile(ctx context.Context, r *Request) (Response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return Response{}, err
	}
	file, err := a.Missions.GenerateFile(ctx, scope, r.sid("*"))
	if err != nil {
		return Response{}, err
	}
	return Response{Write: func(w http.ResponseWriter) error {
		Attach(w, path.Base(file.Path))
		w.Header().Set("Content-Length", strconv.Itoa(len(file.Content)))
		_, err := w.Write(file.Content)
		return err
	}}, nil
}

// downloadZip sends all generated files.
func (a *API) downloadZip(ctx context.Context, r *Request) (Response, error) {
	files, err := a.generate(ctx, r)
	if err != nil {
		return Response{}, err
	}
	return Response{Write: func(w http.ResponseWriter) error {
		Attach(w, r.sid("instance")+".zip")
		return mission.WriteZip(w, files)
	}}, nil
}

// Attach sets the headers of a download.
func Attach(w http.ResponseWriter, name string) {
	kind := map[string]string{".xml": "application/xml", ".json": "application/json", ".zip": "application/zip"}[path.Ext(name)]
	if kind == "" {
		kind = "text/plain; charset=UTF-8"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// importFiles reads uploaded game files into records and reports on each.
func (a *API) importFiles(ctx context.Context, r *Request) (Response, error) {
	scope, err := r.instance(ctx)
	if err != nil {
		return Response{}, err
	}
	form, err := ReadUploads(r.Request, a.UploadLimit)
	if err != nil {
		return Response{}, err
	}
	reports, err := a.Missions.Import(ctx, scope, form.Files, form.Mode)
	if err != nil {
		return Response{}, err
	}
	return reportResponse(reports), nil
}

// Uploads is an import as a client asks for it.
type Uploads struct {
	Files []mission.Upload
	Mode  mission.Mode
}

// ReadUploads reads a multipart body of at most limit bytes with one or more files (files[] or file; ZIPs are expanded) and
// the mode, which may stand in the query too. What is wrong with it comes back as validate.Errors.
func ReadUploads(r *http.Request, limit int64) (Uploads, error) {
	form := Uploads{Mode: mission.Mode(r.URL.Query().Get("mode"))}
	r.Body = http.MaxBytesReader(nil, r.Body, limit)
	parts, err := r.MultipartReader()
	if err != nil {
		return form, problem("files", "The files field is required.")
	}
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return form, form.check()
		}
		if err != nil {
			return form, bodyProblem(err)
		}
		if err := form.read(part); err != nil {
			return form, err
		}
	}
}

func (u *Uploads) read(part *multipart.Part) error {
	data, err := io.ReadAll(part)
	if err != nil {
		return bodyProblem(err)
	}
	switch part.FormName() {
	case "mode":
		u.Mode = mission.Mode(data)
	case "file", "files", "files[]":
		return u.add(mission.Upload{Path: fileName(part), Data: data})
	}
	return nil
}

// add keeps one upload; a file input that nothing was chosen in sends an empty one without a name.
func (u *Uploads) add(upload mission.Upload) error {
	if upload.Path == "" {
		return nil
	}
	files, err := mission.Expand(upload)
	if err != nil {
		return problem("files", err.Error()+".")
	}
	u.Files = append(u.Files, files...)
	return nil
}

func (u *Uploads) check() error {
	if u.Mode == "" {
		u.Mode = mission.Merge
	}
	if u.Mode != mission.Merge && u.Mode != mission.Replace {
		return problem("mode", "The selected mode is invalid.")
	}
	if len(u.Files) == 0 {
		return problem("files", "The files field is required.")
	}
	return nil
}

// fileName is the name with its folders, which part.FileName cuts off.
func fileName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return part.FileName()
	}
	return params["filename"]
}

func problem(field, message string) error {
	var problems validate.Errors
	problems.Add(field, message)
	return problems
}

// bodyProblem tells a body that is too large from one that is cut off or damaged.
func bodyProblem(err error) error {
	if public, known := publicError(err); known {
		return public
	}
	return problem("files", "The files field could not be read: the upload is incomplete or damaged.")
}

// reportResponse is 422 when every file failed.
func reportResponse(reports []mission.Report) Response {
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
	return Response{Status: http.StatusUnprocessableEntity, Body: append(jsontree.AppendValue(b, data), '}')}
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
