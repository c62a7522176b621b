package ui

import (
	"net/http/httptest"
	"strings"
	"testing"
	"unicode/utf8"
)

func readAssets(t *testing.T) *assets {
	t.Helper()
	assets, err := newAssets()
	if err != nil {
		t.Fatal(err)
	}
	return assets
}

func TestAssets(t *testing.T) {
	t.Parallel()
	assets := readAssets(t)
	kept, passing := "public, max-age=31536000, immutable", "no-cache"
	tests := []struct {
		name, path  string
		status      int
		cache, kind string
	}{
		{"style sheet", assets.url("base.css"), 200, kept, "text/css; charset=utf-8"},
		{"module", assets.url("app.js"), 200, kept, "text/javascript; charset=utf-8"},
		{"module that is embedded compressed", assets.url("vendored-codemirror.js"), 200, kept, "text/javascript; charset=utf-8"},
		{"picture", assets.url("mark.svg"), 200, kept, "image/svg+xml"},
		{"hash of another build", "/static/000000000000/base.css", 200, passing, "text/css; charset=utf-8"},
		{"no such file", assets.url("none.css"), 404, "", "text/plain; charset=utf-8"},
		{"folder", assets.url(""), 404, "", "text/plain; charset=utf-8"},
		{"without a hash", "/static/base.css", 404, "", "text/plain; charset=utf-8"},
		{"outside", assets.url("../render.go"), 404, "", "text/plain; charset=utf-8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			answer := httptest.NewRecorder()
			assets.serve(answer, httptest.NewRequest("GET", test.path, nil))
			header := answer.Header()
			if answer.Code != test.status || header.Get("Cache-Control") != test.cache || header.Get("Content-Type") != test.kind {
				t.Errorf("%d %v, want %d %q %q", answer.Code, header, test.status, test.cache, test.kind)
			}
			if !utf8.Valid(answer.Body.Bytes()) {
				t.Error("the answer to a client that takes no compressed ones is no text")
			}
		})
	}
}

func TestAssetsNotModified(t *testing.T) {
	t.Parallel()
	assets := readAssets(t)
	first := httptest.NewRecorder()
	assets.serve(first, httptest.NewRequest("GET", assets.url("app.js"), nil))
	request := httptest.NewRequest("GET", assets.url("app.js"), nil)
	request.Header.Set("If-None-Match", first.Header().Get("ETag"))
	second := httptest.NewRecorder()
	assets.serve(second, request)
	if second.Code != 304 || second.Body.Len() != 0 {
		t.Errorf("status %d with %d bytes, want 304 and none", second.Code, second.Body.Len())
	}
}

// TestStylesStayWithinPolicy holds that style sheets and scripts load nothing from elsewhere.
func TestStylesStayWithinPolicy(t *testing.T) {
	t.Parallel()
	for name, content := range staticFiles(t) {
		if strings.Contains(name, "vendored-") {
			continue // which has addresses in its texts; the tests in a browser hold the policy
		}
		content = strings.ReplaceAll(content, "http://www.w3.org/2000/svg", "")
		for _, forbidden := range []string{"http:", "https:", "url(", "@import", "eval(", "innerHTML"} {
			if strings.Contains(content, forbidden) {
				t.Errorf("%s contains %s", name, forbidden)
			}
		}
	}
}
