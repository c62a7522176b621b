package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// farm is an instance with ten sheds, and a hammer that may lie in them.
func farm(t *testing.T, c client) (instance string) {
	t.Helper()
	instance, _ = c.instance(t)
	positions := strings.Repeat(`<group name="land_shed" pos="100.5 5 200"/>`, 10)
	for path, text := range map[string]string{
		"cfglimitsdefinition.xml": `<lists><categories><category name="tools"/></categories><tags/><usageflags><usage name="Farm"/><usage ` +
			`name="Coast"/></usageflags><valueflags><value name="Tier1"/></valueflags></lists>`,
		"mapgroupproto.xml": `<prototype><group name="Land_Shed" lootmax="2"><usage name="Farm"/><container lootmax="1"><category ` +
			`name="tools"/><point pos="0 0 0"/><point pos="1 0 0"/></container></group></prototype>`,
		"mapgrouppos.xml": `<map>` + positions + `</map>`,
		"db/types.xml": `<types><type name="Hammer"><nominal>4</nominal><category name="tools"/><usage name="Farm"/></type>` +
			`<type name="Oar"><nominal>6</nominal><category name="tools"/><usage name="Coast"/></type></types>`,
		"cfgspawnabletypes.xml": `<spawnabletypes><type name="ZmbM_Farmer"><cargo chance="0.25"><item name="Hammer" ` +
			`chance="1"/></cargo></type></spawnabletypes>`,
	} {
		c.upload(t, instance+"/files", upload{path, text}).expect(t, 200, "data.files.0.status", `"imported"`)
	}
	return instance
}

func TestEconomy(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance := farm(t, c)
		answer := c.get(t, instance+"/economy")
		answer.expect(t, 200, "data.ground.known", "true", "data.ground.zones", "false", "data.ground.points", "20", "data.ground.slots", "10",
			"data.types.0.name", `"Hammer"`, "data.types.0.wanted", "4", "data.types.0.points", "20", "data.types.0.possible", "10",
			"data.types.0.sources", `["cargo"]`,
			"data.types.1.name", `"Oar"`, "data.types.1.possible", "0", "data.types.1.reason", `"zone"`,
			"data.totals.wanted", "10", "data.totals.category.0.share", "10", "data.totals.usage.0.name", `"Coast"`)
		c.headed(t, "GET", instance+"/economy", "", "If-None-Match", answer.etag()).exactly(t, 304, "")
		c.send(t, "POST", instance+"/types/bulk", `{"q":"Hammer","operations":[{"op":"set","field":"nominal","value":1}]}`).expect(t, 200)
		revision := answer.at("data.revision")
		c.get(t, instance+"/economy").expect(t, 200, "data.types.0.wanted", "1")
		var number int
		_, _ = fmt.Sscan(revision, &number)
		c.get(t, fmt.Sprint(instance, "/economy?revision=", number)).expect(t, 200, "data.types.0.wanted", "4", "data.revision",
			fmt.Sprint(number))
		c.get(t, fmt.Sprint(instance, "/economy?against=", number)).expect(t, 200, "data.compared.revision", fmt.Sprint(number),
			"data.compared.totals.wanted", "10",
			"data.compared.types.0",
			`{"name":"Hammer","possible":10,"possible_before":10,"reason":"","reason_before":"","wanted":1,"wanted_before":4}`)
		c.get(t, fmt.Sprint(instance, "/economy?against=", number+1, "&revision=", number)).expect(t, 200, "data.compared.types.0.wanted_before",
			"1", "data.compared.types.0.wanted", "4")
		c.get(t, instance+"/economy?against=delivered").exactly(t, 422, invalid("against", "Nothing has been delivered to the game server yet."))
		c.get(t, instance+"/economy?against=usual").exactly(t, 422, invalid("against", "The catalog has no usual values."))
		c.get(t, instance+"/economy?against=then").exactly(t, 422, invalid("against",
			"The history does not have this revision. The against field is a revision, delivered or usual."))
		c.get(t, instance+"/economy?revision=999").exactly(t, 422, invalid("revision", "The history does not have this revision."))
		c.get(t, instance+"/economy/where?class=hammer").expect(t, 200, "data.building.0.name", `"Land_Shed"`, "data.building.0.slots", "10")
		c.get(t, instance+"/economy/where?class=none").expect(t, 422)
		c.get(t, instance+"/economy/why?class=hammer").expect(t, 200, "data.class", `"Hammer"`, "data.spawns", "true", "data.wanted", "1",
			"data.points", "20", "data.causes.0.cause", `"min"`, "data.causes.0.effect", `"lessens"`, "data.causes.0.fixes.0.field", `"min"`,
			"data.carriers.0.name", `"ZmbM_Farmer"`, "data.carriers.0.chance", "0.25", "data.where.building.0.slots", "10")
		c.get(t, instance+"/economy/why?class=none").expect(t, 200, "data.spawns", "false", "data.sid", `""`, "data.causes.0",
			`{"cause":"no-type","effect":"blocks","fixes":[],"message":"No types file that the game reads has this class, so it never spawns `+
				`as loot."}`)
		c.get(t, instance+"/economy/wish?class=hammer&number=8").expect(t, 200, "data.reachable", "true", "data.nominal", "8", "data.min", "4",
			"data.now", "1", "data.lies", "8")
		c.get(t, instance+"/economy/wish?class=none&number=8").expect(t, 422)
		c.get(t, instance+"/economy/wish?class=hammer&number=0").exactly(t, 422, invalid("number",
			"The number field must be between 1 and 1000000."))
	})
}

