package settings

import (
	"context"

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
func (s *setting) drawNew(input *jsontree.Object, problems validate.Errors) (site.Response, error) {
	list := s.form()
	list.Tree, list.Search = s.document.Tree.Clone(), ""
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
	view := pages.Setting{
		View: drawn, Lead: cursor.Field.Help, Action: s.pageURL(s.at), Path: s.url(), At: s.at,
		New: s.pageURLOf(s.at),
	}
	if list.TakesKey() {
		view.NewKey = docform.KeyControl(newKey, input, problems)
	}
	page := s.page(cursor)
	page.Title = newTitle
	return site.Response{Page: page, View: view}, nil
}

// saveNew stores a new member with what was entered.
func (s *setting) saveNew(ctx context.Context) (site.Response, error) {
	list, next := s.at, ""
	notices, problems, err := s.storeChanges(ctx, func(_ context.Context, _ *site.Request, tree *jsontree.Object) (problems validate.Errors) {
		form := s.form()
		form.Tree, form.At = tree, list
		form, ok := form.WithNew(s.r.Text(newKey))
		if !ok {
			return validate.Refusal(newKey, "The new entry needs a key that no other entry has.")
		}
		s.at = form.At // by which problems are named
		next, problems = form.Save(s.r.Input)
		return problems
	})
	s.at = list
	if err != nil {
		return site.Response{}, err
	}
	if len(problems) > 0 {
		return s.r.Invalid(s.formID(), s.pageURL(list), problems), nil
	}
	return s.r.Tell(s.pageURLOf(next), notices...), nil
}
