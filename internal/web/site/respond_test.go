package site

import (
	"net/http/httptest"
	"testing"
)

func TestExpectsJSON(t *testing.T) {
	t.Parallel()
	tests := []struct {
		accept, with, pjax string
		want               bool
	}{
		{"", "", "", false},
		{"text/html,application/xhtml+xml,*/*;q=0.8", "", "", false},
		{"application/json", "", "", true},
		{"application/vnd.api+json", "", "", true},
		{"text/html;q=0.5, application/json", "", "", true},
		{"text/html, application/json", "", "", false},
		{"*/*", "", "", false},
		{"*/*", "XMLHttpRequest", "", true},
		{"", "XMLHttpRequest", "", true},
		{"", "XMLHttpRequest", "true", false},
		{"text/html", "XMLHttpRequest", "", false},
		{";;;,", "", "", false},
	}
	for _, test := range tests {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept", test.accept)
		r.Header.Set("X-Requested-With", test.with)
		r.Header.Set("X-PJAX", test.pjax)
		if got := expectsJSON(r); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}
