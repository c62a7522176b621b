package mission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/outage"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Options say how files are imported.
type Options struct {
	Mode     Mode                               // Merge when empty
	Prefer   Side                               // of an update: which side counts in conflicts; Mine when empty
	Choices  Choices                            // of an update: exceptions from that
	Base     string                             // of an update: what it begins with: AutoBase when empty, LastBase, or the name of a version
	Bases    map[string]Base                    // of an update: the same for single files, by the paths of the uploads
	Progress func(done, total int, path string) // called before each file, and at the end; may be nil

	// Seen is called at the end of a rehearsal with the instance as it would be, and the revision that it has; may be nil.
	Seen func(ctx context.Context, e *store.Edit, from int64) error

	anew bool // files are compared with what is stored even if they are settled
}

// importing is the action of an import in the history.
const importing = "import"

// Import imports files into an instance, each in its own transaction, and returns a report on each. Files of unknown kinds are stored
// as they are, many in one transaction. The error is a failure of the service; errors of single files are in their reports.
func (s *Service) Import(ctx context.Context, scope store.Scope, uploads []Upload, o Options) ([]Report, error) {
	for range maxAttempts {
		reports, err := s.importOnce(ctx, scope, uploads, o)
		if errors.Is(err, errUnsettled) {
			o.anew = true
			continue
		}
		if o.Mode != Update || !errors.Is(err, store.ErrTaken) && !errors.Is(err, store.ErrReference) {
			return reports, err
		}
	}
	return nil, fmt.Errorf("%w: %w", outage.ErrUnavailable, errChanged)
}

func (s *Service) importOnce(ctx context.Context, scope store.Scope, uploads []Upload, o Options) ([]Report, error) {
	i, reports, files, err := s.prepare(ctx, scope, uploads, o)
	if err != nil {
		return nil, err
	}
	logs := logsAmong(files)
	if err := s.importFiles(ctx, scope, i, reports, files, o); err != nil {
		return reports, err
	}
	if now, known := i.settling.now(); known {
		s.settled.put(scope.InstanceID, now)
	}
	return reports, s.keepLogs(ctx, scope, logs)
}

// importFiles imports identified files as the mode says.
func (s *Service) importFiles(ctx context.Context, scope store.Scope, i instance, reports []Report, files []incomingFile, o Options) error {
	if o.Mode == Update {
		return s.update(ctx, scope, i, reports, files, o)
	}
	return importAll(ctx, i, files, o, func(large bool) store.EditFunc {
		edit := s.db.Edit
		if large {
			edit = s.db.EditInSlices
		}
		return func(ctx context.Context, fn func(*store.Edit) error) error { return edit(ctx, scope, importing, fn) }
	})
}

// Rehearse returns the reports that Import would return, and the differences that it would make to records. It changes nothing. Its errors
// are those of Import.
func (s *Service) Rehearse(ctx context.Context, scope store.Scope, uploads []Upload,
	o Options,
) (reports []Report, differences []record.Difference, err error) {
	i, reports, files, err := s.prepare(ctx, scope, uploads, o)
	if err != nil {
		return nil, nil, err
	}
	differences, err = s.db.Rehearse(ctx, scope, importing, func(edit store.EditFunc) error {
		err := importAll(ctx, i, files, o, func(bool) store.EditFunc { return edit })
		if err != nil || o.Seen == nil {
			return err
		}
		return edit(ctx, func(e *store.Edit) error { return o.Seen(ctx, e, i.revision) })
	})
	return reports, differences, err
}

// prepare reads the instance and identifies the uploaded files.
func (s *Service) prepare(ctx context.Context, scope store.Scope, uploads []Upload,
	o Options,
) (i instance, reports []Report, files []incomingFile, err error) {
	if i, err = s.instance(ctx, scope); err != nil {
		return i, nil, nil, err
	}
	stored, err := s.Files(ctx, scope)
	if err != nil {
		return i, nil, nil, err
	}
	i.taken = i.takenBy(stored)
	if i.settling, err = s.settlingOf(ctx, scope, i, stored, o); err != nil {
		return i, nil, nil, err
	}
	if o.Mode == Update {
		if i.bases, err = s.basesOf(ctx, i, stored, o); err != nil {
			return i, nil, nil, err
		}
	}
	reports, files, err = s.receive(ctx, scope, i, uploads)
	return i, reports, files, err
}

// takenBy returns the paths of all generated files, and the main path of every kind.
func (i instance) takenBy(files []File) *takenPaths {
	t := newTakenPaths()
	for _, k := range kinds {
		if main := k.info().main; main != "" {
			t.add(i.path(main))
		}
	}
	for _, f := range files {
		t.add(f.Path)
		if k := f.kind.info(); !f.Broken && f.from.stored(k, f.rel).ID == 0 || f.kind == economyCore { // which is always written
			t.records[strings.ToLower(i.path(f.rel))] = k
		}
	}
	return t
}

func importAll(ctx context.Context, i instance, files []incomingFile, o Options, edit editing) error {
	total, edit := len(files), i.settling.noting(edit)
	files = slices.DeleteFunc(sortByKind(files), func(f incomingFile) bool { return f.done })
	skipped := total - len(files)
	done := skipped
	for _, batch := range batches(files) {
		progress := func(n int) { o.progress(done+n, total, batch[n].report.Path) }
		if err := importBatch(ctx, i, batch, o, edit, progress); err != nil {
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

// receive identifies the files of an upload and their paths. The reports are in the order of the upload.
func (s *Service) receive(ctx context.Context, scope store.Scope, i instance, uploads []Upload) ([]Report, []incomingFile, error) {
	paths := make([]string, len(uploads))
	for n, u := range uploads {
		paths[n] = u.Path
	}
	reports, files := make([]Report, len(uploads)), make([]incomingFile, len(uploads))
	packs, err := s.PacksOf(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	runTime := RunTime(packs, paths)
	for n, p := range resolvePaths(paths, i.mission) {
		p.leftOut = p.leftOut.Or(runTime[n])
		files[n] = incomingFile{resolvedPath: p, data: uploads[n].Data, report: &reports[n]}
		files[n].identify(ctx, i.guard, uploads[n].Path)
	}
	leaveDoublesOut(files)
	setOlderLogsAside(files)
	err = s.setCopiesAside(ctx, scope, i, files)
	setTwinsAside(files)
	if err == nil {
		err = s.nameForms(ctx, scope, i, files, packs)
	}
	return reports, files, err
}

// importBatch imports files in one transaction. progress is called before each.
func importBatch(ctx context.Context, i instance, batch []incomingFile, o Options, edit editing, progress func(n int)) error {
	if batch[0].kind.info().unread {
		return storeUnread(ctx, i, batch, o, edit(false), progress)
	}
	progress(0)
	return importFile(ctx, i, batch[0], o, edit)
}
