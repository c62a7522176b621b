package market_test

import (
	"os"
	"path/filepath"
	"testing"

	"quartermaster/internal/web/webtest"
)

// asProgram makes the browser ask for JSON.
func asProgram(s *webtest.Shop) *webtest.Shop {
	b := *s.Browser
	b.Header = map[string]string{"Accept": "application/json"}
	return &webtest.Shop{Browser: &b, Instance: s.Instance, Gui: s.Gui}
}

// genuineFiles are the files of a folder of the genuine data.
func genuineFiles(t *testing.T, folder string) (files []webtest.File) {
	t.Helper()
	const data = "../../../../shared/data"
	if _, err := os.Stat(data); err != nil {
		t.Skip("the genuine files are not beside the checkout")
	}
	names, err := filepath.Glob(filepath.Join(data, "expansion/omniv1", folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no genuine files in %s: %v", folder, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, webtest.File{Name: filepath.Base(name), Text: string(text)})
	}
	return files
}
