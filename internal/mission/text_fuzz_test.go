package mission

import (
	"bytes"
	"testing"

	"quartermaster/internal/charset"
)

// FuzzCheckText holds that the check of no kind of file panics, and that its problems name lines that the text has.
func FuzzCheckText(f *testing.F) {
	for _, seed := range []string{
		"", "<types>\n<type name=\"A\"><nominal>x</nominal></type>\n</types>", "<types", "{\"a\":1,\n}", "[1",
		"<Trader> A\n<Category> B\n C,*,1,2,3\n<FileEnd>", "765\t//x\n", "\ufeff<a/>\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		text, _ := charset.Decode(data)
		lines := 1 + bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r"))
		for _, k := range kinds {
			rel := k.info().main
			if rel == "" {
				rel = "custom/any.xml"
			}
			for _, p := range (guard{}).problemsIn(t.Context(), k, rel, text) {
				if p.Message == "" || p.Message == errMistake.Error() || p.Line < 0 || p.Line > lines {
					t.Errorf("%s: %+v of %d lines", k.info().name, p, lines)
				}
			}
		}
	})
}
