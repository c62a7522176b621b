package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Factors is what a user has beside his password.
type Factors struct {
	Confirm   *ui.Link // where he shows who he is without his password; nil where he cannot
	Continue  bool     // offers to go on, now that he has one
	App       bool
	AppLost   bool // its secret cannot be read any more
	AppMadeAt time.Time
	AppForm   ui.Form // adds or removes it

	Passkeys    ui.Table
	PasskeyForm *ui.Form // adds one; nil where the service has no address for them

	Codes     int      // recovery codes that were not used yet
	CodesForm *ui.Form // makes new ones; nil without a second factor
	NewCodes  []string // that were just made
}

// Template implements ui.View.
func (Factors) Template() string { return "factors" }

// NewApp is an authenticator app that is being added.
type NewApp struct {
	QR   QR
	Key  string // to be entered where no QR code can be read
	Form ui.Form
}

// Template implements ui.View.
func (NewApp) Template() string { return "new-app" }

// QR is a QR code, as the path of an SVG with that many units on each side.
type QR struct {
	Size int
	Path string
}

// NewPasskey is a passkey that is being added.
type NewPasskey struct {
	Name   string
	Button ui.Passkey
	Cancel string
}

// Template implements ui.View.
func (NewPasskey) Template() string { return "new-passkey" }
