package mission

import (
	"quartermaster/internal/archive"
)

// Mode says what happens to records that an imported file does not name.
type Mode string

// The modes of an import.
const (
	Merge   Mode = "merge"   // they stay
	Replace Mode = "replace" // they are deleted
	Update  Mode = "update"  // as the file's last import, the records and the upload say together; see Options

	// edited is Replace for a file as it was generated, with changes: records that are not written to it stay.
	edited Mode = "edited"

	// reread is Replace for the stored text of a file, of which another file has changed what it means.
	reread Mode = "reread"
)

// replaces reports whether records that are missing in the file are deleted.
func (m Mode) replaces() bool { return m == Replace || m == edited || m == reread }

// Upload is a file to import: its path in the upload, and its content.
type Upload = archive.File
