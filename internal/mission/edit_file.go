package mission

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/outage"
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
		report, err = w.store(ctx, f, data)
		return err
	})
	return report, err
}

// errChanged is the error of an edit of files whose instance has changed since it was read.
var errChanged = errors.New("the instance has been changed meanwhile")

// maxAttempts limits how often an edit of files begins again because somebody else was faster.
const maxAttempts = 8

// unmoved runs an edit of files, again while others change the instance between its reading and its writing.
func (s *Service) unmoved(ctx context.Context, scope store.Scope, edit func(*writing) error) error {
	for range maxAttempts {
		w, err := s.newWriting(ctx, scope)
		if err != nil {
			return err
		}
		if err = edit(w); !errors.Is(err, errChanged) {
			return err
		}
	}
	return fmt.Errorf("%w: %w", outage.ErrUnavailable, errChanged)
}

// writing is an edit of files of an instance as it was at a revision.
type writing struct {
	*Service
	scope    store.Scope
	instance instance
	files    []File
}

func (s *Service) newWriting(ctx context.Context, scope store.Scope) (*writing, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	files, err := s.Files(ctx, scope)
	i.taken = i.takenBy(files)
	return &writing{s, scope, i, files}, err
}

// file returns the file at a path, or nil.
func (w *writing) file(name string) *File {
	at := slices.IndexFunc(w.files, func(f File) bool { return f.Path == name })
	if at < 0 {
		return nil
	}
	return &w.files[at]
}

// edit returns the function that runs an edit with that summary at the revision; it fails with errChanged at a later one. number is set
// to that of the new revision, and stays as it is if nothing differs.
func (w *writing) edit(action, summary string, number *int64) editing {
	return func(large bool) store.EditFunc {
		run := w.db.Edit
		if large {
			run = w.db.EditInSlices
		}
		return func(ctx context.Context, fn func(*store.Edit) error) error {
			var made *store.Edit
			err := run(ctx, w.scope, action, func(e *store.Edit) error {
				made, e.Summary = e, summary
				if err := w.checkRevision(ctx, e); err != nil {
					return err
				}
				return fn(e)
			})
			if err == nil {
				*number = made.Number
			}
			return err
		}
	}
}

func (w *writing) checkRevision(ctx context.Context, e *store.Edit) error {
	var revision int64
	err := e.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1`, w.scope.InstanceID).Scan(&revision)
	if err == nil && revision != w.instance.revision {
		err = errChanged
	}
	return err
}

// store imports the bytes of a file.
func (w *writing) store(ctx context.Context, f FileEdit, data []byte) (report Report, err error) {
	file := incomingFile{resolvedPath: w.instance.resolve(f.Path), data: data, report: &report, ifBroken: rejectBroken}
	if f.KeepBroken {
		file.ifBroken = keepAlways
	}
	file.identify(ctx, w.instance.guard, f.Path)
	if file.done {
		report.Fail(errors.New(strings.Join(report.Warnings, "; ")))
		return report, nil
	}
	one := []incomingFile{file}
	if err := w.setCopiesAside(ctx, w.scope, w.instance, one); err != nil {
		return report, err
	}
	if err := w.holdKind(ctx, &one[0]); err != nil {
		return report, err
	}
	if file := one[0]; file.broken != nil && !f.KeepBroken {
		report.Fail(file.broken)
		return report, nil
	}
	var revision int64
	err = importBatch(ctx, w.instance, one, Options{Mode: edited}, w.edit(w.actionAt(f.Path), "save "+path.Base(f.Path), &revision), func(int) {})
	report.Revision = revision
	return report, err
}

// actionAt returns the action of storing a file in the history.
func (w *writing) actionAt(name string) string {
	if w.file(name) == nil {
		return "create"
	}
	return "update"
}

// holdKind makes a text broken that is of another kind than the records of its file, which then keeps its kind.
func (w *writing) holdKind(ctx context.Context, f *incomingFile) error {
	now := w.file(w.instance.path(f.rel))
	if now == nil || now.kind == f.kind {
		return nil
	}
	was := now.kind
	err := w.db.Edit(ctx, w.scope, "update", func(e *store.Edit) error {
		file := now.from.byPath[strings.ToLower(now.rel)]
		return displaces(ctx, e, f.kind.info(), file)
	})
	if !isFileError(err) {
		return err
	}
	f.broken = fmt.Errorf("this is a text of the kind %q, and the records of the file are of the kind %q", f.kind.info().label, was.info().label)
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
