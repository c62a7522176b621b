package main

import (
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnusedNames are those that no other package selects, nor a signature of what is used mentions.
func TestUnusedNames(t *testing.T) {
	files := map[string]string{
		"internal/a/a.go": "package a\n\ntype Given struct{ Inner Part }\n\ntype Part int\n\nfunc Make() Given { return Given{} " +
			"}\n\nfunc Idle() {}\n",
		"internal/b/b.go":      "package b\n\nimport \"" + module + "/internal/a\"\n\nvar x = a.Make()\n\nfunc Tested() {}\n",
		"internal/b/b_test.go": "package b_test\n\nimport \"" + module + "/internal/b\"\n\nfunc init() { b.Tested() }\n",
	}
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := source{token.NewFileSet(), map[name]token.Pos{}, map[name][]name{}, map[name]bool{}}
	if err := filepath.WalkDir(".", s.visit); err != nil {
		t.Fatal(err)
	}
	if got := s.unused(); len(got) != 1 || !strings.Contains(got[0], "Idle") {
		t.Errorf("%q, want Idle alone", got)
	}
}
