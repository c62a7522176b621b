package ui

import (
	"html/template"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
)

func templateFiles(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := fs.Glob(templates, pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	return names
}

// escapedTemplates returns all templates as they are once each page has been drawn.
func escapedTemplates(t *testing.T) *template.Template {
	t.Helper()
	renderer, err := NewRenderer()
	if err != nil {
		t.Fatal(err)
	}
	all, err := renderer.templates()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range templateFiles(t, "templates/pages/*.html") {
		name := "page/" + strings.TrimSuffix(path.Base(file), ".html")
		if all.Lookup(name) == nil {
			t.Errorf("%s does not define %s", file, name)
			continue
		}
		_ = all.ExecuteTemplate(io.Discard, name, nil) // escapes it, and fails for want of a page
	}
	return all
}

// TestTemplatesStandInOneContext holds that nothing is drawn both between elements and inside of a tag: whichever page comes
// first would escape it for the other one too.
func TestTemplatesStandInOneContext(t *testing.T) {
	t.Parallel()
	all := escapedTemplates(t)
	inTag := regexp.MustCompile(`"([^"$]+)\$htmltemplate_`).FindAllStringSubmatch(all.DefinedTemplates(), -1)
	if len(inTag) == 0 {
		t.Error("no template stands in a tag; has html/template changed its names?")
	}
	for _, found := range inTag {
		if strings.Contains(all.Lookup(found[1]).Tree.Root.String(), "_html_template_") {
			t.Errorf("%s stands in a tag and outside of one", found[1])
		}
	}
}

func TestTemplatesAreDefinedOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	definition := regexp.MustCompile(`\{\{-?\s*(?:define|block) "([^"]+)"`)
	for _, file := range append(templateFiles(t, "templates/*.html"), templateFiles(t, "templates/pages/*.html")...) {
		text, err := fs.ReadFile(templates, file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range definition.FindAllStringSubmatch(string(text), -1) {
			if first := seen[found[1]]; first != "" {
				t.Errorf("%s is defined in %s and %s", found[1], first, file)
			}
			seen[found[1]] = file
		}
	}
}
