package settings

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// updateSetting lays the values of the form over the document, and carries out the action of the button that sent it.
func updateSetting(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := findSetting(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if r.Text("view") == "raw" {
		return s.saveSource(ctx)
	}
	if s.form().Cursor() == nil {
		return site.Response{}, site.ErrNotFound
	}
	if s.isStale() {
		return r.Invalid(s.formID(), s.pageURL(s.at), validate.Refusal(docform.BaseName, documents.StaleText)), nil
	}
	next := s.at
	notices, problems, err := s.storeChanges(ctx, func(_ context.Context, _ *site.Request, tree *jsontree.Object) (problems validate.Errors) {
		form := s.form()
		form.Tree = tree
		next, problems = form.Save(r.Input)
		return problems
	})
	if err != nil {
		return site.Response{}, err
	}
	if len(problems) > 0 {
		return r.Invalid(s.formID(), s.pageURL(s.at), problems), nil
	}
	return r.Tell(s.pageURL(next), notices...), nil
}

// IsStale reports whether the document has changed since the form was drawn.
func (s *setting) isStale() bool { return documents.IsStale(s.r, s.document.Text) }

// storeChanges stores the document with the changes that accept makes in it, and returns what the save has done. Problems go by the
// names of the form.
func (s *setting) storeChanges(ctx context.Context, accept documents.AcceptFunc) ([]ui.Notice, validate.Errors, error) {
	pages := settingDocuments()
	pages.Accept = accept
	pages.Naming = func(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, s.at), ".") }
	saved, err := pages.StoreDocument(ctx, s.r, s.row, s.document)
	if s.row == nil && errors.Is(err, store.ErrTaken) { // by somebody at the same moment
		return nil, validate.Refusal(docform.BaseName, documents.StaleText), nil
	}
	if problems, invalid := pages.Problems(err); invalid {
		return nil, problems, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if document := record.ExpansionSettings.Index("document"); s.row != nil && saved.Row[document] == s.row[document] {
		return []ui.Notice{{Tone: ui.Good, Text: "Nothing was changed."}}, nil, nil
	}
	notices := []ui.Notice{{Tone: ui.Good, Text: s.schema.Title + " was saved."}}
	return append(notices, documents.Unusual(s.schema, saved.Draft)...), nil, nil
}
