package lint

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

func TestMisspeltClass(t *testing.T) {
	t.Parallel()
	class := func(name string) *record.Type { return &record.Type{Name: name} }
	const end = " has no entry: is it a typo?"
	const nobody = "No mod, catalog or log knows this class, and "
	w := worldOf(class("BakedBeanCan"), class("Apple"), class("SodaCan_Colla"), class("CarBatery"), class("Mod_Rifle"),
		class("BandageDresing"), class("SodaCan_Pispi"))
	w.Catalog = newNames("BandageDresing")
	saying(w, serverlog.Entry{What: serverlog.HardToPlace, Name: "SodaCan_Pispi"})
	try(t, misspeltClass, w,
		"BakedBeanCan: "+nobody+"“BakedBeansCan”"+end, "SodaCan_Colla: "+nobody+"“SodaCan_Cola”"+end, "CarBatery: "+nobody+"“CarBattery”"+end)
	try(t, misspeltClass, worldOf(class("BakedBeanCan"), class("BakedBeansCan")))
	try(t, misspeltClass, worldOf(class("Land_Wreck_hb01_aban3_blue")))
}
