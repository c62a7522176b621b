package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestDuplicateClass(t *testing.T) {
	t.Parallel()
	mod, main := record.Origin{SourceFile: new("mod/types.xml")}, record.Origin{SourceFile: new("DB/Types.xml")}
	try(t, duplicateClass, worldOf(
		&record.Type{Name: "AKM", Nominal: new(int64(1))},
		&record.Type{Name: "akm", Nominal: new(int64(1)), Origin: main},
		&record.Type{Name: "AKM", Nominal: new(int64(2))},
		&record.Type{Name: "AKM", Origin: mod},
		&record.SpawnableType{Name: "AKM"},
		&record.SpawnableType{Name: "AKM", Hoarder: true},
	),
		"akm: The file has an earlier entry with the same name and content. [Delete this entry.]",
		"AKM: The file has an earlier entry with the same name.",
		"AKM: The file has an earlier entry with the same name.")
}
