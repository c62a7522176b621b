package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

func TestGUIEndpointsAnswer(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	for _, client := range []struct {
		name string
		send func(*webtest.Browser, guiEndpoint, string, url.Values, string) webtest.Answer
	}{{"browser", ask}, {"program", askAsProgram}} {
		params := furnishGUI(b, b.Instance(client.name))
		token := b.Token("/profile")
		for _, e := range guiEndpoints(t) {
			answer := client.send(b, e, e.at(params), e.sent(), token)
			e.check(t, client.name, answer)
		}
	}
}

// check demands what the interface promises for a request that is in order.
func (e guiEndpoint) check(t *testing.T, client string, got webtest.Answer) {
	t.Helper()
	want, kind := http.StatusOK, "text/html; charset=utf-8"
	switch {
	case strings.HasSuffix(e.Path, "/ai-preset/generate"):
		kind = "application/json"
	case e.changes():
		want, kind = http.StatusFound, ""
	case strings.HasSuffix(e.Path, "-all"):
		kind = "application/zip"
	case e.downloads():
		kind = "application/json"
	}
	if got.Code != want || kind != "" && got.Header().Get("Content-Type") != kind {
		t.Errorf("%s, %s: %d %q, want %d %q\n%s", e, client, got.Code, got.Header().Get("Content-Type"), want, kind, got.Body)
	}
	if attached := strings.HasPrefix(got.Header().Get("Content-Disposition"), "attachment; filename="); attached != e.downloads() {
		t.Errorf("%s, %s: Content-Disposition %q", e, client, got.Header().Get("Content-Disposition"))
	}
}

// TestGUIEndpointsRefuse: browsers are led back to the form, but for files, single documents and previews; programs get 422.
func TestGUIEndpointsRefuse(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	params := furnishGUI(b, instance)
	token, revisions := b.Token("/profile"), b.Revisions(instance)
	page, program := *b, *b
	page.Header = map[string]string{"Accept": "text/html,*/*;q=0.8"}
	program.Header = map[string]string{"Accept": "application/json"}
	for _, e := range guiEndpoints(t) {
		if !e.changes() || e.Method == http.MethodDelete {
			continue
		}
		want := http.StatusFound
		if e.imports() || e.resource == "ai-loadouts" || strings.HasSuffix(e.Path, "/ai-preset/generate") {
			want = http.StatusUnprocessableEntity
		}
		if got := ask(&page, e, e.at(params), e.refused(), token); got.Code != want {
			t.Errorf("%s: %d, want %d\n%s", e, got.Code, want, got.Body)
		}
		got := askAsProgram(&program, e, e.at(params), e.refused(), token)
		if got.Code != http.StatusUnprocessableEntity || !strings.HasPrefix(got.Body.String(), `{"message":"`) ||
			!strings.Contains(got.Body.String(), `"errors":{"`) {
			t.Errorf("%s as a program: %d %s", e, got.Code, got.Body)
		}
	}
	if now := b.Revisions(instance); now != revisions {
		t.Errorf("what was refused made %d revisions", now-revisions)
	}
}

func TestGUIEndpointsAskForTheToken(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, other, visitor := s.User("Ada", false), s.User("Bo", false), s.Visitor()
	instance := owner.Instance("A")
	params := furnishGUI(owner, instance)
	lost := with(params, "instance", nowhere)
	tokens := []string{"", "wrong", other.Token("/profile")}
	visitor.Token("/login")
	revisions := owner.Revisions(instance)
	for _, e := range guiEndpoints(t) {
		if !e.changes() {
			continue
		}
		for _, token := range tokens {
			for _, b := range []*webtest.Browser{owner, visitor} {
				for _, address := range []string{e.at(params), e.at(lost)} {
					if html, header := ask(b, e, address, e.sent(), token),
						askAsProgram(b, e, address, e.sent(), token); html.Code != 419 || header.Code != 419 {
						t.Errorf("%s with the token %q: %d in the form, %d in the header", e, token, html.Code, header.Code)
					}
				}
			}
		}
	}
	if now := owner.Revisions(instance); now != revisions {
		t.Errorf("forged forms made %d revisions", now-revisions)
	}
}

