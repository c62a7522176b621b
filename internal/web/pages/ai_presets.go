package pages

import (
	"quartermaster/internal/web/ui"
)

// Preset is the page of a proposed preset.
type Preset struct{ Panel *PresetPanel }

// PresetPanel takes a prompt and shows what it would change.
type PresetPanel struct {
	Generate, Apply string // where the forms are sent
	Prompt          ui.Field
	Examples        []string
	Failure         string // why there is no preview
	Problems        []string
	Preview         *PresetPreview
}

// PresetPreview shows what a prompt would change.
type PresetPreview struct {
	Summary, Provider string
	Warnings          []string
	Changes           []PresetChange
	Preset            string // JSON, as it is sent to be applied
}

// PresetChange is a proposed value of a field.
type PresetChange struct{ Label, Code, Before, After, Reason string }

// Template names the page that draws the view.
func (Preset) Template() string { return "ai-preset" }

// Open reports whether the panel shows more than its form.
func (p *PresetPanel) Open() bool {
	return p.Failure != "" || p.Prompt.Error != "" || len(p.Problems) > 0 || p.Preview != nil
}
