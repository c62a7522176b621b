package mission

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// frame is the text around the entries of a file, with the settings in it.
type frame struct {
	kind   *kindInfo
	pieces []string // the leads and the tail
}

func (k *kindInfo) frameOf(s textfile.Skeleton) frame {
	return frame{k, append(slices.Clone(s.Leads), s.Tail)}
}

func (f frame) skeleton() textfile.Skeleton {
	last := len(f.pieces) - 1
	return textfile.Skeleton{Leads: slices.Clone(f.pieces[:last]), Tail: f.pieces[last]}
}

func (f frame) isJSON() bool { return path.Ext(f.kind.main) == ".json" }

// filler stands for an entry, so that the text without the entries can be read.
func (f frame) filler() string {
	if f.isJSON() {
		return "{}"
	}
	return ""
}

// text returns the pieces as a text that can be read, without the entries.
func (f frame) text() string { return strings.Join(f.pieces, f.filler()) }

// settings returns the settings of the file; none where it has none, or cannot be read.
func (f frame) settings() []textfile.Setting {
	if f.kind.settings == nil {
		return nil
	}
	list, _ := f.kind.settings(f.text())
	return list
}

// with returns the frame with other values of settings, by their paths, as they are to be written.
func (f frame) with(written map[string]string) frame {
	list, next, start := f.settings(), frame{f.kind, slices.Clone(f.pieces)}, 0
	for n, piece := range f.pieces {
		var inside []textfile.Setting
		for _, s := range list {
			if s.Start >= start && s.End <= start+len(piece) {
				s.Start, s.End = s.Start-start, s.End-start
				inside = append(inside, s)
			}
		}
		next.pieces[n] = textfile.SetSettings(piece, inside, written)
		start += len(piece) + len(f.filler())
	}
	return next
}

// signature returns what is written around the entries but for white space and the values of settings: comments, and what is not read. Of
// JSON it is empty, which has neither.
func (f frame) signature() string {
	if f.isJSON() {
		return ""
	}
	none := map[string]string{}
	for _, s := range f.settings() {
		none[s.Path] = ""
	}
	return strings.Join(strings.Fields(f.with(none).text()), "")
}

func (f frame) lineEnd() string { return firstLineEnd(strings.Join(f.pieces, "")) }

// hasEntries reports whether the file has an entry, or had one: the text before it begins the list that entries stand in.
func (f frame) hasEntries() bool { return len(f.pieces) > 1 }

// isEmpty reports whether there is no text, as of a file that is not stored.
func (f frame) isEmpty() bool { return strings.Join(f.pieces, "") == "" }

func (f frame) withLineEnd(end string) frame {
	next := frame{f.kind, slices.Clone(f.pieces)}
	for n := range next.pieces {
		next.pieces[n] = withLineEnd(next.pieces[n], end)
	}
	return next
}

// firstLineEnd returns the first line end in a text; empty if it has none.
func firstLineEnd(text string) string {
	first, _, found := strings.Cut(text, "\n")
	switch {
	case !found:
		return ""
	case strings.HasSuffix(first, "\r"):
		return "\r\n"
	}
	return "\n"
}

func withLineEnd(text, end string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", end)
}
