package openapi_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"quartermaster/internal/openapi"
)

func TestHandler(t *testing.T) {
	t.Parallel()
	handler := openapi.Handler(func() []byte { return []byte(`{"openapi":"3.1.0"}`) })
	ask := func(method, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, openapi.Path, nil)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	tag := ask(http.MethodGet, "").Header().Get("ETag")
	tests := []struct {
		name, method, tag string
		status            int
		body              string
	}{
		{"get", http.MethodGet, "", 200, `{"openapi":"3.1.0"}`},
		{"head", http.MethodHead, "", 200, ""},
		{"get again", http.MethodGet, tag, 304, ""},
		{"get after a change", http.MethodGet, `"other"`, 200, `{"openapi":"3.1.0"}`},
		{"post", http.MethodPost, "", 405, "Method Not Allowed\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := ask(tt.method, tt.tag)
			if w.Code != tt.status || w.Body.String() != tt.body {
				t.Errorf("%d %q", w.Code, w.Body)
			}
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != "*" {
				t.Errorf("origin %q", got)
			}
			if kind := w.Header().Get("Content-Type"); tt.status == 200 && kind != "application/json" {
				t.Errorf("content type %q", kind)
			}
		})
	}
}
