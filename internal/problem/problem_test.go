package problem_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/problem"
)

// TestTypesHaveTheirPages: three paragraphs each, and no page without its type.
func TestTypesHaveTheirPages(t *testing.T) {
	t.Parallel()
	var names []string
	last := 0
	for _, kind := range problem.Types() {
		names = append(names, kind.Name+".md")
		for _, paragraph := range paragraphs(kind) {
			if !strings.HasSuffix(paragraph, ".") || strings.Contains(paragraph, "\n") || strings.Count(paragraph, "`")%2 > 0 {
				t.Errorf("%s: %q is no paragraph", kind.Name, paragraph)
			}
		}
		if kind.Status < last || kind.Title == "" || strings.HasSuffix(kind.Title, ".") {
			t.Errorf("%s: status %d after %d, title %q", kind.Name, kind.Status, last, kind.Title)
		}
		last = kind.Status
	}
	files, err := os.ReadDir("docs")
	if err != nil {
		t.Fatal(err)
	}
	var pages []string
	for _, f := range files {
		pages = append(pages, f.Name())
	}
	if slices.Sort(names); !slices.Equal(names, pages) {
		t.Errorf("types %q\npages %q", names, pages)
	}
}

func paragraphs(kind problem.Type) []string {
	means, when, do := kind.Doc()
	return []string{means, when, do}
}
