package pages

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/web/ui"
)

// Loadout is the page of a loadout.
type Loadout struct {
	Lead   string
	Parts  []LoadoutPart
	Empty  ui.Empty
	Delete *ui.Confirm
}

// LoadoutPart is a part of a loadout, with the address of the loadout that it names.
type LoadoutPart struct {
	expansion.Part
	URL   string
	Parts []LoadoutPart
}

// Template names the page that draws the view.
func (Loadout) Template() string { return "ai-loadout" }

// LoadoutForm edits a loadout: as JSON in a box, or with scripts in a builder that writes the JSON.
type LoadoutForm struct {
	Form        ui.Form
	Item        string // a new item as JSON
	Suggestions []ui.Suggestions
	Delete      *ui.Confirm
}

// Template names the page that draws the view.
func (LoadoutForm) Template() string { return "ai-loadout-form" }
