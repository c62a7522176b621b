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
	left := r.Flash()
	var input *jsontree.Object
	var problems validate.Errors
	if left.Form == s.formID() {
		input, problems = jsontree.ParseBody(left.Input), left.Problems
	}
	if s.isNew {
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
	if s.isNew {
		return s.saveNew(ctx)
	}
	merged, stale := s.form().Merge(r.Input)
	switch {
	case stale:
		return r.Invalid(s.formID(), s.pageURL(s.at), validate.Refusal(docform.BaseName, documents.StaleText)), nil
	case len(merged.Conflicts) > 0:
		return r.Invalid(s.formID(), s.pageURL(s.at), r.ConflictErrors("file", merged)), nil
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
	notices[0].Text += site.AlsoChanged(merged.Kept)
	return r.Tell(s.pageURL(next), notices...), nil
}
