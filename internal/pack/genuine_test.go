package pack

import (
	"archive/zip"
	"io"
	"strings"
	"testing"

	"quartermaster/internal/charset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// TestGenuineFiles: every genuine file that a pack knows fits it, has no value that the pack refuses, and a changed value changes its own
// bytes alone.
func TestGenuineFiles(t *testing.T) {
	t.Parallel()
	known := map[string]int{}
	for name, text := range modFiles(t) {
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
		was, now := changeOne(next)
		changed, problems, err := d.Change(text, next)
		if len(problems) > 0 || err != nil {
			t.Errorf("%s: %v %v", name, problems, err)
		} else if before, after := differing(text, changed); len(before) > len(was) || len(after) > len(now) {
			t.Errorf("%s: %s became %s, and with it %q became %q", name, was, now, before, after)
		}
	}
	for _, p := range BuiltIn().Packs() {
		if known[p.Slug] == 0 {
			t.Errorf("no genuine file is one of %s", p.Slug)
		}
	}
}

// modFiles returns the text files of the archive of mods, by their names.
func modFiles(t *testing.T) map[string]string {
	t.Helper()
	archive, err := zip.OpenReader("../../../shared/data/mods.zip")
	if err != nil {
		t.Skip("no genuine files of mods beside the project")
	}
	defer archive.Close()
	files := map[string]string{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := charset.Decode(data)
		files[f.Name] = string(text)
	}
	return files
}

// changeOne changes the last value of a tree that its type lets be changed, and returns how both are written.
func changeOne(value any) (was, now string) {
	set := func(old any, put func(any)) bool {
		var next any
		switch v := old.(type) {
		case jsontree.Number:
			if v == "0" || v == "1" {
				next = map[jsontree.Number]jsontree.Number{"0": "1", "1": "0"}[v]
			} else {
				next = jsontree.Number("1234")
			}
		case bool:
			next = !v
		case string:
			next = map[string]string{"true": "false", "false": "true"}[v]
			if next == "" {
				next = v + "x"
			}
		default:
			was, now = changeOne(old)
			return was != ""
		}
		put(next)
		was, now = string(jsontree.AppendValue(nil, old)), string(jsontree.AppendValue(nil, next))
		return true
	}
	switch v := value.(type) {
	case *jsontree.Object:
		for key, old := range v.All() {
			if set(old, func(next any) { v.Set(key, next) }) {
				break
			}
		}
	case []any:
		for i, old := range v {
			if set(old, func(next any) { v[i] = next }) {
				break
			}
		}
	}
	return was, now
}

// differing returns what stands between the beginning and the end that two texts have in common.
func differing(a, b string) (inA, inB string) {
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return a[start : len(a)-end], b[start : len(b)-end]
}
