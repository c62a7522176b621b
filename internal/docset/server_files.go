package docset

import (
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
)

// The documents whose files may have other names.
const (
	serverSlug   = "server"
	battlEyeSlug = "battleye"
)

// placeOf returns the path of the only file of a document: the usual one, unless the instance has the file elsewhere.
func (s *set) placeOf(d *document.Document) string {
	usual := d.FilePath(s.mission)
	if s.at(usual) != nil || d.Slug != serverSlug && d.Slug != battlEyeSlug {
		return usual
	}
	found := s.named(usual, func(name string) bool { return d.IsAt(name, s.mission) })
	return s.named(found, func(name string) bool { return d.IsAt(name, s.mission) && !document.IsInUse(name) })
}

// named returns the path of the first file with such a path, or the usual one.
func (s *set) named(usual string, is func(name string) bool) string {
	for _, f := range s.files {
		if is(f.Path) {
			return f.Path
		}
	}
	return usual
}

// serverNote says which of two files counts for the settings that both have.
func (s *set) serverNote(f *File) string {
	value, _ := f.Tree.Get("enableCfgGameplayFile")
	n, _ := expansion.NumberOf(value)
	switch {
	case n != 1 && value != true:
		return ""
	case s.document(gameplaySlug).Present:
		return "cfggameplay.json counts for " + overridden + ": enableCfgGameplayFile is 1, so the game does not read them here."
	}
	return "enableCfgGameplayFile is 1, and there is no cfggameplay.json: the game takes the one of the map, and does not read " + overridden +
		" here."
}

// battlEyeNote says whether a change of the file lasts.
func battlEyeNote(f *File) string {
	if document.IsInUse(f.Path) {
		return "This is the file of a server that runs, which takes the name BEServer_x64.cfg again when it stops. A change of it may be lost."
	}
	return ""
}
