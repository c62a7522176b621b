// Package modtest gives tests genuine files of mods, and changes one value of each.
package modtest

import (
	"archive/zip"
	"errors"
	"io"
	"testing"

	"quartermaster/internal/jsontree"
)

// Files returns the files of the archive of genuine mods, by their names: mod, server and path. The test is skipped where it is
// not beside the project.
func Files(t *testing.T) map[string][]byte {
	t.Helper()
	archive, err := zip.OpenReader("../../../shared/data/mods.zip")
	if err != nil {
		t.Skip("no genuine files of mods beside the project")
	}
	defer archive.Close()
	files := map[string][]byte{}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(in)
		if err = errors.Join(err, in.Close()); err != nil {
			t.Fatal(err)
		}
		files[f.Name] = data
	}
	return files
}

// ChangeOne changes the first number, text or truth value in a tree so that a switch stays one, and returns how both are written.
func ChangeOne(value any) (was, now string) {
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
			was, now = ChangeOne(old)
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

// Differing returns what stands between the beginning and the end that two texts have in common.
func Differing(a, b string) (inA, inB string) {
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return a[start : len(a)-end], b[start : len(b)-end]
}
