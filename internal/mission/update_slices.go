package mission

import (
	"context"
	"errors"
	"slices"

	"quartermaster/internal/store"
)

// update imports files in one edit, so that the update is one revision. A large file of records is stored in slices, and the others are
// when they are published.
func (s *Service) update(ctx context.Context, scope store.Scope, i instance, reports []Report, files []incomingFile, o Options) error {
	paths := make([]string, len(files))
	for n, f := range files {
		paths[n] = f.rel
	}
	large, others := apart(files, o)
	rest := func(part store.EditFunc) error {
		return importAll(ctx, i, others, o, func(bool) store.EditFunc { return part })
	}
	uncounted := o
	uncounted.Progress = nil
	revision, err := s.editInParts(ctx, scope, summaryOf(paths...), len(large) > 0, func(edit store.EditFunc) error {
		return importAll(ctx, i, large, uncounted, func(bool) store.EditFunc { return wholly(edit) })
	}, rest)
	for n := range reports {
		if reports[n].Revision = revision; err != nil { // nothing of it is kept
			reports[n].Status = Cancelled
		}
	}
	return err
}

func (s *Service) editInParts(
	ctx context.Context, scope store.Scope, summary string, isLarge bool, large, rest func(store.EditFunc) error,
) (int64, error) {
	if !isLarge {
		return s.db.EditInParts(ctx, scope, importing, summary, rest)
	}
	return s.db.EditInPartsAfter(ctx, scope, importing, summary, large, rest)
}

// apart takes the file out that is stored in slices, if there is one: it must need nothing of what the others bring along. Types need
// names alone, which belong to the user.
func apart(files []incomingFile, o Options) (large, others []incomingFile) {
	at := slices.IndexFunc(files, func(f incomingFile) bool {
		return !f.done && f.broken == nil && f.isLarge() && (len(files) == 1 || f.kind == typesFile && f.rel == typesFile.info().main)
	})
	if o.whole || at < 0 {
		return nil, files
	}
	others = slices.Clone(files)
	large = []incomingFile{files[at]}
	return large, slices.Delete(others, at, at+1)
}

// apartError is why a file cannot be stored in slices; what is stored of it so far can only be taken back together with the rest.
type apartError struct{ reason error }

func (e apartError) Error() string { return e.reason.Error() }

func isApart(err error) bool {
	var apart apartError
	return errors.As(err, &apart)
}

// wholly has the edit of a file end the whole edit where the file cannot be stored.
func wholly(edit store.EditFunc) store.EditFunc {
	return func(ctx context.Context, fn func(*store.Edit) error) error {
		err := edit(ctx, fn)
		if isFileError(err) || errors.Is(err, store.ErrTaken) {
			return apartError{err}
		}
		return err
	}
}
