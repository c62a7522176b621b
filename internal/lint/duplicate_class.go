package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var duplicateClass = &Rule{
	ID: "duplicate-class", Severity: Warning, Title: "Class twice in a file",
	types: func(w *world, report report) func(*record.Type) {
		seen := duplicates[record.Type]{record.Types, report, map[string]*record.Type{}}
		return func(t *record.Type) {
			if w.Twice.has(t.Name) { // so that no others are kept
				seen.check(t, inFile(t.SourceFile, ce.TypesFile, t.Name))
			}
		}
	},
	Check: func(w *world, report report) {
		reportDuplicates(report, record.SpawnableTypes, w.SpawnableTypes, func(t *record.SpawnableType) string {
			return inFile(t.SourceFile, ce.SpawnableTypesFile, t.Name)
		})
	},
}

// inFile returns the name of an entry with the file that it is in.
func inFile(sourceFile *string, kind ce.FileType, name string) string {
	return pathOf(sourceFile, kind) + "\n" + name
}

// reportDuplicates reports the records that are not the first of their name, ignoring case.
func reportDuplicates[T any](report report, res *record.Resource, list []*T, nameOf func(*T) string) {
	seen := duplicates[T]{res, report, map[string]*T{}}
	for _, r := range list {
		seen.check(r, nameOf(r))
	}
}

// duplicates reports the records of a resource that are not the first of their name.
type duplicates[T any] struct {
	res    *record.Resource
	report report
	first  map[string]*T // by their names in lower case
}

func (d duplicates[T]) check(r *T, name string) {
	name = strings.ToLower(name)
	switch before := d.first[name]; {
	case before == nil:
		d.first[name] = r
	case same(d.res, before, r):
		d.report(r, says("same-entry"), remove(says("delete-entry")))
	default:
		d.report(r, says("same-name"), nil)
	}
}
