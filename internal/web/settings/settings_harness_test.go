package settings_test

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/web/webtest"
)

// genuineSettings calls fn with each genuine settings file beside the project.
func genuineSettings(t *testing.T, fn func(slug, name, text string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "data", "expansion")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no genuine files beside the project: ", err)
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "*", "*", "*ettings*.json"))
	deeper, _ := filepath.Glob(filepath.Join(root, "*", "*", "*", "*", "*", "*ettings*.json"))
	if err != nil || len(files)+len(deeper) == 0 {
		t.Fatal("no settings among the genuine files: ", err)
	}
	for _, file := range append(files, deeper...) {
		d := expansion.Claim(filepath.ToSlash(file))
		data, err := os.ReadFile(file)
		if d == nil || expansion.Setting(d.Slug) == nil || err != nil {
			continue
		}
		if tree, err := expansion.Parse(string(data)); err == nil && d.Fits(tree) == nil {
			fn(d.Slug, filepath.Base(file), string(data))
		}
	}
}

// sendJSON sends a body as JSON.
func sendJSON(b *webtest.Browser, method, path, body string) webtest.Answer {
	b.TB.Helper()
	request := httptest.NewRequest(method, "http://qm.test"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	return b.Do(request)
}
