package lint

import (
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

func TestUnknownCategory(t *testing.T) {
	t.Parallel()
	wrong := &record.Type{Name: "AKM", CategoryID: new(int64(9))}
	w := worldOf(wrong, &record.Type{Name: "Axe", CategoryID: new(int64(1))}, &record.Type{Name: "Rope"})
	w.Limits = &ce.Limits{Categories: []string{"Tools"}}
	w.Categories = map[int64]reference{1: {Name: "tools"}, 9: {Name: "wepons"}}
	try(t, unknownCategory, w, "AKM: The category “wepons” is not defined. [Remove “wepons”.]")
	if wrong.CategoryID != nil {
		t.Error("the category stays")
	}
}
