package pages

import (
	"fmt"
	"strings"

	"quartermaster/internal/web/ui"
)

// linesShown is the most lines of a comparison on a page.
const linesShown = 1_000

// Diff is the page with the differences of a file from the imported one: record by record, and line by line.
type Diff struct {
	Path    string
	Kind    string
	Lead    string
	Notes   []string // what is left out
	Records []RowArea
	Pager   ui.Pager
	Hunks   []Hunk
}

// Hunk holds lines that differ, and lines around them.
type Hunk struct {
	Label string // where it is
	Lines []diffLine
}

// diffLine is a line. Its number is 0 on a side that lacks it.
type diffLine struct {
	Old, New int
	Text     string
}

// Sign returns + for an added line, - for a removed one, and "" for one of both sides.
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

// DrawText adds the hunks of a comparison in the unified format, and a note.
func (v *Diff) DrawText(text, note string) {
	if note != "" {
		v.Notes = append(v.Notes, note)
	}
	var whole bool
	if v.Hunks, whole = HunksOf(text, linesShown); !whole {
		v.Notes = append(v.Notes, "Only the first "+ui.HumanCount(linesShown)+" lines of the text are shown.")
	}
}

// HunksOf reads the hunks of a comparison in the unified format, up to a number of lines, and reports whether these are all.
func HunksOf(text string, most int) (hunks []Hunk, whole bool) {
	var old, now, count int
	for line := range strings.Lines(text) {
		if count++; count > most {
			return hunks, false
		}
		line = strings.TrimRight(line, "\r\n")
		if from, ok := hunkStart(line); ok {
			old, now = from[0], from[1]
			hunks = append(hunks, Hunk{Label: "Line " + ui.HumanCount(int64(now))})
		} else if len(hunks) > 0 && line != "" {
			hunks[len(hunks)-1].add(line, &old, &now)
		}
	}
	return hunks, true
}

// Replaced is a hunk of lines in whose place others have come; the first one has a number.
func Replaced(from int, old, now []string) Hunk {
	h := Hunk{Label: "Line " + ui.HumanCount(int64(from))}
	for i, text := range old {
		h.Lines = append(h.Lines, diffLine{Old: from + i, Text: strings.TrimRight(text, "\r\n")})
	}
	for i, text := range now {
		h.Lines = append(h.Lines, diffLine{New: from + i, Text: strings.TrimRight(text, "\r\n")})
	}
	return h
}

// hunkStart reads the line numbers of "@@ -5,7 +5,8 @@".
func hunkStart(line string) (from [2]int, ok bool) {
	var counts [2]int
	n, _ := fmt.Sscanf(line, "@@ -%d,%d +%d,%d @@", &from[0], &counts[0], &from[1], &counts[1])
	return from, n == 4
}

func (h *Hunk) add(line string, old, now *int) {
	drawn := diffLine{Old: *old, New: *now, Text: line[1:]}
	switch line[0] {
	case '+':
		drawn.Old = 0
	case '-':
		drawn.New = 0
	case '\\': // "No newline at end of file"
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

// ImportDifferences is a page of how imported files differ from those imported before.
type ImportDifferences struct {
	Lead    string
	Records string // address of what the import did to the records
	Gone    []GoneClass
	Files   []FileDifferences
	Empty   ui.Empty
}

// GoneClass is a class that went and is still used.
type GoneClass struct {
	Name string
	Uses string // in words
}

// Template names the page that draws the view.
func (ImportDifferences) Template() string { return "history-files" }

// FileDifferences is one of the files.
type FileDifferences struct {
	Path    string
	Kind    string
	Counts  string // in words
	Note    string // why there are none
	Records []RowArea
	More    int // records that are not shown
}
