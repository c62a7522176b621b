package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestUnknownPresetClass(t *testing.T) {
	t.Parallel()
	w := worldOf(&record.RandomPreset{Name: "food", Items: []record.ChanceItem{{Name: "apple"}, {Name: "Aple"}}})
	try(t, unknownPresetClass, w) // nothing is known
	w.Classes = newNames("Apple")
	try(t, unknownPresetClass, w, "food: Neither the instance nor the catalog has “Aple”.")
}
