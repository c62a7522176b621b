package mission

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/servercfg"
)

// Limits of the text view: the size of a file in bytes, because comparing takes several times as much memory, and the lines shown.
const (
	maxCompared = 16 << 20
	maxUnified  = 5_000
)

// Unified returns the differences in the text of the file as a unified diff with three lines of context. It is empty if nothing
// differs or there is no text to show; the note, if any, says what was left out. Passwords and other
// secrets never are in it.
func (c Comparison) Unified() (text, note string) {
	switch {
	case !c.Changed():
		return "", ""
	case !isText(c.Original) || !isText(c.Content):
		return "", "The file is not text."
	case max(len(c.Original), len(c.Content)) > maxCompared:
		return "", fmt.Sprintf("The texts of files of more than %d MiB are not compared.", maxCompared>>20)
	}
	old := c.from + c.File.Path
	if c.Original == nil {
		old = "/dev/null"
	}
	was, is := c.Original, c.Content
	if was, is = c.redacted(was), c.redacted(is); bytes.Equal(was, is) {
		return "", "A password differs. Passwords are not shown."
	}
	out := "--- " + old + "\n+++ " + c.newName() + "\n" + change.Unified(string(was), string(is), 3)
	if end := lineEnd(out, maxUnified); end < len(out) {
		out, note = out[:end], fmt.Sprintf("Only the first %d lines of the comparison are shown.", maxUnified)
	}
	return out, note
}

// redacted returns a text without passwords and other secrets; nil for none.
func (c Comparison) redacted(text []byte) []byte {
	if text == nil {
		return nil
	}
	shown := string(text)
	if servercfg.IsConfig(c.File.Path) {
		shown = servercfg.Redact(shown)
	}
	if d := c.packs.Document(c.File.Path, shown); c.File.Kind == KindOther && d != nil {
		shown = d.Redact(shown)
	}
	return []byte(shown)
}

// newName names the content in the text.
func (c Comparison) newName() string {
	if c.to != "" && c.Content == nil {
		return "/dev/null"
	}
	return cmp.Or(c.to, "generated/") + c.File.Path
}

// lineEnd returns the offset behind the nth line of a text, or the length of a text with fewer lines.
func lineEnd(text string, n int) (end int) {
	for range n {
		i := strings.IndexByte(text[end:], '\n')
		if i < 0 {
			return len(text)
		}
		end += i + 1
	}
	return end
}
