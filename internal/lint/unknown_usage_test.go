package lint

import (
	"slices"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestUnknownUsage(t *testing.T) {
	t.Parallel()
	wrong := &record.Type{Name: "AKM", UsageIDs: []int64{1, 2, 3, 4, 5}}
	stored := wrong.UsageIDs
	w := worldOf(wrong)
	w.Limits = &ce.Limits{Usages: []string{"Town", "Farm"}}
	w.UserLimits = &ce.UserLimits{Usages: []ce.Group{{Name: "TownFarm"}}}
	w.Usages = map[int64]reference{
		1: {Name: "Militray"}, 2: {Name: "town"}, 3: {Name: "TownFarm", Group: true}, 4: {Name: "Town", Group: true}, 5: {Name: "Moon"},
	}
	try(t, unknownUsage, w, "AKM: The usage “Militray”, “Town”, “Moon” is not defined. [Remove “Militray”, “Town”, “Moon”.]")
	if !slices.Equal(wrong.UsageIDs, []int64{2, 3}) || !slices.Equal(stored, []int64{1, 2, 3, 4, 5}) {
		t.Errorf("%v left of %v", wrong.UsageIDs, stored)
	}
}
