package docset

import (
	"context"
	"errors"

	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// PresetUse names a preset and the document that it changes.
type PresetUse struct {
	Slug, File string // see [Service.Find]
	Preset     string

	// Check is called with the document before it is changed. Its error ends the change. It may be nil.
	Check func(f *File) error
}

// PresetDone is what a preset does to a document, or would do.
type PresetDone struct {
	File        *File
	Preset      *document.Preset
	Differences []document.Difference
	Revision    int64 // 0 where nothing was stored
}

// PreviewPreset returns what a preset would do. It returns store.ErrNotFound where the document has no such preset, ErrBroken, and the
// errors of [Service.Find].
func (s *Service) PreviewPreset(ctx context.Context, scope store.Scope, use PresetUse) (done PresetDone, err error) {
	f, err := s.Find(ctx, scope, use.Slug, use.File)
	if err == nil {
		_, err = done.work(f, use)
	}
	return done, err
}

// errSame ends a change that would store the same.
var errSame = errors.New("nothing differs")

// ApplyPreset changes a document by a preset, in one revision. Its errors are those of PreviewPreset and [Service.Save], and that of the
// check.
func (s *Service) ApplyPreset(ctx context.Context, scope store.Scope, use PresetUse) (done PresetDone, err error) {
	saved, revision, err := s.Save(ctx, scope, use.Slug, use.File, func(f *File) (*jsontree.Object, error) {
		next, err := done.work(f, use)
		if err == nil && len(done.Differences) == 0 {
			err = errSame
		}
		return next, err
	})
	switch {
	case errors.Is(err, errSame):
		return done, nil
	case err == nil:
		done.File, done.Revision = saved, revision
	}
	return done, err
}

// work works out what the preset makes of a document.
func (d *PresetDone) work(f *File, use PresetUse) (next *jsontree.Object, err error) {
	*d = PresetDone{File: f, Preset: f.Preset(use.Preset)}
	switch {
	case d.Preset == nil:
		return nil, store.ErrNotFound
	case f.Tree == nil:
		return nil, ErrBroken
	case use.Check != nil:
		if err := use.Check(f); err != nil {
			return nil, err
		}
	}
	next, d.Differences = f.Apply(d.Preset, f.Tree)
	return next, nil
}
