package mission

import (
	"context"
	"slices"

	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// FilesEdit changes files of an instance, and records beside them, as one revision or not at all.
type FilesEdit struct {
	Summary say.Message // for the history

	// Files returns the new bytes of files, and those that are to go. file returns the file at a path below the server's root as it is
	// generated, or nil if there is none. It is called again if somebody else changes the instance meanwhile. Its error ends the edit.
	Files func(ctx context.Context, file func(path string) *File) ([]NewFile, error)

	// Records changes records, before the files are stored. Its error ends the edit. It may be nil.
	Records func(ctx context.Context, e *store.Edit) error
	Changed int // about how many records that changes
}

// manyEdited is from how many files and records on an edit of them is made on a copy of the instance, for which nobody waits.
const manyEdited = 32

// NewFile holds the new bytes of a file, or says that it is to go, with the records that belong to it.
type NewFile struct {
	Path    string // below the server's root
	Data    []byte
	Deleted bool
}

// RefusedFile is the error of an edit of files of which one cannot be stored.
type RefusedFile struct{ Path, Reason string }

func (r RefusedFile) Error() string { return r.Path + ": " + r.Reason }

// EditFiles carries an edit out, and returns the number of the revision that it made, 0 for none. Each file is stored as by EditFile.
// The error is a RefusedFile, that of the edit, or a failure of the service.
func (s *Service) EditFiles(ctx context.Context, scope store.Scope, edit FilesEdit) (revision int64, err error) {
	err = s.unmoved(ctx, scope, func(w *writing) error {
		contents, err := edit.Files(ctx, w.file)
		if err != nil {
			return err
		}
		going := slices.DeleteFunc(slices.Clone(contents), func(c NewFile) bool { return !c.Deleted })
		files, err := w.allIncoming(ctx, slices.DeleteFunc(contents, func(c NewFile) bool { return c.Deleted }))
		if err != nil {
			return err
		}
		run := w.db.EditInParts
		if weightOf(files) >= largeFrom || len(files)+len(going)+edit.Changed >= manyEdited {
			run = w.db.EditManyInParts
		}
		revision, err = run(ctx, scope, "bulk", edit.Summary, func(part store.EditFunc) error {
			if err := w.storeAll(ctx, files, edit.Records, part); err != nil {
				return err
			}
			return part(ctx, func(e *store.Edit) error { return w.removeAll(ctx, e, going) })
		})
		return err
	})
	return revision, err
}

// allIncoming identifies the new bytes of files, before the transaction that stores them.
func (w *writing) allIncoming(ctx context.Context, contents []NewFile) ([]incomingFile, error) {
	files := make([]incomingFile, len(contents))
	for n, c := range contents {
		f, err := w.incoming(ctx, newContent{c.Path, c.Data, nil}, new(Report))
		switch {
		case err != nil:
			return nil, err
		case f.done:
			return nil, RefusedFile{c.Path, Sentence(say.New("all", "says", f.report.Warnings))}
		case f.broken != nil:
			return nil, RefusedFile{c.Path, f.broken.Error()}
		}
		f.ifBroken, files[n] = rejectBroken, f
	}
	return files, nil
}

// storeAll changes records and stores files in the parts of one edit.
func (w *writing) storeAll(ctx context.Context, files []incomingFile, records func(context.Context, *store.Edit) error,
	part store.EditFunc,
) error {
	err := part(ctx, func(e *store.Edit) error {
		if err := w.checkRevision(ctx, e); err != nil || records == nil {
			return err
		}
		return records(ctx, e)
	})
	for n := range files {
		if err == nil {
			err = w.storeOne(ctx, files[n:n+1], part)
		}
	}
	return err
}

func (w *writing) storeOne(ctx context.Context, one []incomingFile, part store.EditFunc) error {
	f := one[0]
	err := importBatch(ctx, w.instance, one, Options{Mode: edited}, func(bool) store.EditFunc { return part }, func(int) {})
	if err == nil && f.report.Status == Failed {
		err = RefusedFile{w.instance.path(f.rel), Sentence(f.report.Error)}
	}
	return err
}

// removeAll deletes files that are there.
func (w *writing) removeAll(ctx context.Context, e *store.Edit, files []NewFile) error {
	for _, gone := range files {
		f := w.file(gone.Path)
		if f == nil {
			continue
		}
		if err := w.remove(ctx, e, f); err != nil {
			return err
		}
	}
	return nil
}
