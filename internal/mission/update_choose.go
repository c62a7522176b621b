package mission

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Base is a version of a file that both sides of an update have begun with, as the caller knows it.
type Base struct {
	Kind    BaseKind
	SHA256  string // hexadecimal
	Content []byte // nil where it is no longer known
}

// bases are what updates of the files of an instance may begin with.
type bases struct {
	order    string            // as in Options.Base
	given    map[string]Base   // by the paths of files below the server's root; they count
	origins  map[string]origin // by the paths of stored files, in lower case
	versions []*gameversion.Version
}

// choose returns what an update of a file begins with; theirs is the upload in UTF-8.
func (b *bases) choose(ctx context.Context, f storedFile, theirs []byte) (*base, error) {
	path := f.instance.path(f.rel)
	if one, given := b.given[path]; given {
		return one.base(), nil
	}
	switch b.order {
	case AutoBase, "":
		return b.likely(ctx, f, theirs)
	case LastBase:
		last, err := f.lastImport(ctx)
		return cmp.Or(last, noBase()), err
	}
	v := gameversion.Named(b.versions, b.order)
	if v == nil || !f.isOf(v) {
		return noBase(), nil
	}
	return &base{BaseName: BaseName{VersionBase, v.Name}, game: v}, nil
}

// CheckBase returns validate.Errors if an update of an instance's files cannot begin with what a name stands for; see Options.Base.
func (s *Service) CheckBase(ctx context.Context, scope store.Scope, name string) error {
	if slices.Contains([]string{"", AutoBase, LastBase}, name) {
		return nil
	}
	names, err := s.VersionNames(ctx, scope)
	if err != nil || slices.Contains(names, name) {
		return err
	}
	text := "The base is auto, last or the version of the game that your files come from"
	if len(names) > 0 {
		return validate.Refusal("base", text+": "+strings.Join(names, ", ")+".")
	}
	return validate.Refusal("base", text+". No version of this map is known: add it with the command quartermaster versions add.")
}

func noBase() *base { return &base{BaseName: BaseName{Kind: NoBase}} }

func (b Base) base() *base {
	made := &base{BaseName: BaseName{Kind: b.Kind}, sha256: b.SHA256}
	if b.Content != nil {
		made.text, _ = charset.Decode(b.Content)
	}
	return made
}

// lastImport returns the last import as a base, or nil if there is none or it cannot be read.
func (f storedFile) lastImport(ctx context.Context) (*base, error) {
	id := lastImport(f.file, f.kind.info())
	if id == nil {
		return nil, nil
	}
	text, err := originalText(ctx, f.edit, *id)
	if err != nil || !f.canRead(text) {
		return nil, err
	}
	made := &base{BaseName: BaseName{Kind: ImportBase}, text: text}
	if f.file.ByUpdate {
		made.Kind = UpdateBase
	}
	made.sha256, err = digestOf(ctx, f.edit, *id)
	return made, err
}

// canRead reports whether a text is one of the kind of the file, which an import that was broken is not.
func (f storedFile) canRead(text []byte) bool {
	if f.upload != nil && bytes.Equal(text, f.upload) {
		return true
	}
	_, err := f.kind.read(text)
	return err == nil
}

// likely returns the base of which the upload has most, of those that it may have begun with: the one that is younger where that says
// nothing. What was delivered holds own values, which are no reason to take others from a new version of the game.
func (b *bases) likely(ctx context.Context, f storedFile, theirs []byte) (*base, error) {
	candidates, err := b.candidates(ctx, f)
	if err != nil || len(candidates) == 0 {
		return noBase(), err
	}
	best := candidates[0]
	if len(candidates) == 1 || best.text != nil && bytes.Equal(best.text, theirs) { // no other has more of the upload
		return best, nil
	}
	prints := f.factsOf(theirs)
	for _, other := range candidates[1:] {
		if f.nearer(prints, other, best) {
			best = other
		}
	}
	return best, nil
}

