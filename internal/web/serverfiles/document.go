package serverfiles

import (
	"context"
	"errors"

	"quartermaster/internal/docset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/store"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// shownFile is the document of a request.
type shownFile struct {
	*docset.File
	r    *site.Request
	part documents.Part

	references docform.References // what the document may refer to
}

// find returns the document of the route. The settings of the mod have pages of their own.
func find(ctx context.Context, r *site.Request) (*shownFile, error) {
	if expansion.Setting(r.Param("document")) != nil {
		return nil, site.ErrNotFound
	}
	f, err := documentsOf(r).Find(ctx, r.Scope(), r.Param("document"), r.Text("file"))
	if errors.Is(err, docset.ErrWhich) || errors.Is(err, store.ErrNotFound) {
		return nil, site.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	s := shown(r, f)
	s.references, err = referencesOf(ctx, r, f)
	return s, err
}

func shown(r *site.Request, f *docset.File) *shownFile {
	return &shownFile{File: f, r: r, part: partOf(r, f)}
}

func partOf(r *site.Request, f *docset.File) documents.Part {
	list := listURL(r)
	if f.FromFile {
		list = modsURL(r)
	}
	return documents.PartOf(r, list+"/"+f.Slug, f.Name)
}

// with returns another state of the same document.
func (s *shownFile) with(f *docset.File) *shownFile {
	other := shown(s.r, f)
	other.references = s.references
	return other
}

// urlOf returns the address of the page of a document.
func urlOf(r *site.Request, f *docset.File) string { return partOf(r, f).URL() }

// form returns the form of the part of the document that the page shows.
func (s *shownFile) form() docform.Form {
	form := s.part.Form(s.Schema, s.Tree, s.Text)
	form.References = s.references
	return form
}
