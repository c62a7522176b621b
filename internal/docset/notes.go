package docset

import (
	"slices"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/servercfg"
)

// overridden are the settings of serverDZ.cfg that the game does not read while it reads cfggameplay.json.
const overridden = "lightingConfig, disablePersonalLight, disableBaseDamage, disableContainerDamage and disableRespawnDialog"

// addNotes says of documents what else decides whether the game heeds them.
func (s *set) addNotes(files []*File) {
	for _, f := range files {
		switch {
		case f.Slug == gameplaySlug && f.Present:
			f.note(s.gameplayNote())
		case f.Slug == serverSlug && f.Present:
			f.note(s.serverNote(f))
		case f.Slug == battlEyeSlug && f.Present:
			f.note(battlEyeNote(f))
		case f.NamedBy != "":
			f.note(s.namedNote(f))
		case f.Slug == territoriesSlug:
			f.note(s.territoryNote(f))
		case f.Slug == "weather" && f.Present && isOff(f.Tree.Get("enable")):
			f.note("The game does not use this file: it says enable=\"0\", so the weather is that of the map.")
		}
	}
}

func (f *File) note(sentence string) {
	if sentence != "" {
		f.Notes = append(f.Notes, sentence)
	}
}

func isOff(value any, _ bool) bool {
	n, isNumber := expansion.NumberOf(value)
	return isNumber && n == 0
}

// gameplayNote says which of two files counts.
func (s *set) gameplayNote() string {
	switch on, known := s.gameplayOn(); {
	case !known:
		return "The game reads this file only with enableCfgGameplayFile = 1 in serverDZ.cfg, which the instance does not have."
	case on:
		return "This file counts: enableCfgGameplayFile is 1 in serverDZ.cfg, so the game does not read " + overridden + " there."
	}
	return "The game does not read this file: enableCfgGameplayFile is not 1 in serverDZ.cfg. Of what it holds only " + overridden +
		" have an effect, from there."
}

// gameplayOn reports whether serverDZ.cfg turns cfggameplay.json on; known is false without a file that says so.
func (s *set) gameplayOn() (on, known bool) {
	now := s.at(s.placeOf(document.Named(serverSlug)))
	if now == nil {
		return false, false
	}
	data, err := now.Content(s.ctx)
	if err != nil {
		return false, false
	}
	text, _ := charset.Decode(data)
	file, err := servercfg.Parse(string(text))
	if err != nil {
		return false, false
	}
	n, _ := expansion.NumberOf(file.Get("enableCfgGameplayFile"))
	return n == 1, true
}

func (s *set) namedNote(f *File) string {
	if !f.Present {
		return "cfggameplay.json names this file, and it is not there."
	}
	if on, known := s.gameplayOn(); known && !on {
		return "The game does not read this file, because enableCfgGameplayFile is not 1 in serverDZ.cfg."
	}
	return ""
}

func (s *set) territoryNote(f *File) string {
	wired := slices.ContainsFunc(s.namedBy(f.Document), func(name string) bool {
		return slices.Equal([]string{name}, document.AddName(nil, f.Name))
	})
	switch {
	case !f.Present:
		return "cfgenvironment.xml names this file, and it is not there."
	case !wired:
		return "The game does not read this file: cfgenvironment.xml does not name it."
	}
	return ""
}
