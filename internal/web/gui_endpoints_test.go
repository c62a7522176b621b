package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// The tests of this file go over all endpoints of surface C, as the table lists them.

func TestGUIEndpointsAnswer(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	for _, client := range []struct {
		name string
		send func(*browser, guiEndpoint, string, url.Values, string) answer
	}{{"browser", (*browser).ask}, {"program", (*browser).askAsProgram}} {
		params := b.furnishGUI(b.instance(client.name))
		token := b.token("/profile")
		for _, e := range guiEndpoints(t) {
			answer := client.send(b, e, e.at(params), e.sent(), token)
			e.check(t, client.name, answer)
		}
	}
}

// check demands what the interface promises for a request that is in order.
func (e guiEndpoint) check(t *testing.T, client string, got answer) {
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
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	params := b.furnishGUI(instance)
	token, revisions := b.token("/profile"), b.revisions(instance)
	page, program := *b, *b
	page.header = map[string]string{"Accept": "text/html,*/*;q=0.8"}
	program.header = map[string]string{"Accept": "application/json"}
	for _, e := range guiEndpoints(t) {
		if !e.changes() || e.Method == http.MethodDelete {
			continue
		}
		want := http.StatusFound
		if e.imports() || e.resource == "ai-loadouts" || strings.HasSuffix(e.Path, "/ai-preset/generate") {
			want = http.StatusUnprocessableEntity
		}
		if got := page.ask(e, e.at(params), e.refused(), token); got.Code != want {
			t.Errorf("%s: %d, want %d\n%s", e, got.Code, want, got.Body)
		}
		got := program.askAsProgram(e, e.at(params), e.refused(), token)
		if got.Code != http.StatusUnprocessableEntity || !strings.HasPrefix(got.Body.String(), `{"message":"`) || !strings.Contains(got.Body.String(), `"errors":{"`) {
			t.Errorf("%s as a program: %d %s", e, got.Code, got.Body)
		}
	}
	if now := b.revisions(instance); now != revisions {
		t.Errorf("what was refused made %d revisions", now-revisions)
	}
}

func TestGUIEndpointsAskForTheToken(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, other, visitor := s.user("Ada", false), s.user("Bo", false), s.visitor()
	instance := owner.instance("A")
	params := owner.furnishGUI(instance)
	lost := with(params, "instance", nowhere)
	tokens := []string{"", "wrong", other.token("/profile")}
	visitor.token("/login")
	revisions := owner.revisions(instance)
	for _, e := range guiEndpoints(t) {
		if !e.changes() {
			continue
		}
		for _, token := range tokens {
			for _, b := range []*browser{owner, visitor} {
				for _, address := range []string{e.at(params), e.at(lost)} {
					if html, header := b.ask(e, address, e.sent(), token), b.askAsProgram(e, address, e.sent(), token); html.Code != 419 || header.Code != 419 {
						t.Errorf("%s with the token %q: %d in the form, %d in the header", e, token, html.Code, header.Code)
					}
				}
			}
		}
	}
	if now := owner.revisions(instance); now != revisions {
		t.Errorf("forged forms made %d revisions", now-revisions)
	}
}

func TestGUIEndpointsAreTheOwners(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, other := s.user("Ada", false), s.user("Bo", true)
	instance := owner.instance("A")
	params := owner.furnishGUI(instance)
	token, foreign, revisions := owner.token("/profile"), other.token("/profile"), owner.revisions(instance)
	elsewhere := strings.TrimPrefix(other.instance("B"), "/instances/")
	for _, e := range guiEndpoints(t) {
		if got := other.ask(e, e.at(params), e.sent(), foreign); got.Code != http.StatusForbidden {
			t.Errorf("%s of another user: %d", e, got.Code)
		}
		for _, name := range e.Params() {
			if got := owner.ask(e, e.at(with(params, name, nowhere)), e.sent(), token); got.Code != http.StatusNotFound {
				t.Errorf("%s without the %s: %d", e, name, got.Code)
			}
		}
		if strings.Contains(e.Path, "/{expansion") {
			if got := other.ask(e, e.at(with(params, "instance", elsewhere)), e.sent(), foreign); got.Code != http.StatusNotFound {
				t.Errorf("%s in another instance: %d", e, got.Code)
			}
		}
	}
	if now := owner.revisions(instance); now != revisions {
		t.Errorf("others made %d revisions", now-revisions)
	}
}

func TestGUIEndpointsAskForTheSignIn(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, page, program := s.user("Ada", false), s.visitor(), s.visitor()
	params := owner.furnishGUI(owner.instance("A"))
	lost := with(params, "instance", nowhere)
	program.header = map[string]string{"Accept": "application/json"}
	token := page.token("/login")
	program.cookies = page.cookies
	for _, e := range guiEndpoints(t) {
		for _, address := range []string{e.at(params), e.at(lost)} {
			page.ask(e, address, e.sent(), token).leadsTo("/login")
			program.askAsProgram(e, address, e.sent(), token).status(http.StatusUnauthorized).says(`{"message":"Unauthenticated."}`)
		}
	}
}

// TestGUIEndpointsBeyondTheLimit: imports are refused with 413; a browser that asked for a download stays where it is and is told why.
func TestGUIEndpointsBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := openSite(t, limitedTo(5, 0, 1<<20)) // as many uploads as furnishing takes
	b := s.user("Ada", false)
	instance := b.instance("A")
	params := b.furnishGUI(instance)
	token, revisions := b.token("/profile"), b.revisions(instance)
	program := *b
	program.header = map[string]string{"Accept": "application/json"}
	for _, e := range guiEndpoints(t) {
		address := e.at(params)
		switch {
		case e.imports():
			file := url.Values{e.file.name: {strings.Replace(e.file.text, "{", "{ ", 1)}}
			b.ask(e, address, file, token).status(http.StatusRequestEntityTooLarge).says("Your plan&#39;s limit of 5 on stored uploads is reached.")
			program.askAsProgram(e, address, file, token).status(http.StatusRequestEntityTooLarge).says(`"limit_type":"stored_uploads","current":5,"limit":5}`)
		case e.downloads():
			b.get(address).leadsTo(instance)
			b.get(instance).says("Your plan&#39;s limit of 0 on stored generated files is reached.")
			program.get(address).status(http.StatusRequestEntityTooLarge).says(`"limit_type":"stored_generates","current":0,"limit":0}`)
		}
	}
	if now := b.revisions(instance); now != revisions {
		t.Errorf("beyond the limit %d revisions were made", now-revisions)
	}
}

// TestGUIEndpointsRequireTheName: a PUT without it is refused, and nothing is renamed or changed.
func TestGUIEndpointsRequireTheName(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	params := b.furnishGUI(instance)
	token, revisions := b.token("/profile"), b.revisions(instance)
	program := b.accepting("application/json")
	tried := 0
	for _, e := range guiEndpoints(t) {
		if e.Method != http.MethodPut || !e.create.Has("name") || e.Params()[len(e.Params())-1] == "item" {
			continue
		}
		tried++
		form := e.form()
		for _, name := range [][]string{nil, {""}, {" "}} {
			form["name"] = name
			program.askAsProgram(e, e.at(params), form, token).status(http.StatusUnprocessableEntity).says(`"errors":{"name":["The name field is required."]}`)
		}
	}
	if now := b.revisions(instance); tried != 4 || now != revisions {
		t.Errorf("%d endpoints made %d revisions", tried, now-revisions)
	}
}
