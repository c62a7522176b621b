package docset

import (
	"context"

	"quartermaster/internal/charset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// ChangeFunc returns the values that a document is to have; it must not change those that it has.
type ChangeFunc func(f *File) (*jsontree.Object, error)

// Save stores what change makes of a document and returns the document as it is then, and the revision that it made, 0 for none.
// Change is called again when somebody else changes the instance meanwhile. The error is one of [Service.Find], ErrBroken, that of change,
// or a Rejection.
func (s *Service) Save(ctx context.Context, scope store.Scope, slug, name string, change ChangeFunc) (*File, int64, error) {
	f, err := s.Find(ctx, scope, slug, name)
	if err != nil {
		return nil, 0, err
	}
	report, err := s.missions.EditFile(ctx, scope,
		mission.FileEdit{Path: f.Path, Change: func(ctx context.Context, now *mission.File) ([]byte, error) {
			if err := f.load(ctx, now); err != nil {
				return nil, err
			}
			return f.Bytes(change)
		}})
	if err != nil {
		return nil, 0, err
	}
	if report.Status == mission.Failed {
		return nil, 0, Rejection{Sentence: mission.Sentence(report.Error)}
	}
	saved, err := s.Find(ctx, scope, slug, name)
	return saved, report.Revision, err
}

// Bytes returns the file with the values that change makes of those that it has. The error is ErrBroken, that of change, or a Rejection.
func (f *File) Bytes(change ChangeFunc) ([]byte, error) {
	next, err := f.changed(change)
	if err != nil {
		return nil, err
	}
	return charset.Encode([]byte(next), f.encoding, f.syntax())
}

// Rejection is what keeps a document from being saved.
type Rejection struct {
	Problems []expansion.Problem
	Sentence string // where no single value is at fault
}

// Error returns the first sentence.
func (r Rejection) Error() string {
	if len(r.Problems) > 0 {
		return r.Problems[0].Text()
	}
	return r.Sentence
}

// changed returns the new text of the file.
func (f *File) changed(change ChangeFunc) (string, error) {
	if f.Tree == nil {
		return "", ErrBroken
	}
	next, err := f.next(change)
	if err != nil {
		return "", err
	}
	if expansion.IsDeeper(next, expansion.MaxDepth) {
		return "", Rejection{Sentence: expansion.ErrTooDeep.Error()}
	}
	text, problems, err := f.Change(f.Text, next)
	switch {
	case len(problems) > 0:
		return "", Rejection{Problems: problems}
	case err != nil:
		return "", Rejection{Sentence: err.Error()}
	}
	return text, nil
}

// next returns what change makes of the values. Who may not see passwords changes a document without them, and those that he sends back
// as he has seen them stay.
func (f *File) next(change ChangeFunc) (*jsontree.Object, error) {
	if !f.hides {
		return change(f)
	}
	shown := *f
	shown.hide()
	next, err := change(&shown)
	if err != nil {
		return nil, err
	}
	return f.Restore(next, f.Tree), nil
}
