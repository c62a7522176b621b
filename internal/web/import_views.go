package web

import "quartermaster/internal/web/ui"

// Import is the form that takes game files, and the report of what it just did.
type Import struct {
	Action string
	Limit  string // the largest upload, in words
	Error  string
	Report *Report
}

// Report tells what an import did, a row for each file. Of a dry run it tells what would have changed.
type Report struct {
	Mode    string
	Files   []FileReport
	DryRun  bool
	Changes []Change
	Omitted int64 // changes that are left out
}

// JobView is the page of an import that takes a while.
type JobView struct {
	Status      string // how far it is, in words
	Done, Total int64  // files; the total is 0 while it is not known
	What        string // the file that it is about
	Error       string // why it failed
	Cancelled   string // what became of one that was cancelled before it had anything to report
	Report      *Report
	Cancel      *ui.Confirm // nil once it has ended
	Events      string      // address of the progress, as server-sent events
	Overview    string
}

// Ended tells whether nothing will change any more.
func (v JobView) Ended() bool { return v.Cancel == nil }

// FileReport is what became of one file. Status is imported, skipped, failed or cancelled.
type FileReport struct {
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

// Tone returns the colour of the file's status.
func (f FileReport) Tone() ui.Tone {
	switch f.Status {
	case "imported":
		return ui.Good
	case "failed":
		return ui.Bad
	}
	return ui.Neutral
}

// Summary tells the outcome in one sentence.
func (r Report) Summary() string {
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

func (JobView) Template() string { return "job" }
