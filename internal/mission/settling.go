package mission

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/store"
)

// settling is what an import knows of settled files.
type settling struct {
	revision int64              // of the instance, as far as the import has brought it
	anew     bool               // files are compared with what is stored all the same
	foreign  bool               // somebody else has changed the instance meanwhile
	known    map[string]settled // that were settled before
	found    map[string]settled // that are settled since
	stored   map[string]bool    // digests of the contents of the instance, before the import
	light    bool               // the transaction is for files of which little is stored
}

// settlingOf returns what an import begins with; stored are the files of the instance.
func (s *Service) settlingOf(ctx context.Context, scope store.Scope, i instance, stored []File, o Options) (*settling, error) {
	made := &settling{revision: i.revision, anew: o.anew, known: map[string]settled{}, found: map[string]settled{}, stored: map[string]bool{}}
	if len(stored) == 0 {
		return made, nil
	}
	for _, c := range stored[0].from.contents {
		made.stored[c.sha256] = true
	}
	var err error
	made.known, err = s.settledNow(ctx, stored[0].from)
	return made, err
}

// without returns the files of an upload of which something may have to be stored.
func (s *settling) without(files []incomingFile) []incomingFile {
	return slices.DeleteFunc(slices.Clone(files), func(f incomingFile) bool {
		return s.mayHave(&f) || f.kind.info().unread && s.stored[f.sum]
	})
}

// noting returns an editing that follows the revision of the instance.
func (s *settling) noting(edit editing) editing {
	return func(large bool) store.EditFunc {
		return func(ctx context.Context, fn func(*store.Edit) error) error {
			var made *store.Edit
			err := edit(large)(ctx, func(e *store.Edit) error {
				made = e
				return fn(e)
			})
			if err == nil && made != nil {
				s.follow(made.Number)
			}
			return err
		}
	}
}

// follow notes the number of a revision that the import has made; 0 for none.
func (s *settling) follow(number int64) {
	if number != 0 && number != s.revision {
		s.foreign = s.foreign || number != s.revision+1
		s.revision = number
	}
}

// mayHave reports whether a file may be settled.
func (s *settling) mayHave(f *incomingFile) bool {
	if s.anew || s.foreign || f.known != nil {
		return false
	}
	for _, one := range s.known {
		if one.kind == f.kind.info() && one.sha256 == f.sum {
			return true
		}
	}
	return false
}

// errUnsettled means that an upload has to be compared with what is stored.
var errUnsettled = errors.New("the file is not settled")

// of returns the settled file that an upload is. It returns errUnsettled if there is none, or if somebody else was faster.
func (s *settling) of(ctx context.Context, im *importer) (settled, error) {
	one, known := s.known[strings.ToLower(im.rel)]
	if !known || one.kind != im.kind || one.file != im.file.ID || im.file.Path != im.rel || one.sha256 != im.sum {
		return one, errUnsettled
	}
	var revision int64
	err := im.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1`, im.Scope.InstanceID).Scan(&revision)
	if err == nil && revision != s.revision {
		err = errUnsettled
	}
	return one, err
}

// keep stores an upload of which all is settled: it becomes the last import again, in the mode of this one.
func (s *settling) keep(ctx context.Context, im *importer, f *incomingFile) error {
	one, err := s.of(ctx, im)
	if err != nil {
		return err
	}
	im.settled, im.report.Unchanged = &one, one.entries
	if im.report.Warnings = append(im.report.Warnings, one.warnings...); im.update != nil {
		if err := im.beginSettled(ctx, f, one); err != nil {
			return err
		}
	}
	return im.save(ctx, im.held())
}

// beginSettled sets what an update of a settled file begins with, and counts what it is known to count of it.
func (im *importer) beginSettled(ctx context.Context, f *incomingFile, one settled) error {
	if err := im.begin(ctx, f.kind, f.text); err != nil {
		return err
	}
	judge, usual := im.judge()
	own, known := one.own[judge]
	if !usual || !known {
		return errUnsettled
	}
	if im.report.Own = own; im.update.base.text == nil { // nobody knows that the text around the records is not the owner's
		im.role, im.report.Unchanged = asBase, 0
	}
	return nil
}

// judge names the version of the game from which the own values in a settled file differ, and what the update begins with: of entries by
// the same name, each finds other pairs. It is empty where no version is known, and no value is own. It is usual unless the update begins
// with something else than the file, that version, or nothing.
func (im *importer) judge() (name string, usual bool) {
	b, of := im.update.base, im.origin()
	usual = b.isNone() || b.text != nil && b.sha256 == im.sum
	if of.version != nil {
		isVersion := b.BaseName == of.name()
		name = fmt.Sprint(of.version.Map, " ", of.version.Name, " ", of.version.Source, " ", isVersion, b.text != nil, b.game != nil)
		usual = usual || isVersion
	}
	return name, usual
}

// settle notes whether a file is settled that was imported, and forgets what the import may have changed of others.
func (s *settling) settle(im *importer, f *incomingFile) {
	rel := strings.ToLower(im.rel)
	if im.settled == nil {
		im.settled = s.stillSettled(im, rel)
	}
	delete(s.known, rel)
	delete(s.found, rel)
	if im.report.hasChanges() {
		s.forgetBeside(im)
	}
	if one := im.settled; one != nil {
		one.kind, one.file, one.sha256 = im.kind, im.saved, im.sum
		one.warnings = slices.Clone(im.report.Warnings[len(f.report.Warnings):])
		s.found[rel] = *one
	}
}

// stillSettled returns what is known of a settled file after an update that has found nothing to change; nil for another one.
func (s *settling) stillSettled(im *importer, rel string) *settled {
	one, known := s.known[rel]
	if !known || im.update == nil || one.sha256 != im.sum || im.report.hasChanges() || im.report.KeptRecords > 0 {
		return nil
	}
	if judge, usual := im.judge(); usual {
		one.own = maps.Clone(one.own)
		one.own[judge] = im.report.Own
	}
	return &one
}

// forgetBeside forgets other files after the import of one: an update can take records from those of its kind, and files without entries
// may say what others mean.
func (s *settling) forgetBeside(im *importer) {
	switch {
	case !im.kind.hasSlots():
		clear(s.known)
	case im.update != nil:
		s.forget(im.kind)
	}
}

// forget forgets all files of a kind.
func (s *settling) forget(k *kindInfo) {
	for _, list := range []map[string]settled{s.known, s.found} {
		maps.DeleteFunc(list, func(_ string, f settled) bool { return f.kind.resource == k.resource })
	}
}

// now returns all files that are settled after the import; ok is false where nobody knows at which revision.
func (s *settling) now() (i settledInstance, ok bool) {
	files := maps.Clone(s.known)
	maps.Copy(files, s.found)
	return settledInstance{s.revision, files}, !s.foreign
}
