package pages

import "quartermaster/internal/web/ui"

// Pulled says which files of a server differ, above the report of their import.
type Pulled struct {
	Lead   string
	Files  []PulledFile
	More   string   // how many files are not shown; empty for none
	Import *ui.Form // after a preview: imports them
}

// PulledFile is a file of a server that differs.
type PulledFile struct {
	Path   string
	Tone   ui.Tone
	Status string
	Text   string // what becomes of it
	Bytes  int64
}
