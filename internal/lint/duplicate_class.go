package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var duplicateClass = &Rule{
	ID: "duplicate-class", Severity: Warning, Title: "Class twice in a file",
	Check: func(w *world, report report) {
		types := seen[*record.Type]{}
		for _, t := range w.Types {
			reportTwice(report, record.Types, types.first(placed(t.SourceFile, ce.TypesFile, t.Name), t), t)
		}
		spawnable := seen[*record.SpawnableType]{}
		for _, t := range w.SpawnableTypes {
			reportTwice(report, record.SpawnableTypes, spawnable.first(placed(t.SourceFile, ce.SpawnableTypesFile, t.Name), t), t)
		}
	},
}

// seen holds the first record of each name.
type seen[T comparable] map[string]T

// first returns the first record of a name, which is this one where there was none before.
func (s seen[T]) first(name string, record T) T {
	name = strings.ToLower(name)
	if _, known := s[name]; !known {
		s[name] = record
	}
	return s[name]
}

// placed returns the name of an entry with the file that it is in.
func placed(sourceFile *string, kind ce.FileType, name string) string {
	return pathOf(sourceFile, kind) + "\n" + name
}

// reportTwice reports a record that is not the first of its name.
func reportTwice[T comparable](report report, res *record.Resource, first, second T) {
	switch {
	case first == second:
	case same(res, first, second):
		report(second, "The file has an earlier entry with the same name and content.", remove("Delete this entry."))
	default:
		report(second, "The file has an earlier entry with the same name.", nil)
	}
}
