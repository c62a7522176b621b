package mission

import (
	"cmp"
	"errors"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// The statuses of a file in a Report.
const (
	Imported = "imported"
	Skipped  = "skipped" // files of its kind are not imported
	Failed   = "failed"  // it could not be read, and no record was changed

	// Cancelled files were not reached before the import was cut off.
	Cancelled = "cancelled"
)

// Report describes what an import did with one file.
type Report struct {
	Path      string        `json:"path"`     // below the server's root; as uploaded where nothing is stored of the file
	Uploaded  string        `json:"uploaded"` // as uploaded, where that is another path; otherwise empty
	Kind      Kind          `json:"kind"`
	Status    string        `json:"status"`
	Created   int           `json:"created"`
	Updated   int           `json:"updated"`
	Unchanged int           `json:"unchanged"`
	Deleted   int           `json:"deleted"`
	Warnings  []say.Message `json:"-"`    // see Sentence
	Error     say.Message   `json:"-"`    // why it failed, with the line if known
	Kept      bool          `json:"kept"` // it could not be read, and is stored as uploaded

	// OpensAs is the title of the form in which the values of the file are changed; empty for a file without one.
	OpensAs string `json:"opens_as"`

	// Of an update: what it began with, the records that have something of the upload, those that keep something of their own, and the
	// conflicts, which are nil for other imports.
	Base        *BaseName  `json:"base"`
	Taken       int        `json:"taken"`
	KeptRecords int        `json:"kept_records"`
	Own         Own        `json:"own"`
	Conflicts   []Conflict `json:"conflicts"`
	Omitted     int        `json:"conflicts_omitted"`
	Revision    int64      `json:"revision"` // that the update has made; 0 for none
}

// Own says what becomes of an owner's own in an update of a file: of what differs from the version of the game that the file comes from, or
// else from the base, or without one from the upload.
type Own struct {
	Kept    int `json:"kept"`    // own values that stay
	Taken   int `json:"taken"`   // own values that the upload's take the place of
	Removed int `json:"removed"` // own entries that are deleted
}

// maxWarnings limits the warnings of a report.
const maxWarnings = 100

// Fail sets the status to Failed, with the error.
func (r *Report) Fail(err error) { r.Status, r.Error, r.OpensAs = Failed, reasonOf(err), "" }

// StoredUnchanged reports whether the file is stored as it came: it has no records, and an update has kept nothing of the stored one.
func (r Report) StoredUnchanged() bool {
	return r.Kind == KindOther && r.Status == Imported && r.KeptRecords == 0
}

// hasChanges reports whether the import has changed what is stored of the file.
func (r *Report) hasChanges() bool { return r.Created+r.Updated+r.Deleted+r.Taken > 0 }

// storedAt sets the path below the server's root.
func (r *Report) storedAt(path string) {
	if path != r.Path {
		r.Path, r.Uploaded = path, cmp.Or(r.Uploaded, r.Path)
	}
}

func (r *Report) warn(warnings []textfile.Warning) {
	for i, w := range warnings {
		if i == maxWarnings {
			r.Warnings = append(r.Warnings, say.New("more", "n", int64(len(warnings)-i)))
			return
		}
		r.Warnings = append(r.Warnings, inLine(w.Line, w.Says))
	}
}

// warnOfDocument adds a warning for each problem of a document with that text.
func (r *Report) warnOfDocument(text string, problems []expansion.Problem) {
	told := problems[:min(len(problems), maxWarnings)]
	for i, line := range expansion.Locate(text, told) {
		p := told[i]
		r.Warnings = append(r.Warnings, inLine(line, say.New("value", "path", p.Path, "broken", p.Message.Rule(), "text", p.Text())))
	}
	if rest := len(problems) - len(told); rest > 0 {
		r.Warnings = append(r.Warnings, say.New("more", "n", int64(rest)))
	}
}

// count counts a file that is stored as a whole; file is its previous version, same reports whether it is equal.
func (r *Report) count(file record.File, same bool) {
	switch {
	case file.ID == 0:
		r.Created = 1
	case same:
		r.Unchanged = 1
	default:
		r.Updated = 1
	}
}

// fileError is an error of a single file, as opposed to a failure of the service.
type fileError struct{ error }

func (e fileError) Unwrap() error { return e.error }

func isFileError(err error) bool {
	var wrong fileError
	return errors.As(err, &wrong)
}

var errEmpty = &saidError{inLine(1, say.New("empty"))}
