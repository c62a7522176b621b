package pages

import "quartermaster/internal/web/ui"

// GameFiles is the list of the files of the game that are documents.
type GameFiles struct {
	Lead   string
	Search *PathSearch // nil for a short list
	Files  []GameFileLine
	Pager  ui.Pager
	Empty  ui.Empty
}

// PathSearch searches a list of files by their paths; the action is the address of the list.
type PathSearch struct{ Action, Text string }

// GameFileLine is a file in the list.
type GameFileLine struct {
	Title, About, URL string
	File              string
	Present           bool
	Broken            string // why it cannot be read
	Problems          string // how many values are wrong or unusual
	Notes             []string
}

// GameFile is the form of a file, or of a part of it.
type GameFile struct {
	Setting
	Facts       *GameFileFacts // of the page of a whole file
	Presets     []GamePreset
	Suggestions []ui.Suggestions
}

// GamePreset is a change of the file in plain words; the address is that of its preview.
type GamePreset struct{ Title, About, URL string }

// GamePresetPreview shows what a preset of a file would change.
type GamePresetPreview struct {
	Lead, Action, Base, Back string
	Present                  bool // the instance has the file
	Notes                    []string
	Changes                  []PresetChange
}

// GameFileFacts is what the page of a whole file shows beside the form.
type GameFileFacts struct {
	Path     string
	Present  bool
	Broken   string
	NoForm   bool // it is broken by no mistake: it is written in a way of its own
	Notes    []string
	Problems []ui.Link // to the values in the form
	Unknown  []string
}

// Template names the page that draws the view.
func (GameFiles) Template() string { return "game-files" }

// Template names the page that draws the view.
func (GameFile) Template() string { return "game-file" }

// Template names the page that draws the view.
func (GamePresetPreview) Template() string { return "game-preset" }

// Zones is the page that changes many zones of a file of territories.
type Zones struct {
	Lead, Action, File string
	What, By, Value    string // of the form
	Error              string
	Notes              []string
	Groups             []ZoneGroup
	Names              []string // that the preview is for
	Preview            *ZonePreview
}

// ZoneGroup is the zones of one name.
type ZoneGroup struct {
	Name            string
	Count           int
	Static, Dynamic string // the sums
	Chosen          bool
}

// ZonePreview is what a change would do.
type ZonePreview struct {
	Summary string
	Changes bool // it does something
	Rows    []ZoneLine
}

// ZoneLine is a zone that would change.
type ZoneLine struct{ File, Name, Place, Changes string }

// Template names the page that draws the view.
func (Zones) Template() string { return "zones" }