func TestGUIEndpointsAreTheOwners(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, other := s.User("Ada", false), s.User("Bo", true)
	instance := owner.Instance("A")
	params := furnishGUI(owner, instance)
	token, foreign, revisions := owner.Token("/profile"), other.Token("/profile"), owner.Revisions(instance)
	elsewhere := strings.TrimPrefix(other.Instance("B"), "/instances/")
	for _, e := range guiEndpoints(t) {
		if got := ask(other, e, e.at(params), e.sent(), foreign); got.Code != http.StatusForbidden {
			t.Errorf("%s of another user: %d", e, got.Code)
		}
		for _, name := range e.Params() {
			if got := ask(owner, e, e.at(with(params, name, nowhere)), e.sent(), token); got.Code != http.StatusNotFound {
				t.Errorf("%s without the %s: %d", e, name, got.Code)
			}
		}
		if strings.Contains(e.Path, "/{expansion") {
			if got := ask(other, e, e.at(with(params, "instance", elsewhere)), e.sent(), foreign); got.Code != http.StatusNotFound {
				t.Errorf("%s in another instance: %d", e, got.Code)
			}
		}
	}
	if now := owner.Revisions(instance); now != revisions {
		t.Errorf("others made %d revisions", now-revisions)
	}
}

func TestGUIEndpointsAskForTheSignIn(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, page, program := s.User("Ada", false), s.Visitor(), s.Visitor()
	params := furnishGUI(owner, owner.Instance("A"))
	lost := with(params, "instance", nowhere)
	program.Header = map[string]string{"Accept": "application/json"}
	token := page.Token("/login")
	program.Cookies = page.Cookies
	for _, e := range guiEndpoints(t) {
		for _, address := range []string{e.at(params), e.at(lost)} {
			ask(page, e, address, e.sent(), token).LeadsTo("/login")
			askAsProgram(program, e, address, e.sent(), token).Status(http.StatusUnauthorized).Says(`{"message":"Unauthenticated."}`)
		}
	}
}

// TestGUIEndpointsBeyondTheLimit: imports are refused with 413; a browser that asked for a download stays where it is and is told why.
func TestGUIEndpointsBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, webtest.LimitedTo(5, 0, 1<<20)) // as many uploads as furnishing takes
	b := s.User("Ada", false)
	instance := b.Instance("A")
	params := furnishGUI(b, instance)
	token, revisions := b.Token("/profile"), b.Revisions(instance)
	program := *b
	program.Header = map[string]string{"Accept": "application/json"}
	for _, e := range guiEndpoints(t) {
		address := e.at(params)
		switch {
		case e.imports():
			file := url.Values{e.file.Name: {strings.Replace(e.file.Text, "{", "{ ", 1)}}
			ask(b, e, address, file, token).Status(http.StatusRequestEntityTooLarge).Says("Your plan&#39;s limit of 5 on stored uploads is reached.")
			askAsProgram(&program, e, address, file,
				token).Status(http.StatusRequestEntityTooLarge).Says(`"limit_type":"stored_uploads","current":5,"limit":5}`)
		case e.downloads():
			b.Get(address).LeadsTo(instance)
			b.Get(instance).Says("Your plan&#39;s limit of 0 on stored generated files is reached.")
			program.Get(address).Status(http.StatusRequestEntityTooLarge).Says(`"limit_type":"stored_generates","current":0,"limit":0}`)
		}
	}
	if now := b.Revisions(instance); now != revisions {
		t.Errorf("beyond the limit %d revisions were made", now-revisions)
	}
}

// TestGUIEndpointsRequireTheName: a PUT without it is refused, and nothing is renamed or changed.
func TestGUIEndpointsRequireTheName(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	params := furnishGUI(b, instance)
	token, revisions := b.Token("/profile"), b.Revisions(instance)
	program := b.Accepting("application/json")
	tried := 0
	for _, e := range guiEndpoints(t) {
		if e.Method != http.MethodPut || !e.create.Has("name") || e.Params()[len(e.Params())-1] == "item" {
			continue
		}
		tried++
		form := e.form()
		for _, name := range [][]string{nil, {""}, {" "}} {
			form["name"] = name
			askAsProgram(program, e, e.at(params), form,
				token).Status(http.StatusUnprocessableEntity).Says(`"errors":{"name":["The name field is required."]}`)
		}
	}
	if now := b.Revisions(instance); tried != 4 || now != revisions {
		t.Errorf("%d endpoints made %d revisions", tried, now-revisions)
	}
}
