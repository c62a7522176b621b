package pages

import (
	"fmt"
	"strings"

	"quartermaster/internal/web/ui"
)

// linesShown is how many lines of a comparison a page holds.
const linesShown = 1_000

// Diff shows how a file differs from what was imported, record by record and line by line.
type Diff struct {
	Path    string
	Kind    string
	Lead    string
	Notes   []string // what is left out
	Records []DiffRecord
	Pager   ui.Pager
	Hunks   []diffHunk
}

// DiffRecord is how one record differs.
type DiffRecord struct {
	Op   string // added, removed, changed
	Tone ui.Tone
	Change
}

// diffHunk is a run of lines that differ, with those around them.
type diffHunk struct {
	Label string // where it is
	Lines []diffLine
}

// diffLine is one line. Its number is 0 on the side that does not have it.
type diffLine struct {
	Old, New int
	Text     string
}

// Sign is + for a line that is new, - for one that is gone, and empty for one that both sides have.
func (l diffLine) Sign() string {
	switch {
	case l.Old == 0:
		return "+"
	case l.New == 0:
		return "-"
	}
	return ""
}

// Template names the page that draws the view.
func (Diff) Template() string { return "diff" }

// DrawText draws a text in the unified format.
func (v *Diff) DrawText(text, note string) {
	if note != "" {
		v.Notes = append(v.Notes, note)
	}
	var old, now, count int
	for line := range strings.Lines(text) {
		if count++; count > linesShown {
			v.Notes = append(v.Notes, "Only the first "+ui.HumanCount(linesShown)+" lines of the text are shown.")
			return
		}
		line = strings.TrimRight(line, "\r\n")
		if from, ok := hunkStart(line); ok {
			old, now = from[0], from[1]
			v.Hunks = append(v.Hunks, diffHunk{Label: "Line " + ui.HumanCount(int64(now))})
		} else if len(v.Hunks) > 0 && line != "" {
			hunk := &v.Hunks[len(v.Hunks)-1]
			hunk.add(line, &old, &now)
		}
	}
}

// hunkStart reads a line such as "@@ -5,7 +5,8 @@". A side that has no line counts from 0.
func hunkStart(line string) (from [2]int, ok bool) {
	var counts [2]int
	n, _ := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from[0], &counts[0], &from[1], &counts[1])
	return from, n == 4
}

func (h *diffHunk) add(line string, old, now *int) {
	drawn := diffLine{Old: *old, New: *now, Text: line[1:]}
	switch line[0] {
	case '+':
		drawn.Old = 0
	case '-':
		drawn.New = 0
	case '\\': // the line before has no line end
		return
	}
	if drawn.Old > 0 {
		*old++
	}
	if drawn.New > 0 {
		*now++
	}
	h.Lines = append(h.Lines, drawn)
}
