package web

import (
	"quartermaster/internal/web/ui"
)

// presetView is a preview of a preset on a page of its own.
type presetView struct{ Panel *presetPanel }

// presetPanel takes a request in plain words and shows what it would change.
type presetPanel struct {
	Generate, Apply string // where the forms are sent
	Prompt          ui.Field
	Examples        []string
	Failure         string // why there is no preview
	Problems        []string
	Preview         *presetPreview
}

// presetPreview shows what a request would change.
type presetPreview struct {
	Summary, Provider string
	Warnings          []string
	Changes           []presetChange
	Preset            string // JSON, as it is sent to be applied
}

// presetChange is a field that would get another value.
type presetChange struct{ Label, Code, Before, After, Reason string }

func (presetView) Template() string { return "ai-preset" }

// Open reports whether the panel has something to show beside its form.
func (p *presetPanel) Open() bool {
	return p.Failure != "" || p.Prompt.Error != "" || len(p.Problems) > 0 || p.Preview != nil
}