// candidates returns what an update may have begun with, the youngest first.
func (b *bases) candidates(ctx context.Context, f storedFile) (list []*base, err error) {
	last, err := f.lastImport(ctx)
	if err != nil {
		return nil, err
	}
	shared, original, err := f.shared(ctx)
	if err != nil {
		return nil, err
	}
	if shared != nil {
		list = append(list, shared)
	}
	if last != nil && last.Kind == UpdateBase {
		list = append(list, last)
		if shared != nil && original != last.sha256 { // it was taken in since the delivery
			slices.Reverse(list)
		}
	}
	if of, known := b.origins[strings.ToLower(f.rel)]; known {
		list = append(list, of.base(last))
	}
	return list, nil
}

// base returns the version as a base. What was imported as the game has it is its text.
func (o origin) base(imported *base) *base {
	made := &base{BaseName: BaseName{VersionBase, o.version.Name}, game: o.version}
	if o.pristine && imported != nil {
		made.text, made.sha256, made.game = imported.text, imported.sha256, nil
	}
	return made
}

// shared returns what the instance and its game server last had in common of the file, with the digest that its last import had then; nil
// where nothing was delivered or fetched, or its content is no longer stored.
func (f storedFile) shared(ctx context.Context) (b *base, original string, err error) {
	var packed []byte
	var bytes, fetched int64
	var stored *int64
	one := Base{Kind: DeliveredBase}
	err = f.edit.QueryRow(ctx, `SELECT d.sha256, d.original, d.only_fetched, d.bytes, d.content, c.id
		FROM delivered_files d LEFT JOIN file_contents c ON c.instance_id = d.instance_id AND c.sha256 = d.sha256
		WHERE d.instance_id = $1 AND d.path = $2`, f.edit.Scope.InstanceID, f.instance.path(f.rel)).Scan(&one.SHA256, &original, &fetched,
		&bytes, &packed, &stored)
	if err == nil && packed == nil && stored != nil {
		packed, bytes, err = f.edit.ReadContent(ctx, *stored)
	}
	switch {
	case errors.Is(err, store.ErrNotFound), err == nil && packed == nil:
		return nil, "", nil
	case err != nil:
		return nil, "", err
	}
	if fetched == 1 {
		one.Kind = UpdateBase
	}
	one.Content, err = store.UnpackContent(packed, bytes)
	return one.base(), original, err
}

// nearer reports whether a text, given by its facts, has more of one base that the other does not have than the other way round.
func (f storedFile) nearer(prints []gameversion.Fact, one, other *base) bool {
	first, second := f.holds(one), f.holds(other)
	more := 0
	for _, fact := range prints {
		switch a, b := first(fact), second(fact); {
		case a && !b:
			more++
		case b && !a:
			more--
		}
	}
	return more > 0
}

// holds returns a function that reports whether a base says a fact.
func (f storedFile) holds(b *base) func(gameversion.Fact) bool {
	if b.game != nil {
		return b.game.Holds
	}
	said := map[gameversion.Fact]bool{}
	for _, fact := range f.factsOf(b.text) {
		said[fact] = true
	}
	return func(f gameversion.Fact) bool { return said[f] }
}

// factsOf returns what a text of the file says; nothing where it cannot be read.
func (p printed) factsOf(text []byte) (facts []gameversion.Fact) {
	files := &gameversion.Imprint{FactsOnly: true}
	_ = p.addTo(files, text) // what cannot be read says nothing
	for _, e := range files.Entries {
		facts = append(append(facts, e.Is), e.Says...)
	}
	return facts
}

// basesOf returns what an update of the files of an instance may begin with; stored are those that it has.
func (s *Service) basesOf(ctx context.Context, i instance, stored []File, o Options) (*bases, error) {
	b := &bases{order: o.Base, given: o.Bases}
	var err error
	if b.versions, err = s.versionsOf(ctx, i); err != nil {
		return nil, err
	}
	b.origins, err = s.originsOf(ctx, i, stored)
	return b, err
}
