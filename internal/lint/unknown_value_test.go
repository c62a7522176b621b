package lint

import (
	"slices"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestUnknownValue(t *testing.T) {
	t.Parallel()
	wrong := &record.Type{Name: "AKM", ValueIDs: []int64{1, 2}}
	w := worldOf(wrong, &record.Type{Name: "Axe", ValueIDs: []int64{2}})
	w.Limits = &ce.Limits{Values: []string{"Tier1"}}
	w.Values = map[int64]reference{1: {Name: "Tier9"}, 2: {Name: "Tier1"}}
	try(t, unknownValue, w, "AKM: The value “Tier9” is not defined. [Remove “Tier9”.]")
	if !slices.Equal(wrong.ValueIDs, []int64{2}) {
		t.Errorf("%v is left", wrong.ValueIDs)
	}
}
