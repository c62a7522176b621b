package api_test

import (
	"testing"

	"quartermaster/internal/storetest"
)

// TestTradersAreConverted converts there and back: what is there stays, and the change can be undone.
func TestTradersAreConverted(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		convert := func(body string) reply { t.Helper(); return c.send(t, "POST", instance+"/traders/convert", body) }
		convert(`{"from":"dr-jones","to":"expansion"}`).expect(t, 422, "errors.from.0",
			`"There is nothing to convert: no file of this mod has categories with items."`)
		convert(`{"from":"dr-jones","to":"dr-jones"}`).expect(t, 422)
		convert(`{"from":"shop","to":"dr-jones"}`).expect(t, 422)
		const config = "<CurrencyName> #tm\n<Currency> Coin, 1\n<Trader> Boris\n<Category> Tools\n" +
			"Hammer, *, 10, 5 // ours\nAKM, W, 10, -1\n<FileEnd>\n"
		c.upload(t, instance+"/files", upload{"/profiles/Trader/TraderConfig.txt", config}).expect(t, 200)
		convert(`{"from":"dr-jones","to":"expansion","dry_run":true}`).expect(t, 200, "data.revision", "null", "data.counts.2.added", "2",
			"data.files.0.new", "true")
		c.get(t, instance+"/expansion/market-categories").expect(t, 200, "meta.total", "0")
		convert(`{"from":"dr-jones","to":"expansion"}`).expect(t, 200, "data.counts.2.added", "2", "data.notes", "[]")
		c.get(t, instance+"/expansion/market-traders").expect(t, 200, "data.0.display_name", `"Boris"`)
		c.get(t, instance+"/economy/prices").expect(t, 200, "data.classes.0.offers.1.buy", "10")
		convert(`{"from":"dr-jones","to":"expansion"}`).expect(t, 200, "data.revision", "null", "data.files", "[]", "data.counts.2.kept", "2")
		convert(`{"from":"expansion","to":"trader-plus"}`).expect(t, 200, "data.counts.2.added", "2")
		c.get(t, instance+"/documents/profiles-traderplus-traderplusconfig-traderpluspriceconfig-json").expect(t, 200,
			"data.document.TraderCategories.0.Products", `["Hammer,1,-1,-1,10,5","AKM,1,-1,1,10,-1"]`)
		c.must(t, 200, "PATCH", instance+"/documents/profiles-traderplus-traderplusconfig-traderpluspriceconfig-json",
			`{"document":{"TraderCategories":[{"CategoryName":"Tools","Products":["Hammer,1,-1,-1,20,8","Saw,1,-1,-1,3,-1"]}]}}`)
		c.get(t, instance+"/economy/prices").expect(t, 200, "data.classes.2.class", `"Hammer"`, "data.classes.2.offers.2.trader_plus", "true",
			"data.classes.2.offers.2.trader", `"Boris"`, "data.classes.2.offers.2.buy", "20", "data.classes.2.offers.2.by_rarity", "null",
			"data.gains", "[]")
		c.get(t, instance+"/economy/why?class=hammer").expect(t, 200, "data.mods.0.label", `"Products"`, "data.mods.0.at",
			`"TraderCategories.0.Products"`, "data.mods.0.document", `"profiles-traderplus-traderplusconfig-traderpluspriceconfig-json"`)
		convert(`{"from":"trader-plus","to":"dr-jones","replace":true}`).expect(t, 200, "data.counts.2.changed", "1", "data.counts.2.added", "1")
		c.get(t, instance+"/files/profiles/Trader/TraderConfig.txt").exactly(t, 200,
			"<CurrencyName> #tm\n<Currency> Coin, 1\n<Trader> Boris\n<Category> Tools\nHammer, *, 20, 8 // ours\nAKM, W, 10, -1\n"+
				"Saw,\t*,\t3,\t-1\n<FileEnd>\n")
	})
}
