package ui

import (
	"compress/gzip"
	"io"
	"net/http/httptest"
	"testing"
)

func TestTakesGzip(t *testing.T) {
	t.Parallel()
	for accept, want := range map[string]bool{
		"":                 false,
		"gzip":             true,
		"br, GZIP;q=0.5":   true,
		"gzip;q=0":         false,
		"gzip;q=0.000, br": false,
		"deflate, br":      false,
		"x-gzip":           false,
		"gzip;q=x":         false,
	} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", accept)
		if got := takesGzip(w, r); got != want {
			t.Errorf("%q: %v, want %v", accept, got, want)
		}
		if vary := w.Header().Get("Vary"); vary != "Accept-Encoding" {
			t.Errorf("%q: Vary is %q", accept, vary)
		}
	}
}

// inflated is the body of an answer, which is to be compressed.
func inflated(t *testing.T, answer *httptest.ResponseRecorder) string {
	t.Helper()
	if coding := answer.Header().Get("Content-Encoding"); coding != "gzip" {
		t.Fatalf("the answer is encoded as %q", coding)
	}
	r, err := gzip.NewReader(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAssetsAreCompressed(t *testing.T) {
	t.Parallel()
	assets := readAssets(t)
	ask := func(accept, tag string) *httptest.ResponseRecorder {
		request, answer := httptest.NewRequest("GET", assets.url("app.css"), nil), httptest.NewRecorder()
		request.Header.Set("Accept-Encoding", accept)
		request.Header.Set("If-None-Match", tag)
		assets.serve(answer, request)
		return answer
	}
	plain, packed := ask("", ""), ask("gzip", "")
	if size := packed.Body.Len(); size*2 > plain.Body.Len() {
		t.Errorf("%d bytes of %d", size, plain.Body.Len())
	}
	if packed.Header().Get("Content-Type") != "text/css; charset=utf-8" || packed.Header().Get("ETag") == plain.Header().Get("ETag") {
		t.Errorf("%v beside %v", packed.Header(), plain.Header())
	}
	if again := ask("gzip", packed.Header().Get("ETag")); again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("status %d with %d bytes, want 304 and none", again.Code, again.Body.Len())
	}
	if inflated(t, packed) != plain.Body.String() {
		t.Error("the file is another one than without compression")
	}
}

func TestPagesAreCompressed(t *testing.T) {
	t.Parallel()
	renderer, err := NewRenderer()
	if err != nil {
		t.Fatal(err)
	}
	draw := func(accept, cache string) *httptest.ResponseRecorder {
		request, answer := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		request.Header.Set("Accept-Encoding", accept)
		answer.Header().Set("Cache-Control", cache)
		if err := renderer.Render(answer, request, 404, &Page{Title: "Test"}, ListView{Lead: "Rows"}); err != nil || answer.Code != 404 {
			t.Fatal(answer.Code, err)
		}
		return answer
	}
	plain := draw("", "")
	if inflated(t, draw("gzip, br", "")) != plain.Body.String() {
		t.Error("the page is another one than without compression")
	}
	if secret := draw("gzip", "no-store"); secret.Header().Get("Content-Encoding") != "" || secret.Body.String() != plain.Body.String() {
		t.Error("a page that shows a secret is compressed")
	}
}
