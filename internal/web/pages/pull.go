package pages

import "quartermaster/internal/web/ui"

// Pulled says which files of a server differ, above the report of their import.
type Pulled struct {
	Lead    string
	Files   []PulledFile
	More    string // how many files are not shown; empty for none
	Import  *PulledImport
	Deliver *ui.Link // leads to what a delivery would send now; nil for none
}

// PulledImport takes in the files of a preview.
type PulledImport struct {
	Action, Submit string
	Mode           string
	Paths          []string
	Choices        ConflictChoices
}

// PulledFile is a file of a server that differs.
type PulledFile struct {
	Path   string
	Tone   ui.Tone
	Status string
	Text   string // what becomes of it
	Bytes  int64

	Changed int       // records of Since
	Since   []RowArea // what was changed in it on the server
	Omitted int       // records that are not listed
}
