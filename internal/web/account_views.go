package web

import (
	"time"

	"quartermaster/internal/web/ui"
)

// homeView greets a signed-out visitor.
type homeView struct {
	Registration bool // new accounts may be made
}

func (homeView) Template() string { return "home" }

// profileView is a user's own account.
type profileView struct {
	Name     ui.Form
	Password ui.Form
	Plan     planLimits
	Token    tokenView
}

func (profileView) Template() string { return "profile" }

// planLimits are the limits of the account, and how much of them is used.
type planLimits struct {
	Name   string
	API    bool // the plan includes the API
	Limits []limitView
	Stored string // address of the stored files
}

// limitView is a bound that the plan sets, and how much of it is used, in words and in the limit's unit.
type limitView struct {
	Label     string
	Text      string
	Used, Max int64
}

// tokenView is the state of the account's API token. New holds the token itself right after it was made.
type tokenView struct {
	Exists bool
	MadeAt time.Time
	New    string
}
