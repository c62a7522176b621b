package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Instances lists the user's instances.
type Instances struct {
	Search    string
	Instances []InstanceCard
	Pager     ui.Pager
	Empty     ui.Empty
}

// Template names the page that draws the view.
func (Instances) Template() string { return "instances" }

// InstanceCard is one instance in the list.
type InstanceCard struct {
	Name    string
	URL     string
	Map     string
	Mission string
	Holds   []RecordCount
	Changed time.Time
}

// RecordCount counts the records of one resource.
type RecordCount struct {
	Label string
	URL   string
	Count int64
}

// Overview is the first page of an instance.
type Overview struct {
	Map     string
	Mission string
	Sid     string
	Holds   []RecordCount
	Files   []File
	ZipURL  string
	Import  Import
	Changes []Change
	History string // address of the whole history
}

// Template names the page that draws the view.
func (Overview) Template() string { return "overview" }

// File is a file that generation would write.
type File struct {
	Path    string
	Kind    string
	Size    int64
	Records int64
	URL     string
	Diff    *ui.Link // to how it differs from what was imported; nil where it does not
	Error   string   // what is wrong with it, in sentences; empty for nothing
}
