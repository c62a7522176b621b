package mission

import (
	"context"
	"errors"
	"path"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// RenameFile moves a file to another path, in one revision. Records stay the same ones if the file keeps its kind; where the game looks
// for another kind, or for none, the file becomes what an import at that path makes of it. check is called with the file first; its
// error ends the edit. It returns store.ErrNotFound, ErrPathTaken or ErrAlwaysWritten; the report says why the file cannot be at the path.
func (s *Service) RenameFile(ctx context.Context, scope store.Scope, from, to string,
	check func(context.Context, *File) error,
) (report Report, err error) {
	if err := s.demandAt(ctx, scope, from); err != nil {
		return report, err
	}
	err = s.unmoved(ctx, scope, func(w *writing) error {
		f, err := w.checked(ctx, from, check)
		if err != nil || from == to {
			return err
		}
		if there := w.alike(to); there != nil && there.Path != f.Path {
			return ErrPathTaken
		}
		report, err = w.move(ctx, f, to)
		return err
	})
	return report, err
}

// errUnmovable rolls an edit back that failed at the file itself.
var errUnmovable = errors.New("the file cannot be moved")

// move stores the content of a file at another path and removes it from its own.
func (w *writing) move(ctx context.Context, f *File, to string) (report Report, err error) {
	data, err := f.Content(ctx)
	if err != nil {
		return report, err
	}
	w.instance.taken = w.instance.takenBy(w.without(f))
	in := f.encodingOf(data)
	file, err := w.incoming(ctx, newContent{to, data, nil}, &report)
	switch {
	case err != nil:
		return report, err
	case file.done:
		report.Fail(file.unwanted())
		return report, nil
	}
	if file.encoding() != in {
		file.known = &in
	}
	file.ifBroken = keepAlways
	var revision int64
	run := w.edit("update", say.New("rename-file", "file", path.Base(f.Path), "to", path.Base(to)), &revision)(false)
	err = run(ctx, func(e *store.Edit) error {
		if w.keepsRecords(f, file) {
			return w.relocate(ctx, e, f, file)
		}
		return w.replant(ctx, e, f, file)
	})
	report.Revision = revision
	switch {
	case errors.Is(err, errUnmovable):
		err = nil
	case errors.Is(err, store.ErrTaken):
		err = ErrPathTaken
	}
	return report, err
}

// without returns the files but one.
func (w *writing) without(f *File) (rest []File) {
	for i := range w.files {
		if &w.files[i] != f {
			rest = append(rest, w.files[i])
		}
	}
	return rest
}

// keepsRecords reports whether a file is of the same kind at its new path, and its records, if there are any, name their file.
func (w *writing) keepsRecords(f *File, moved incomingFile) bool {
	k := f.kind.info()
	return moved.kind == f.kind && k.several && (k.unread || k.resource != nil && k.resource.Has("source_file"))
}

// relocate changes the path of a file, and of its records.
func (w *writing) relocate(ctx context.Context, e *store.Edit, f *File, moved incomingFile) error {
	k := f.kind.info()
	if err := w.instance.take(k, moved.rel, nil); err != nil {
		moved.report.Fail(err)
		return errUnmovable
	}
	moved.report.Path, moved.report.Status = w.instance.path(moved.rel), Imported
	im := &importer{Edit: e, kind: k, mode: edited, report: moved.report, mission: w.instance, rel: f.rel}
	row, err := im.storedRow(ctx)
	if err != nil {
		return err
	}
	if row != nil {
		if err := e.UpdateAll(ctx, record.Files, []record.Row{row}, []record.Row{with(record.Files, row, "path", moved.rel)}); err != nil {
			return err
		}
	}
	before, err := f.kind.members(ctx, im)
	if err != nil || before == nil {
		return err
	}
	after := make([]record.Row, len(before))
	for i, row := range before {
		after[i] = f.kind.renamed(row, moved.rel)
	}
	return e.UpdateAll(ctx, k.resource, before, after)
}

// replant imports a file at its new path after removing it from its own.
func (w *writing) replant(ctx context.Context, e *store.Edit, f *File, moved incomingFile) error {
	if err := w.remove(ctx, e, f); err != nil {
		return err
	}
	within := func(bool) store.EditFunc {
		return func(ctx context.Context, fn func(*store.Edit) error) error { return fn(e) }
	}
	err := importBatch(ctx, w.instance, []incomingFile{moved}, Options{Mode: edited}, within, func(int) {})
	if err == nil && moved.report.Status == Failed && !moved.report.Kept {
		err = errUnmovable
	}
	return err
}

// with returns a row with another value of a field.
func with(res *record.Resource, row record.Row, field string, value any) record.Row {
	row = append(record.Row(nil), row...)
	row[res.Index(field)] = value
	return row
}

// members returns the records that name the file.
func (k *kindInfo) members(ctx context.Context, im *importer) ([]record.Row, error) {
	if k.resource == nil {
		return nil, nil
	}
	return im.recordsOf(ctx)
}

func (k *kindInfo) renamed(row record.Row, rel string) record.Row {
	return with(k.resource, row, "source_file", rel)
}

func (d *documentKind) members(ctx context.Context, im *importer) ([]record.Row, error) {
	row, err := d.named(ctx, im, d.nameAt(im.rel))
	if err != nil || row == nil {
		return nil, err
	}
	return []record.Row{row}, nil
}

// renamed changes the name of the record too, which is that of its file.
func (d *documentKind) renamed(row record.Row, rel string) record.Row {
	row = with(d.resource, row, "source_file", rel)
	if name := d.nameAt(rel); !strings.EqualFold(name, d.resource.TitleOf(row)) {
		row = with(d.resource, row, d.resource.Title.Name, name)
	}
	return row
}
