package expansion_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
)

// TestThePeoplesPart holds that every field that people edit is named and explained.
func TestThePeoplesPart(t *testing.T) {
	t.Parallel()
	edited := append([]*expansion.Schema{expansion.Trader, expansion.Category, expansion.Zone, expansion.Loadout}, expansion.Settings()...)
	if len(expansion.Settings()) != 34 {
		t.Errorf("%d settings, want 34", len(expansion.Settings()))
	}
	for _, d := range edited {
		if d.Title == "" || d.About == "" || d.Path == "" {
			t.Errorf("%s: title %q, about %q, path %q", d.Slug, d.Title, d.About, d.Path)
		}
		checkNames(t, d.Slug, d.Fields(), map[*expansion.Field]bool{})
		checkSections(t, d)
	}
}

// TestSchemasStandLast holds what documents are read by: a key behind the schema would not be seen.
func TestSchemasStandLast(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"expansion/*/*.json", "dayz/files/*.json"} {
		files, err := filepath.Glob("../../packs/" + pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d, err := expansion.Read(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if keys := d.Tree.Keys(); keys[len(keys)-1] != "schema" {
				t.Errorf("%s: %s is the last key", file, keys[len(keys)-1])
			}
			if n := strings.Count(string(text), `"schema": {`); n != 1 {
				t.Errorf("%s: the schema begins %d times", file, n)
			}
		}
	}
}

func checkNames(t *testing.T, path string, fields []*expansion.Field, seen map[*expansion.Field]bool) {
	t.Helper()
	labels := map[string]bool{}
	for _, f := range fields {
		if seen[f] {
			continue // a type that holds itself
		}
		seen[f] = true
		at := path + "." + f.Name
		if f.Label == "" || f.Help == "" {
			t.Errorf("%s: label %q, help %q", at, f.Label, f.Help)
		}
		if labels[f.Section+f.Label] {
			t.Errorf("%s: another field beside it is called %q too", at, f.Label)
		}
		labels[f.Section+f.Label] = true
		if f.Type == expansion.Object && len(f.Fields) == 0 {
			t.Errorf("%s: an object without fields", at)
		}
		checkNames(t, at, f.Fields, seen)
	}
}

// checkSections holds that a page shows every field once.
func checkSections(t *testing.T, d *expansion.Schema) {
	t.Helper()
	if d.Sections == nil {
		return
	}
	shown := map[string]bool{}
	for _, s := range d.Sections {
		if s.Title == "" || len(d.In(s.Name)) == 0 {
			t.Errorf("%s: section %s has the title %q and %d fields", d.Slug, s.Name, s.Title, len(d.In(s.Name)))
		}
		for _, f := range d.In(s.Name) {
			shown[f.Name] = true
		}
	}
	for _, f := range d.Fields() {
		if f.Removed == 0 && !shown[f.Name] && f.Format != expansion.VersionFormat {
			t.Errorf("%s: no section shows %s", d.Slug, f.Name)
		}
	}
}

// A new document is one that the schema has nothing against.
func TestDefaultsAreSound(t *testing.T) {
	t.Parallel()
	for _, d := range append(expansion.Documents(), expansion.Settings()...) {
		made := d.Default()
		if problems := d.Check(made); len(problems) > 0 {
			t.Errorf("%s: %v", d.Slug, problems)
		}
		if d.VersionField != "" && !made.Has(d.VersionField) {
			t.Errorf("%s: a new document has no %s", d.Slug, d.VersionField)
		}
	}
}
