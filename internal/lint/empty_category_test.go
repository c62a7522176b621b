package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestEmptyCategory(t *testing.T) {
	t.Parallel()
	filled, empty := &record.TraderCategory{Name: "Filled"}, &record.TraderCategory{Name: "Empty"}
	filled.ID, empty.ID = 1, 2
	try(t, emptyCategory, worldOf(filled, empty, &record.TraderItem{CategoryID: 1}),
		"Empty: This category has no items. [Delete the category.]")
}
