package mission

import (
	"context"
	"errors"
	"fmt"
	"path"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/trader"
)

// The errors of DeleteFile and RenameFile.
var (
	// ErrAlwaysWritten is the error for a file that is generated whatever an instance holds.
	ErrAlwaysWritten = errors.New("the file is written for every instance")
	// ErrPathTaken is the error for a path at which there is a file.
	ErrPathTaken = errors.New("there is a file of that name")
)

// DeleteFile deletes a file with the records that belong to it, in one revision. check is called with the file first; its error ends the
// edit. It returns store.ErrNotFound or ErrAlwaysWritten.
func (s *Service) DeleteFile(ctx context.Context, scope store.Scope, name string, check func(context.Context, *File) error) error {
	if err := s.demandAt(ctx, scope, name); err != nil {
		return err
	}
	return s.unmoved(ctx, scope, func(w *writing) error {
		f, err := w.checked(ctx, name, check)
		if err != nil {
			return err
		}
		var revision int64
		return w.edit("delete", say.New("delete-file", "file", path.Base(name)), &revision)(false)(ctx, func(e *store.Edit) error {
			return w.remove(ctx, e, f)
		})
	})
}

// checked returns the file at a path once the check has passed.
func (w *writing) checked(ctx context.Context, name string, check func(context.Context, *File) error) (*File, error) {
	f := w.file(name)
	if f == nil {
		return nil, store.ErrNotFound
	}
	return f, check(ctx, f)
}

// remove deletes a file with its records.
func (w *writing) remove(ctx context.Context, e *store.Edit, f *File) error {
	k := f.kind.info()
	im := &importer{Edit: e, kind: k, mode: Replace, report: new(Report), mission: w.instance, rel: f.rel}
	var err error
	if im.file, err = im.stored(ctx); err != nil {
		return err
	}
	if err = f.kind.clear(ctx, im); err != nil {
		return err
	}
	row, err := im.storedRow(ctx)
	if err != nil || row == nil {
		return err
	}
	return e.DeleteAll(ctx, record.Files, []record.Row{row})
}

// storedRow returns the file as stored now, or nil if only records name it.
func (im *importer) storedRow(ctx context.Context) (record.Row, error) {
	file, err := im.stored(ctx)
	if err != nil || file.ID == 0 {
		return nil, err
	}
	return record.Files.Encode(&file), nil
}

// clear deletes the entries of the file.
func (k *kindInfo) clear(ctx context.Context, im *importer) error {
	rows, err := k.members(ctx, im)
	if err != nil || rows == nil {
		return err
	}
	return im.DeleteWithDependents(ctx, k.resource, rows)
}

// clear deletes the record of the file.
func (d *documentKind) clear(ctx context.Context, im *importer) error {
	rows, err := d.members(ctx, im)
	if err != nil || rows == nil {
		return err
	}
	return im.DeleteWithDependents(ctx, d.resource, rows)
}

func (k *economyCoreKind) clear(context.Context, *importer) error { return ErrAlwaysWritten }

// clear deletes the lines of the file. What follows them in other files loses its trader.
func (k *traderConfigKind) clear(ctx context.Context, im *importer) error {
	config, err := trader.ParseConfig([]byte("<FileEnd>"))
	if err != nil {
		return fmt.Errorf("reading an empty trader configuration: %w", err)
	}
	return im.storeTrader(ctx, config)
}

// clear takes the positions of the traders.
func (k *traderObjectsKind) clear(ctx context.Context, im *importer) error {
	sellers, err := im.sellers(ctx)
	if err != nil {
		return err
	}
	return im.positionSellers(ctx, sellers, markersIn(im.writtenObjects(sellers)), traderMarkers{})
}
