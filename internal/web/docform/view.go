package docform

import "quartermaster/internal/web/ui"

// View holds the parts of a form: the sections of an object, or the members of a list or map that has the page for itself, as rows
// where they are small and as links to their pages otherwise.
type View struct {
	Problems []ui.Problem
	Sections []sectionView
	Rows     *rowsView
	List     *listView
	Pager    ui.Pager // of the members
	Remove   bool     // the page shows an element, which can be removed
}

// sectionView is a titled run of fields.
type sectionView struct {
	ID, Title, About string
	Parts            []partView
}

// partView is a field in the editor.
type partView struct {
	ui.Control
	Path string // in the document

	Inner []partView // of an object
	Rows  *rowsView
	List  *listView
}

// rowsView are elements that are edited in lines.
type rowsView struct {
	ID      string
	Name    string // that the rows are sent under
	Rows    []rowView
	Pattern rowView // that scripts copy
	Ordered bool    // elements of a list, as opposed to those of a map
	Part    bool    // of more: what is not shown stays
	Add     string  // the action that adds one to a list
}

// rowView is an element with its cells. Of is the element that it was, empty for a new one.
type rowView struct {
	ID, Of, Name, Label, Path string

	Loose   bool // it is not told which element it was
	Ordered bool
	Cells   []partView
}

// listView names elements that have pages of their own.
type listView struct {
	ID      string
	Entries []entryView
	Total   int
	More    string // the page of all of them
	Add     string // the action that adds one
	NewKey  string // the name of the control for the key of a new one; empty where there are no keys
	Ordered bool
}

// entryView is an element in a list.
type entryView struct {
	Title, About, URL string
	Path              string
	First, Last       bool
}
