package lint

import (
	"testing"

	"quartermaster/internal/record"
)

// TestVocabularyWithoutDefinitions holds which names count where no definitions were imported.
func TestVocabularyWithoutDefinitions(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		modded bool
		want   []string
	}{
		"map of the game": {false, []string{"AKM: The usage “Moon”, “MoonTown” is not defined. [Remove “Moon”, “MoonTown”.]"}},
		"other map":       {true, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := worldOf(&record.Type{Name: "AKM", UsageIDs: []int64{1, 2, 3, 4}})
			w.Instance.MapIsModded = test.modded
			w.Usages = map[int64]reference{
				1: {Name: "Town", BuiltIn: true}, 2: {Name: "Moon"}, 3: {Name: "TownVillage", Group: true, BuiltIn: true},
				4: {Name: "MoonTown", Group: true},
			}
			try(t, unknownUsage, w, test.want...)
		})
	}
}
