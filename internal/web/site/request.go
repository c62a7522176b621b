package site

import (
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// Request is a request with its session and what it sent.
type Request struct {
	*http.Request
	Site       *Site
	User       *account.User                   // nil for a visitor
	Input      *jsontree.Object                // the query with the form laid over it, trimmed and with empty texts as null
	form       string                          // an urlencoded body as it came
	Parts      func() (*multipart.Part, error) // what a multipart form holds from its first file on; nil for other bodies
	upload     io.Reader                       // a multipart body without its limit
	flashed    *Flash                          // of the request before, once it was asked for
	program    bool                            // the answer is JSON, whatever the client accepts
	Instance   Instance
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

// Response is the answer of a handler: a page, a redirect, JSON text or a stream.
type Response struct {
	Status   int // 200 when 0
	Page     *ui.Page
	View     ui.View
	Location string // path of a redirect
	JSON     []byte
	Write    func(w http.ResponseWriter) error
	Header   map[string]string // what the answer carries along
}

// Redirect sends the browser to another page of the site.
func Redirect(path string) Response { return Response{Status: http.StatusFound, Location: path} }

func (a Response) status() int {
	if a.Status == 0 {
		return http.StatusOK
	}
	return a.Status
}

// Instance is the instance that a route is about.
type Instance struct {
	Row   record.Row
	Scope store.Scope
	URL   string // of its overview
}

// Name returns what the instance is called.
func (p Instance) Name() string { return record.Instances.TitleOf(p.Row) }

// Text returns a field of the instance, or "".
func (p Instance) Text(field string) string {
	text, _ := p.Row[record.Instances.Index(field)].(string)
	return text
}

// Scope says whose records the request sees.
func (r *Request) Scope() store.Scope {
	scope := r.Instance.Scope
	scope.UserID = r.User.ID
	return scope
}

// Flash is left by one request for the page after it.
type Flash struct {
	Notices  []ui.Notice
	Form     string // the id of the form that had errors
	Problems validate.Errors
	Input    json.RawMessage // what was entered into it
}

// referable are the records of a resource that the user can choose from, by name, and their names by id.
type referable struct {
	options []ui.Option
	names   map[int64]string
}
