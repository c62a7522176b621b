package pages

import "quartermaster/internal/web/ui"

// Members shows who works on an instance, and how others join.
type Members struct {
	Table       ui.Table
	Roles       ui.Table // what each role may
	Invitations *ui.Table
	Invite      *ui.Form
	HandOver    *ui.Confirm
	Link        string // of an invitation that was just made
}

// Template implements ui.View.
func (Members) Template() string { return "members" }

// Invitation asks whether somebody wants to become a member.
type Invitation struct {
	Text string
	Form ui.Form
}

// Template implements ui.View.
func (Invitation) Template() string { return "invitation" }
