package web

import (
	"strings"
	"time"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/web/ui"
)

// DocsView is the first page of the API's documentation.
type DocsView struct {
	DocsGuide
	Variables Listing // of the examples
	Upload    string  // the largest upload, in words
	Counts    endpoint.Counts
	Groups    []DocsGroup
}

// DocsGroup is a chapter of the documentation.
type DocsGroup struct {
	Name      string
	Resources []*DocsResource
}

// DocsResourceView is the page of one resource.
type DocsResourceView struct {
	Variables Listing
	*DocsResource
}

// DocsResource is what the documentation tells about a resource.
type DocsResource struct {
	Title     string
	URL       string
	About     string
	Forms     bool       // forms in the browser, as opposed to an API
	Extension bool       // the interface does not know it
	Notes     []DocsNote // what is special about it
	Endpoints []DocsEndpoint
	Fields    []DocsFields // its fields, then those of each nested list
	List      *DocsList    // nil where it has no list of surface A
	Examples  []DocsExample
	Params    []string // lines that set the variables for its paths
}

// DocsNote is a sentence or more, in pieces of text and of code.
type DocsNote []DocsPiece

// DocsPiece is a part of a note.
type DocsPiece struct {
	Text string
	Code bool
}

// newDocsNote takes what stands between backquotes for code.
func newDocsNote(text string) (note DocsNote) {
	for i, piece := range strings.Split(text, "`") {
		note = append(note, DocsPiece{piece, i%2 == 1})
	}
	return note
}

// DocsEndpoint is one request of a resource.
type DocsEndpoint struct {
	endpoint.Endpoint
	Example string // id of its example on the page, or ""
}

// Tone returns the colour of the method.
func (e DocsEndpoint) Tone() ui.Tone {
	switch e.Method {
	case "POST":
		return ui.Good
	case "PUT", "PATCH":
		return ui.Warn
	case "DELETE":
		return ui.Bad
	}
	return ui.Neutral
}

// Cutoff tells the day on which a deprecated endpoint stops working.
func (e DocsEndpoint) Cutoff() string { return e.Deprecated.Cutoff.UTC().Format(time.DateOnly) }

// DocsFields is a table of fields.
type DocsFields struct {
	ID   string
	Of   string // path of the nested list, "" for the record itself
	Rows []DocsField
}

// DocsField is one field of a record or of a nested list.
type DocsField struct {
	Name   string
	Type   DocsType
	Marks  []string // required, read only, write only, include
	Bounds []string // what a value must be, and its default
	Help   string
	Unit   string
}

// DocsType is the type of a field in words, around the resource whose ids it holds.
type DocsType struct {
	Before string
	Ref    *ui.Link
	After  string
}

// DocsList is what the list of a resource takes beside page and per_page.
type DocsList struct {
	Search  []string // fields
	Filters []DocsFilter
	Sort    []string // fields
	Include []string // fields
}

// DocsFilter is one query parameter of a list.
type DocsFilter struct {
	Param string
	Type  DocsType
}

// DocsExample is a request with its answer.
type DocsExample struct {
	ID      string
	Title   string
	Request string
	Status  string
	Answer  string // "" where Same says it
	Same    string // id of the example whose answer this one's is like
}

// Listing is a block of text to copy.
type Listing struct {
	ID    string
	Label string
	Text  string
}

// Asked is the request.
func (e DocsExample) Asked() Listing { return Listing{e.ID + "-request", "Request", e.Request} }

// Answered is the answer.
func (e DocsExample) Answered() Listing {
	return Listing{e.ID + "-answer", "Answer: " + e.Status, e.Answer}
}

func (DocsView) Template() string         { return "docs" }
func (DocsResourceView) Template() string { return "docs-resource" }
