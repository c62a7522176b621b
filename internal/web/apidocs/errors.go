package apidocs

import (
	"net/http"
	"strconv"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/problem"
	"quartermaster/internal/web/ui"
)

// errorsView lists the types of problems.
type errorsView struct {
	Types   []*errorView
	Request listing
	Answer  listing
}

// errorView is the page of one type.
type errorView struct {
	problem.Type
	Means, When, Do remark
	Example         listing
	Rules           []problem.Rule // that fields may break; none for other types
}

func (errorsView) Template() string { return "docs-errors" }
func (errorView) Template() string  { return "docs-error" }

// errorPages are the pages about the types of problems.
type errorPages struct {
	view    errorsView
	byName  map[string]*errorView
	section *ui.Section
}

func newErrorPages() errorPages {
	d := errorPages{byName: map[string]*errorView{}, section: &ui.Section{Name: "Errors of the API", URL: problem.URL}}
	links := []ui.Link{{Label: "Overview", URL: problem.URL}}
	for _, kind := range problem.Types() {
		page := newErrorView(kind)
		d.byName[kind.Name] = page
		d.view.Types, links = append(d.view.Types, page), append(links, ui.Link{Label: kind.Title, URL: kind.URL()})
	}
	post := endpoint.Endpoint{Method: http.MethodPost, Path: "/api/v1/instances/{instance}/messages"}
	d.view.Request = listing{
		"problem-request", "Request",
		curl(post, "", append([]string{`-H "Accept: application/json, ` + problem.ContentType + `"`}, sending(new(jsontree.Object))...)...),
	}
	d.view.Answer = d.byName[problem.Invalid.Name].Example
	d.section.Groups = []ui.NavGroup{{Links: links}, {Title: "More", Links: []ui.Link{{Label: "API documentation", URL: URL}}}}
	return d
}

func newErrorView(kind problem.Type) *errorView {
	means, when, do := kind.Doc()
	page := &errorView{Type: kind, Means: newRemark(means), When: newRemark(when), Do: newRemark(do)}
	more := ""
	if kind == problem.Invalid {
		page.Rules = problem.Rules()
		more = `,"errors":{"text":["The text field is required."]},"codes":{"text":[{"rule":"required","parameters":[]}]}`
	}
	page.Example = listing{
		"problem", "Response: " + strconv.Itoa(kind.Status) + " " + http.StatusText(kind.Status),
		indented([]byte(exampleProblem(kind) + more + "}")),
	}
	return page
}

// exampleProblem is an example of a problem without its end.
func exampleProblem(kind problem.Type) string {
	o := new(jsontree.Object)
	o.Set("type", exampleBase+kind.URL())
	o.Set("title", kind.Title)
	o.Set("status", kind.Status)
	o.Set("detail", kind.Message)
	o.Set("message", kind.Message)
	text := strings.ReplaceAll(string(jsontree.AppendValue(nil, o)), `\/`, "/")
	return text[:len(text)-1]
}

// Errors lists the types of problems.
func (d *Docs) Errors() (*ui.Page, ui.View) {
	page := &ui.Page{
		Title: "Errors of the API", Section: d.problems.section,
		Description: "The errors of the REST API, and what to do about each.",
	}
	return page, d.problems.view
}

// Error is the page of the type of a name, or nil.
func (d *Docs) Error(name string) (*ui.Page, ui.View) {
	kind := d.problems.byName[name]
	if kind == nil {
		return nil, nil
	}
	return &ui.Page{
		Title: kind.Title, Description: kind.Title + ": when the REST API answers with this error, and what to do about it.",
		Section: d.problems.section, Crumbs: []ui.Link{{Label: d.problems.section.Name, URL: problem.URL}},
	}, *kind
}
