package serverfiles

import (
	"context"
	"errors"

	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// saving is what becomes of a form while it is laid over the document.
type saving struct {
	at       string // the path of the value that was sent
	next     string // the path of the value to show next
	problems validate.Errors
	kept     []string // what somebody else has changed meanwhile
}

// errRefused ends a save whose form has problems.
var errRefused = errors.New("the form has problems")

// saveDocument lays the form over the document, and carries out the action of its button.
func saveDocument(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if s.Tree == nil || s.form().Cursor() == nil {
		return site.Response{}, site.ErrNotFound
	}
	done := &saving{}
	lay := done.lay
	if s.part.IsNew {
		lay = done.layNew
	}
	saved, revision, err := documentsOf(r).Save(ctx, r.Scope(), s.Slug, s.Name, func(f *docset.File) (*jsontree.Object, error) {
		return lay(s.with(f))
	})
	var rejected docset.Rejection
	switch {
	case errors.As(err, &rejected):
		done.reject(rejected)
	case err != nil && !errors.Is(err, errRefused):
		return site.Response{}, err
	}
	if err != nil {
		return r.Invalid(s.part.FormID(), s.part.PageURL(s.part.At), done.problems), nil
	}
	return r.Tell(s.part.PageURL(done.next), ui.Notice{Tone: ui.Good, Text: noticeOf(saved, revision) + site.AlsoChanged(done.kept)}), nil
}

func noticeOf(f *docset.File, revision int64) string {
	if revision == 0 {
		return "Nothing was changed."
	}
	return f.Title + " was saved."
}

// lay returns the document as it is now with what was sent.
func (d *saving) lay(s *shownFile) (*jsontree.Object, error) {
	*d = saving{at: s.part.At}
	form := s.form()
	if form.Cursor() == nil {
		return nil, site.ErrNotFound
	}
	merged, stale := form.Merge(s.r.Input)
	d.kept = merged.Kept
	switch {
	case stale:
		d.problems = validate.Refusal(docform.BaseName, documents.StaleText)
		return nil, errRefused
	case len(merged.Conflicts) > 0:
		d.problems = s.r.ConflictErrors("file", merged)
		return nil, errRefused
	}
	form.Tree = s.Tree.Clone()
	if d.next, d.problems = form.Save(s.r.Input); len(d.problems) > 0 {
		return nil, errRefused
	}
	return form.Tree, nil
}

// layNew returns the document as it is now with a new member of the list or map at the path.
func (d *saving) layNew(s *shownFile) (*jsontree.Object, error) {
	form := s.form()
	form.Tree = s.Tree.Clone()
	*d = saving{}
	if d.at, d.next, d.problems = s.part.LayNew(form); len(d.problems) > 0 {
		return nil, errRefused
	}
	return form.Tree, nil
}

// reject takes over what keeps the document from being saved, with the names of the form.
func (d *saving) reject(rejected docset.Rejection) {
	if rejected.Sentence != "" {
		d.problems.AddSentence(docform.BaseName, ui.Capital(rejected.Sentence)+".")
	}
	for _, p := range rejected.Problems {
		d.problems.AddNamed(documents.NameIn(d.at, p.Path), "", p.Message)
	}
}
