package site

import (
	"context"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// Request is an HTTP request with its session, its user and its input.
type Request struct {
	*http.Request
	Site       *Site
	User       *account.User                   // nil for a visitor
	Input      *jsontree.Object                // the query and the form; the form wins. Texts are trimmed, and null if empty
	form       string                          // an urlencoded body, undecoded
	Parts      func() (*multipart.Part, error) // reads a multipart form from its first file on; nil for other bodies
	upload     io.Reader                       // a multipart body, without its limit
	flashed    *Flash                          // what the request before has left, once it is read
	program    bool                            // errors are answered with JSON, whatever the client accepts
	Instance   Instance
	made       *store.Made // the revisions that the request has made; nil for one that makes none
	referables map[*record.Resource]referable
}

// Handler answers a request. Errors become error pages, or JSON.
type Handler func(ctx context.Context, r *Request) (Response, error)

// Param returns a parameter of the route.
func (r *Request) Param(name string) string { return chi.URLParam(r.Request, name) }

// Text returns an input, or "".
func (r *Request) Text(name string) string {
	value, _ := r.Input.Get(name)
	return ui.TextOf(value)
}

// Untrimmed returns a text of an urlencoded form as it was sent, or "".
func (r *Request) Untrimmed(name string) string {
	form, err := parseForm(r.form)
	if err != nil {
		return "" // which has ended the request already
	}
	value, _ := form.Get(name)
	return ui.TextOf(value)
}

// verb returns the method that routes go by: a POST may name another one, since forms of browsers send no PUT or DELETE.
func (r *Request) verb() string {
	switch r.Method {
	case http.MethodHead:
		return http.MethodGet
	case http.MethodPost:
		return httpd.Overridden(r.Request, r.Text(httpd.MethodMember))
	}
	return r.Method
}

// changes reports whether the request may change something.
func (r *Request) changes() bool {
	verb := r.verb()
	return verb != http.MethodGet && verb != http.MethodOptions
}

// Response answers a request with one of: a redirect, a stream, JSON, a page, or a View without a Page, which is a part of one.
type Response struct {
	Status   int // 200 if 0
	Page     *ui.Page
	View     ui.View
	Location string // path to redirect to
	Away     string // address of another site to redirect to
	Cookies  []*http.Cookie
	JSON     []byte
	Write    func(w http.ResponseWriter) error
	Header   map[string]string
}

// isPart reports whether the view is a part of a page, which a script puts into one.
func (a Response) isPart() bool { return a.View != nil && (a.Page == nil || a.Page.Title == "") }

// Redirect answers with another page of the site.
func Redirect(path string) Response { return Response{Status: http.StatusFound, Location: path} }

func (a Response) status() int {
	if a.Status == 0 {
		return http.StatusOK
	}
	return a.Status
}

// Instance is the instance of the route.
type Instance struct {
	Row   record.Row
	Scope store.Scope
	URL   string // of its overview
}

// Name returns what the instance is called.
func (p Instance) Name() string { return record.Instances.TitleOf(p.Row) }

// Text returns a text field of the instance, or "".
func (p Instance) Text(field string) string {
	text, _ := p.Row[record.Instances.Index(field)].(string)
	return text
}

// RevisionURL returns the address of a revision.
func (p Instance) RevisionURL(number int64) string {
	return p.URL + "/history/" + strconv.FormatInt(number, 10)
}

// JobURL returns the address of a job.
func (p Instance) JobURL(sid string) string { return p.URL + "/jobs/" + sid }

// UndoURL returns where a form undoes revisions in a row, as long as nothing has been changed since the newest that was seen.
func (p Instance) UndoURL(first, last, seen int64) string {
	url := p.RevisionURL(last) + "/undo?seen=" + strconv.FormatInt(seen, 10)
	if first < last {
		url += "&from=" + strconv.FormatInt(first, 10)
	}
	return url
}

// Scope returns what the user has of the instance of the route or, where it has none, of what is his.
func (r *Request) Scope() store.Scope {
	if r.Instance.Scope.InstanceID == 0 {
		return store.Scope{UserID: r.User.ID, Shared: true}
	}
	return r.Instance.Scope
}

// Flash is what one request leaves for the page after it.
type Flash struct {
	Notices  []ui.Notice
	Form     string // the id of the form that had errors
	Problems validate.Errors
	Doubts   validate.Errors // what is unusual about it
	Input    json.RawMessage // what was entered into it
}

// referable holds the records of a resource as options, by name, and their names by id.
type referable struct {
	options []ui.Option
	names   map[int64]string
}
