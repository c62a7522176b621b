package site

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/httpd"
	"quartermaster/internal/outage"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

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

// respond writes what a handler returned.
func (s *Site) respond(w http.ResponseWriter, r *Request, answer Response, err error) {
	if err != nil {
		answer = s.failure(r, err)
	}
	for name, value := range answer.Header {
		w.Header().Set(name, value)
	}
	r.complete(&answer)
	if err := r.storeSession(w); err != nil && (r.changes() || !errors.Is(err, outage.ErrFull)) {
		s.answerError(w, r.Request, err)
		return
	}
	r.discardUpload()
	s.write(w, r, answer)
}

func (s *Site) write(w http.ResponseWriter, r *Request, answer Response) {
	switch {
	case answer.Location != "":
		w.Header().Set("Cache-Control", ui.CachePrivate)
		http.Redirect(w, r.Request, httpd.InfoOf(r.Context()).BaseURL+answer.Location, answer.Status)
	case answer.Write != nil:
		s.stream(w, r, answer)
	case answer.JSON != nil:
		writeJSON(w, answer.status(), answer.JSON)
	default:
		if err := s.Renderer.Render(w, r.Request, answer.status(), answer.Page, answer.View); err != nil {
			s.log(r.Request, err)
			s.bare(w, r.Request, http.StatusInternalServerError)
		}
	}
}

func (a Response) status() int {
	if a.Status == 0 {
		return http.StatusOK
	}
	return a.Status
}

// stream cuts the connection when writing fails half way: nobody must take half a file for a whole one.
func (s *Site) stream(w http.ResponseWriter, r *Request, answer Response) {
	w.Header().Set("Cache-Control", ui.CachePrivate)
	if err := answer.Write(w); err != nil {
		s.log(r.Request, err)
		panic(http.ErrAbortHandler)
	}
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", ui.CachePrivate)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// complete gives a page what every page shows. A visitor's page has a CSRF token, and with it a session, only where there
// is a form to send.
func (r *Request) complete(answer *Response) {
	page := answer.Page
	if page == nil {
		return
	}
	if page.Path == "" {
		page.Path = r.URL.Path
	}
	if _, isError := answer.View.(pages.Error); !isError {
		page.Notices = append(r.Flash().Notices, page.Notices...)
	}
	if _, isForm := answer.View.(ui.FormView); isForm || r.User != nil {
		page.Token = maskToken(r.token(r.Context()))
	}
	if r.User != nil {
		page.User = &ui.User{Name: r.User.Name, Admin: r.User.IsAdmin}
	}
}

// discardUpload reads on through files that nobody asked for, up to a bound: browsers show an answer only when they could
// send all that they had to say.
func (r *Request) discardUpload() {
	if r.upload != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(r.upload, 2*r.Site.UploadLimit))
	}
}

// Back leads to the page that the form was sent from, if the browser names it and it is one of this site, else to path.
func (r *Request) Back(path string) Response {
	from, err := url.Parse(r.sentFrom())
	if err != nil || from.Host == "" || from.Scheme+"://"+from.Host != httpd.InfoOf(r.Context()).BaseURL {
		return Redirect(path)
	}
	return Redirect((&url.URL{Path: from.Path, RawPath: from.RawPath, RawQuery: from.RawQuery}).RequestURI())
}

// Invalid answers a form with errors: it is shown again, at path unless the browser says where it came from, with the
// errors and what was entered.
func (r *Request) Invalid(form, path string, problems validate.Errors) Response {
	if r.ExpectsJSON() {
		return Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}
	}
	r.KeepInput(form, problems)
	return r.Back(path)
}

// ExpectsJSON reports whether the client is a program that reads JSON.
func (r *Request) ExpectsJSON() bool { return expectsJSON(r.Request) }

// expectsJSON reports whether the client is a program that reads JSON: by the type that it accepts first, or because it
// accepts any and says that it is a script.
func expectsJSON(r *http.Request) bool {
	first := preferred(r.Header.Get("Accept"))
	if strings.Contains(first, "/json") || strings.Contains(first, "+json") {
		return true
	}
	script := r.Header.Get("X-Requested-With") == "XMLHttpRequest" && r.Header.Get("X-PJAX") == ""
	return script && (first == "" || first == "*/*" || first == "*")
}

// preferred returns the media type of an Accept header with the highest weight; of equal ones the first.
func preferred(accept string) string {
	type weighted struct {
		kind   string
		weight float64
	}
	var list []weighted
	for entry := range strings.SplitSeq(strings.ToLower(accept), ",") {
		kind, params, _ := mime.ParseMediaType(entry)
		weight, err := strconv.ParseFloat(params["q"], 64)
		if err != nil {
			weight = 1
		}
		list = append(list, weighted{kind, weight})
	}
	slices.SortStableFunc(list, func(a, b weighted) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	return list[0].kind
}
