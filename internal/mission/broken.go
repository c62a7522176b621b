package mission

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/trader"
)

var (
	errEmpty = errors.New("the file is empty")
	errHeld  = fileError{errors.New("what was stored of this file before stays as it is")}
)

// wellFormed looks into a file that nothing reads: what is XML or JSON by its name must be that.
func wellFormed(name string, text []byte) error {
	ext := strings.ToLower(path.Ext(name))
	switch {
	case ext != ".xml" && ext != ".json":
		return nil
	case len(text) == 0:
		return errEmpty
	case ext == ".xml":
		return ce.Check(text)
	}
	_, err := jsontree.Parse([]byte(strings.TrimPrefix(string(text), byteOrderMark)))
	return err
}

// named returns the kind of which a file is by its name alone, other where that tells nothing.
func named(base string) *kind {
	if strings.HasSuffix(base, ".txt") {
		return kindNamed(Kind(trader.FileTypeOf(base)))
	}
	return kindNamed(Kind(ce.FileTypeOf(base)))
}

// keepBroken keeps a file as it came that could not be read, unless something is stored that it would take the place of. The
// report tells why it could not be read.
func keepBroken(ctx context.Context, i instance, a arrival, wrong error, edit store.EditFunc) error {
	a.report.Fail(wrong)
	done := *a.report
	err := edit(ctx, func(e *store.Edit) error {
		im := &importer{Edit: e, kind: a.kind, report: &done, mission: i, data: a.data}
		return i.ward.run(ctx, "kept", a.kind.name, a.path, func() error { return im.keepBroken(ctx, a.spot, wrong.Error()) })
	})
	switch {
	case err == nil:
		done.Path, done.Kept = a.report.Path, true
		*a.report = done
	case errors.Is(err, errHeld):
		a.report.Warnings = append(a.report.Warnings, errHeld.Error())
	case !isFileError(err) && !errors.Is(err, store.ErrTaken):
		return err
	}
	return nil
}

func (im *importer) keepBroken(ctx context.Context, s spot, reason string) error {
	if err := im.open(ctx, s); err != nil {
		return err
	}
	held, err := im.holds(ctx)
	if err != nil {
		return err
	}
	if held {
		return errHeld
	}
	id, err := im.contentID(ctx, im.data)
	if err != nil {
		return err
	}
	im.count(im.file.ContentID != nil && *im.file.ContentID == id)
	return im.save(ctx, record.File{ContentID: &id, Broken: &reason})
}

// holds tells whether something is stored that a sound file at this place would change: a file, or records that belong to it.
func (im *importer) holds(ctx context.Context) (bool, error) {
	if im.file.ID != 0 && im.file.Broken == nil {
		return true, nil
	}
	return im.holdsRecords(ctx)
}

// holdsRecords tells whether there are records that belong to the file.
func (im *importer) holdsRecords(ctx context.Context) (bool, error) {
	switch {
	case im.kind.held != nil:
		return im.kind.held(ctx, im)
	case im.kind.resource == nil:
		return false, nil
	}
	rows, err := im.recordsOf(ctx)
	return len(rows) > 0, err
}

// displaces tells why a file of a kind cannot take the place of one of another kind: the records of that one would lose their layout.
func displaces(ctx context.Context, e *store.Edit, k *kind, former record.File) error {
	was := kindNamed(Kind(former.Kind))
	if former.ID == 0 || was == k || former.Broken != nil {
		return nil
	}
	held, err := (&importer{Edit: e, kind: was, place: former.Path, file: former}).holdsRecords(ctx)
	if err == nil && held {
		err = fileError{fmt.Errorf("a file of another kind (%s) is stored here, and there are records that belong to it", was.label)}
	}
	return err
}

func isFileError(err error) bool {
	var wrong fileError
	return errors.As(err, &wrong)
}

// listBroken adds the files of a kind that could not be read, as they came. What else would be written in their places is left out.
func (g *generator) listBroken(k *kind, first int) {
	for _, f := range g.files {
		if f.Kind != string(k.name) || f.Broken == nil || f.ContentID == nil {
			continue
		}
		c := g.contents[*f.ContentID]
		file := File{Path: g.instance.path(f.Path), Kind: k.name, kind: k, place: f.Path, from: g, Error: *f.Broken, Broken: true}
		file.note(made{size: c.size, sha256: c.sha256})
		if g.leaveOut(first, f.Path) && k != economyCore {
			file.Warnings = []string{"records that belong to this file are not written: mend the file and import it again"}
		}
		g.out = append(g.out, file)
	}
}

// leaveOut removes the file at a place from those that were listed, and tells whether it was there.
func (g *generator) leaveOut(first int, place string) bool {
	for i := first; i < len(g.out); i++ {
		if strings.EqualFold(g.out[i].place, place) && !g.out[i].Broken {
			g.out = append(g.out[:i], g.out[i+1:]...)
			return true
		}
	}
	return false
}
