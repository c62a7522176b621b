package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Instances is the list of a user's instances.
type Instances struct {
	Search    string
	Instances []InstanceCard
	Pager     ui.Pager
	Steps     []Step // for somebody who is new; empty otherwise
	Drop      Drop
	Sample    string // where a form makes the sample server
}

// Step is one of what somebody does who is new.
type Step struct {
	Title string
	Text  string
	URL   string // where to do it; may be empty
	Done  bool
}

// Drop is the form that makes a server from its folder.
type Drop struct {
	Action string
	Limit  string // the largest upload, in words
	Error  string
	Main   bool // it is what the page is for: there is no server yet
}

// Template names the page that draws the view.
func (Instances) Template() string { return "instances" }

// InstanceCard is an instance in the list.
type InstanceCard struct {
	Name      string
	URL       string
	Map       string
	Mission   string
	Import    string // address that takes files which are dropped on the page; empty where the user may not change it
	Shared    string // whose it is, and what the user is there; empty for an own one
	Problems  ProblemTally
	Since     string // what has changed since the last download, in words
	Days      Curve
	ChangedBy string
	Changed   time.Time // zero for never
}

// RecordCount counts the records of a resource.
type RecordCount struct {
	Label string
	URL   string
	Count int64
}

// Overview is the first page of an instance: what it is, what is wrong with it, and what has changed.
type Overview struct {
	Map       string
	Mission   string
	Sid       string
	Holds     []RecordCount // the kinds of records that there are
	Unused    []RecordCount // the others
	Problems  ProblemTally
	Origin    string // which version of the game the files come from, in words; empty where that is not known
	Since     string // what has changed since the last download, in words
	Days      Curve
	People    []RecordCount // who has made how many revisions
	Files     FileTree
	ZipURL    string  // empty for an instance without files
	Target    ui.Link // to the page of the game server
	Delivered ui.Link // to the next delivery, with what has changed since the last one; empty where there was none
	Import    Import
	Changes   []Change
	History   string // address of the whole history
}
