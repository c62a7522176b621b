package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestUnknownTraderClass(t *testing.T) {
	t.Parallel()
	w := worldOf(
		&record.TraderSeller{Name: "Boris", ObjectClass: new("SurvivorM_Boris"), Attachments: []string{"Jeans", "Shirt"}},
		&record.TraderItem{Name: "AKM"}, &record.TraderItem{Name: "AKW"}, &record.TraderCurrency{Name: "Rubel"})
	try(t, unknownTraderClass, w) // nothing is known
	w.Classes, w.Confirmed = newNames("Jeans", "AKM", "AKW", "Rubel"), newNames("akm")
	try(t, unknownTraderClass, w,
		"Boris: Neither the instance nor the catalog has “SurvivorM_Boris”, “Shirt”.",
		"AKW: The class has no loot entry and is not in the catalog.",
		"Rubel: The class has no loot entry and is not in the catalog.")
}
