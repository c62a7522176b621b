package pack

import (
	"strings"
	"testing"

	"quartermaster/internal/charset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/modtest"
)

// TestGenuineFiles: every genuine file that a pack knows fits it, has no value that the pack refuses, and a changed value changes its own
// bytes alone.
func TestGenuineFiles(t *testing.T) {
	t.Parallel()
	known := map[string]int{}
	for name, data := range modtest.Files(t) {
		data, _ = charset.Decode(data)
		text := string(data)
		_, file, _ := strings.Cut(name, "/")
		f, _ := BuiltIn().Open(file, text)
		d := BuiltIn().Document(file, text)
		if d != nil && d.Misfit != "" {
			t.Errorf("%s: %s", name, d.Misfit)
		}
		if f == nil {
			continue
		}
		tree, err := d.Read(text)
		if err != nil {
			continue // its line is named where it is opened
		}
		known[f.Pack.Slug]++
		for _, p := range expansion.Wrong(d.Check(tree)) {
			t.Errorf("%s: %s", name, p.Text())
		}
		next := tree.Clone()
		was, now := modtest.ChangeOne(next)
		changed, problems, err := d.Change(text, next)
		if len(problems) > 0 || err != nil {
			t.Errorf("%s: %v %v", name, problems, err)
		} else if before, after := modtest.Differing(text, changed); len(before) > len(was) || len(after) > len(now) {
			t.Errorf("%s: %s became %s, and with it %q became %q", name, was, now, before, after)
		}
	}
	for _, p := range BuiltIn().Packs() {
		const named = "expansion-add-ons" // whose files only have names
		if known[p.Slug] == 0 && p.Slug != named && p.documents == nil {
			t.Errorf("no genuine file is one of %s", p.Slug)
		}
	}
}
