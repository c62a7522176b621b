package webtest

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
)

// UploadAs sends files in a field of a form, with a token.
func (b *Browser) UploadAs(field, address string, file url.Values, token string) Answer {
	b.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if token != "" {
		_ = form.WriteField("_token", token)
	}
	for name, text := range file {
		part, err := form.CreateFormFile(field, name)
		if err != nil {
			b.TB.Fatal(err)
		}
		_, _ = io.WriteString(part, text[0])
	}
	_ = form.Close()
	request := httptest.NewRequest(http.MethodPost, "http://qm.test"+address, &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.Do(request)
}
