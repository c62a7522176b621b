package economy_test

import (
	"fmt"
	"html"
	"image/png"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestEconomyPages: totals with a comparison, where a type can lie, simulations, and the same figures as CSV and picture.
func TestEconomyPages(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Farm")
	economy := instance + "/economy"
	b.Get(economy).Says("Loot economy", "The map&#39;s files are not here")
	b.Import(instance, nil, webtest.ShedFiles...).Status(200)
	b.Get(economy).Says("Target: 10 items (2 types)", "3 placed buildings have 6 loot points with room for 3 items",
		"More wanted than there is room for", "Hammer", "areaflags.map is not here.", "No building has one of its usages; a painted zone may",
		"Outside of towns")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: strings.Replace(webtest.ShedFiles[3].Text, ">4<", ">2<", 1)}).Status(200)
	b.Get(economy+"?against=revision&revision=5").Says("The present state compared with revision 5", "Before: 10 wanted", "1 type differs",
		">-2<")
	b.Get(economy+"?against=revision&revision=6&at=5").Says("Revision 5 compared with revision 6", "Before: 8 wanted",
		"Target: 10 items (2 types)", ">&#43;2<")
	b.Get(economy + "?at=99").Status(404)
	b.Get(economy + "/figures.csv?of=differences&against=revision&revision=5").Says("Hammer,4,2,3,3,,")
	b.Get(economy + "?against=revision&revision=99").Says("The history does not have this revision.")
	b.Get(economy + "?against=delivered").Says("Nothing has been delivered to the game server yet.")
	b.Get(economy+"/type?class=hammer").Says("2 wanted. 3 buildings with 6 loot points can hold it: room for 3 at a time",
		"It also comes as: cargo.", "Land_<wbr>Shed")
	b.Get(economy + "/type?class=").Status(404)
	b.Get(economy+"/type?class=none").Says("Why does nobody find none?", "No types file that the game reads has this class",
		instance+"/types/create?class_name=none")
	b.Get(instance + "/types/create?class_name=none").Says(`value="none"`)
	b.Get(economy+"/type?class=hammer").Says("Why does nobody find Hammer?", "Min is 0", "#type-min",
		"1 class comes with it", "ZmbM_<wbr>Farmer", "in it, as cargo", "25.00 %")
	linked := func(page webtest.Answer, label string) webtest.Answer {
		before, _, _ := strings.Cut(page.Body.String(), ">"+label+"<")
		_, address, _ := strings.Cut(before[strings.LastIndex(before, "href="):], `"`)
		return b.Get(html.UnescapeString(strings.TrimSuffix(address, `"`)))
	}
	wish := b.Get(economy+"/type?class=oar&wish=3").Says("3 Oar in the world", "Whether there is room is not known",
		"Set nominal to 3 and min to 2", "Usages: Farm, room for 3")
	linked(wish, "Set nominal to 3 and min to 2").Says("1 type changes", "6", "3")
	linked(wish, "Usages: Farm, room for 3").Says("1 type changes", "Farm")
	b.Get(economy+"/rolls?class=ZmbM_Farmer&seed=2").Says("1 possible item, rolled 10,000 times with seed 2", "25.00 %")
	b.Get(economy + "/fill?building=Land_Shed").Says("Land_Shed stands 3 times on the map, and holds 0.7 items on average")
	b.Get(economy + "/figures.csv?of=type").Says("Hammer,tools,Farm,,db/types.xml,2,0,3,6,3,0,3,,cargo")
	b.Get(economy + "/figures.csv?of=category").Says("category,wanted,wanted_before,possible,possible_before,types\ntools,8,,3,,2")
	b.Get(economy + "/figures.csv?of=town&against=revision&revision=5").Says("Outside of towns,2,4,3,3,3")
	b.Import(instance, nil, webtest.File{
		Name: "profiles/Trader/TraderConfig.txt",
		Text: "<CurrencyName> #tm\n<Currency> Coin, 1\n<Trader> Boris\n<Category> Tools\nHammer, *, 10, 50\n<FileEnd>\n",
	}).Status(200)
	b.Get(economy+"/traders").Says("1 class on the markets", "1 class with which there is money to be made",
		"<td role=\"cell\" data-label=\"Gain\" class=\"num\"><span>40</span>", "Oar",
		"/economy/traders/by-rarity?sids%5B%5D=")
	b.Get(economy + "/traders.csv").Says("Hammer,tools,2,Boris,jones,10,,50,-4,10,")
	convert := economy + "/traders/convert?from=dr-jones&to=trader-plus"
	b.Get(convert).Says("What the other mod cannot do", "Convert: change 4 files")
	b.Get(economy + "/traders/convert?from=expansion&to=dr-jones").Says("There is nothing to convert: no file of Expansion market")
	b.Submit(convert, convert, nil).LeadsTo(economy + "/traders")
	b.Get(convert).Says("Everything is already there.")
	b.Get(economy + "/traders.csv").Says("Hammer,tools,2,Boris,trader-plus,10,,50,-4,,")
	b.Get(economy+"/type?class=hammer").Says("Named by files of mods", "TraderPlus", "Products")
	b.Import(instance, nil, webtest.File{
		Name: "profiles/ExpansionMod/Market/Tools.json",
		Text: `{"m_Version":12,"DisplayName":"Tools","Items":[{"ClassName":"hammer","MaxPriceThreshold":30,"MinPriceThreshold":20},` +
			`{"ClassName":"oar","MaxPriceThreshold":40,"MinPriceThreshold":40}]}`,
	}).Status(200)
	preview := economy + "/traders/by-rarity?all=1&search=oar"
	b.Get(preview).Says("1 price would become what the rarity proposes", "40 → 26")
	b.Submit(preview, preview+"&seen=1", nil).LeadsTo(preview)
	b.Submit(preview, fmt.Sprint(preview, "&seen=", b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID)),
		nil).LeadsTo(economy + "/traders")
	b.Get(economy+"/traders").Says("1 price was changed.", "Undo")
	b.Get(economy + "/traders.csv").Says("Oar,tools,6,Tools,expansion,26,26,19.5,0.25,19,19")
	b.Import(instance, nil,
		webtest.File{
			Name: "db/events.xml",
			Text: `<events><event name="StaticShed"><nominal>1</nominal><position>fixed</position><limit>child</limit><active>1</active>` +
				`<children><child lootmax="2" lootmin="1" max="1" min="1" type="Land_Shed"/></children></event>` +
				`<event name="StaticGroup"><nominal>1</nominal><position>fixed</position><limit>child</limit><active>1</active></event><event ` +
				`name="StaticOff"><nominal>1</nominal><active>0</active><children><child lootmax="2" lootmin="1" max="1" min="1" ` +
				`type="Land_Shed"/></children></event></events>`,
		},
		webtest.File{
			Name: "cfgeventspawns.xml", Text: `<eventposdef><event name="StaticGroup"><pos x="1" z="2" a="3" group="Sheds"/></event></eventposdef>`,
		},
		webtest.File{
			Name: "cfgeventgroups.xml",
			Text: `<eventgroupdef><group name="Sheds"><child type="Land_Shed" deloot="1" lootmax="3" lootmin="1" x="0" z="0" a="0" ` +
				`y="0"/></group></eventgroupdef>`,
		},
		webtest.File{
			Name: "custom/loot.xml",
			Text: `<types><type name="Crowbar"><nominal>1</nominal><flags deloot="1"/><category name="tools"/><usage name="Farm"/></type><type ` +
				`name="Canoe"><nominal>1</nominal><flags deloot="1"/><category name="tools"/><usage name="Coast"/></type></types>`,
		},
		webtest.File{Name: "cfgeconomycore.xml", Text: `<economycore><ce folder="custom"><file name="loot.xml" ` +
			`type="types"/></ce></economycore>`}).Status(200)
	b.Get(economy + "/type?class=crowbar").Says("Marked deloot: only events spawn it. Events that bring it: StaticShed and StaticGroup.")
	b.Get(economy + "/type?class=canoe").Says("No active event places anything that can hold it.")
	b.Get(economy + "/type?class=hammer").SaysNot("Events that bring it")
	_, canoe, _ := strings.Cut(b.Get(economy+"/type?class=canoe").Body.String(), instance+"/types/")
	canoe, _, _ = strings.Cut(canoe, "/")
	for body, want := range map[string]string{
		`{}`: "",
		`{"changed":[{"row":"` + canoe + `","now":{"nominal":5}}]}`: "Target: 10 → 14 items.",
		`{"changed":[{"row":"` + canoe +
			`","now":{"nominal":"5","deloot":"0","usage_ids":["x"]}}]}`: "Canoe starts to spawn: 3 have room.",
		`{"changed":[{"row":"none","now":{"nominal":5}}],"removed":[{"row":"` + canoe + `"}]}`:              "Canoe stops spawning.",
		`{"changed":[{"row":"` + canoe + `","now":{"enabled":false,"nominal":"many","category_id":null}}]}`: "Target: 10 → 9 items.",
		`{"changed":[{"row":"` + canoe + `","now":{"nominal":"5","min":"9"}}]}`: `New problem: Canoe: min (9) is above nominal (5).",` +
			`"added":[{"rule":"min-over-nominal","severity":"warning","row":"` + canoe +
			`","name":"Canoe","text":"min (9) is above nominal (5)."}],"gone":[]`,
	} {
		if got := b.Posted(instance+"/types/grid", "/economy/tried", body).Status(200).Body.String(); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	picture := b.Get(economy + "/chart.png?of=town")
	if _, err := png.Decode(picture.Body); err != nil {
		t.Error(err)
	}
	b.Get(economy + "/chart.png?of=none").Status(404)
}
