package pages

import (
	"time"

	"quartermaster/internal/web/docform"

	"quartermaster/internal/web/ui"
)

// Settings lists the settings files of the Expansion mod.
type Settings struct {
	Lead  string
	Files []SettingFile
	Other []ui.Link // to the other records of the mod
}

// SettingFile is one settings file in the list of all.
type SettingFile struct {
	Title, About, URL string
	File              string
	Version           string
	Stored            bool // the instance has it
	Changed           time.Time
}

// Setting is the editor of a settings file, or of a part of it.
type Setting struct {
	docform.View
	Lead       string
	Action     string // where the form is sent, with the place in the document
	ClassNames string // where suggestions come from
	Base       string // what the document was when the page was drawn
	Path       string // of the page
	At         string // the place in the document; empty for all of it
	Search     string
	Whole      *SettingWhole
	Preset     *PresetPanel // of a whole file
}

// SettingWhole holds what the page of a whole file shows beside the fields.
type SettingWhole struct {
	Path, Version    string
	Newest           string // the version that is known, where the file has another
	Changed          time.Time
	Unknown, Missing []string
	Import, Limit    string
	Problems         []string // of a file that was just to be imported
}

// SettingSource is the text of a settings file.
type SettingSource struct {
	Lead     string
	Action   string
	Base     string
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
