package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Home greets a signed-out visitor.
type Home struct {
	Registration bool // new accounts may be made
}

// Template names the page that draws the view.
func (Home) Template() string { return "home" }

// Profile is a user's own account.
type Profile struct {
	Name     ui.Form
	Password ui.Form
	Plan     PlanLimits
	Token    Token
}

// Template names the page that draws the view.
func (Profile) Template() string { return "profile" }

// PlanLimits are the limits of the account, and how much of them is used.
type PlanLimits struct {
	Name   string
	API    bool // the plan includes the API
	Limits []Limit
	Stored string // address of the stored files
}

// Limit is a bound that the plan sets, and how much of it is used, in words and in the limit's unit.
type Limit struct {
	Label     string
	Text      string
	Used, Max int64
}

// Token is the state of the account's API token. New holds the token itself right after it was made.
type Token struct {
	Exists bool
	MadeAt time.Time
	New    string
}
