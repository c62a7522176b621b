package webtest

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// Answer is what a browser got.
type Answer struct {
	*httptest.ResponseRecorder
	TB   testing.TB
	Path string
}

// Status demands a status.
func (a Answer) Status(want int) Answer {
	a.TB.Helper()
	if a.Code != want {
		a.TB.Fatalf("%s: status %d, want %d\n%s", a.Path, a.Code, want, a.Body)
	}
	return a
}

// LeadsTo demands a redirect to a path of the site.
func (a Answer) LeadsTo(path string) Answer {
	a.TB.Helper()
	a.Status(http.StatusFound)
	if got := a.Header().Get("Location"); got != "http://qm.test"+path {
		a.TB.Fatalf("%s: leads to %q, want %q", a.Path, got, path)
	}
	return a
}

var betweenTags = regexp.MustCompile(`>\s+<`)

// Says demands texts on the page; white space between tags does not count.
func (a Answer) Says(texts ...string) Answer {
	a.TB.Helper()
	body := a.Body.String()
	dense := betweenTags.ReplaceAllString(body, "><")
	for _, text := range texts {
		if !strings.Contains(body, text) && !strings.Contains(dense, text) {
			a.TB.Errorf("%s does not say %q:\n%s", a.Path, text, dense)
		}
	}
	return a
}

// SaysNot demands that texts are not on the page.
func (a Answer) SaysNot(texts ...string) Answer {
	a.TB.Helper()
	for _, text := range texts {
		if strings.Contains(a.Body.String(), text) {
			a.TB.Errorf("%s says %q", a.Path, text)
		}
	}
	return a
}

var namePattern = regexp.MustCompile(`class="code">((?:[A-Za-z0-9_]|<wbr>)+)</a>`)

// Names returns the names of the rows of a list.
func (a Answer) Names() []string {
	a.TB.Helper()
	var found []string
	for _, match := range namePattern.FindAllStringSubmatch(a.Status(200).Body.String(), -1) {
		found = append(found, strings.ReplaceAll(match[1], "<wbr>", ""))
	}
	return found
}

// LocationOf returns where an answer leads.
func LocationOf(a Answer) string {
	return strings.TrimPrefix(a.Header().Get("Location"), "http://qm.test")
}

// Becomes is how a page says that a value changes, for Says.
func Becomes(before, after string) string {
	return `<span class="before">` + before + `</span><span aria-hidden="true">→</span><span class="visually-hidden">becomes</span>` +
		`<span class="after">` + after + `</span>`
}
