package site

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
)

// bodyLimit is how large a form without files may be, in bytes.
const bodyLimit = 4 << 20

// readBody reads what was sent. Of a multipart form it leaves everything from the first file on to the handler, so that
// nobody is kept busy with files before it is known who sends them.
func (r *Request) readBody() error {
	r.Input = jsontree.ParseForm(r.URL.RawQuery)
	body, err := r.body()
	if err != nil {
		return err
	}
	for key, value := range body.All() {
		r.Input.Set(key, value)
	}
	jsontree.Prepare(r.Input)
	return nil
}

func (r *Request) body() (*jsontree.Object, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Body == nil {
		return new(jsontree.Object), nil
	}
	if parts := httpd.Parts(r.Request, r.Site.UploadLimit); parts != nil {
		r.upload = r.Body
		return r.leadingFields(parts)
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, bodyLimit))
	switch {
	case err != nil:
		return nil, err
	case kind == "application/x-www-form-urlencoded":
		r.form = string(data)
		return parseForm(r.form)
	case strings.Contains(kind, "/json"), strings.Contains(kind, "+json"):
		return jsontree.ParseBody(data), nil
	}
	return new(jsontree.Object), nil
}

// leadingFields reads the fields of a multipart form before its first file.
func (r *Request) leadingFields(next func() (*multipart.Part, error)) (*jsontree.Object, error) {
	var form strings.Builder
	for {
		part, err := next()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, Damaged(err)
		}
		if err != nil || part.FileName() != "" {
			r.Parts = startingWith(part, err, next)
			return parseForm(form.String())
		}
		value, err := io.ReadAll(io.LimitReader(part, bodyLimit+1))
		if err != nil {
			return nil, Damaged(err)
		}
		form.WriteString(url.QueryEscape(part.FormName()) + "=" + url.QueryEscape(string(value)) + "&")
		if form.Len() > bodyLimit {
			return nil, errTooLarge
		}
	}
}

// Damaged returns an error for a multipart body that is broken, unless it was cut off because it is too large or did not arrive whole.
func Damaged(err error) error {
	var limit *http.MaxBytesError
	var short *httpd.BodyError
	if errors.As(err, &limit) || errors.As(err, &short) {
		return err
	}
	return statusError{status: http.StatusBadRequest}
}

// startingWith returns what gives the part, or the error, once and goes on with next.
func startingWith(part *multipart.Part, err error, next func() (*multipart.Part, error)) func() (*multipart.Part, error) {
	given := false
	return func() (*multipart.Part, error) {
		if given && err == nil {
			return next()
		}
		given = true
		return part, err
	}
}

// maxValues is how many values a form may send: as many as the largest files of the Expansion mod hold on one page.
const maxValues = 20_000

// parseForm reads an urlencoded form and refuses one of which values would be left out.
func parseForm(text string) (*jsontree.Object, error) {
	if strings.Count(strings.Trim(text, "&"), "&") >= maxValues {
		return nil, errTooLarge
	}
	return jsontree.ParseLongForm(text, maxValues), nil
}
