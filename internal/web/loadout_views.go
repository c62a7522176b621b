package web

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/web/ui"
)

// loadoutView shows what a loadout gives.
type loadoutView struct {
	Lead   string
	Parts  []loadoutPart
	Empty  ui.Empty
	Delete *ui.Confirm
}

// loadoutPart is a part of a loadout; one that names another loadout leads to it.
type loadoutPart struct {
	expansion.Part
	URL   string
	Parts []loadoutPart
}

func (loadoutView) Template() string { return "ai-loadout" }

// loadoutFormView edits a loadout: as JSON in a box, or with scripts in a builder that writes the JSON.
type loadoutFormView struct {
	Form        ui.Form
	Item        string // a new item as JSON
	Suggestions []ui.Suggestions
	Delete      *ui.Confirm
}

func (loadoutFormView) Template() string { return "ai-loadout-form" }
