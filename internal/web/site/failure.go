package site

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// failure returns the answer to an error, and logs what the client must not see.
func (s *Site) failure(r *Request, err error) Response {
	public, ok := publicError(err)
	switch {
	case ok:
	case r.Context().Err() != nil: // the client has gone
		public = statusError{status: http.StatusBadRequest}
	default:
		s.log(r.Request, err)
	}
	if r.program || r.ExpectsJSON() {
		return Response{Status: public.status, JSON: public.body(), Header: public.header}
	}
	view := pages.NewError(public.status, r.wayOut())
	view.Text = cmp.Or(public.text, view.Text)
	if public.status == pages.PageExpired {
		view = view.Offering(r.resend())
	}
	if errors.Is(err, store.ErrReviewed) {
		view = r.offerDraft(view)
	}
	return Response{Status: public.status, Page: &ui.Page{Title: view.Title}, View: view, Header: public.header}
}

// offerDraft says what to do instead of a change that has to be approved, and asks those who manage the instance why it cannot wait.
func (r *Request) offerDraft(view pages.Error) pages.Error {
	view.Title = "Changes are reviewed"
	view.Text = store.ErrReviewed.Error() + " Nothing was saved."
	view.Links = []ui.Link{{Label: "Try it in a draft", URL: r.Instance.URL + "/drafts"}, {Label: "Back to the instance", URL: r.Instance.URL}}
	if r.May(access.Manage) {
		view = view.Overriding(r.resend())
	}
	return view
}

// wayOut returns the link of an error page.
func (r *Request) wayOut() ui.Link {
	if r.User == nil {
		return ui.Link{Label: "Back to the home page", URL: "/"}
	}
	return ui.Link{Label: "Back to your instances", URL: "/instances"}
}

// log logs a failure, unless the client has gone.
func (s *Site) log(r *http.Request, err error) {
	if r.Context().Err() == nil {
		s.Logger.ErrorContext(r.Context(), "request failed", "id", httpd.InfoOf(r.Context()).ID, "path", r.URL.Path, "error", err)
	}
}

// bare answers with an error page, without a session.
func (s *Site) bare(w http.ResponseWriter, r *http.Request, status int) {
	if expectsJSON(r) {
		writeJSON(w, status, messageJSON(status))
		return
	}
	view := pages.NewError(status, ui.Link{Label: "Back to the home page", URL: "/"})
	if err := s.Renderer.Render(w, r, status, &ui.Page{Title: view.Title, Path: r.URL.Path}, view); err != nil {
		s.log(r, err)
	}
}

// answerError answers an error that leaves no session.
func (s *Site) answerError(w http.ResponseWriter, r *http.Request, err error) {
	public, ok := publicError(err)
	if !ok {
		s.log(r, err)
	}
	for name, value := range public.header {
		w.Header().Set(name, value)
	}
	s.bare(w, r, public.status)
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", ui.CachePrivate)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
