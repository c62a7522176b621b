package settings

import (
	"context"
	"errors"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/ui"
)

// isStale reports whether the document has changed since the form was drawn.
func (s *setting) isStale() bool { return documents.IsStale(s.r, s.document.Text) }

// storeChanges stores the document with the changes that accept makes. It returns notices of the save, or problems with the names of the
// form.
func (s *setting) storeChanges(ctx context.Context, accept documents.AcceptFunc) ([]ui.Notice, validate.Errors, error) {
	pages := settingDocuments()
	pages.Accept = accept
	pages.Naming = func(path string) string { return documents.NameIn(s.part.At, path) }
	saved, err := pages.StoreDocument(ctx, s.r, s.row, s.document)
	if s.row == nil && errors.Is(err, store.ErrTaken) { // somebody else has created it at the same time
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
