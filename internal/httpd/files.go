package httpd

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
)

// FileForm receives the files and fields of a form.
type FileForm interface {
	Receive(name string, content io.Reader) error
	Set(field, value string)
}

// ReadFiles reads the parts of a multipart body, as Parts returns them: those called files[], files or file are files, whose names
// include folders, and the others are fields. It returns the errors of next and of the form.
func ReadFiles(next func() (*multipart.Part, error), form FileForm) error {
	for {
		part, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = readPart(part, form)
		}
		if err != nil {
			return err
		}
	}
}

func readPart(part *multipart.Part, form FileForm) error {
	switch part.FormName() {
	case "file", "files", "files[]":
		if name := fileName(part); name != "" { // a control in which no file was chosen sends an empty one without a name
			return form.Receive(name, part)
		}
		return nil
	}
	value, err := io.ReadAll(part)
	if err == nil {
		form.Set(part.FormName(), string(value))
	}
	return err
}

// fileName returns the file's name with its folders, which part.FileName removes.
func fileName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return part.FileName()
	}
	return params["filename"]
}
