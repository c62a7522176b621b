package web_test

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"testing"
	"testing/iotest"

	"quartermaster/internal/web/webtest"
)

// cutting returns the browser with a connection that breaks off when the given part of a body has been sent.
func cutting(b *webtest.Browser, part float64) *webtest.Browser {
	broken, other := *b, *b.Site
	other.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		whole, _ := io.ReadAll(r.Body)
		sent := whole[:int(float64(len(whole))*part)]
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(sent), iotest.ErrReader(io.ErrUnexpectedEOF)))
		b.Handler.ServeHTTP(w, r)
	})
	broken.Site = &other
	return &broken
}

// TestFormsThatDoNotArriveWhole: whatever is sent to whatever page, half of it does nothing.
func TestFormsThatDoNotArriveWhole(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	params := furnishGUI(b, instance)
	token, revisions := b.Token("/profile"), b.Revisions(instance)
	for _, part := range []float64{0, 0.5, 0.95, 1} {
		broken := cutting(b, part)
		for _, e := range guiEndpoints(t) {
			if e.changes() {
				ask(broken, e, e.at(params), e.sent(), token).Status(http.StatusBadRequest)
				askAsProgram(broken, e, e.at(params), e.sent(), token).Status(http.StatusBadRequest)
			}
		}
		for _, p := range s.RecordPages() {
			broken.Send(http.MethodPost, instance+"/"+p.Resource.Path, url.Values{"_token": {token}, "name": {"A"}}).Status(http.StatusBadRequest)
		}
		broken.Send(http.MethodPost, instance, url.Values{"_token": {token}, "_method": {"DELETE"}}).Status(http.StatusBadRequest)
		broken.Import(instance, map[string]string{"_token": token}, webtest.File{
			Name: "messages.xml", Text: "<messages/>",
		}).Status(http.StatusBadRequest)
	}
	if now := b.Revisions(instance); now != revisions {
		t.Errorf("what did not arrive made %d revisions", now-revisions)
	}
	b.Get(instance).Status(http.StatusOK)
}

// TestABodyThatDoesNotArriveWholeIsTold in the form that the client reads.
func TestABodyThatDoesNotArriveWholeIsTold(t *testing.T) {
	t.Parallel()
	b := cutting(webtest.Open(t).User("Ada", false), 0.5)
	form := url.Values{"name": {"A"}}
	b.Send(http.MethodPost, "/instances", form).Status(http.StatusBadRequest).Says("Bad Request")
	b.Header = map[string]string{"Accept": "application/json"}
	b.Send(http.MethodPost, "/instances",
		form).Status(http.StatusBadRequest).Says(`{"message":"The request was interrupted before all of it arrived."}`)
}
