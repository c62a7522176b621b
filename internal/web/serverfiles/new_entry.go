package serverfiles

import (
	"net/url"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

// newKey is the input with the key of a new entry in a map.
const newKey = "_key"

// newTitle is the title of an entry that is not stored yet.
const newTitle = "New entry"

// drawNew shows the form of a new member of the list or map at the path. Nothing of it is stored before it is saved.
func (s *shownFile) drawNew(input *jsontree.Object, problems validate.Errors) (site.Response, error) {
	list := s.form()
	list.Tree, list.Search = s.Tree.Clone(), ""
	form, ok := list.WithNew(newTitle)
	if !ok {
		return site.Response{}, site.ErrNotFound
	}
	form.Input, form.Problems = input, problems
	drawn, ok := form.Draw()
	if !ok {
		return site.Response{}, site.ErrNotFound
	}
	drawn.Remove = false
	cursor := form.Cursor()
	view := pages.GameFile{Setting: pages.Setting{
		View: drawn, Lead: cursor.Field.Help, Action: s.pageURL(s.at), Path: listURL(s.r) + "/" + s.Slug, File: s.Name, At: s.at,
		New: withQuery(s.url(), url.Values{"at": {s.at}}),
	}}
	if list.TakesKey() {
		view.NewKey = docform.KeyControl(newKey, input, problems)
	}
	page := s.pageOf(cursor)
	page.Title = newTitle
	return site.Response{Page: page, View: view}, nil
}
