package docset

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"unicode"

	"quartermaster/internal/document"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// ofMods returns the files that packs know, and the others that may have a form by their own values, in the order of their paths. They have
// not been read: what they hold shows when one is opened.
func (s *set) ofMods(declared []*File) (files []*File) {
	taken, count := map[string]bool{}, map[string]int{}
	for _, f := range declared {
		taken[strings.ToLower(f.Path)] = true
	}
	for _, now := range s.files {
		if now.Kind != mission.KindOther || now.CopyOf != "" || taken[strings.ToLower(now.Path)] {
			continue
		}
		d := s.packs.Document(now.Path, "")
		if d == nil {
			continue
		}
		d.Slug = slugOf(now.Path)
		count[d.Slug]++
		files = append(files, &File{Document: d, Path: now.Path, Present: true, packs: s.packs})
	}
	for _, f := range files {
		if count[f.Slug] > 1 || document.Named(f.Slug) != nil {
			sum := sha256.Sum256([]byte(f.Path))
			f.Slug += "-" + hex.EncodeToString(sum[:3])
		}
	}
	return files
}

// mostListed is how many bytes of files of mods are read for a list.
const mostListed = 8 << 20

// readPacked reads the files that packs know, as long as they are not too many bytes in all.
func (s *set) readPacked(files []*File) {
	left := int64(mostListed)
	for _, f := range files {
		now := s.at(f.Path)
		if f.Pack == "" || now == nil || now.Size > left {
			continue
		}
		left -= now.Size
		s.read(f)
	}
}

// declared returns the files of all documents that are declared, those among them that are not there.
func (s *set) declared() (files []*File) {
	for _, d := range document.All() {
		files = append(files, s.filesOf(d)...)
	}
	return files
}

// slugOf returns a path as a slug: profiles-heli-sib-settings-json.
func slugOf(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// findOfMod returns one of these files, whose values have not been read.
func (s *set) findOfMod(slug, name string) (*File, error) {
	for _, f := range s.ofMods(s.declared()) {
		if f.Slug == slug && (name == "" || strings.EqualFold(name, f.Path)) {
			return f, s.err
		}
	}
	return nil, cmp.Or(s.err, store.ErrNotFound)
}

// infer gives a file the fields that follow from its text, and those of the pack that knows it.
func (f *File) infer() {
	if !f.FromFile {
		return
	}
	slug := f.Slug
	f.Document = f.packs.Document(f.Path, f.Text, f.others...)
	if f.Slug = slug; f.Misfit != "" {
		f.Notes = []string{f.Misfit + " Its form follows from the values that stand in it."}
	}
}

// Mod returns the folder of the mod that a file without a declaration most likely belongs to: the one below profiles, or the file's own.
func (f *File) Mod() string {
	parts := strings.Split(path.Dir(f.Path), "/")
	if len(parts) > 1 && strings.EqualFold(parts[0], "profiles") {
		return parts[1]
	}
	return parts[len(parts)-1]
}
