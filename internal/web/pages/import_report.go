package pages

import "quartermaster/internal/web/ui"

// ImportReport tells what an import did, or what a dry run would do: what was taken in, what needs a look, what opens as a form, what is
// stored unchanged, which logs were read, and what was left out.
type ImportReport struct {
	Mode     string
	Files    []ImportedFile
	Warnings []string // about the upload as a whole
	Findings []Finding
	Kinds    []KindTotal
	Forms    []FormFile
	Unread   []string  // paths of the files that are stored unchanged, without a form
	Logs     []Finding // what became of logs
	Left     []Finding // why files were left out
	Next     []Step    // what to do now
	DryRun   bool
	Layer    *ui.Link // that was made of what would change; nil for none
	Origin   string   // which version of the game the files come from, in words; empty where that is not known
	Changes  []RowArea
	Omitted  int64 // changes that are left out

	// Of an update: the numbers of records that take something from it and that keep their own, and the conflicts.
	Taken, Kept      int
	Bases            []string // what files were compared with, in words
	Own              []string // what becomes of the owner's own, in words
	Conflicts        []Conflict
	OmittedConflicts int
	What             string // address of what the update has changed; empty for nothing
}

// Finding is a remark of an import, with all places that it is about.
type Finding struct {
	Tone   ui.Tone
	Text   string
	Count  int
	Places []ui.Link // files, with what is known of where in them
}

// FormFile is a file whose values are changed in a form.
type FormFile struct {
	Path, OpensAs string
	URL           string // of the form; empty in a preview
}

// shownPlaces is how many places of a finding are not folded.
const shownPlaces = 3

// First returns the places that are shown at once.
func (f Finding) First() []ui.Link { return f.Places[:min(len(f.Places), shownPlaces)] }

// Rest returns the other places.
func (f Finding) Rest() []ui.Link { return f.Places[min(len(f.Places), shownPlaces):] }

// KindTotal sums up the imported files of a kind.
type KindTotal struct {
	Kind                                 string
	Files                                int
	Created, Updated, Unchanged, Deleted int64
}

// fewFiles is how many files are listed one by one without folding.
const fewFiles = 12

// Lists reports whether the files are listed one by one at once.
func (r ImportReport) Lists() bool { return len(r.Files) <= fewFiles }

// ImportedFile is the outcome for a file: imported, skipped, failed or cancelled.
type ImportedFile struct {
	Path      string
	Kind      string
	Status    string
	Created   int64
	Updated   int64
	Unchanged int64
	Deleted   int64
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
	if r.DryRun {
		text = ui.Plural(count["imported"], "file", "files") + " would be imported"
	}
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
