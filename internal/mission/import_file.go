package mission

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// importFile imports a file, or stores it as uploaded if it cannot be read.
func importFile(ctx context.Context, i instance, f incomingFile, o Options, edit editing) error {
	if f.broken != nil {
		return storeBroken(ctx, i, f, f.broken, o.Mode, edit(false))
	}
	if i.settling.mayHave(&f) {
		if err := keepSettled(ctx, i, f, o, edit(false)); !errors.Is(err, errUnsettled) || i.settling.light && f.isLarge() {
			return err
		}
	}
	var save storeFunc
	err := i.guard.run(ctx, "read", f.kind.info().name, f.rel, func() (err error) {
		save, err = f.kind.read(f.text)
		return err
	})
	if err != nil { // parsed outside of the transaction, so that a large file does not block other writers
		return storeBroken(ctx, i, f, err, o.Mode, edit(false))
	}
	var im *importer
	err = edit(f.isLarge())(ctx, func(e *store.Edit) (err error) {
		if im, err = openImporter(ctx, e, i, f, o); err != nil {
			return err
		}
		if err := im.begin(ctx, f.kind, f.text); err != nil {
			return err
		}
		return i.guard.run(ctx, "stored", f.kind.info().name, f.rel, func() error { return save(ctx, im) })
	})
	if isFileError(err) {
		return storeBroken(ctx, i, f, err, o.Mode, edit(false))
	}
	return f.endWith(im, err)
}

// keepSettled imports a file of which all is stored. It returns errUnsettled if that is not so, after which nothing is changed.
func keepSettled(ctx context.Context, i instance, f incomingFile, o Options, edit store.EditFunc) error {
	var im *importer
	err := edit(ctx, func(e *store.Edit) (err error) {
		if im, err = openImporter(ctx, e, i, f, o); err != nil {
			return err
		}
		return i.settling.keep(ctx, im, &f)
	})
	if isFileError(err) {
		return errUnsettled
	}
	return f.endWith(im, err)
}

// openImporter returns the importer of a file, with what is stored of it. Its errors are those of open.
func openImporter(ctx context.Context, e *store.Edit, i instance, f incomingFile, o Options) (*importer, error) {
	im := &importer{
		Edit: e, kind: f.kind.info(), mode: cmp.Or(o.Mode, Merge), report: new(*f.report), mission: i, data: f.data, sum: f.sum, in: f.in,
	}
	if im.mode == Update {
		im.update = newUpdate(o, im.report)
	}
	return im, im.open(ctx, f)
}

// open sets the path of the file and reads what is stored of it. It returns a fileError if the file cannot be at that path.
func (im *importer) open(ctx context.Context, f incomingFile) (err error) {
	if err = im.LockUser(ctx); err != nil {
		return err
	}
	if im.rel, err = f.kind.locate(ctx, im, f.resolvedPath); err != nil {
		return err
	}
	if err = im.mission.take(im.kind, im.rel, f.report); err != nil {
		return err
	}
	im.Summary = im.Summary.Or(summaryOf(im.rel))
	im.report.storedAt(im.mission.path(im.rel))
	if im.file, err = im.stored(ctx); err != nil {
		return err
	}
	return displaces(ctx, im.Edit, im.kind, im.file)
}

// begin finds out what an update of the file begins with.
func (im *importer) begin(ctx context.Context, k fileKind, theirs []byte) error {
	if im.update == nil {
		return nil
	}
	im.own = storedFile{printed{im.mission, k, im.rel}, im.file, im.Edit, theirs}
	b, err := im.mission.bases.choose(ctx, im.own, theirs)
	if err == nil {
		im.update.begin(b)
	}
	return err
}

// displaces returns a fileError if a file of the kind would replace a file of another kind that has records: they would lose their
// layout.
func displaces(ctx context.Context, e *store.Edit, k *kindInfo, former record.File) error {
	was := kindNamed(Kind(former.Kind))
	if former.ID == 0 || was.info() == k {
		return nil
	}
	has, err := was.hasRecords(ctx, &importer{Edit: e, kind: was.info(), rel: former.Path, file: former})
	if err == nil && has {
		err = fileError{fmt.Errorf("a file of another kind (%s) is stored here, and there are records that belong to it", was.info().label)}
	}
	return err
}

var errStored = fileError{&saidError{say.New("stored-stays")}}

// storeBroken stores an unreadable file as uploaded, unless something is stored that it would replace. The report holds the reason.
func storeBroken(ctx context.Context, i instance, f incomingFile, wrong error, mode Mode, edit store.EditFunc) error {
	f.report.Fail(wrong)
	if f.ifBroken == rejectBroken {
		return nil
	}
	i.settling.forget(f.kind.info())
	done := *f.report
	err := edit(ctx, func(e *store.Edit) error {
		im := &importer{Edit: e, kind: f.kind.info(), mode: mode, report: &done, mission: i, data: f.data, sum: f.sum, in: f.in}
		return i.guard.run(ctx, "kept", im.kind.name, f.rel, func() error { return im.storeBroken(ctx, f, reasonOf(wrong).Stored()) })
	})
	switch {
	case err == nil:
		done.Kept = true
		*f.report = done
	case errors.Is(err, errStored):
		f.report.storedAt(done.Path)
		f.report.Warnings = append(f.report.Warnings, say.New("stored-stays"))
	case isFileError(err):
		f.report.Warnings = append(f.report.Warnings, say.New("not-kept", "why", reasonOf(err)))
	case !errors.Is(err, store.ErrTaken):
		return err
	}
	return nil
}

func (im *importer) storeBroken(ctx context.Context, f incomingFile, reason string) error {
	if err := im.open(ctx, f); err != nil {
		return err
	}
	if f.ifBroken == keepIfNew {
		if err := im.isNew(ctx, f.kind); err != nil {
			return err
		}
	}
	id, err := im.contentID(ctx)
	if err != nil {
		return err
	}
	im.report.count(im.file, im.file.ContentID != nil && *im.file.ContentID == id)
	return im.save(ctx, record.File{ContentID: &id, Broken: &reason})
}

// isNew returns errStored if something is stored of the file: its text, or records that belong to it.
func (im *importer) isNew(ctx context.Context, k fileKind) error {
	if im.file.ID != 0 && im.file.Broken == nil {
		return errStored
	}
	held, err := k.hasRecords(ctx, im)
	if err == nil && held {
		err = errStored
	}
	return err
}

// editing returns the function that runs a transaction on many records (large) or on few.
type editing func(large bool) store.EditFunc
