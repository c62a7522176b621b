package settings

import (
	"context"
	"net/http"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// drawSource shows the text of the file, or the sent text with what is wrong with it.
func (s *setting) drawSource(text string, problems []string, conflicts ...ui.Conflict) site.Response {
	view := pages.SettingSource{
		Lead:   "The whole " + s.file() + ". Values you don’t change keep their formatting and order.",
		Action: s.url() + "?view=raw", Base: s.base(), Text: text, Back: s.url(), Problems: problems,
		Guarded: ui.Form{One: "file", Merged: ui.Merged{Conflicts: conflicts}},
	}
	page := s.r.Inside("Edit as JSON", ui.Link{Label: settingsTitle, URL: documents.URL(s.r)}, ui.Link{Label: s.schema.Title, URL: s.url()})
	return site.Response{Page: page, View: view}
}

// conflict shows the sent text beside the stored one.
func (s *setting) conflict(sent string) ui.Conflict {
	lines := func(text string) []string { return strings.Split(ui.PlainLines(text), "\n") }
	return ui.NewConflict("document", "JSON", lines(sent), lines(s.document.Text))
}

// saveSource stores a document that was sent as text.
func (s *setting) saveSource(ctx context.Context) (site.Response, error) {
	sent := s.r.Text("document")
	if ui.Takes(s.r.Input, "document") {
		return s.r.Done(s.url()+"?view=raw", "Nothing was changed."), nil
	}
	var problems validate.Errors
	next, err := expansion.Parse(sent)
	switch {
	case sent == "":
		problems.AddFailure("document", validate.IsRequired)
	case err != nil:
		problems.AddSentence("document", ui.Capital(err.Error())+".")
	case s.isStale():
		problems.AddSentence(docform.BaseName, documents.StaleText)
	}
	var notices []ui.Notice
	if len(problems) == 0 {
		notices, problems, err = s.storeChanges(ctx, func(_ context.Context, _ *site.Request, document *jsontree.Object) validate.Errors {
			*document = *next
			return nil
		})
	}
	if len(problems) > 0 {
		return s.sourceRefused(sent, problems), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return s.r.Tell(s.url()+"?view=raw", notices...), nil
}

// sourceRefused answers with the sent text and what is wrong with it.
func (s *setting) sourceRefused(sent string, problems validate.Errors) site.Response {
	if s.r.ExpectsJSON() {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}
	}
	_, texts, _ := documents.Refusal(problems)
	answer := s.drawSource(sent, texts)
	if s.isStale() {
		answer = s.drawSource(sent, nil, s.conflict(sent))
	}
	answer.Status = http.StatusUnprocessableEntity
	return answer
}
