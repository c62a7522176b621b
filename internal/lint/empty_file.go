package lint

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var emptyFile = &Rule{
	ID: "empty-file", Severity: Warning, Title: "File without entries",
	Check: func(w *world, report report) {
		for _, f := range w.Files {
			if what := w.lackingEntries(f); what != "" {
				report(f, "The file has no "+what+".", nil)
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
		report(w.LimitsFile, "The file defines no categories.", nil)
	case len(l.Usages) == 0 && w.WithUsage && !w.isWithoutUsages():
		report(w.LimitsFile, "The file defines no usages.", nil)
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

// lackingEntries names what a file of the economy is to hold, if it holds nothing; else "".
func (w *world) lackingEntries(f *record.File) string {
	what := map[string]string{
		string(ce.TypesFile): "types, so no loot of it spawns", string(ce.EventsFile): "events, so none of it takes place",
		string(ce.SpawnableTypesFile): "spawnable types", string(ce.RandomPresetsFile): "random presets", string(ce.EventSpawnsFile): "event spawns",
	}[f.Kind]
	if what == "" || f.Broken != nil || f.Skeleton == nil || w.hasEntries(f) {
		return ""
	}
	return what
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
