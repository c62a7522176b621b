package economy

import (
	"strings"
	"testing"

	"quartermaster/internal/economy"
)

func TestRounded(t *testing.T) {
	t.Parallel()
	tests := map[float64]string{
		0:       "0",
		0.04:    "0",
		2.5:     "2.5",
		9.97:    "10",
		10.4:    "10",
		1234567: "1,234,567",
	}
	for x, want := range tests {
		if got := rounded(x); got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}

// TestPriceText says one price where the lowest is the highest.
func TestPriceText(t *testing.T) {
	t.Parallel()
	price := func(x float64) *float64 { return &x }
	tests := []struct {
		offer economy.Offer
		want  string
	}{
		{economy.Offer{}, ""},
		{economy.Offer{Buy: price(10)}, "10"},
		{economy.Offer{Buy: price(10), MostBuy: price(12.5)}, "10 to 12.5"},
		{economy.Offer{Buy: price(10), LeastBuy: price(8)}, "8 to 10"},
		{economy.Offer{Buy: price(10), LeastBuy: price(10), MostBuy: price(10)}, "10"},
	}
	for _, test := range tests {
		if got := priceText(test.offer); got != test.want {
			t.Errorf("%+v is %q, want %q", test.offer, got, test.want)
		}
	}
}

// TestLongNamesKeepTheirEnds, by which paths differ.
func TestLongNamesKeepTheirEnds(t *testing.T) {
	t.Parallel()
	if got := shortened("db/types.xml"); got != "db/types.xml" {
		t.Error(got)
	}
	got := shortened(strings.Repeat("folder/", 40) + "types.xml")
	if !strings.HasPrefix(got, "...") || !strings.HasSuffix(got, "/types.xml") || len(got)*pngLetter > pngNames {
		t.Error(got)
	}
}
