package pages

import "quartermaster/internal/web/ui"

// Import is the form of an import, with the report of the one before.
type Import struct {
	Action string
	Limit  string // the largest upload, in words
	Error  string
	Report *ImportReport
	Main   bool // importing is what the page is for: there are no records yet
}

// Job is the page of an import, of a change of many records, or of a run of a schedule, that is a job.
type Job struct {
	Change      bool    // it changes records, and has no files
	Run         bool    // of a schedule
	Revision    ui.Link // what a change has made
	Status      string  // how far it is, in words
	Done, Total int64   // files; the total is 0 while it is not known
	What        string  // the present file
	Error       string  // why it failed
	Cancelled   string  // what became of one without a report, such as a cancelled one
	Report      *ImportReport
	Pulled      *Pulled     // of a pull
	Cancel      *ui.Confirm // nil once it has ended
	Events      string      // address of the progress, as server-sent events
	Overview    string
	Links       []ui.Link // beside that
}

// Ended reports whether the job has ended.
func (v Job) Ended() bool { return v.Cancel == nil }

// Template names the page that draws the view.
func (Job) Template() string { return "job" }
