package document

import (
	"regexp"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

// Combined is a text in which two versions of a file are brought together.
type Combined struct {
	Text                 string
	Mine, Theirs, Merged *jsontree.Object
}

// Combine merges two versions of a file value by value, and lays what becomes of it over the text of theirs, or over that of mine where
// ontoMine is set; where nothing of theirs is taken, that stays as it is. baseOf returns what both have begun with, as change.Merge takes
// it. mineCounts decides about values that both have changed; it never sees a password. The error is that of a version that cannot be read.
func (d *Document) Combine(mine, theirs string, ontoMine bool, baseOf func(mine, theirs any) any,
	mineCounts func(change.Conflict) bool,
) (c Combined, err error) {
	if c.Mine, err = d.Read(mine); err != nil {
		return c, err
	}
	if c.Theirs, err = d.Read(theirs); err != nil {
		return c, err
	}
	merged := change.Merge(baseOf(c.Mine, c.Theirs), c.Mine, c.Theirs, func(found change.Conflict) bool {
		return mineCounts(d.redacted(found))
	})
	c.Merged, _ = merged.(*jsontree.Object)
	switch {
	case jsontree.Equal(c.Merged, c.Mine):
		c.Text = mine
	case ontoMine:
		c.Text, err = d.lay(mine, c.Merged)
	case !jsontree.Equal(c.Merged, c.Theirs):
		c.Text, err = d.lay(theirs, c.Merged)
	default:
		c.Text = theirs
	}
	return c, err
}

// The comments of the formats that have some.
var (
	xmlComment = regexp.MustCompile(`(?s)<!--.*?-->`)
	cfgComment = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
)

// Comments returns the comments of a text, without white space.
func (d *Document) Comments(text string) string {
	var found []string
	switch d.Format {
	case "xml":
		found = xmlComment.FindAllString(text, -1)
	case "cfg", "lines", "map":
		found = cfgComment.FindAllString(text, -1)
	}
	return strings.Join(strings.Fields(strings.Join(found, "")), "")
}
