package economy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// TestPrices has two traders of Dr. Jones' mod and a category of the Expansion market.
func TestPrices(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := imported(t, db, []mission.Upload{
		{
			Path: "db/types.xml",
			Data: []byte(`<types><type name="AKM"><nominal>4</nominal><category name="weapons"/></type><type ` +
				`name="M4A1"><nominal>1</nominal><category name="weapons"/></type>` +
				`<type name="Rag"><nominal>9</nominal><category name="tools"/></type></types>`),
		},
		{
			Path: "/profiles/Trader/TraderConfig.txt",
			Data: []byte("<CurrencyName> #tm_money\n<Currency> MoneyRuble1, 1\n<Trader> Boris\n<Category> Guns\nAKM, *, 100, 50\nM4A1, *, 400, " +
				"-1\n<Trader> Anna\n<Category> Guns\nAKM, *, -1, 130\n<FileEnd>\n"),
		},
		{
			Path: "/profiles/ExpansionMod/Market/Guns.json",
			Data: []byte(`{"m_Version":12,"DisplayName":"Guns","Items":[{"ClassName":"akm","MaxPriceThreshold":900,"MinPriceThreshold":400,` +
				`"SellPricePercent":-1.0,"Variants":["akm_gold","m4a1"]},{"ClassName":"m4a1","MaxPriceThreshold":9,"MinPriceThreshold":9,` +
				`"SellPricePercent":50}]}`),
		},
	})
	prices, _, err := New(db).Prices(t.Context(), scope)
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
	// The prices times the roots of the numbers are 200 and 400.
	if akm.ByRarity != 150 || m4.ByRarity != 300 {
		t.Errorf("%v and %v", akm.ByRarity, m4.ByRarity)
	}
	// On the Expansion market they are 800 and 9; the highest price stays in proportion.
	of := akm.Offers[2]
	if *of.ByRarity != 200 || *of.MostByRarity != 450 || *m4.Offers[1].ByRarity != 400 || gold.Offers[0].ByRarity != nil ||
		*of.Margin != 0.25 || akm.Offers[1].Margin != nil {
		t.Errorf("%v to %v and %v, margin %v", *of.ByRarity, *of.MostByRarity, *m4.Offers[1].ByRarity, *of.Margin)
	}
}

// TestZonesOfTheMarketMakeGains: what is asked and paid goes by the percentages of zones, unless the item has one of its own.
func TestZonesOfTheMarketMakeGains(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	zone := func(name, buy, sell string) mission.Upload {
		return mission.Upload{
			Path: "expansion/traderzones/" + name + ".json",
			Data: []byte(`{"m_Version":6,"m_DisplayName":"` + name + `","Position":[1,2,3],"Radius":5,"BuyPricePercent":` + buy +
				`,"SellPricePercent":` + sell + `,"Stock":{}}`),
		}
	}
	scope := imported(t, db, []mission.Upload{
		zone("Cheap", "50", "-1"), zone("Rich", "120", "90"),
		{
			Path: "/profiles/ExpansionMod/Market/Guns.json",
			Data: []byte(`{"m_Version":12,"DisplayName":"Guns","Items":[{"ClassName":"akm","MaxPriceThreshold":900,"MinPriceThreshold":400,` +
				`"SellPricePercent":-1.0},{"ClassName":"m4a1","MaxPriceThreshold":9,"MinPriceThreshold":10,"SellPricePercent":30}]}`),
		},
	})
	prices, _, err := New(db).Prices(t.Context(), scope)
	if err != nil {
		t.Fatal(err)
	}
	if want := (Gain{"akm", 200, 360, "Guns, Cheap", "Guns, Rich", 160}); len(prices.Gains) != 1 || prices.Gains[0] != want {
		t.Errorf("%+v", prices.Gains)
	}
	akm, m4 := prices.Traded[0].Offers[0], prices.Traded[1].Offers[0]
	if *akm.Buy != 400 || *akm.Sell != 300 || *akm.LeastBuy != 200 || *akm.MostSell != 360 || *m4.LeastBuy != 5 || m4.MostSell != nil ||
		*m4.Sell != 3 {
		t.Errorf("%+v, %+v", akm, m4)
	}
}

