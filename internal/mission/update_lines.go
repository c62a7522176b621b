package mission

import (
	"strconv"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// mostMergedLines limits the texts that are merged by their lines: others wait for that.
const mostMergedLines = 50_000

// linesField is where a conflict about lines of a text stands, before the number of the first one in the base, from 1.
const linesField = "lines"

// mergeLines merges a text line by line, where its base is known. It reports false for what is no text, and for a document of which a
// version cannot be read or has other values, so that a file that says something is never put together from halves.
func (u *update) mergeLines(of storedFile, mine, theirs []byte) (merged []byte, ok bool) {
	for _, side := range [][]byte{u.base.text, mine, theirs} {
		if side == nil || !isText(side) || strings.Count(string(side), "\n") > mostMergedLines {
			return nil, false
		}
	}
	before := *u.report
	at := Conflict{Resource: record.Files.Path, SID: of.file.SID, Name: u.report.Path}
	sides := withOneLineEnd(string(u.base.text), string(mine), string(theirs))
	text := change.DecideLines(sides[0], sides[1], sides[2], func(c change.LineConflict) bool {
		one := at
		one.Field = jsontree.Join(linesField, strconv.Itoa(c.Line))
		one.Base, one.Mine, one.Theirs = linesJSON(c.Base), linesJSON(c.Mine), linesJSON(c.Theirs)
		return u.decide(one)
	})
	if !of.saysTheSame(sides[1], text, sides[2]) {
		u.report.Conflicts, u.report.Omitted = before.Conflicts, before.Omitted
		return nil, false
	}
	u.countSides(record.Row{nil}, sides[1], sides[2], text)
	return []byte(text), true
}

// Line returns the number of the first line, in the base, of a conflict about lines of a text, and false for another conflict.
func (c Conflict) Line() (number string, isText bool) {
	return strings.CutPrefix(c.Field, linesField+".")
}

// withOneLineEnd gives the versions of a text the line ends of mine or, where only theirs has changed them, of theirs.
func withOneLineEnd(base, mine, theirs string) [3]string {
	end := firstLineEnd(mine)
	if end == firstLineEnd(base) {
		end = firstLineEnd(theirs)
	}
	sides := [3]string{base, mine, theirs}
	for i, side := range sides {
		if own := firstLineEnd(side); own != end && own != "" && end != "" {
			sides[i] = withLineEnd(side, end)
		}
	}
	return sides
}

// saysTheSame reports whether all texts have the same values, for a file that is a document.
func (f storedFile) saysTheSame(texts ...string) bool {
	d := f.document()
	if d == nil {
		return true
	}
	first, err := d.Read(texts[0])
	for _, text := range texts[1:] {
		tree, unreadable := d.Read(text)
		if err != nil || unreadable != nil || !jsontree.Equal(first, tree) {
			return false
		}
	}
	return err == nil
}

// linesJSON returns lines as one text, without the end of the last one.
func linesJSON(lines []string) []byte {
	return rawJSON(strings.TrimRight(strings.Join(lines, ""), "\r\n"))
}
