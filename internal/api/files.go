package api

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/operation"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// listFiles says what generation would write.
func (a *API) listFiles(ctx context.Context, r *request) (response, error) {
	in, err := r.input()
	if err != nil {
		return response{}, err
	}
	files, err := a.generate(ctx, r)
	if err != nil {
		return response{}, err
	}
	origins, err := a.Missions.Origins(ctx, files)
	if err != nil {
		return response{}, err
	}
	appendJSON := func(b []byte, f mission.File) []byte { return jsontree.AppendValue(b, fileObject(f, origins)) }
	if files, err = chosen(ctx, record.MadeFiles, in, files, appendJSON); err != nil {
		return response{}, err
	}
	return ok(append(jsontree.AppendList([]byte(`{"data":`), files, appendJSON), '}')), nil
}

// fileObject describes a file. Of one that cannot be written only the reason is known.
func fileObject(f mission.File, origins map[string]mission.Origin) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("path", f.Path)
	o.Set("kind", string(f.Kind))
	o.Set("size", f.Size)
	o.Set("sha256", orNil(f.SHA256))
	o.Set("records", f.Records)
	o.Set("state", string(f.State))
	o.Set("warnings", append([]string{}, f.Warnings...))
	o.Set("error", orNil(f.Error))
	o.Set("line", nil)
	if n := f.Line(); n > 0 {
		o.Set("line", n)
	}
	o.Set("broken", f.Broken)
	o.Set("copy_of", orNil(f.CopyOf))
	o.Set("note", f.Note)
	o.Set("origin", nil)
	if of, known := origins[f.Path]; known {
		o.Set("origin", originObject(of))
	}
	return o
}

func originObject(of mission.Origin) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("map", of.Map)
	o.Set("version", of.Version)
	o.Set("own_changes", of.OwnChanges)
	o.Set("own_entries", of.OwnEntries)
	o.Set("missing", of.Missing)
	return o
}

// orNil is null for an empty text.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (a *API) generate(ctx context.Context, r *request) ([]mission.File, error) {
	scope, missions, err := a.asked(ctx, r)
	if err != nil {
		return nil, err
	}
	leave, err := a.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return missions.Generate(ctx, scope)
}

// downloadFile sends one generated file, or its differences from the imported one.
func (a *API) downloadFile(ctx context.Context, r *request) (response, error) {
	scope, missions, err := a.asked(ctx, r)
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
	var file mission.File
	answer, err := a.generated(ctx, r, scope, path.Base(r.sid("*")), func(ctx context.Context, w io.Writer) (err error) {
		file, err = missions.WriteFile(ctx, scope, r.sid("*"), w)
		return err
	})
	if file.Broken {
		answer.Write = httpd.AsBytes(answer.Write)
	}
	return answer, err
}

// downloadZip sends all generated files, or those of a folder.
func (a *API) downloadZip(ctx context.Context, r *request) (response, error) {
	scope, missions, err := a.asked(ctx, r)
	if err != nil {
		return response{}, err
	}
	revision, err := a.DB.RevisionOf(ctx, scope)
	if err != nil {
		return response{}, err
	}
	folder := strings.Trim(r.URL.Query().Get("folder"), "/")
	answer, err := a.generated(ctx, r, scope, mission.ZipName(instanceSID(r.Request), folder), func(ctx context.Context, w io.Writer) error {
		return missions.WriteZip(ctx, scope, folder, w)
	})
	if err == nil && r.Method == http.MethodGet && folder == "" {
		if err := a.DB.NoteDownload(ctx, scope, revision); err != nil {
			a.Logger.ErrorContext(ctx, "a download could not be noted", "error", err)
		}
	}
	return answer, err
}

// importFiles reads uploaded game files into records and reports on each, or makes a job of that.
func (a *API) importFiles(ctx context.Context, r *request, scope store.Scope) (response, error) {
	form, err := a.readUploads(ctx, r, scope)
	defer func() { _ = form.Close() }()
	if err == nil {
		err = form.Load(ctx)
	}
	if err != nil {
		return response{}, err
	}
	order, err := form.Order()
	if err != nil {
		return response{}, err
	}
	done, err := a.Imports.Import(ctx, scope, &form, order)
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return response{}, operation.ErrTooManyJobs
	case err != nil:
		return response{}, err
	case done.Job != "":
		return a.queued(ctx, r, done.Job)
	}
	return imported(done.Result)
}

// readUploads reads a multipart body: game files and how to import them, which may stand in the query too.
func (a *API) readUploads(ctx context.Context, r *request, scope store.Scope) (imports.Upload, error) {
	intake, err := a.Stored.Intake(ctx, scope)
	if err != nil {
		return imports.Upload{}, err
	}
	form := imports.Upload{Intake: intake, Fields: map[string]string{}}
	for _, name := range []string{"mode", "base", "prefer", "dry_run", "async", "other_map"} {
		form.Fields[name] = r.URL.Query().Get(name)
	}
	parts := httpd.Parts(r.Request, a.UploadLimit)
	if parts == nil {
		return form, nil // a body of another kind holds no files
	}
	err = imports.ReadError(httpd.ReadFiles(parts, &form))
	return form, err
}

// imported is 422 when every file failed.
func imported(result imports.Result) (response, error) {
	if !result.Failed() {
		return ok(append(result.AppendJSON([]byte(`{"data":`)), '}')), nil
	}
	var problems validate.Errors
	for i, report := range result.Files {
		problems.AddSentence("files."+strconv.Itoa(i), cmp.Or(report.Uploaded, report.Path)+": "+report.Error)
	}
	b := problems.AppendJSON(nil)
	b = append(b[:len(b)-1], `,"data":`...)
	return response{}, newFailure(problem.Invalid, problems.First(), append(result.AppendJSON(b), '}')).with(problems)
}
