package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var duplicateName = &Rule{
	ID: "duplicate-name", Severity: Warning, Title: "Name twice in a file",
	Check: func(w *world, report report) {
		reportDuplicates(report, record.Events, w.Events, func(e *record.Event) string { return inFile(e.SourceFile, ce.EventsFile, e.Name) })
		reportDuplicates(report, record.EventSpawns, w.EventSpawns, func(s *record.EventSpawn) string { return s.Name })
		reportDuplicates(report, record.RandomPresets, w.RandomPresets, func(p *record.RandomPreset) string { return p.Type + "\n" + p.Name })
	},
}
