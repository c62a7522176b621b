package ui

import (
	"io/fs"
	"net/http/httptest"
	"regexp"
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
		{"style sheet", assets.url("app.css"), 200, kept, "text/css; charset=utf-8"},
		{"module", assets.url("app.js"), 200, kept, "text/javascript; charset=utf-8"},
		{"module that is embedded compressed", assets.url("vendored-codemirror.js"), 200, kept, "text/javascript; charset=utf-8"},
		{"picture", assets.url("mark.svg"), 200, kept, "image/svg+xml"},
		{"hash of another build", "/static/000000000000/app.css", 200, passing, "text/css; charset=utf-8"},
		{"part of others", assets.url("grid/model.js"), 404, "", "text/plain; charset=utf-8"},
		{"no such file", assets.url("none.css"), 404, "", "text/plain; charset=utf-8"},
		{"folder", assets.url(""), 404, "", "text/plain; charset=utf-8"},
		{"without a hash", "/static/app.css", 404, "", "text/plain; charset=utf-8"},
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
	for name, file := range readAssets(t).files {
		if strings.Contains(name, "vendored-") {
			continue // which has addresses in its texts; the tests in a browser hold the policy
		}
		content := strings.ReplaceAll(string(file.plain()), "http://www.w3.org/2000/svg", "")
		for _, forbidden := range []string{"http:", "https:", "url(", "@import", "eval(", "innerHTML"} {
			if strings.Contains(content, forbidden) {
				t.Errorf("%s contains %s", name, forbidden)
			}
		}
	}
}

var assetNames = regexp.MustCompile(`{{asset "([^"]+)"}}|"script/[^}]*}}(.+){{end}}`)

// TestTemplatesNameAssets holds that the files exist that templates link to.
func TestTemplatesNameAssets(t *testing.T) {
	t.Parallel()
	assets := readAssets(t)
	names, err := fs.Glob(templates, "templates/*/*.html")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d templates, %v", len(names), err)
	}
	for _, name := range append(names, "templates/layout.html", "templates/ai-preset.html", "templates/market.html") {
		content, err := fs.ReadFile(templates, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range assetNames.FindAllStringSubmatch(string(content), -1) {
			for _, named := range regexp.MustCompile(`[a-z-]+\.(css|js|svg)`).FindAllString(found[0], -1) {
				if _, known := assets.files[named]; !known {
					t.Errorf("%s links to %s, which is missing", name, named)
				}
			}
		}
	}
}
