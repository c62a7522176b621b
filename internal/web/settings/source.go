package settings

import (
	"context"
	"errors"
	"net/http"
	"slices"
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

// drawSource shows the text of the file, or one that was sent and what is wrong with it.
func (s *setting) drawSource(text string, problems []string) site.Response {
	view := pages.SettingSource{
		Lead:   "The whole " + s.file() + ". Values that you do not change keep their spelling and order.",
		Action: s.url() + "?view=raw", Base: s.base(), Text: text, Back: s.url(), Problems: problems,
	}
	page := s.r.Inside("Edit as JSON", ui.Link{Label: settingsTitle, URL: documents.URL(s.r)}, ui.Link{Label: s.schema.Title, URL: s.url()})
	return site.Response{Page: page, View: view}
}

// saveSource stores a document that was sent as its text.
func (s *setting) saveSource(ctx context.Context) (site.Response, error) {
	sent := s.r.Text("document")
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

// sourceRefused shows the text again with what is wrong with it.
func (s *setting) sourceRefused(sent string, problems validate.Errors) site.Response {
	if s.r.ExpectsJSON() {
		return site.Response{Status: http.StatusUnprocessableEntity, JSON: problems.AppendJSON(nil)}
	}
	_, texts, _ := documents.Refusal(problems)
	answer := s.drawSource(sent, texts)
	answer.Status = http.StatusUnprocessableEntity
	return answer
}

// importSetting takes an uploaded file in the place of the stored one.
func importSetting(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := findSetting(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	files := 0
	names, warnings, err := documents.ImportDocuments(ctx, r, func(name string) (string, *expansion.Schema, error) {
		files++
		return s.schema.Path, s.schema, s.checkFile(name, files)
	})
	if err == nil {
		return r.Tell(s.url(), slices.Insert(warnings, 0, ui.Notice{Tone: ui.Good, Text: strings.Join(names, "") + ".json was imported."})...), nil
	}
	status, texts, body := documents.Refusal(err)
	switch {
	case status == 0:
		return site.Response{}, err
	case r.ExpectsJSON():
		return site.Response{Status: status, JSON: body}, nil
	}
	answer, err := s.draw(nil, nil)
	if view, ok := answer.View.(pages.Setting); ok && view.Whole != nil {
		view.Whole.Problems = texts
	}
	answer.Status = status
	return answer, err
}

// checkFile returns what is wrong with a file by its name, or by there being several.
func (s *setting) checkFile(name string, count int) error {
	if count > 1 {
		return errors.New("only one file can be imported here")
	}
	if claimed := expansion.Claim(name + ".json"); claimed != nil && claimed != s.schema {
		return errors.New("a file of that name belongs to the settings " + claimed.Title)
	}
	return nil
}
