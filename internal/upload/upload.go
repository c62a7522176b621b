// Package upload takes game files in over HTTP and hands them out.
package upload

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strconv"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/outage"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
)

// Intake takes in what is uploaded; see stored.Intake.
type Intake interface {
	Rehearse()
	Receive(path string, content io.Reader) error
	Load(ctx context.Context) ([][]byte, error)
	Store(ctx context.Context) error
	Batch() string
	Withdraw(ctx context.Context) error
	Close() error
}

// Form is an import as a client asks for it. Whoever has made it closes it.
type Form struct {
	Intake Intake            // takes in what is uploaded; nil for a form without files
	Files  []mission.Upload  // what was uploaded, ZIPs among it; what they hold is there after Load
	Fields map[string]string // what was sent beside the files
}

// Read reads the parts of a multipart body, as next gives them until io.EOF: one or more files (files[], files or file)
// and fields. What is wrong with the body comes back as validate.Errors, one that is larger than its http.MaxBytesReader
// allows as the *http.MaxBytesError, one that did not arrive whole as the *httpd.BodyError, and one that the user has no room for as the stored.LimitError.
func (f *Form) Read(next func() (*multipart.Part, error)) error {
	for {
		part, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return broken(err)
		}
		if err := f.add(part); err != nil {
			return err
		}
	}
}

// Load waits until it is this upload's turn and brings what its files hold into memory, until Close.
func (f *Form) Load(ctx context.Context) error {
	if f.Intake == nil {
		return nil
	}
	contents, err := f.Intake.Load(ctx)
	if err != nil {
		return err
	}
	for i, content := range contents {
		f.Files[i].Data = content
	}
	return nil
}

// Close lets the next upload have its turn. What was received and is not stored is gone.
func (f *Form) Close() error {
	if f.Intake == nil {
		return nil
	}
	f.Files = nil
	return f.Intake.Close()
}

// Order returns what was asked for, once it and the files are found to be sound: an import, of which the fields mode, dry_run
// and async tell how it is to be done. What is wrong comes back as validate.Errors.
func (f *Form) Order() (imports.Order, error) {
	o := imports.Order{Files: f.Files, Mode: mission.Mode(cmp.Or(f.Fields["mode"], string(mission.Merge)))}
	if o.Mode != mission.Merge && o.Mode != mission.Replace {
		return o, problem("mode", "The selected mode is invalid.")
	}
	var err error
	if o.DryRun, err = f.flag("dry_run"); err != nil {
		return o, err
	}
	if o.Queued, err = f.flag("async"); err != nil {
		return o, err
	}
	size, err := archive.Measure(f.Files)
	if err != nil {
		return o, problem("files", err.Error()+".")
	}
	if size.Files == 0 {
		return o, problem("files", "The files field is required.")
	}
	o.Queued = o.Queued || imports.IsLarge(size)
	return o, nil
}

func (f *Form) flag(name string) (bool, error) {
	switch f.Fields[name] {
	case "", "0", "false":
		return false, nil
	case "1", "true":
		return true, nil
	}
	return false, problem(name, "The "+strings.ReplaceAll(name, "_", " ")+" field must be true or false.")
}

// Import stores what was uploaded and carries the order out. Of a dry run, and when no file could be imported, nothing stays
// stored.
func (f *Form) Import(ctx context.Context, service *imports.Service, scope store.Scope, o imports.Order) (imports.Outcome, error) {
	if o.DryRun {
		return service.Import(ctx, scope, o)
	}
	if err := f.Intake.Store(ctx); err != nil {
		return imports.Outcome{}, err
	}
	o.Batch = f.Intake.Batch()
	done, err := service.Import(ctx, scope, o)
	if err != nil || done.Job == "" && done.Result.Failed() {
		err = errors.Join(err, f.Intake.Withdraw(ctx))
	}
	return done, err
}

func (f *Form) add(part *multipart.Part) error {
	switch part.FormName() {
	case "file", "files", "files[]":
		return f.addFile(part)
	}
	value, err := io.ReadAll(part)
	if err != nil {
		return broken(err)
	}
	f.set(part.FormName(), string(value))
	return nil
}

func (f *Form) set(name, value string) {
	if f.Fields == nil {
		f.Fields = map[string]string{}
	}
	f.Fields[name] = value
}

// addFile takes one upload in; a file input that nothing was chosen in sends an empty one without a name.
func (f *Form) addFile(part *multipart.Part) error {
	name := fileName(part)
	if name == "" {
		return nil
	}
	return f.Receive(name, part)
}

// Receive takes in a file of that name. Where it is known by then that the import is a dry run, no limit of the plan holds.
func (f *Form) Receive(name string, content io.Reader) error {
	if dry, err := f.flag("dry_run"); err == nil && dry {
		f.Intake.Rehearse()
	}
	if err := f.Intake.Receive(name, content); err != nil {
		return broken(err)
	}
	f.Files = append(f.Files, mission.Upload{Path: name})
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

// broken tells a body that is cut off or damaged from one that is too large.
func broken(err error) error {
	var limit *http.MaxBytesError
	var short *httpd.BodyError
	var full stored.LimitError
	if errors.As(err, &limit) || errors.As(err, &short) || errors.As(err, &full) {
		return err
	}
	if errors.Is(err, outage.ErrFull) || errors.Is(err, outage.ErrUnavailable) {
		return err // of the disk on which files wait
	}
	return problem("files", "The files field could not be read: the upload is incomplete or damaged.")
}

// Attach sets the headers of a download of size bytes.
func Attach(w http.ResponseWriter, name string, size int64) {
	kind := map[string]string{".xml": "application/xml", ".json": "application/json", ".zip": "application/zip"}[path.Ext(name)]
	if kind == "" {
		kind = "text/plain; charset=UTF-8"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
}
