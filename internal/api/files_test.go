package api_test

import (
	"archive/zip"
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"testing"
)

type upload struct{ name, content string }

// upload sends files as a form with file inputs.
func (c client) upload(t testing.TB, path string, files ...upload) reply {
	t.Helper()
	return c.uploadForm(t, path, "", files...)
}

func (c client) uploadForm(t testing.TB, path, mode string, files ...upload) reply {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if mode != "" {
		check(t, form.WriteField("mode", mode))
	}
	for _, f := range files {
		head := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="files[]"; filename="` + f.name + `"`}}
		part, err := form.CreatePart(head)
		check(t, err)
		_, err = io.WriteString(part, f.content)
		check(t, err)
	}
	check(t, form.Close())
	return c.do(t, http.MethodPost, path, form.FormDataContentType(), body.String())
}

// archive makes a ZIP.
func archive(t testing.TB, files ...upload) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		entry, err := w.Create(f.name)
		check(t, err)
		_, err = io.WriteString(entry, f.content)
		check(t, err)
	}
	check(t, w.Close())
	return out.String()
}
