package mission

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/pack"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// nameForms notes of the files of an upload what they open as: the documents whose values are changed in a form, by their paths or because
// other documents name them.
func (s *Service) nameForms(ctx context.Context, scope store.Scope, i instance, files []incomingFile, packs *pack.Set) error {
	named, read := map[string]string{}, map[*document.Document]*jsontree.Object{}
	for _, naming := range document.Namings() {
		if !mayBeNamed(files, naming) {
			continue
		}
		values, known := read[naming.In]
		if !known {
			var err error
			if values, err = s.valuesBeside(ctx, scope, i, files, naming.In); err != nil {
				return err
			}
			read[naming.In] = values
		}
		for _, name := range naming.Files(values) {
			named[strings.ToLower(name)] = naming.Of.Title
		}
	}
	for n := range files {
		f := &files[n]
		rel := f.kind.info().find(f.resolvedPath, nil)
		if f.done || f.foreign || f.aside || f.broken != nil {
			continue
		}
		byPack := titleByPack(packs, f, i.path(rel))
		switch d := document.At(i.path(rel), i.mission); {
		case d != nil && len(d.Fields()) > 0:
			f.report.OpensAs = d.Title
		case byPack != "":
			f.report.OpensAs = byPack
			f.report.Warnings = slices.DeleteFunc(f.report.Warnings, isAboutName)
		case !isOutside(rel):
			f.report.OpensAs = named[strings.ToLower(rel)]
		}
	}
	return nil
}

// isAboutName reports whether a warning is that a file is not what its name or its first element says, which is no mistake in a file of a
// mod that a pack knows.
func isAboutName(warning say.Message) bool {
	return warning.Rule == "unread" || warning.Rule == "foreign"
}

// titleByPack names what a file at a path is that a pack knows; empty for others.
func titleByPack(packs *pack.Set, f *incomingFile, at string) string {
	if f.kind != other || !packs.Knows(at) {
		return ""
	}
	if _, d := packs.Open(at, string(f.text)); d != nil {
		return d.Title
	}
	return ""
}

// valuesBeside returns the values of a document of the mission folder, of the upload or else of the instance; nil for one that is not there
// or cannot be read, which is told where it is taken in.
func (s *Service) valuesBeside(ctx context.Context, scope store.Scope, i instance, files []incomingFile,
	d *document.Document,
) (*jsontree.Object, error) {
	text, err := s.textBeside(ctx, scope, i, files, path.Base(d.Path))
	if err != nil || text == nil {
		return nil, err
	}
	values, _ := d.Read(string(text))
	return values, nil
}

// mayBeNamed reports whether an upload has files of the type that a document names.
func mayBeNamed(files []incomingFile, n document.Naming) bool {
	for _, f := range files {
		if !f.done && f.kind == other && path.Ext(f.name()) == path.Ext(n.Of.Path) {
			return true
		}
	}
	return false
}

// textBeside returns the text of a file of the mission folder, of the upload or else of the instance; nil if neither has it.
func (s *Service) textBeside(ctx context.Context, scope store.Scope, i instance, files []incomingFile, rel string) ([]byte, error) {
	for _, f := range files {
		if !f.done && strings.EqualFold(f.rel, rel) {
			return f.text, nil
		}
	}
	f, err := s.GenerateFile(ctx, scope, i.path(rel))
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	data, err := f.Content(ctx)
	text, _ := charset.Decode(data)
	return text, err
}
