package mission

import (
	"context"

	"quartermaster/internal/store"
)

// update imports files in one edit, so that the update is one revision: in slices where they are large.
func (s *Service) update(ctx context.Context, scope store.Scope, i instance, reports []Report, files []incomingFile, o Options) error {
	paths := make([]string, len(files))
	for n, f := range files {
		paths[n] = f.rel
	}
	edit, unsettled := s.db.EditInParts, i.settling.without(files)
	i.settling.light = len(unsettled) < len(files)
	if weightOf(unsettled) >= largeFrom {
		edit, i.settling.light = s.db.EditManyInParts, false
	}
	revision, err := edit(ctx, scope, importing, summaryOf(paths...), func(part store.EditFunc) error {
		return importAll(ctx, i, files, o, func(bool) store.EditFunc { return part })
	})
	for n := range reports {
		if reports[n].Revision = revision; err != nil { // nothing of it is kept
			reports[n].Status = Cancelled
		}
	}
	return err
}

// weightOf returns what it takes to store the files that are imported.
func weightOf(files []incomingFile) (bytes int) {
	for n := range files {
		if !files[n].done {
			bytes += files[n].weight()
		}
	}
	return bytes
}
