package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Home is the page of visitors who are not signed in.
type Home struct {
	Registration bool // new accounts may be made
}

// Template names the page that draws the view.
func (Home) Template() string { return "home" }

// Profile is the page of a user's own account.
type Profile struct {
	Name     ui.Form
	Password *ui.Form      // nil where people sign in without one
	Provider *ProviderLink // nil where there is none
	Plan     PlanLimits
	Token    Token
	Sessions ui.Table
	Others   *ui.Form // ends all other sessions; nil where there are none

	Factors      string // address of the second factors
	SecondFactor bool   // is asked for after the password
}

// Template names the page that draws the view.
func (Profile) Template() string { return "profile" }

// ProviderLink says whether a user can sign in through the provider.
type ProviderLink struct {
	Name  string
	URL   string   // where that begins; empty for who can already
	Leave *ui.Form // ends it; nil for who cannot, or has no other way in
}

// PlanLimits are the limits of a plan, and their use.
type PlanLimits struct {
	Name   string
	API    bool // the plan includes the API
	Limits []Limit
	Stored string // address of the stored files
}

// Limit is a limit and its use, in words and in numbers.
type Limit struct {
	Label     string
	Text      string
	Used, Max int64
}

// Token is the state of the API token. New is the token itself, right after it was made.
type Token struct {
	Exists bool
	MadeAt time.Time
	New    string
}

// User is the page of somebody's account, for administrators.
type User struct {
	Email      string
	Plan       string
	Registered time.Time
	IsAdmin    bool
	Disabled   time.Time // zero for one who may sign in
	Instances  string    // how many the user owns
	State      *ui.Form  // disables or enables the account; nil for one's own
	Delete     string    // where the account is deleted; empty for one's own
	Reset      *ui.Form  // makes a link for a new password; nil for none
	Link       string    // the link, right after it was made
}

// Template names the page that draws the view.
func (User) Template() string { return "user" }
