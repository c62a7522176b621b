package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestQuantityCode(t *testing.T) {
	t.Parallel()
	item := func(code string) *record.TraderItem {
		return &record.TraderItem{Name: "Item " + code, QuantityCode: &code}
	}
	try(t, quantityCode, worldOf(item("*"), item("vnk"), item("10"), item("-1"), item("X"), item("1.5"), &record.TraderItem{}),
		"Item X: The trader mod does not know the quantity “X”.",
		"Item 1.5: The trader mod does not know the quantity “1.5”.")
}
