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
	"quartermaster/internal/serverlog"
)

// bodyLimit bounds a form without files, in bytes.
const bodyLimit = 4 << 20

// TextPath is where texts of files are edited, below an instance, and textLimit bounds a form with one, in bytes.
const (
	TextPath  = "/texts"
	textLimit = 32 << 20
)

// LogPath is where logs of servers are sent to, below an instance.
const LogPath = "/lint/logs"

// readBody reads the query and the form into Input. It stops at the first file of a multipart form: the handler reads the rest
// once the guards know who sends it.
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
	if parts := httpd.Parts(r.Request, r.uploadLimit()); parts != nil {
		r.upload = r.Body
		return r.leadingFields(parts)
	}
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, r.formLimit()))
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

// formLimit bounds a form without files, in bytes. Texts of files are large, and larger while they travel.
func (r *Request) formLimit() int64 {
	if strings.HasPrefix(routePath(r.Request), "/instances/") && strings.Contains(routePath(r.Request), TextPath+"/") {
		return textLimit
	}
	return bodyLimit
}

// uploadLimit bounds a form with files, in bytes. Logs of servers are large, and read while they arrive.
func (r *Request) uploadLimit() int64 {
	if strings.HasSuffix(routePath(r.Request), LogPath) {
		return serverlog.MaxSize
	}
	return r.Site.UploadLimit
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

// Damaged turns an error of a multipart reader into a 400, unless the body was too large or did not arrive whole.
func Damaged(err error) error {
	var limit *http.MaxBytesError
	var short *httpd.BodyError
	if errors.As(err, &limit) || errors.As(err, &short) {
		return err
	}
	return statusError{status: http.StatusBadRequest}
}

// startingWith puts a part that was read already, or the error, before those that next returns.
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

// maxValues bounds the values of a form. The largest files of the Expansion mod have nearly as many on one page.
const maxValues = 20_000

// parseForm reads an urlencoded form. It returns errTooLarge for one with more than maxValues.
func parseForm(text string) (*jsontree.Object, error) {
	if strings.Count(strings.Trim(text, "&"), "&") >= maxValues {
		return nil, errTooLarge
	}
	return jsontree.ParseLongForm(text, maxValues), nil
}
