// Package upload takes game files in over HTTP and hands them out.
package upload

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"

	"quartermaster/internal/mission"
	"quartermaster/internal/validate"
)

// Form is an import as a client asks for it.
type Form struct {
	Files  []mission.Upload
	Fields map[string]string // what was sent beside the files
}

// Read reads the parts of a multipart body, as next gives them until io.EOF: one or more files (files[], files or file;
// ZIPs are expanded) and fields. What is wrong with the body comes back as validate.Errors, and one that is larger than
// its http.MaxBytesReader allows as the *http.MaxBytesError.
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

// Mode returns the mode that was asked for, mission.Merge when none was, once it and the files are found to be there.
// What is missing comes back as validate.Errors.
func (f *Form) Mode() (mission.Mode, error) {
	mode := mission.Mode(f.Fields["mode"])
	if mode == "" {
		mode = mission.Merge
	}
	if mode != mission.Merge && mode != mission.Replace {
		return mode, problem("mode", "The selected mode is invalid.")
	}
	if len(f.Files) == 0 {
		return mode, problem("files", "The files field is required.")
	}
	return mode, nil
}

func (f *Form) add(part *multipart.Part) error {
	data, err := io.ReadAll(part)
	if err != nil {
		return broken(err)
	}
	switch name := part.FormName(); name {
	case "file", "files", "files[]":
		return f.addFile(mission.Upload{Path: fileName(part), Data: data})
	default:
		f.set(name, string(data))
	}
	return nil
}

func (f *Form) set(name, value string) {
	if f.Fields == nil {
		f.Fields = map[string]string{}
	}
	f.Fields[name] = value
}

// addFile keeps one upload; a file input that nothing was chosen in sends an empty one without a name.
func (f *Form) addFile(u mission.Upload) error {
	if u.Path == "" {
		return nil
	}
	files, err := mission.Expand(u)
	if err != nil {
		return problem("files", err.Error()+".")
	}
	f.Files = append(f.Files, files...)
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

// broken tells a body that is too large from one that is cut off or damaged.
func broken(err error) error {
	var limit *http.MaxBytesError
	if errors.As(err, &limit) {
		return err
	}
	return problem("files", "The files field could not be read: the upload is incomplete or damaged.")
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
