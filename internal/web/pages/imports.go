package pages

import "quartermaster/internal/web/ui"

// Import is the form of an import, with the report of the one before.
type Import struct {
	Action string
	Limit  string // the largest upload, in words
	Error  string
	Report *ImportReport
}

// ImportReport lists what an import did with each file, or what a dry run would change.
type ImportReport struct {
	Mode     string
	Files    []ImportedFile
	Warnings []string // about the upload as a whole
	DryRun   bool
	Changes  []Change
	Omitted  int64 // changes that are left out

	// Of an update: the numbers of records that take something from it and that keep their own, and the conflicts.
	Taken, Kept      int
	Conflicts        []Conflict
	OmittedConflicts int
	What             string // address of what the update has changed; empty for nothing
}

// Job is the page of an import that runs as a job.
type Job struct {
	Status      string // how far it is, in words
	Done, Total int64  // files; the total is 0 while it is not known
	What        string // the present file
	Error       string // why it failed
	Cancelled   string // what became of a cancelled one without a report
	Report      *ImportReport
	Cancel      *ui.Confirm // nil once it has ended
	Events      string      // address of the progress, as server-sent events
	Overview    string
}

// Ended reports whether the job has ended.
func (v Job) Ended() bool { return v.Cancel == nil }

// ImportedFile is the outcome for a file: imported, skipped, failed or cancelled.
type ImportedFile struct {
	Path      string
	Kind      string
	Status    string
	Created   int64
	Updated   int64
	Unchanged int64
	Deleted   int64
	Warnings  []string
	Error     string
}

// Tone returns the tone of the status.
func (f ImportedFile) Tone() ui.Tone {
	switch f.Status {
	case "imported":
		return ui.Good
	case "failed":
		return ui.Bad
	}
	return ui.Neutral
}

// Summary counts the outcomes in a sentence.
func (r ImportReport) Summary() string {
	count := map[string]int{}
	for _, file := range r.Files {
		count[file.Status]++
	}
	text := ui.Plural(count["imported"], "file", "files") + " imported"
	if n := count["skipped"]; n > 0 {
		text += ", " + ui.Plural(n, "file", "files") + " skipped"
	}
	if n := count["failed"]; n > 0 {
		text += ", " + ui.Plural(n, "file", "files") + " failed"
	}
	if n := count["cancelled"]; n > 0 {
		text += ", " + ui.Plural(n, "file", "files") + " not imported because the import was cancelled"
	}
	return text + "."
}

// Template names the page that draws the view.
func (Job) Template() string { return "job" }
