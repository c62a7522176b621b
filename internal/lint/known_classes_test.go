package lint

import (
	"strings"
	"testing"
)

// TestListedClasses holds that the lists name each class once, and that one under a heading says whose it is.
func TestListedClasses(t *testing.T) {
	t.Parallel()
	if !strings.HasPrefix(otherNames, "# ") {
		t.Error("the list of other classes does not say whose they are")
	}
	seen := names{}
	for _, list := range []string{vanillaNames, otherNames} {
		for name := range listedNames(list) {
			if !oddSign(name).IsNone() || seen.has(name) {
				t.Errorf("%q is no class, or appears twice", name)
			}
			seen.add(name)
		}
	}
	for _, name := range []string{"AKM", "survivorf_irena", "Land_Shed_W6", "eAI_SurvivorM_Peter"} {
		if !seen.has(name) {
			t.Errorf("%s is not listed", name)
		}
	}
}
