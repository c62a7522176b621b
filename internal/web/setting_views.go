package web

import (
	"time"

	"quartermaster/internal/web/docform"

	"quartermaster/internal/web/ui"
)

// settingsView lists the settings files of the Expansion mod.
type settingsView struct {
	Lead  string
	Files []settingFile
	Other []ui.Link // to the other records of the mod
}

// settingFile is one settings file in the list of all.
type settingFile struct {
	Title, About, URL string
	File              string
	Version           string
	Stored            bool // the instance has it
	Changed           time.Time
}

// settingView is the editor of a settings file, or of a part of it.
type settingView struct {
	docform.View
	Lead       string
	Action     string // where the form is sent, with the place in the document
	ClassNames string // where suggestions come from
	Base       string // what the document was when the page was drawn
	Path       string // of the page
	At         string // the place in the document; empty for all of it
	Search     string
	Whole      *settingWhole
	Preset     *presetPanel // of a whole file
}

// settingWhole holds what the page of a whole file shows beside the fields.
type settingWhole struct {
	Path, Version    string
	Newest           string // the version that is known, where the file has another
	Changed          time.Time
	Unknown, Missing []string
	Import, Limit    string
	Problems         []string // of a file that was just to be imported
}

// settingSourceView is the text of a settings file.
type settingSourceView struct {
	Lead     string
	Action   string
	Base     string
	Text     string
	Back     string
	Problems []string
}

func (settingsView) Template() string      { return "settings" }
func (settingView) Template() string       { return "setting" }
func (settingSourceView) Template() string { return "setting-source" }
