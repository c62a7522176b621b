package mission

import (
	"quartermaster/internal/archive"
)

// Mode says what an import does with records that the file does not name.
type Mode string

// The modes of an import.
const (
	Merge   Mode = "merge"   // they stay
	Replace Mode = "replace" // they are deleted: the file's records become exactly the file's
)

// Upload is a file to import: the path under which it was found, and its content.
type Upload = archive.File
