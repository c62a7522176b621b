package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

var logPreset = &Rule{
	ID: "log-preset", Severity: Warning, Title: "Random preset the server misses",
	Says: sentences{
		"missing": "The server has not found the preset “{preset}” for {of} ({place}).",
		"empty":   "The server has found nothing in this preset ({place}).",
	},
	Check: func(w *world, report report) {
		w.logged(serverlog.MissingPreset, func(l *Log, e serverlog.Entry) {
			for _, t := range w.SpawnableTypes {
				if slices.ContainsFunc(presetsOf(t), func(name string) bool { return strings.EqualFold(name, presetName(e.Detail, e.Name)) }) {
					w.tell(report, l, e, t, says("missing", "preset", e.Name, "of", e.Detail))
				}
			}
		})
		presets := byLowerName(w.RandomPresets, func(p *record.RandomPreset) string { return p.Name })
		w.logged(serverlog.EmptyPreset, func(l *Log, e serverlog.Entry) {
			for _, p := range presets[strings.ToLower(e.Name)] {
				w.tell(report, l, e, p, says("empty"))
			}
		})
	},
}
