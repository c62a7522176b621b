package record

import (
	"slices"
	"testing"
)

func TestMarketItemIDs(t *testing.T) {
	t.Parallel()
	ids := MarketItemIDs("cAtEgOrY01", []string{"AKM", "Apple", "akm"})
	for i, id := range ids {
		if len(id) != 10 || slices.Index(ids, id) != i {
			t.Errorf("ids %q", ids)
		}
	}
	if moved := MarketItemIDs("cAtEgOrY01", []string{"apple", "akm"}); moved[0] != ids[1] || moved[1] != ids[0] {
		t.Errorf("%q became %q", ids, moved)
	}
	if other := MarketItemIDs("cAtEgOrY02", []string{"AKM"}); other[0] == ids[0] {
		t.Error("two categories have an item of one id")
	}
}
