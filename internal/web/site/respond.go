package site

import (
	"errors"
	"io"
	"net/http"

	"quartermaster/internal/httpd"
	"quartermaster/internal/outage"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// respond writes the response of a handler, or the answer to its error.
func (s *Site) respond(w http.ResponseWriter, r *Request, answer Response, err error) {
	if err != nil {
		answer = s.failure(r, err)
	}
	for name, value := range answer.Header {
		w.Header().Set(name, value)
	}
	for _, cookie := range answer.Cookies {
		http.SetCookie(w, cookie)
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
	case answer.Away != "":
		w.Header().Set("Cache-Control", ui.CachePrivate)
		http.Redirect(w, r.Request, answer.Away, http.StatusFound)
	case answer.Location != "":
		w.Header().Set("Cache-Control", ui.CachePrivate)
		http.Redirect(w, r.Request, httpd.InfoOf(r.Context()).BaseURL+answer.Location, answer.Status)
	case answer.Write != nil:
		s.stream(w, r, answer)
	case answer.JSON != nil:
		writeJSON(w, answer.status(), answer.JSON)
	default:
		if err := s.draw(w, r, answer); err != nil {
			s.log(r.Request, err)
			s.bare(w, r.Request, http.StatusInternalServerError)
		}
	}
}

func (s *Site) draw(w http.ResponseWriter, r *Request, answer Response) error {
	if answer.isPart() {
		return s.Renderer.RenderPart(w, r.Request, answer.Page, answer.View)
	}
	return s.Renderer.Render(w, r.Request, answer.status(), answer.Page, answer.View)
}

// stream sends what a handler writes, or the answer to what has failed before it is sent.
func (s *Site) stream(w http.ResponseWriter, r *Request, answer Response) {
	w.Header().Set("Cache-Control", ui.CachePrivate)
	httpd.Stream(w, answer.Write, func(err error) { s.answerError(w, r.Request, err) }, func(err error) { s.log(r.Request, err) })
}

// complete adds what every page shows. A visitor's page gets a CSRF token, and with it a session, only if it has a form.
func (r *Request) complete(answer *Response) {
	page := answer.Page
	if answer.isPart() {
		answer.Page = &ui.Page{Token: maskToken(r.token(r.Context())), Path: r.URL.Path, Leads: r.leads()}
		return
	}
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
		page.Same = r.token(r.Context())
		page.Token = maskToken(page.Same)
	}
	page.Leads, page.Comments = r.leads(), r.discussed(page)
	if r.User != nil {
		page.User = &ui.User{Name: r.User.Name, Admin: r.User.IsAdmin}
	}
}

// discardUpload reads files that no handler wanted, up to a bound: browsers show an answer only after they have sent everything.
func (r *Request) discardUpload() {
	if r.upload != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(r.upload, 2*r.Site.UploadLimit))
	}
}
