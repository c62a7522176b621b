package mission

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/store"
)

// Options say how files are imported.
type Options struct {
	Mode     Mode                               // Merge when empty
	Progress func(done, total int, path string) // called before each file, and at the end; may be nil
}

// importing is what the history calls an import.
const importing = "import"

// Import reads files into the records of an instance, each in one transaction of its own, and reports on every one. What nothing
// reads is stored as it came, many such files in one transaction. The error is a failure of the service; what is wrong with a file
// is in its report.
func (s *Service) Import(ctx context.Context, scope store.Scope, uploads []Upload, o Options) ([]Report, error) {
	i, reports, files, err := s.prepare(ctx, scope, uploads)
	if err != nil {
		return nil, err
	}
	return reports, importAll(ctx, i, files, o, func(large bool) store.EditFunc {
		edit := s.db.Edit
		if large {
			edit = s.db.EditInSlices
		}
		return func(ctx context.Context, fn func(*store.Edit) error) error { return edit(ctx, scope, importing, fn) }
	})
}

// Rehearse returns the reports that Import would, and how the records of the instance would differ. It changes nothing.
func (s *Service) Rehearse(ctx context.Context, scope store.Scope, uploads []Upload, o Options) (reports []Report, differences []store.Difference, err error) {
	i, reports, files, err := s.prepare(ctx, scope, uploads)
	if err != nil {
		return nil, nil, err
	}
	differences, err = s.db.Rehearse(ctx, scope, importing, func(edit store.EditFunc) error {
		return importAll(ctx, i, files, o, func(bool) store.EditFunc { return edit })
	})
	return reports, differences, err
}

// prepare reads what an import needs to know of the instance, and finds out what the files are.
func (s *Service) prepare(ctx context.Context, scope store.Scope, uploads []Upload) (i instance, reports []Report, files []incomingFile, err error) {
	if i, err = s.instance(ctx, scope); err != nil {
		return i, nil, nil, err
	}
	if i.taken, err = s.takenPaths(ctx, scope, i); err != nil {
		return i, nil, nil, err
	}
	reports, files, err = s.receive(ctx, scope, i, uploads)
	return i, reports, files, err
}

// takenPaths returns the paths that generation writes, and those that it may write.
func (s *Service) takenPaths(ctx context.Context, scope store.Scope, i instance) (*takenPaths, error) {
	files, err := s.Files(ctx, scope)
	t := newTakenPaths()
	for _, k := range kinds {
		if main := k.info().main; main != "" {
			t.add(i.path(main))
		}
	}
	for _, f := range files {
		t.add(f.Path)
		if k := f.kind.info(); !f.Broken && f.from.stored(k, f.rel).ID == 0 {
			t.records[strings.ToLower(i.path(f.rel))] = k
		}
	}
	return t, err
}

func importAll(ctx context.Context, i instance, files []incomingFile, o Options, edit editing) error {
	total := len(files)
	files = slices.DeleteFunc(sortByKind(files), func(f incomingFile) bool { return f.done })
	skipped := total - len(files)
	done := skipped
	for _, batch := range batches(files) {
		progress := func(n int) { o.progress(done+n, total, batch[n].report.Path) }
		if err := importBatch(ctx, i, batch, cmp.Or(o.Mode, Merge), edit, progress); err != nil {
			for _, f := range files[done-skipped:] {
				f.report.Status = Cancelled
			}
			return fmt.Errorf("importing %s: %w", batch[0].report.Path, err)
		}
		done += len(batch)
	}
	o.progress(total, total, "")
	return nil
}

func (o Options) progress(done, total int, path string) {
	if o.Progress != nil {
		o.Progress(done, total, path)
	}
}

// receive finds out what the files of an upload are and where they belong. The reports are in the order of the upload.
func (s *Service) receive(ctx context.Context, scope store.Scope, i instance, uploads []Upload) ([]Report, []incomingFile, error) {
	paths := make([]string, len(uploads))
	for n, u := range uploads {
		paths[n] = u.Path
	}
	reports, files := make([]Report, len(uploads)), make([]incomingFile, len(uploads))
	for n, p := range resolvePaths(paths, i.mission) {
		files[n] = incomingFile{resolvedPath: p, data: uploads[n].Data, report: &reports[n]}
		files[n].identify(ctx, i.guard, uploads[n].Path)
	}
	return reports, files, s.setCopiesAside(ctx, scope, i, files)
}

// importBatch imports files in one transaction. progress is called before each.
func importBatch(ctx context.Context, i instance, batch []incomingFile, mode Mode, edit editing, progress func(n int)) error {
	if batch[0].kind.info().unread {
		return storeUnread(ctx, i, batch, edit(false), progress)
	}
	progress(0)
	return importFile(ctx, i, batch[0], mode, edit)
}
