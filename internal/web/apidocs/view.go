package apidocs

import (
	"strings"
	"time"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/openapi"
	"quartermaster/internal/web/ui"
)

// guideView is the first page of the API's documentation.
type guideView struct {
	guideExamples
	Variables listing // of the examples
	Upload    string  // the largest upload, in words
	Counts    endpoint.Counts
	Groups    []chapter
}

// chapter is a chapter of the documentation.
type chapter struct {
	Name      string
	Resources []*resourceDoc
}

// resourceView is the page of one resource.
type resourceView struct {
	Variables listing
	*resourceDoc
}

// resourceDoc is the documentation of a resource.
type resourceDoc struct {
	Title     string
	URL       string
	About     string
	Forms     bool     // forms in the browser, as opposed to an API
	Extension bool     // the interface does not know it
	Notes     []remark // what is special about it
	Endpoints []endpointRow
	Fields    []fieldTable // its fields, then those of each nested list
	List      *listParams  // nil where it has no list of surface A
	Examples  []exampleCall
	Params    []string // lines that set the variables for its paths
}

// remark is a sentence or more, in pieces of text and of code.
type remark []piece

// piece is a part of a note.
type piece struct {
	Text string
	Code bool
}

// URL is the page of the documentation that a piece of code names, or empty.
func (p piece) URL() string {
	if p.Code && strings.HasPrefix(p.Text, "/docs/") {
		return p.Text
	}
	return ""
}

// newRemark takes what stands between backquotes for code.
func newRemark(text string) (note remark) {
	for i, part := range strings.Split(text, "`") {
		note = append(note, piece{part, i%2 == 1})
	}
	return note
}

// endpointRow is one request of a resource.
type endpointRow struct {
	endpoint.Endpoint
	IsForm  bool   // on a page, in the place of an API
	Example string // id of its example on the page, or ""
}

// Tone returns the colour of the method.
func (e endpointRow) Tone() ui.Tone {
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

// Statuses are those that the endpoint may answer with.
func (e endpointRow) Statuses() []int { return openapi.Statuses(e.Endpoint) }

// Cutoff is the day on which a deprecated endpoint stops working.
func (e endpointRow) Cutoff() string { return e.Deprecated.Cutoff.UTC().Format(time.DateOnly) }

// fieldTable is a table of fields.
type fieldTable struct {
	ID   string
	Of   string // path of the nested list, "" for the record itself
	Rows []fieldRow

	Document string // the slug, where these are the values of a document
}

// fieldRow is one field of a record or of a nested list.
type fieldRow struct {
	Name   string
	Type   typeRef
	Marks  []string // required, read only, write only, include
	Bounds []string // what a value must be, and its default
	Help   string
	Unit   string
}

// typeRef is the type of a field in words, around the resource whose ids it holds.
type typeRef struct {
	Before string
	Ref    *ui.Link
	After  string
}

// listParams are the parameters of a resource's list beside page and per_page.
type listParams struct {
	Search  []string // fields
	Filters []filterParam
	Sort    []string // fields
	Include []string // fields
}

// filterParam is one query parameter of a list.
type filterParam struct {
	Param string
	Type  typeRef
}

// exampleCall is a request with its answer.
type exampleCall struct {
	ID      string
	Title   string
	Request string
	Status  string
	Answer  string // "" where Same says it
	Same    string // id of the example whose answer this one's is like
}

// listing is a block of text to copy.
type listing struct {
	ID    string
	Label string
	Text  string
}

// Asked is the request.
func (e exampleCall) Asked() listing { return listing{e.ID + "-request", "Request", e.Request} }

// Answered is the answer.
func (e exampleCall) Answered() listing {
	return listing{e.ID + "-answer", "Answer: " + e.Status, e.Answer}
}

func (guideView) Template() string    { return "docs" }
func (resourceView) Template() string { return "docs-resource" }
