// Package docset finds, reads and saves the documents of an instance: the files that are one value each.
//
// Functions with a scope return store.ErrNotFound if the user has no such instance. Unless a comment says otherwise, an error is one of the
// database or of the context.
//
// A document is read from its file as it is generated, and saved as an import of the file: history, records and lint follow by themselves.
package docset

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/pack"
	"quartermaster/internal/store"
)

// Service reads and saves the documents of instances.
type Service struct {
	db       *store.DB
	missions *mission.Service
	compares bool // files that follow from themselves follow from the same ones of other instances too
}

// New returns a service over the files of instances.
func New(db *store.DB, missions *mission.Service) *Service {
	return &Service{db: db, missions: missions}
}

// Comparing returns a service that also looks at the other instances of an owner, as far as who asks may, for what the files of mods are
// that it finds. It is for people: a token may not work there.
func (s *Service) Comparing() *Service { return &Service{s.db, s.missions, true} }

// File is a document of an instance.
type File struct {
	*document.Document
	Path    string // below the server's root
	Name    string // of one of several: its path below the mission folder or, of the mod's, below the server's root
	Present bool
	Notes   []string // what else decides whether the game heeds the file, as sentences

	Text   string           // empty where the file is not there or was not read
	Tree   *jsontree.Object // the game's defaults where the file is not there; nil where it cannot be read
	Broken string           // why it cannot be read

	encoding charset.Encoding
	packs    *pack.Set // of a file that follows from itself
	others   []string  // its texts on other servers, which tell more of it
	hides    bool      // who asks may not see passwords
}

// The errors of documents that cannot be found or changed.
var (
	ErrWhich  = errors.New("the document has several files")
	ErrBroken = errors.New("the file cannot be read as a document")
	ErrThere  = mission.ErrThere // a new file is there already
)

// Problems returns what is wrong or unusual in the document. A value that a mod may have brought is neither.
func (f *File) Problems() []expansion.Problem {
	if !f.Present || f.Tree == nil {
		return nil
	}
	return slices.DeleteFunc(f.Check(f.Tree), expansion.Problem.Foreign)
}

// List returns the documents of an instance: all that the game has, whether or not they are there, those of the mod that are, and
// those of [Service.OfMods], of which those that packs know are read, within limits. One that cannot be read is Broken, which is no error.
func (s *Service) List(ctx context.Context, scope store.Scope) (list []*File, err error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	declared := set.declared()
	for _, f := range declared {
		switch {
		case expansion.Setting(f.Slug) == nil && !f.OfMod:
			set.read(f)
		case !f.Present:
			continue
		}
		list = append(list, f)
	}
	set.addNotes(list)
	ofMods := set.ofMods(declared)
	set.readPacked(ofMods)
	return append(list, ofMods...), set.err
}

// OfMods returns the files of an instance that packs know, or that have a form by their own values alone, in the order of their paths. They
// are not read: a form is offered for each that may have one.
func (s *Service) OfMods(ctx context.Context, scope store.Scope) ([]*File, error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	return set.ofMods(set.declared()), set.err
}

// Find returns a document with its values. name tells one of several files by its path below the mission folder. It returns
// store.ErrNotFound if there is no such document, and ErrWhich if a name is needed.
func (s *Service) Find(ctx context.Context, scope store.Scope, slug, name string) (*File, error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	f, err := set.find(slug, name)
	if err != nil {
		return nil, err
	}
	if f.others, err = s.othersOf(ctx, scope, f); err != nil {
		return nil, err
	}
	set.read(f)
	set.addNotes([]*File{f})
	return f, set.err
}

