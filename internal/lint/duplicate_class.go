package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var duplicateClass = &Rule{
	ID: "duplicate-class", Severity: Warning, Title: "Class twice in a file",
	Check: func(w *world, report report) {
		reportDuplicates(report, record.Types, w.Types, func(t *record.Type) string {
			return inFile(t.SourceFile, ce.TypesFile, t.Name)
		})
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
	first := map[string]*T{}
	for _, r := range list {
		name := strings.ToLower(nameOf(r))
		switch before := first[name]; {
		case before == nil:
			first[name] = r
		case same(res, before, r):
			report(r, "The file has an earlier entry with the same name and content.", remove("Delete this entry."))
		default:
			report(r, "The file has an earlier entry with the same name.", nil)
		}
	}
}
