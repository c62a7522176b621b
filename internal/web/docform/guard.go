package docform

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// Digests in the base of a page beside those of its values.
const (
	elementName = "@element"  // of which element of which list the page shows
	versionName = "@document" // of the whole document
)

// Base returns the digests of what the page of the form shows, whose tree is the stored one.
func (f Form) Base() string { return f.guard().Base() }

func (f Form) guard() ui.Guard {
	f.Input, f.Problems = nil, nil
	g := &guardian{}
	g.add(elementName, f.element())
	g.add(versionName, f.Version)
	view, _ := f.Draw()
	for _, section := range view.Sections {
		g.parts(section.Parts)
	}
	if view.Rows != nil {
		g.rows(view.Rows, "Entries")
	}
	return ui.Guard{Values: g.values, Shown: g.untouched.Tree()}
}

// Merge merges the input with the stored document, as ui.Guard does. It reports stale where that would change something else than what
// the page has shown: another element is in its place, or the document has changed and the button is one that adds, moves or removes.
func (f Form) Merge(sent *jsontree.Object) (merged ui.Merged, stale bool) {
	if !sent.Has(ui.BaseName) {
		return merged, false
	}
	if cursor := f.Cursor(); cursor != nil && controlOf(cursor.Field, cursor.Value) == nestedControl {
		f.Search, f.only = "", sent // a value may no longer be among those that the search found, or on this page
	}
	g := f.guard()
	if g.Moved(sent, elementName) || sent.Has("do") && g.Moved(sent, versionName) {
		return merged, true
	}
	return g.Merge(sent), false
}

// element identifies the element that the page shows, or those of a list: by its index and title.
func (f Form) element() string {
	cursor := f.Cursor()
	if cursor == nil {
		return ""
	}
	var steps []string
	if controlOf(cursor.Field, cursor.Value) == tableControl {
		for _, entry := range elementEntries(cursor.Field.Member(), jsontree.Members(cursor.Value), "") {
			steps = append(steps, entry.Title)
		}
	}
	for at := cursor; at.up != nil; at = at.up {
		if usualControl(at.up.Field) == tableControl {
			steps = append(steps, at.Key, at.Title())
		}
	}
	return strings.Join(steps, "\n")
}

// guardian collects what a page would send untouched.
type guardian struct {
	values    []ui.Guarded
	untouched ui.Untouched
}

// add adds a text that no input has.
func (g *guardian) add(name, text string) {
	g.untouched.Add(name, text)
	g.values = append(g.values, ui.Guarded{Name: name})
}

func (g *guardian) parts(parts []partView) {
	for _, part := range parts {
		switch {
		case part.Inner != nil:
			g.parts(part.Inner)
		case part.Rows != nil:
			g.rows(part.Rows, part.Label)
		case part.List == nil && !part.TooLong:
			g.untouched.AddControl(part.Control)
			g.values = append(g.values, ui.Guarded{Name: part.Key, Label: part.Label, Words: part.SentWords})
		}
	}
}

// rows adds a list that is edited in rows, as one value.
func (g *guardian) rows(rows *rowsView, label string) {
	if rows.Ordered && !rows.Part {
		g.untouched.Add(rows.Name, "")
	}
	for _, row := range rows.Rows {
		g.untouched.Add(row.Name+"["+rowOf+"]", row.Of)
		for _, cell := range row.Cells {
			g.untouched.AddControl(cell.Control)
		}
	}
	g.values = append(g.values, ui.Guarded{Name: rows.Name, Label: label, Words: rowWords})
}

// rowWords shows the rows that were sent for a list, a line each.
func rowWords(sent any) (lines []string) {
	for _, member := range jsontree.Members(sent) {
		row, _ := member.(*jsontree.Object)
		var cells []string
		for name, value := range row.All() {
			if text := strings.Join(append(ui.MemberTexts(value), ui.TextOf(value)), " "); name != rowOf && strings.TrimSpace(text) != "" {
				cells = append(cells, name+" "+strings.TrimSpace(text))
			}
		}
		if len(cells) > 0 {
			lines = append(lines, strings.Join(cells, " · "))
		}
	}
	return lines
}
