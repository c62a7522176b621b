package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var duplicateName = &Rule{
	ID: "duplicate-name", Severity: Warning, Title: "Name twice in a file",
	Check: func(w *world, report report) {
		events := seen[*record.Event]{}
		for _, e := range w.Events {
			reportTwice(report, record.Events, events.first(placed(e.SourceFile, ce.EventsFile, e.Name), e), e)
		}
		spawns := seen[*record.EventSpawn]{}
		for _, s := range w.EventSpawns {
			reportTwice(report, record.EventSpawns, spawns.first(s.Name, s), s)
		}
		presets := seen[*record.RandomPreset]{}
		for _, p := range w.RandomPresets {
			reportTwice(report, record.RandomPresets, presets.first(p.Type+"\n"+p.Name, p), p)
		}
	},
}
