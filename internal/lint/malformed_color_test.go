package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestMalformedColor(t *testing.T) {
	t.Parallel()
	var records []any
	for _, color := range []string{"FBFCFEFF", "fbfcfe", "255 0 0 255", "", "FBFCFE0", "red"} {
		records = append(records, &record.MarketCategory{Name: "Guns", Documented: holding(`{"Color":"` + color + `"}`)})
	}
	try(t, malformedColor, worldOf(records...),
		"Guns: Color is “FBFCFE0”; a color is RRGGBBAA or RRGGBB.", "Guns: Color is “red”; a color is RRGGBBAA or RRGGBB.")
}
