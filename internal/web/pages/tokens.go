package pages

import "quartermaster/internal/web/ui"

// Tokens shows tokens with limits, and makes others.
type Tokens struct {
	About string // what they are
	Table ui.Table
	Form  ui.Form
	New   string // a token that was just made
}

// Template implements ui.View.
func (Tokens) Template() string { return "tokens" }
