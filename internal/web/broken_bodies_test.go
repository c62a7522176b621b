package web

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"testing"
	"testing/iotest"
)

// cutting returns the browser with a connection that breaks off when the given part of a body has been sent.
func (b *browser) cutting(part float64) *browser {
	broken, other := *b, *b.testSite
	other.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		whole, _ := io.ReadAll(r.Body)
		sent := whole[:int(float64(len(whole))*part)]
		r.Body = io.NopCloser(io.MultiReader(bytes.NewReader(sent), iotest.ErrReader(io.ErrUnexpectedEOF)))
		b.handler.ServeHTTP(w, r)
	})
	broken.testSite = &other
	return &broken
}

// TestFormsThatDoNotArriveWhole: whatever is sent to whatever page, half of it does nothing.
func TestFormsThatDoNotArriveWhole(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	params := b.furnishGUI(instance)
	token, revisions := b.token("/profile"), b.revisions(instance)
	for _, part := range []float64{0, 0.5, 0.95, 1} {
		broken := b.cutting(part)
		for _, e := range guiEndpoints(t) {
			if e.changes() {
				broken.ask(e, e.at(params), e.sent(), token).status(http.StatusBadRequest)
				broken.askAsProgram(e, e.at(params), e.sent(), token).status(http.StatusBadRequest)
			}
		}
		for _, p := range s.recordPages() {
			broken.send(http.MethodPost, instance+"/"+p.Resource.Path, url.Values{"_token": {token}, "name": {"A"}}).status(http.StatusBadRequest)
		}
		broken.send(http.MethodPost, instance, url.Values{"_token": {token}, "_method": {"DELETE"}}).status(http.StatusBadRequest)
		broken.importing(instance, map[string]string{"_token": token}, uploaded{"messages.xml", "<messages/>"}).status(http.StatusBadRequest)
	}
	if now := b.revisions(instance); now != revisions {
		t.Errorf("what did not arrive made %d revisions", now-revisions)
	}
	b.get(instance).status(http.StatusOK)
}

// TestABodyThatDoesNotArriveWholeIsTold in the form that the client reads.
func TestABodyThatDoesNotArriveWholeIsTold(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false).cutting(0.5)
	form := url.Values{"name": {"A"}}
	b.send(http.MethodPost, "/instances", form).status(http.StatusBadRequest).says("Bad Request")
	b.header = map[string]string{"Accept": "application/json"}
	b.send(http.MethodPost, "/instances", form).status(http.StatusBadRequest).says(`{"message":"The request was interrupted before all of it arrived."}`)
}
