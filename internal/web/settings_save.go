package web

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// updateSetting lays the values of the form over the document, and carries out the action of the button that sent it.
func updateSetting(ctx context.Context, r *request) (response, error) {
	s, err := r.findSetting(ctx)
	if err != nil {
		return response{}, err
	}
	if r.text("view") == "raw" {
		return s.saveSource(ctx)
	}
	if s.form().Cursor() == nil {
		return response{}, errNotFound
	}
	if s.isStale() {
		return r.invalid(s.formID(), s.pageURL(s.at), validate.Errors{{Field: documentBase, Messages: []string{staleText}}}), nil
	}
	next := s.at
	notices, problems, err := s.storeChanges(ctx, func(_ context.Context, _ *request, tree *jsontree.Object) (problems validate.Errors) {
		form := s.form()
		form.Tree = tree
		next, problems = form.Save(r.input)
		return problems
	})
	if err != nil {
		return response{}, err
	}
	if len(problems) > 0 {
		return r.invalid(s.formID(), s.pageURL(s.at), problems), nil
	}
	return r.tell(s.pageURL(next), notices...), nil
}

// isStale reports whether the document has changed since the form was drawn.
func (s *setting) isStale() bool { return s.r.isStale(s.document.Text) }

// storeChanges stores the document with the changes that accept makes in it, and returns what the save has done. Problems go by the
// names of the form.
func (s *setting) storeChanges(ctx context.Context, accept acceptDocument) ([]ui.Notice, validate.Errors, error) {
	pages := settingDocuments()
	pages.accept = accept
	pages.naming = func(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, s.at), ".") }
	saved, err := pages.storeDocument(ctx, s.r, s.row, s.document)
	if s.row == nil && errors.Is(err, store.ErrTaken) { // by somebody at the same moment
		return nil, validate.Errors{{Field: documentBase, Messages: []string{staleText}}}, nil
	}
	if problems, invalid := pages.problems(err); invalid {
		return nil, problems, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if document := record.ExpansionSettings.Index("document"); s.row != nil && saved.row[document] == s.row[document] {
		return []ui.Notice{{Tone: ui.Good, Text: "Nothing was changed."}}, nil, nil
	}
	notices := []ui.Notice{{Tone: ui.Good, Text: s.schema.Title + " was saved."}}
	return append(notices, unusual(s.schema, saved.draft)...), nil, nil
}
