package settings

import (
	"context"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

func showSetting(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := findSetting(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if r.Text("view") == "raw" {
		return s.drawSource(s.document.Text, nil), nil
	}
	input, problems := s.part.Left()
	if s.part.IsNew {
		return s.drawNew(input, problems)
	}
	return s.draw(ctx, input, problems)
}

// generateSetting downloads the file.
func generateSetting(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := findSetting(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if s.row == nil {
		return r.Generated(ctx, s.file(), []byte(s.document.Text))
	}
	return r.Generated(ctx, s.file(), record.ExpansionSettings.FileOf(s.row))
}

// updateSetting lays the form over the document, and carries out the action of its button.
func updateSetting(ctx context.Context, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) { return updateSettingOnce(ctx, r) })
}

func updateSettingOnce(ctx context.Context, r *site.Request) (site.Response, error) {
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
	if s.part.IsNew {
		return s.saveNew(ctx)
	}
	merged, stale := s.form().Merge(r.Input)
	switch {
	case stale:
		return r.Invalid(s.part.FormID(), s.part.PageURL(s.part.At), validate.Refusal(docform.BaseName, documents.StaleText)), nil
	case len(merged.Conflicts) > 0:
		return r.Invalid(s.part.FormID(), s.part.PageURL(s.part.At), r.ConflictErrors("file", merged)), nil
	}
	next := s.part.At
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
		return r.Invalid(s.part.FormID(), s.part.PageURL(s.part.At), problems), nil
	}
	notices[0].Text += site.AlsoChanged(merged.Kept)
	return r.Tell(s.part.PageURL(next), notices...), nil
}

// saveNew stores a new member with what was entered.
func (s *setting) saveNew(ctx context.Context) (site.Response, error) {
	list, next := s.part, ""
	notices, problems, err := s.storeChanges(ctx, func(_ context.Context, _ *site.Request, tree *jsontree.Object) (problems validate.Errors) {
		form := s.form()
		form.Tree = tree
		s.part.At, next, problems = list.LayNew(form) // by which problems are named
		return problems
	})
	s.part = list
	if err != nil {
		return site.Response{}, err
	}
	if len(problems) > 0 {
		return s.r.Invalid(list.FormID(), list.PageURL(list.At), problems), nil
	}
	return s.r.Tell(list.StoredURL(next), notices...), nil
}