// TestGainsNeedTraders: where it is known who stands in a zone, its prices count only if somebody there deals in the class that way.
func TestGainsNeedTraders(t *testing.T) {
	t.Parallel()
	zone := func(name, x, buy, sell string) mission.Upload {
		return mission.Upload{
			Path: "expansion/traderzones/" + name + ".json",
			Data: []byte(`{"m_Version":6,"m_DisplayName":"` + name + `","Position":[` + x + `,2,3],"Radius":50,"BuyPricePercent":` + buy +
				`,"SellPricePercent":` + sell + `,"Stock":{}}`),
		}
	}
	for name, test := range map[string]struct{ trader, places, want string }{
		"in both":         {`"Categories":["Guns"]`, "A.Smith|100 2 3|0 0 0\nA.Smith|1000 2 3,1010 2 3|0 0 0\n", "Guns, Cheap to Guns, Rich 160"},
		"only sells":      {`"Categories":["Guns:0"]`, "A.Smith|100 2 3|0 0 0\nA.Smith|1000 2 3|0 0 0\n", "Guns, Cheap to Guns 100"},
		"item overrules":  {`"Categories":["Guns"],"Items":{"AKM":2}`, "A.Smith|100 2 3|0 0 0\nA.Smith|1000 2 3|0 0 0\n", "none"},
		"one is empty":    {`"Categories":["Guns"]`, "A.Smith|100 2 3|0 0 0\n", "Guns, Cheap to Guns 100"},
		"nobody is known": {`"Categories":["Guns"]`, "A.Other|100 2 3|0 0 0\n", "Guns, Cheap to Guns, Rich 160"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := storetest.Open(t)
			scope := imported(t, db, []mission.Upload{
				zone("Cheap", "100", "50", "-1"), zone("Rich", "1000", "120", "90"),
				{
					Path: "/profiles/ExpansionMod/Market/Guns.json",
					Data: []byte(`{"m_Version":12,"DisplayName":"Guns","Items":[{"ClassName":"akm","MaxPriceThreshold":400,"MinPriceThreshold":400,` +
						`"SellPricePercent":-1.0}]}`),
				},
				{
					Path: "/profiles/ExpansionMod/Traders/Smith.json",
					Data: []byte(`{"m_Version":13,"DisplayName":"Smith","Currencies":[],` + test.trader + `}`),
				},
				{Path: "expansion/traders/town.map", Data: []byte(test.places)},
			})
			prices, _, err := New(db).Prices(t.Context(), scope)
			if err != nil {
				t.Fatal(err)
			}
			got := "none"
			for _, g := range prices.Gains {
				got = fmt.Sprintf("%s to %s %v", g.From, g.To, g.Difference)
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// TestPricesByRarityAreTaken: as one revision over both markets, which changes nothing else of the documents and is taken back by one undo.
func TestPricesByRarityAreTaken(t *testing.T) {
	t.Parallel()
	const category = "{\n  \"m_Version\": 12,\n  \"DisplayName\": \"Guns\",\n  \"Items\": [\n    {\"ClassName\": \"akm\", " +
		"\"MaxPriceThreshold\": 900, \"MinPriceThreshold\": 400, \"SellPricePercent\": -1.0},\n    {\"ClassName\": \"m4a1\", " +
		"\"MaxPriceThreshold\": 100, \"MinPriceThreshold\": 100}\n  ]\n}\n"
	for _, text := range []string{category, strings.NewReplacer("Items", "items", "MinPrice", "minPrice").Replace(category)} {
		t.Run(strconv.FormatBool(text == category), func(t *testing.T) {
			t.Parallel()
			takeAll(t, text)
		})
	}
}

func takeAll(t *testing.T, category string) {
	t.Helper()
	db := storetest.Open(t)
	scope := imported(t, db, []mission.Upload{
		{
			Path: "db/types.xml",
			Data: []byte(`<types><type name="AKM"><nominal>4</nominal><category name="weapons"/></type><type ` +
				`name="M4A1"><nominal>1</nominal><category name="weapons"/></type></types>`),
		},
		{
			Path: "/profiles/Trader/TraderConfig.txt",
			Data: []byte("<CurrencyName> #tm_money\n<Currency> MoneyRuble1, 1\n<Trader> Boris\n<Category> Guns\nAKM, *, 100, 50\nM4A1, *, 400, " +
				"-1\n<FileEnd>\n"),
		},
		{Path: "/profiles/ExpansionMod/Market/Guns.json", Data: []byte(category)},
	})
	s := New(db)
	all := func(string, Offer) bool { return true }
	if _, _, err := s.TakePrices(t.Context(), scope, 1, all); !errors.Is(err, ErrChanged) {
		t.Errorf("an earlier revision: %v", err)
	}
	changes, revision, err := s.TakePrices(t.Context(), scope, 0, all)
	if err != nil || len(changes) != 4 || revision == 0 {
		t.Fatalf("%+v, revision %d, %v", changes, revision, err)
	}
	if c := changes[0]; c.Class != "AKM" || *c.Buy != [2]float64{100, 150} || *c.Sell != [2]float64{50, 75} {
		t.Errorf("%+v", c)
	}
	rows, err := db.All(t.Context(), record.MarketCategories, scope, "")
	want := strings.NewReplacer("900", "520", "400", "230", "Threshold\": 100", "Threshold\": 450").Replace(category)
	if err != nil || string(record.MarketCategories.FileOf(rows[0])) != want {
		t.Errorf("%s, %v; want %s", record.MarketCategories.FileOf(rows[0]), err, want)
	}
	if again, none, err := s.TakePrices(t.Context(), scope, revision, Named([]string{
		changes[0].SID, changes[2].SID,
	})); err != nil || len(again) != 0 || none != 0 {
		t.Errorf("again: %+v, revision %d, %v", again, none, err)
	}
}
