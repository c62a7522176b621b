package mission

import (
	"bytes"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"
)

// Limits of a text view: of a file's size, because a comparison holds several times as much, and of the lines that are shown.
const (
	maxCompared = 16 << 20
	maxUnified  = 5_000
)

// Unified returns how the text of the file differs, line by line with three lines of context, in the unified format. It is
// empty where nothing differs and where there is no text to show; the note, if any, says what is left out.
func (c Comparison) Unified() (text, note string) {
	switch {
	case !c.Changed():
		return "", ""
	case !isText(c.Original) || !isText(c.Content):
		return "", "The file is not text."
	case max(len(c.Original), len(c.Content)) > maxCompared:
		return "", fmt.Sprintf("The texts of files of more than %d MiB are not compared.", maxCompared>>20)
	}
	old := "imported/" + c.File.Path
	if c.Original == nil {
		old = "/dev/null"
	}
	out := diff.Diff(old, c.Original, "generated/"+c.File.Path, c.Content)
	_, out, _ = bytes.Cut(out, []byte("\n")) // a line that names the files, as the next two do
	if end := lineEnd(out, maxUnified); end < len(out) {
		out, note = out[:end], fmt.Sprintf("Only the first %d lines of the comparison are shown.", maxUnified)
	}
	return string(out), note
}

// lineEnd returns where the nth line of a text ends, or the text where it has fewer.
func lineEnd(text []byte, n int) (end int) {
	for range n {
		i := bytes.IndexByte(text[end:], '\n')
		if i < 0 {
			return len(text)
		}
		end += i + 1
	}
	return end
}
