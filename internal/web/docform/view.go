package docform

import "quartermaster/internal/web/ui"

// View holds the parts of a form: the sections of an object, or the members of a list or map, as rows where they are small and as
// links to their pages otherwise.
type View struct {
	Problems []ui.Problem
	Sections []sectionView
	Rows     *rowsView
	List     *listView
	Pager    ui.Pager // of the members, or of the fields of a large object; empty where all are shown
	Remove   bool     // the page shows an element, which can be removed
}

// sectionView is a titled group of fields.
type sectionView struct {
	ID, Title, About string
	Parts            []partView
}

// partView is one field of a form.
type partView struct {
	ui.Control
	Path string // in the document

	Inner   []partView // of an object
	TooLong bool       // the value is not shown, and stays
	Rows    *rowsView
	List    *listView
}

// rowsView is a list or map that is edited in rows.
type rowsView struct {
	ID      string
	Name    string // under which the rows are sent
	Rows    []rowView
	Pattern rowView // which scripts copy
	Ordered bool    // a list, not a map
	Part    bool    // there are more members, which stay as they are
	Add     string  // the page of a new element of a list
}

// rowView is a row. Of is the index or key of its element, empty for a new one.
type rowView struct {
	ID, Of, Name, Label, Path string

	Loose   bool // Of is not sent, because the document has changed
	Ordered bool
	Cells   []partView
}

// listView lists members that have pages of their own.
type listView struct {
	ID      string
	Entries []entryView
	Total   int
	More    string // the page of all of them
	Add     string // the page of a new member
	Ordered bool
}

// entryView is one member of a listView.
type entryView struct {
	Title, About, URL string
	Path              string
	First, Last       bool
}
