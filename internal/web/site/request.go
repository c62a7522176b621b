package site

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// bodyLimit is how large a form without files may be, in bytes.
const bodyLimit = 4 << 20

// Request is a request with its session and what it sent.
type Request struct {
	*http.Request
	Site       *Site
	User       *account.User                   // nil for a visitor
	Input      *jsontree.Object                // the query with the form laid over it, trimmed and with empty texts as null
	form       string                          // an urlencoded body as it came
	Parts      func() (*multipart.Part, error) // what a multipart form holds from its first file on; nil for other bodies
	upload     io.Reader                       // a multipart body without its limit
	Flashed    *Flash                          // of the request before, once it was asked for
	program    bool                            // the answer is JSON, whatever the client accepts
	Instance   instance
	referables map[*record.Resource]referable
}

// Handler answers a request, with an error that failure turns into a page where it cannot.
type Handler func(ctx context.Context, r *Request) (Response, error)

// Param returns a parameter of the route.
func (r *Request) Param(name string) string { return chi.URLParam(r.Request, name) }

// Text returns what was sent under name, or "".
func (r *Request) Text(name string) string {
	value, _ := r.Input.Get(name)
	return ui.TextOf(value)
}

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

// verb is the method that counts: a POST may name another one, as browsers' forms know no PUT or DELETE.
func (r *Request) verb() string {
	switch r.Method {
	case http.MethodHead:
		return http.MethodGet
	case http.MethodPost:
		return r.namedVerb()
	}
	return r.Method
}

func (r *Request) namedVerb() string {
	verb := r.Header.Get("X-HTTP-Method-Override")
	if verb == "" {
		verb = r.Text("_method")
	}
	verb = strings.ToUpper(verb)
	if verb == "" || strings.Trim(verb, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return http.MethodPost
	}
	return verb
}

// changes reports whether the request may change something, as opposed to one that only reads.
func (r *Request) changes() bool {
	verb := r.verb()
	return verb != http.MethodGet && verb != http.MethodOptions
}
