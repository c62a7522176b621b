package pages

// Search is the page of what a search over everything has found.
type Search struct {
	Action string // its address
	Q      string
	Groups []SearchGroup
}

// SearchGroup is what is found of one sort.
type SearchGroup struct {
	Title string
	Found []Found
}

// Found leads to something that is found.
type Found struct{ Label, Note, URL string }

// Template names the page that draws the view.
func (Search) Template() string { return "search" }
