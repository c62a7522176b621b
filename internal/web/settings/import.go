package settings

import (
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// importSetting replaces the file by an uploaded one.
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
		return r.Tell(s.url(), slices.Insert(warnings, 0, ui.Notice{
			Tone: ui.Good, Text: strings.Join(names, "") + ".json was imported.",
		})...), nil
	}
	status, texts, body := documents.Refusal(err)
	switch {
	case status == 0:
		return site.Response{}, err
	case r.ExpectsJSON():
		return site.Response{Status: status, JSON: body}, nil
	}
	answer, err := s.draw(ctx, nil, nil)
	if view, ok := answer.View.(pages.Setting); ok && view.Whole != nil {
		view.Whole.Problems = texts
	}
	answer.Status = status
	return answer, err
}

// checkFile refuses several files, and one whose name is that of other settings.
func (s *setting) checkFile(name string, count int) error {
	if count > 1 {
		return errors.New("only one file can be imported here")
	}
	if claimed := expansion.Claim(name + ".json"); claimed != nil && claimed != s.schema {
		return errors.New("a file of that name belongs to the settings " + claimed.Title)
	}
	return nil
}
