package lint

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var emptyFile = &Rule{
	ID: "empty-file", Severity: Warning, Title: "File without entries",
	Says: sentences{
		"categories":     "The file defines no categories.",
		"usages":         "The file defines no usages.",
		"types":          "The file has no types, so no loot of it spawns.",
		"events":         "The file has no events, so nothing happens.",
		"spawnabletypes": "The file has no spawnable types.",
		"randompresets":  "The file has no random presets.",
		"eventspawns":    "The file has no event spawns.",
	},
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			if w.lacksEntries(f) {
				report(f, says(f.Kind), nil)
			}
		}
		if w.Limits != nil {
			w.checkLists(report)
		}
	},
}

// checkLists reports definitions without names, to which types refer.
func (w *world) checkLists(report report) {
	switch l := w.Limits; {
	case len(l.Categories) == 0 && w.Categorized:
		report(w.LimitsFile, says("categories"), nil)
	case len(l.Usages) == 0 && w.WithUsage && !w.isWithoutUsages():
		report(w.LimitsFile, says("usages"), nil)
	}
}

// isWithoutUsages reports whether a map does without usages by design, as Namalsk does: no building of it has one, or the places go by tags
// of its own. Types that came with mods may name some all the same, which mean nothing there.
func (w *world) isWithoutUsages() bool {
	if w.AreaBits != nil && w.AreaBits.usage == 0 {
		return true
	}
	buildings := w.Game[prototypesPath] != nil
	for e := range w.elementsOf(prototypesPath, "usage") {
		if e.Attr("name") != "" {
			return false
		}
	}
	own := newNames(builtIn(w.Tags, false)...)
	return buildings || len(w.Limits.Tags) > 0 && !slices.ContainsFunc(w.Limits.Tags, own.has)
}

// lacksEntries reports whether a file of the economy is to hold entries and holds none.
func (w *world) lacksEntries(f *record.File) bool {
	holding := []ce.FileType{ce.TypesFile, ce.EventsFile, ce.SpawnableTypesFile, ce.RandomPresetsFile, ce.EventSpawnsFile}
	return slices.Contains(holding, ce.FileType(f.Kind)) && f.Broken == nil && f.Skeleton != nil && !w.hasEntries(f)
}

// hasEntries reports whether a record belongs to a file.
func (w *world) hasEntries(f *record.File) bool {
	switch ce.FileType(f.Kind) {
	case ce.TypesFile:
		return w.Filled.has(pathOf(&f.Path, ce.TypesFile))
	case ce.EventsFile:
		return anyIn(w.Events, f, ce.EventsFile, func(e *record.Event) *string { return e.SourceFile })
	case ce.SpawnableTypesFile:
		return anyIn(w.SpawnableTypes, f, ce.SpawnableTypesFile, func(t *record.SpawnableType) *string { return t.SourceFile })
	case ce.RandomPresetsFile:
		return len(w.RandomPresets) > 0
	}
	return len(w.EventSpawns) > 0
}

// anyIn reports whether one of the records is in a file.
func anyIn[T any](list []*T, f *record.File, kind ce.FileType, sourceOf func(*T) *string) bool {
	for _, r := range list {
		if pathOf(sourceOf(r), kind) == pathOf(&f.Path, kind) {
			return true
		}
	}
	return false
}
