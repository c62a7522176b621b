package textfile

import "strings"

// Setting is a value that a file has beside its entries.
type Setting struct {
	Path    string // identifies it in the file
	Value   string
	Written string // as it may be written in another file of the sort
	Start   int    // the offsets of the value in the text
	End     int
}

// SetSettings returns a text with other values of its settings, by their paths, as they are to be written.
func SetSettings(text string, settings []Setting, written map[string]string) string {
	var b strings.Builder
	done := 0
	for _, s := range settings {
		if value, set := written[s.Path]; set {
			b.WriteString(text[done:s.Start] + value)
			done = s.End
		}
	}
	return b.String() + text[done:]
}