// At returns the document that the file at a path below the server's root is, with its values. It returns store.ErrNotFound if the file is
// not there or is no document.
func (s *Service) At(ctx context.Context, scope store.Scope, path string) (*File, error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	declared := set.declared()
	for _, f := range slices.Concat(declared, set.ofMods(declared)) {
		if f.Present && strings.EqualFold(f.Path, path) {
			if f.others, err = s.othersOf(ctx, scope, f); err != nil {
				return nil, err
			}
			set.read(f)
			return f, set.err
		}
	}
	return nil, cmp.Or(set.err, store.ErrNotFound)
}

// Read returns a document as its file is generated now. It returns a mission.WriteError if it cannot be generated; one that cannot be read
// is Broken.
func Read(ctx context.Context, d *document.Document, now *mission.File) (*File, error) {
	f := &File{Document: d, Path: now.Path}
	return f, f.load(ctx, now)
}

// ReadPacked is Read for a file of a mod that packs know.
func ReadPacked(ctx context.Context, packs *pack.Set, now *mission.File) (*File, error) {
	f := &File{Document: packs.Document(now.Path, ""), Path: now.Path, packs: packs}
	if f.Document == nil {
		return nil, store.ErrNotFound
	}
	return f, f.load(ctx, now)
}

// hide takes the passwords and other secrets out of a document, for who may not see them. What follows from its values follows from those
// that are left.
func (f *File) hide() {
	f.Text = f.Redact(f.Text)
	if f.Tree != nil {
		f.Tree = f.Hide(f.Tree)
	}
	f.infer()
}

// load reads the file as it is generated now; nil for one that is not there, which begins with the game's defaults.
func (f *File) load(ctx context.Context, now *mission.File) (err error) {
	f.Present, f.Broken, f.Text, f.encoding = now != nil, "", "", ""
	if now == nil && f.FromFile {
		return store.ErrNotFound
	}
	if now == nil {
		if f.Text, err = f.New(); err == nil {
			f.Tree, err = f.Read(f.Text)
		}
		return err
	}
	data, err := now.Content(ctx)
	if err != nil {
		return err
	}
	text, encoding := charset.Decode(data)
	f.Text, f.encoding = string(text), encoding
	f.infer()
	if f.Tree, err = f.Read(f.Text); err != nil {
		f.Tree, f.Broken = nil, err.Error()
	}
	return nil
}

func (f *File) syntax() charset.Syntax {
	switch f.Format {
	case "json":
		return charset.JSON
	case "xml":
		return charset.XML
	}
	return charset.Plain
}

// set is the files of an instance, of which some are documents.
type set struct {
	ctx     context.Context
	mission string
	packs   *pack.Set
	files   []mission.File
	known   map[string]*File // what has been read, by slug
	hides   bool             // who asks may not see passwords
	err     error
}

func (s *Service) open(ctx context.Context, scope store.Scope) (*set, error) {
	opened := &set{ctx: ctx, known: map[string]*File{}, hides: !scope.Allows(access.Deliver)}
	err := s.db.QueryRow(ctx, `SELECT mission FROM instances WHERE id = $1 AND user_id = $2`, scope.InstanceID,
		scope.UserID).Scan(&opened.mission)
	if err != nil {
		return nil, err
	}
	if opened.packs, err = s.missions.PacksOf(ctx, scope); err != nil {
		return nil, err
	}
	opened.files, err = s.missions.Files(ctx, scope)
	return opened, err
}

// at returns the file at a path, in any letter case, or nil.
func (s *set) at(path string) *mission.File {
	i := slices.IndexFunc(s.files, func(f mission.File) bool { return strings.EqualFold(f.Path, path) })
	if i < 0 {
		return nil
	}
	return &s.files[i]
}

// read reads the values of a document. The error stays with the set.
func (s *set) read(f *File) {
	err := f.load(s.ctx, s.at(f.Path))
	var unwritten mission.WriteError
	if errors.As(err, &unwritten) {
		f.Present, f.Broken, err = true, unwritten.Error(), nil
	}
	if f.hides = s.hides; f.hides {
		f.hide()
	}
	if s.err == nil {
		s.err = err
	}
}