func TestEconomySimulations(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance := farm(t, c)
		c.get(t, instance+"/economy/rolls?class=zmbm_farmer&seed=3&rolls=100").expect(t, 200,
			"data.known", "true", "data.rolls", "100", "data.items.0.name", `"Hammer"`, "data.items.0.chance", "0.25")
		c.get(t, instance+"/economy/fill?building=land_shed&runs=2").expect(t, 200, "data.placed", "10", "data.filled", "4", "data.average",
			"0.4")
		for address, want := range map[string]string{
			"/rolls":                      invalid("class", "The class field is required."),
			"/rolls?class=x&rolls=100001": invalid("rolls", "The rolls field must be between 1 and 100000."),
			"/rolls?class=x&seed=-1":      invalid("seed", "The seed field must be between 0 and 9007199254740992."),
			"/fill?building=none": invalid("building",
				"The map has no such building, or its files mapgroupproto.xml and mapgrouppos.xml are not here."),
			"/fill?building=x&runs=many": invalid("runs", "The runs field must be between 1 and 200."),
		} {
			c.get(t, instance+"/economy"+address).exactly(t, 422, want)
		}
	})
}

func TestEconomyPrices(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance := farm(t, c)
		c.get(t, instance+"/economy/prices").expect(t, 200, "data.classes", "[]", "data.gains", "[]", "data.absent", `["Hammer","Oar"]`)
		c.upload(t, instance+"/files", upload{
			"/profiles/Trader/TraderConfig.txt",
			"<CurrencyName> #tm\n<Currency> Coin, 1\n<Trader> Boris\n<Category> Tools\nHammer, *, 10, 50\n<FileEnd>\n",
		}).expect(t,
			200)
		c.get(t, instance+"/economy/prices").expect(t, 200, "data.classes.0.class", `"Hammer"`, "data.classes.0.offers.0.trader", `"Boris"`,
			"data.classes.0.offers.0.buy", "10",
			"data.classes.0.by_rarity", "10", "data.classes.0.offers.0.margin", "-4", "data.classes.0.offers.0.by_rarity", "10", "data.gains.0.gain",
			"40", "data.absent", `["Oar"]`)
		c.upload(t, instance+"/files", upload{
			"/profiles/ExpansionMod/Market/Tools.json",
			`{"m_Version":12,"DisplayName":"Tools","Items":[{"ClassName":"hammer","MaxPriceThreshold":30,"MinPriceThreshold":20},` +
				`{"ClassName":"oar","MaxPriceThreshold":40,"MinPriceThreshold":40}]}`,
		}).expect(t,
			200)
		c.send(t, "POST", instance+"/economy/prices", `{"market":"expansion","dry_run":true}`).expect(t, 200, "data.revision", "null",
			"data.changed", "2", "data.rows.0.class", `"Hammer"`, "data.rows.1.buy", "[40,28]", "data.rows.1.sell", "null")
		c.send(t, "POST", instance+"/economy/prices", `{"market":"jones"}`).expect(t, 200, "data.revision", "null", "data.changed", "0")
		c.send(t, "POST", instance+"/economy/prices", `{}`).expect(t, 200, "data.changed", "2")
		c.get(t, instance+"/economy/prices").expect(t, 200, "data.classes.1.offers.0.buy", "28", "data.classes.1.offers.0.margin", "0.25")
		c.send(t, "POST", instance+"/economy/prices", `{"market":"mine"}`).expect(t, 422)
	})
}

// TestEconomyProposed: the figures after changes that are not stored.
func TestEconomyProposed(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance := farm(t, c)
		hammer, before := strings.Trim(c.get(t, instance+"/types?filter[name]=Hammer").at("data.0.sid"), `"`),
			c.get(t, instance+"/economy").at("data.revision")
		propose := func(operations string) reply {
			return c.send(t, "POST", instance+"/economy/proposed", `{"operations":[`+operations+`]}`)
		}
		propose(`{"op":"update","resource":"types","sid":"`+hammer+`","data":{"nominal":12,"usage_ids":[]}}`).expect(t, 200,
			"data.revision", before, "data.totals.wanted", "18", "data.totals.category.0.possible", "10", "data.types.0.wanted", "12",
			"data.compared.against", `"stored"`, "data.compared.revision", before,
			"data.compared.totals.wanted", "10", "data.compared.types.0.name", `"Hammer"`, "data.compared.types.0.wanted_before", "4",
			"data.compared.types.0.wanted", "12")
		propose(`{"op":"delete","resource":"types","sid":"`+hammer+`"}`).expect(t, 200, "data.totals.types", "1", "data.compared.types.0.wanted",
			"0")
		propose(`{"op":"update","resource":"types","sid":"`+hammer+`","data":{"nominal":"many"}}`).exactly(t, 422,
			`{"message":"The nominal field must be an integer.","errors":{"operations.0.data.nominal":["The nominal field must be an integer."]}}`)
		propose("").expect(t, 422)
		c.get(t, instance+"/economy").expect(t, 200, "data.revision", before, "data.totals.wanted", "10")
		c.get(t, instance+"/types/"+hammer).expect(t, 200, "data.nominal", "4")
	})
}
