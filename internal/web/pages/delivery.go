package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// DeliveryPlan is the page before anything is sent: what differs from the game server, and what holds a delivery back.
type DeliveryPlan struct {
	Lead     string
	Error    string    // why the server cannot be reached; then there is nothing else
	Connect  *ui.Form  // where no server is known yet
	Target   ui.Link   // to the page of the server; without a label there
	Links    []ui.Link // to deliveries made
	Facts    []TargetFact
	Blocked  []string
	Problems ui.Link // to them
	Groups   []PlannedGroup
	Action   string // of the form
	Submit   string // label of its button
	Override Override
	Empty    ui.Empty
}

// Override names what holds a delivery back, and how that is overridden.
type Override struct {
	Held  string // title of the list of reasons
	Title string // of the section
	Label string // of the box to tick

	Ticked bool
	Reason string // that was entered
}

// Template names the page that draws the view.
func (DeliveryPlan) Template() string { return "delivery-plan" }

// PlannedGroup is a list of files of one status.
type PlannedGroup struct {
	Merge string // where the form goes that takes in the files first; empty where that cannot be done
	ID    string
	Title string
	Help  string
	Field string // of the boxes to tick; empty for files that cannot be chosen
	Files []PlannedFile
}

// PlannedFile is a file of a plan.
type PlannedFile struct {
	Path    string
	URL     string // of its differences; empty for none
	Size    string
	Records string
	Note    string
	Ticked  bool
	Fixed   bool // cannot be chosen
}

// Delivery is the page of one delivery.
type Delivery struct {
	Lead   string
	Facts  []TargetFact
	Error  string
	Status string
	Events string // address of its progress; empty for one that has ended
	Files  []SentFile
	Cancel *ui.Confirm
	Back   ui.Link     // to what a rollback would do; empty for none
	Forget *ui.Confirm // deletes the copies
	Links  []ui.Link
}

// Template names the page that draws the view.
func (Delivery) Template() string { return "delivery" }

// SentFile is a file of a delivery.
type SentFile struct {
	Path   string
	Status string
	Tone   ui.Tone
	Size   string
	Error  string
}

// Deliveries is a page of the deliveries of an instance.
type Deliveries struct {
	Lead  string
	Rows  []DeliveryRow
	Pager ui.Pager
	Empty ui.Empty
}

// Template names the page that draws the view.
func (Deliveries) Template() string { return "deliveries" }

// DeliveryRow is one of them.
type DeliveryRow struct {
	Label    string
	URL      string
	When     time.Time
	Who      string
	Revision ui.Link
	Files    string
	Status   string
	Tone     ui.Tone
}
