package record

import (
	"testing"
	"time"
)

// someItems answers for the test of filters.
type someItems struct{}

func (someItems) NameOf(*Field, int64) string        { return "Assault Rifles" }
func (someItems) Uses(Row) int64                     { return 2 }
func (someItems) HasProblem(_ Row, what string) bool { return what == "any" || what == "warning" }
func (someItems) ChangedBy(Row) string               { return "Anna" }

func TestRowsMeetFilters(t *testing.T) {
	t.Parallel()
	row := MarketItems.Encode(&marketItem{Name: "AKM", CategoryID: 7, LowestPrice: 10, HighestPrice: 30, SellPercent: 62.5, Variants: []string{"AKM_Green"}})
	for q, want := range map[string]bool{
		"": true, "ak": true, "a*m": true, "*k*": true, "k*": false, "m4": false, "-m4": true, `"AKM"`: true, "*": true,
		"name:akm": true, "name:ak": false, "name:m4,akm": true, "lowest_price:10": true, "lowest_price>10": false, "lowest_price>=10 highest_price<31": true,
		"highest_price:20..40": true, "highest_price<30": false, "sell_percent>62": true, "variants:akm_*": true, "variants:akm": false, "attachments:none": true,
		"variants:none": false, "variants:any": true, "cat:assault*": true, `cat:"assault rifles"`: true, "cat:7": true, "category_id:8": false,
		"used>1": true, "used:0": false, "problem:any": true, "problem:none": false, "problem:error": false, "by:anna": true, "-by:bob ak": true,
	} {
		conditions, err := MarketItems.Where(q, time.Time{})
		if err != nil {
			t.Errorf("%s: %v", q, err)
		} else if got := MarketItems.Meets(row, conditions, someItems{}); got != want {
			t.Errorf("%s: %t", q, got)
		}
	}
	if _, err := MarketItems.Where("price>1", time.Time{}); err == nil || err.Error() != "“price>1”: market items have no field “price”" {
		t.Errorf("error %v", err)
	}
}
