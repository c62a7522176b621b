package mission

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// Fingerprints returns those of the game's own files in an upload, which holds a mission of that name or the files of one. Files that are
// no part of it, or that cannot be read, are left out.
func Fingerprints(uploads []Upload, mission string) *gameversion.Imprint {
	files, paths := new(gameversion.Imprint), make([]string, len(uploads))
	for n, u := range uploads {
		paths[n] = u.Path
	}
	for n, p := range resolvePaths(paths, mission) {
		if p.foreign || isOutside(p.rel) {
			continue
		}
		text, _ := charset.Decode(uploads[n].Data)
		k, _, err := detect(p.rel, text)
		if err == nil {
			_ = printed{instance{mission: mission}, k, p.rel}.addTo(files, text) // what cannot be read says nothing
		}
	}
	return files
}

// printed is a file whose fingerprints are taken or compared.
type printed struct {
	instance instance
	kind     fileKind
	rel      string
}

// addTo adds the fingerprints of a text of the file: of its entries and of the settings beside them, and of what it is as a document.
func (p printed) addTo(files *gameversion.Imprint, text []byte) error {
	k, written := p.kind.info(), string(text)
	files.AddText(p.textName(), written)
	records, err := p.kind.recordsIn(text, p.rel)
	if err != nil {
		return err
	}
	for i, r := range records {
		files.AddEntry(k.printsOf(r.res), spelledKey(r.res, r.row), k.said(r))
		records[i] = nil // the rest is not to wait in memory for it
	}
	if err := p.addSettings(files, text, written); err != nil {
		return err
	}
	d := p.document()
	if d == nil {
		return nil
	}
	files.AddText(p.commentsName(), d.Comments(written))
	value, err := d.Read(written)
	if err == nil {
		files.AddDocument(p.name(d), value)
	}
	return err
}

// skeletonReader is a kind whose files have a text around their entries.
type skeletonReader interface {
	skeletonIn(text []byte) (textfile.Skeleton, error)
}

func (p printed) addSettings(files *gameversion.Imprint, text []byte, written string) error {
	k := p.kind.info()
	if r, is := p.kind.(skeletonReader); is {
		s, err := r.skeletonIn(text)
		if err != nil {
			return err
		}
		files.AddText(p.signatureName(), k.frameOf(s).signature())
	}
	if k.settings == nil {
		return nil
	}
	list, err := k.settings(written)
	for _, s := range list {
		files.AddSetting(k.settingPrints(), s.Path, settingObject(s.Value))
	}
	return err
}

// settingObject is a setting as an entry with one field.
func settingObject(value string) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("value", settingValue(value))
	return o
}

// document returns what the file is whose values are merged one by one; nil for one that is no document, or whose entries are records.
func (p printed) document() *document.Document {
	k := p.kind.info()
	if k.hasSlots() || k.name != KindOther && k.resource != nil {
		return nil
	}
	if k.document != nil {
		return k.document
	}
	return document.At(p.instance.path(p.rel), p.instance.mission)
}

// name returns the name of a document among the fingerprints: what it is, or its path where there may be several.
func (p printed) name(d *document.Document) string {
	switch {
	case p.kind.info().document != nil:
		return string(p.kind.info().name) + " file"
	case d.Slug == "" || d.Several:
		return strings.ToLower(path.Clean(p.rel))
	}
	return d.Slug
}

// textName returns the name of the file as it is written among the fingerprints, signatureName that of the text around its entries.
func (p printed) textName() string { return strings.ToLower(path.Clean(p.rel)) + " text" }

func (p printed) commentsName() string { return strings.ToLower(path.Clean(p.rel)) + " comments" }

func (p printed) signatureName() string { return string(p.kind.info().name) + " frame" }

// printsOf returns the name of records of a resource among the fingerprints.
func (k *kindInfo) printsOf(res *record.Resource) string {
	if res == k.resource {
		return string(k.name)
	}
	return string(k.name) + " " + res.Name
}

// settingPrints returns the name of the settings beside the entries among the fingerprints.
func (k *kindInfo) settingPrints() string { return string(k.name) + " settings" }

// said returns what the fields of a record say in its file, with names in place of ids. Its key is left out.
func (k *kindInfo) said(r *fileRecord) *jsontree.Object {
	said := new(jsontree.Object)
	for i, f := range r.res.Fields {
		if k.isSaid(r.res, f) {
			said.Set(f.Name, r.said(i))
		}
	}
	return said
}

// said returns what a field says. A name that the user's limits definition has is not the same as one of the game's.
func (s *fileRecord) said(field int) any {
	f := s.res.Fields[field]
	value, _ := jsontree.Parse(s.value(field)) // made by the field
	refs, ids := s.names.of(f.Ref), []int64{}
	if list, isList := s.row[field].([]int64); isList {
		ids = list
	}
	names, _ := value.([]any)
	for i, id := range ids {
		if refs != nil && refs.byID[id].group {
			names[i] = groupMark + names[i].(string)
		}
	}
	return value
}

// groupMark stands before the name of a group of the user's limits definition.
const groupMark = "user "

// isSaid reports whether a field is one that the file says by itself: it is no part of the key, and follows from no other.
func (k *kindInfo) isSaid(res *record.Resource, f *record.Field) bool {
	return k.hasField(f) && f != res.Title && !slices.Contains(res.Key, f) && f.Name != "enabled" && k.follows[f.Name] == "" && !belongs(f)
}
