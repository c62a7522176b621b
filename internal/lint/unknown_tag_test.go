package lint

import (
	"slices"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestUnknownTag(t *testing.T) {
	t.Parallel()
	item, rack := &record.Type{Name: "AKM", TagIDs: []int64{1, 2}, TagID: new(int64(1))},
		&record.SpawnableType{Name: "Rack", Tags: []string{"Floor", "roof"}}
	w := worldOf(item, rack, &record.SpawnableType{Name: "Chair", Tags: []string{"floor"}})
	w.Limits = &ce.Limits{Tags: []string{"floor"}}
	w.Tags = map[int64]reference{1: {Name: "cellar"}, 2: {Name: "floor"}}
	try(t, unknownTag, w,
		"AKM: The tag “cellar” is not defined. [Remove “cellar”.]",
		"Rack: The tag “roof” is not defined. [Remove “roof”.]")
	if *item.TagID != 2 || !slices.Equal(item.TagIDs, []int64{2}) || !slices.Equal(rack.Tags, []string{"Floor"}) {
		t.Errorf("%d %v %v are left", *item.TagID, item.TagIDs, rack.Tags)
	}
}
