package pages

import (
	"time"

	"quartermaster/internal/web/docform"

	"quartermaster/internal/web/ui"
)

// Settings is the list of the settings files.
type Settings struct {
	Lead  string
	Files []SettingFile
	Other []ui.Link // to the lists of other documents
}

// SettingFile is a settings file in the list.
type SettingFile struct {
	Title, About, URL string
	File              string
	Version           string
	Stored            bool // the instance has it
	Changed           time.Time
}

// Setting is the form of a settings file, or of a part of it.
type Setting struct {
	docform.View
	Lead    string
	Action  string      // where the form is sent, with the path in the document
	Base    string      // digests of what the page shows
	New     string      // the page of the list, where the form is that of a new entry
	NewKey  *ui.Control // for the key of a new entry of a map
	Guarded ui.Form     // holds what somebody else has stored since the form that is shown again was drawn
	Path    string      // of the page
	File    string      // which of several files it shows
	Places  bool        // links lead to the sections and to what is said of the file
	At      string      // the path in the document; empty for all of it
	Search  string
	Whole   *SettingWhole
	Preset  *PresetPanel // of a whole file
}

// SettingWhole is what the page of a whole file shows beside the form.
type SettingWhole struct {
	Path, Version    string
	Newest           string // the known version, if the file has another
	Changed          time.Time
	Unknown, Missing []string
	Import, Limit    string
	Problems         []string // of an import that was refused
}

// SettingSource is the form of a settings file as text.
type SettingSource struct {
	Lead     string
	Action   string
	Base     string
	Guarded  ui.Form // holds what somebody else has stored meanwhile
	Text     string
	Back     string
	Problems []string
}

// Template names the page that draws the view.
func (Settings) Template() string { return "settings" }

// Template names the page that draws the view.
func (Setting) Template() string { return "setting" }

// Template names the page that draws the view.
func (SettingSource) Template() string { return "setting-source" }
