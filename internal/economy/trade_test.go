package economy

import (
	"slices"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// TestPrices has two traders of Dr. Jones' mod and a category of the Expansion market.
func TestPrices(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := imported(t, db, []mission.Upload{
		{Path: "db/types.xml", Data: []byte(`<types><type name="AKM"><nominal>4</nominal><category name="weapons"/></type><type name="M4A1"><nominal>1</nominal><category name="weapons"/></type>` +
			`<type name="Rag"><nominal>9</nominal><category name="tools"/></type></types>`)},
		{Path: "/profiles/Trader/TraderConfig.txt", Data: []byte("<CurrencyName> #tm_money\n<Currency> MoneyRuble1, 1\n<Trader> Boris\n<Category> Guns\nAKM, *, 100, 50\nM4A1, *, 400, -1\n<Trader> Anna\n<Category> Guns\nAKM, *, -1, 130\n<FileEnd>\n")},
		{Path: "/profiles/ExpansionMod/Market/Guns.json", Data: []byte(`{"m_Version":12,"DisplayName":"Guns","Items":[{"ClassName":"akm","MaxPriceThreshold":900,"MinPriceThreshold":400,"SellPricePercent":-1.0,"Variants":["akm_gold","m4a1"]},{"ClassName":"m4a1","MaxPriceThreshold":9,"MinPriceThreshold":9,"SellPricePercent":50}]}`)},
	})
	s := New(db)
	f, _, err := s.Figures(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	prices, err := s.Prices(t.Context(), scope, f)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(prices.Absent, []string{"Rag"}) || len(prices.Traded) != 3 {
		t.Errorf("%+v", prices)
	}
	if want := (Gain{"AKM", 100, 130, "Boris", "Anna", 30}); len(prices.Gains) != 1 || prices.Gains[0] != want {
		t.Errorf("%+v", prices.Gains)
	}
	akm, gold, m4 := prices.Traded[0], prices.Traded[1], prices.Traded[2]
	if len(akm.Offers) != 3 || *akm.Offers[2].Buy != 400 || *akm.Offers[2].MostBuy != 900 || *akm.Offers[2].Sell != 300 {
		t.Errorf("%+v", akm)
	}
	if gold.Class != "akm_gold" || gold.ByRarity != 0 || len(m4.Offers) != 2 || m4.Offers[0].Sell != nil || *m4.Offers[1].Sell != 4.5 {
		t.Errorf("%+v %+v", gold, m4)
	}
	// The middle price is 250 and the middle number 2.5.
	if akm.ByRarity != 200 || m4.ByRarity != 400 {
		t.Errorf("%v and %v", akm.ByRarity, m4.ByRarity)
	}
}
