package filter_test

import (
	"testing"

	"quartermaster/internal/filter"
)

func TestDidYouMean(t *testing.T) {
	t.Parallel()
	known := []string{"weapons", "tools", "Military", "Medic", "two words", "db/types.xml", "mpmissions/dayzOffline.enoch/db/events.xml"}
	for name, want := range map[string]string{
		"weapnos":      "; did you mean weapons?",
		"Weapon":       "; did you mean weapons?",
		"tolos":        "; did you mean tools?",
		"mil":          "; did you mean Military?",
		"two word":     `; did you mean "two words"?`,
		"types.xml":    "; did you mean db/types.xml?",
		"db/evnts.xml": "; did you mean mpmissions/dayzOffline.enoch/db/events.xml?",
		"x":            "",
		"":             "",
		"hospital":     "",
	} {
		if got := filter.DidYouMean(name, known); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
