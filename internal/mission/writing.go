package mission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/outage"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// writing is an edit of files of an instance as it was at a revision.
type writing struct {
	*Service
	scope    store.Scope
	instance instance
	files    []File
}

// errChanged is the error of an edit of files whose instance has changed since it was read.
var errChanged = errors.New("the instance has been changed in the meantime")

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
	return w.found(func(f File) bool { return f.Path == name })
}

// alike returns the file whose path differs from another one in letter case at most, or nil.
func (w *writing) alike(name string) *File {
	return w.found(func(f File) bool { return strings.EqualFold(f.Path, name) })
}

func (w *writing) found(is func(File) bool) *File {
	at := slices.IndexFunc(w.files, is)
	if at < 0 {
		return nil
	}
	return &w.files[at]
}

// edit returns the function that runs an edit with that summary at the revision; it fails with errChanged at a later one. number is
// set to that of the new revision, and stays as it is if nothing differs.
func (w *writing) edit(action string, summary say.Message, number *int64) editing {
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
