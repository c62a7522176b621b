package web

import (
	"time"

	"quartermaster/internal/web/ui"
)

// instancesView lists the user's instances.
type instancesView struct {
	Search    string
	Instances []instanceCard
	Pager     ui.Pager
	Empty     ui.Empty
}

func (instancesView) Template() string { return "instances" }

// instanceCard is one instance in the list.
type instanceCard struct {
	Name    string
	URL     string
	Map     string
	Mission string
	Holds   []recordCount
	Changed time.Time
}

// recordCount counts the records of one resource.
type recordCount struct {
	Label string
	URL   string
	Count int64
}

// overviewView is the first page of an instance.
type overviewView struct {
	Map     string
	Mission string
	Sid     string
	Holds   []recordCount
	Files   []fileView
	ZipURL  string
	Import  importView
	Changes []changeView
	History string // address of the whole history
}

func (overviewView) Template() string { return "overview" }

// fileView is a file that generation would write.
type fileView struct {
	Path    string
	Kind    string
	Size    int64
	Records int64
	URL     string
	Diff    *ui.Link // to how it differs from what was imported; nil where it does not
	Error   string   // what is wrong with it, in sentences; empty for nothing
}
