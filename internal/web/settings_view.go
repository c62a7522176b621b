package web

import (
	"time"

	"quartermaster/internal/web/ui"
)

// SettingsView lists the settings files of the Expansion mod.
type SettingsView struct {
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

// SettingView is the editor of a settings file, or of a part of it.
type SettingView struct {
	Lead       string
	Action     string // where the form is sent, with the place in the document
	ClassNames string // where suggestions come from
	Base       string // what the document was when the page was drawn
	Path       string // of the page
	At         string // the place in the document; empty for all of it
	Search     string
	Problems   []ui.Problem
	Sections   []settingSection
	Rows       *settingRows // of a map, or a list of small objects, that has the page for itself
	List       *settingList // the same for larger ones
	Query      ui.Query
	Pager      ui.Pager
	Remove     bool // the page shows an element, which can be removed
	Whole      *settingWhole
	Preset     *PresetPanel // of a whole file
}

// settingWhole is what the page of a whole file shows beside the fields.
type settingWhole struct {
	Path, Version    string
	Newest           string // the version that is known, where the file has another
	Changed          time.Time
	Unknown, Missing []string
	Import, Limit    string
	Problems         []string // of a file that was just to be imported
}

// settingSection is a titled run of fields.
type settingSection struct {
	ID, Title, About string
	Parts            []settingPart
}

// settingPart is a field in the editor.
type settingPart struct {
	ui.Control
	Path    string  // in the document
	Code    string  // the key
	Default string  // in words, where the value is another
	Reset   *string // the text of the control that is the default; nil where it is no single control
	Differs bool
	Absent  bool // the file does not have it

	Inner []settingPart // of an object
	Rows  *settingRows
	List  *settingList
}

// settingRows are elements that are edited in lines.
type settingRows struct {
	ID      string
	Name    string // that the rows are sent under
	Rows    []settingRow
	Pattern settingRow // that scripts copy
	Ordered bool       // elements of a list, as opposed to those of a map
	Part    bool       // of more: what is not shown stays
	Add     string     // the action that adds one to a list
}

// settingRow is an element with its cells. Of is the element that it was, empty for a new one.
type settingRow struct {
	ID, Of, Name, Label, Path string

	Loose   bool // it is not told which element it was
	Ordered bool
	Cells   []settingPart
}

// settingList names elements that have pages of their own.
type settingList struct {
	ID      string
	Entries []settingEntry
	Total   int
	More    string // the page of all of them
	Add     string // the action that adds one
	NewKey  string // the name of the control for the key of a new one; empty where there are no keys
	Ordered bool
}

// settingEntry is an element in a list.
type settingEntry struct {
	Title, About, URL string
	Path              string
	First, Last       bool
}

// SettingSourceView is the text of a settings file.
type SettingSourceView struct {
	Lead     string
	Action   string
	Base     string
	Text     string
	Back     string
	Problems []string
}

func (SettingsView) Template() string      { return "settings" }
func (SettingView) Template() string       { return "setting" }
func (SettingSourceView) Template() string { return "setting-source" }
