package mission

import (
	"context"
	"errors"
	"path"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// FileEdit changes one file of an instance.
type FileEdit struct {
	Path string // below the server's root

	// Change returns the new bytes of the file. now is the file as it is generated, or nil if there is none. It is called again if
	// somebody else changes the instance meanwhile. Its error ends the edit.
	Change func(ctx context.Context, now *File) ([]byte, error)

	// KeepBroken stores a text that cannot be read as it is; the records of the file stay, and are not written until it can. Otherwise
	// such a text is not stored.
	KeepBroken bool
}

// EditFile stores the bytes that the edit makes of a file as an import of it would, in one revision: the records that the file does not
// name any more are deleted. The report has the status Failed if the file cannot be read, and Kept if it is stored all the same. The
// error is a failure of the service, store.ErrNotFound for the instance, or the error of the edit.
func (s *Service) EditFile(ctx context.Context, scope store.Scope, f FileEdit) (report Report, err error) {
	err = s.unmoved(ctx, scope, func(w *writing) error {
		data, err := f.Change(ctx, w.file(f.Path))
		if err != nil {
			return err
		}
		report, err = w.store(ctx, newContent{f.Path, data, nil}, f.KeepBroken)
		return err
	})
	return report, err
}

// ErrThere means that a new file is there already.
var ErrThere = errors.New("the file is there already")

// errRead means that new files are of a kind that is read.
var errRead = errors.New("only files that nothing reads can be added together")

// AddFiles stores new files that nothing reads, such as those of quests, as an import of them would, in one revision, whose number it
// returns. It is ErrThere if there is one of them, and store.ErrNotFound without the instance.
func (s *Service) AddFiles(ctx context.Context, scope store.Scope, files []Upload) (revision int64, err error) {
	err = s.unmoved(ctx, scope, func(w *writing) error {
		added, paths := make([]incomingFile, len(files)), make([]string, len(files))
		for n, f := range files {
			if w.file(f.Path) != nil {
				return ErrThere
			}
			if added[n], err = w.incoming(ctx, newContent{f.Path, f.Data, nil}, new(Report)); err != nil {
				return err
			}
			if paths[n] = added[n].rel; added[n].done || !added[n].kind.info().unread {
				return errRead
			}
		}
		return importBatch(ctx, w.instance, added, Options{Mode: edited}, w.edit("create", summaryOf(paths...), &revision), func(int) {})
	})
	return revision, err
}

// newContent holds the new bytes of a file.
type newContent struct {
	path  string // below the server's root
	data  []byte
	known *charset.Encoding // of the bytes; nil to find out
}

// store imports the new bytes of a file. Broken ones are stored only if keepBroken is set.
func (w *writing) store(ctx context.Context, c newContent, keepBroken bool) (report Report, err error) {
	file, err := w.incoming(ctx, c, &report)
	switch {
	case err != nil:
		return report, err
	case file.done:
		report.Fail(file.unwanted())
		report.Warnings = nil // which say the same
		return report, nil
	case file.broken != nil && !keepBroken:
		report.Fail(file.broken)
		return report, nil
	}
	file.ifBroken = rejectBroken
	if keepBroken {
		file.ifBroken = keepAlways
	}
	action := "update"
	if w.file(c.path) == nil {
		action = "create"
	}
	var revision int64
	edit := w.edit(action, say.New("save", "files", []string{path.Base(c.path)}), &revision)
	err = importBatch(ctx, w.instance, []incomingFile{file}, Options{Mode: edited}, edit, func(int) {})
	report.Revision = revision
	return report, err
}

// incoming identifies the new bytes of a file, and begins its report.
func (w *writing) incoming(ctx context.Context, c newContent, report *Report) (incomingFile, error) {
	one := []incomingFile{{resolvedPath: w.instance.resolve(c.path), data: c.data, known: c.known, report: report}}
	one[0].identify(ctx, w.instance.guard, c.path)
	err := w.setCopiesAside(ctx, w.scope, w.instance, one)
	if err == nil {
		err = w.holdKind(ctx, &one[0])
	}
	return one[0], err
}

// holdKind makes a text broken that is of another kind than the records of its file, which then keeps its kind.
func (w *writing) holdKind(ctx context.Context, f *incomingFile) error {
	now := w.file(w.instance.path(f.rel))
	if now == nil || now.kind == f.kind {
		return nil
	}
	was := now.kind
	err := w.db.Edit(ctx, w.scope, "update", func(e *store.Edit) error {
		return displaces(ctx, e, f.kind.info(), now.from.byPath[strings.ToLower(now.rel)])
	})
	if !isFileError(err) {
		return err
	}
	if f.broken == nil {
		f.broken = &saidError{inLine(1, say.New("wrong-kind", "is", f.kind.info().label, "records", was.info().label))}
	}
	f.kind, f.report.Kind = was, was.info().name
	return nil
}

// resolve returns the path of a file by its path below the server's root.
func (i instance) resolve(name string) resolvedPath {
	folders := strings.Split(name, "/")
	if rest, inside := cutFolder(folders, []string{missions, i.mission}); inside {
		return resolvedPath{rel: strings.Join(rest, "/"), rooted: true, exact: true}
	}
	return resolvedPath{rel: "/" + name, rooted: true, exact: true, foreign: holdsMissions(folders[0])}
}
