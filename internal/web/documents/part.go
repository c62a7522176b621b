package documents

import (
	"net/url"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// newKey is the input with the key of a new entry in a map.
const newKey = "_key"

// newTitle is the title of an entry that is not stored yet.
const newTitle = "New entry"

// Part is the part of a document that a page shows: all of it, the value at a path in it, or a new member of that value.
type Part struct {
	r     *site.Request
	path  string // of the page of the whole document
	file  string // which of several files the page shows; empty for the only one
	At    string // the path of the value in the document
	IsNew bool   // the page shows a member of that value that is not stored yet
}

// PartOf returns the part that a request asks for. path is that of the page of the document; file is its parameter that names one of
// several files, or empty.
func PartOf(r *site.Request, path, file string) Part {
	return Part{r: r, path: path, file: file, At: r.Text("at"), IsNew: r.Text("new") == "1"}
}

// URL returns the address of the page of the whole document.
func (p Part) URL() string { return p.address(url.Values{}) }

// PageURL returns the address of the page of a value in the document. The present page keeps its search.
func (p Part) PageURL(at string) string {
	query := url.Values{}
	for _, name := range []string{"q", "page", "new"} {
		if text := p.r.Text(name); text != "" && at == p.At {
			query.Set(name, text)
		}
	}
	if at != "" {
		query.Set("at", at)
	}
	return p.address(query)
}

// StoredURL returns the address of the page of a value that is stored.
func (p Part) StoredURL(at string) string { return p.address(url.Values{"at": {at}}) }

func (p Part) address(query url.Values) string {
	address := p.path
	if p.file != "" {
		address += "?file=" + url.QueryEscape(p.file)
	}
	switch {
	case len(query) == 0:
		return address
	case p.file != "":
		return address + "&" + query.Encode()
	}
	return address + "?" + query.Encode()
}

// FormID returns the id of the form, which differs by document and path.
func (p Part) FormID() string {
	return "document:" + p.path + ":" + p.file + ":" + p.At + p.r.Text("new")
}

// Left returns the input and the problems of the form that the request before has left for this page; nil if there is none.
func (p Part) Left() (input *jsontree.Object, problems validate.Errors) {
	if left := p.r.Flash(); left.Form == p.FormID() {
		return jsontree.ParseBody(left.Input), left.Problems
	}
	return nil, nil
}

// Form returns the form of the part. text is that of the whole document.
func (p Part) Form(schema *expansion.Schema, tree *jsontree.Object, text string) docform.Form {
	return docform.Form{
		Schema: schema, Tree: tree, At: p.At, URL: p.URL(), Search: p.r.Text("q"), Page: p.r.PageNumber(), Version: BaseOf(text),
	}
}

// Draw shows the part in its form, with input and problems if the form is shown again. merged is what the input comes to with what is
// stored. It reports false where the document has nothing at the path.
func (p Part) Draw(form docform.Form, input *jsontree.Object, problems validate.Errors, merged ui.Merged) (view pages.Setting, ok bool) {
	form.Input, form.Problems, form.Conflicts = input, problems, merged.Conflicts
	if view, ok = p.view(form); !ok {
		return view, false
	}
	view.Base, view.Guarded, view.Search, view.Places = form.Base(), ui.Form{One: "file", Merged: merged}, p.r.Text("q"), p.At == ""
	view.Pager.Query = ui.Query{Path: p.path, Values: p.r.URL.Query()}
	return view, true
}

// Nearest leads to the page that shows the value at the path of a form, or the value around it. It returns site.ErrNotFound where there
// is none.
func (p Part) Nearest(form docform.Form) (site.Response, error) {
	shown := form.Locate(p.At)
	if shown.At == p.At || shown.At == "" && shown.ID == "" {
		return site.Response{}, site.ErrNotFound
	}
	return site.Redirect(shown.Address(p.URL())), nil
}

// DrawNew shows the form of a new member of the list or map at the path, with input and problems if it is shown again. Nothing of it is
// stored before it is saved. list is the form of the part. It returns the cursor of the new member, and reports false where the document
// has no such list or map.
func (p Part) DrawNew(list docform.Form, input *jsontree.Object,
	problems validate.Errors,
) (view pages.Setting, cursor *docform.Cursor, ok bool) {
	list.Tree, list.Search = list.Tree.Clone(), ""
	form, ok := list.WithNew(newTitle)
	if !ok {
		return view, nil, false
	}
	form.Input, form.Problems = input, problems
	if view, ok = p.view(form); !ok {
		return view, nil, false
	}
	view.Remove, view.New = false, p.StoredURL(p.At)
	if list.TakesKey() {
		view.NewKey = docform.KeyControl(newKey, input, problems)
	}
	return view, form.Cursor(), true
}

func (p Part) view(form docform.Form) (view pages.Setting, ok bool) {
	drawn, ok := form.Draw()
	if !ok {
		return view, false
	}
	return pages.Setting{View: drawn, Lead: form.Cursor().Field.Help, Action: p.PageURL(p.At), Path: p.path, File: p.file, At: p.At}, true
}

// LayNew lays the input over a new member of the list or map at the path of a form, whose tree it changes. It returns the path of the
// member, that of the value to show next, and what is wrong, by the names of the form.
func (p Part) LayNew(list docform.Form) (at, next string, problems validate.Errors) {
	form, ok := list.WithNew(p.r.Text(newKey))
	if !ok {
		return p.At, "", validate.Refusal(newKey, "The new entry needs a key that no other entry has.")
	}
	next, problems = form.Save(p.r.Input)
	return form.At, next, problems
}

// NameIn returns the name that a value of the document has in the form of the value at a path.
func NameIn(at, path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, at), ".") }

// TitleOf returns the title of the page of a value.
func (p Part) TitleOf(cursor *docform.Cursor) string {
	if p.IsNew {
		return newTitle
	}
	return cursor.Title()
}

// Crumbs returns the links to the values around one in the document, from the whole of it, which has a title, down.
func (p Part) Crumbs(cursor *docform.Cursor, title string) (crumbs []ui.Link) {
	for up := cursor.Up(); up != nil; up = up.Up() {
		label := up.Title()
		if up.Up() == nil {
			label = title
		}
		crumbs = append([]ui.Link{{Label: label, URL: p.PageURL(up.Path)}}, crumbs...)
	}
	return crumbs
}
