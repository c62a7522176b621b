package web

import (
	"fmt"
	"image/png"
	"strings"
	"testing"
)

// TestEconomyPages: totals with a comparison, where a type can lie, simulations, and the same figures as CSV and picture.
func TestEconomyPages(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Farm")
	economy := instance + "/economy"
	b.get(economy).says("Economy computed", "The map&#39;s files are not here")
	b.importing(instance, nil, shedFiles...).status(200)
	b.get(economy).says("2 types want 10 items", "3 placed buildings have 6 loot points with room for 3 items", "More wanted than there is room for", "Hammer", "areaflags.map is not here.", "No building has one of its usages; a painted zone may", "Outside of towns")
	b.importing(instance, nil, uploaded{"db/types.xml", strings.Replace(shedFiles[3].text, ">4<", ">2<", 1)}).status(200)
	b.get(economy+"?against=revision&revision=5").says("The present state compared with revision 5", "Before: 10 wanted", "1 type differs", ">-2<")
	b.get(economy+"?against=revision&revision=6&at=5").says("Revision 5 compared with revision 6", "Before: 8 wanted", "2 types want 10 items", ">&#43;2<")
	b.get(economy + "?at=99").status(404)
	b.get(economy + "/figures.csv?of=differences&against=revision&revision=5").says("Hammer,4,2,3,3,,")
	b.get(economy + "?against=revision&revision=99").says("The history does not have this revision.")
	b.get(economy + "?against=delivered").says("Nothing has been delivered to the game server yet.")
	b.get(economy+"/type?class=hammer").says("2 wanted. 3 buildings with 6 loot points can hold it: room for 3 at a time", "It also comes as: cargo.", "Land_<wbr>Shed")
	b.get(economy + "/type?class=none").status(404)
	b.get(economy+"/rolls?class=ZmbM_Farmer&seed=2").says("1 possible item, rolled 10,000 times with seed 2", "25.00 %")
	b.get(economy + "/fill?building=Land_Shed").says("Land_Shed stands 3 times on the map, and holds 0.7 items on average")
	b.get(economy + "/figures.csv?of=type").says("Hammer,tools,Farm,,db/types.xml,2,0,3,6,3,0,3,,cargo")
	b.get(economy + "/figures.csv?of=category").says("category,wanted,wanted_before,possible,possible_before,types\ntools,8,,3,,2")
	b.get(economy + "/figures.csv?of=town&against=revision&revision=5").says("Outside of towns,2,4,3,3,3")
	b.importing(instance, nil, uploaded{"profiles/Trader/TraderConfig.txt", "<CurrencyName> #tm\n<Currency> Coin, 1\n<Trader> Boris\n<Category> Tools\nHammer, *, 10, 50\n<FileEnd>\n"}).status(200)
	b.get(economy+"/traders").says("1 class on the markets", "1 class with which there is money to be made", "<td role=\"cell\" data-label=\"Gain\" class=\"num\"><span>40</span>", "Oar",
		"/economy/traders/by-rarity?sids%5B%5D=")
	b.get(economy + "/traders.csv").says("Hammer,tools,2,Boris,jones,10,,50,-4,10,")
	b.importing(instance, nil, uploaded{"profiles/ExpansionMod/Market/Tools.json", `{"m_Version":12,"DisplayName":"Tools","Items":[{"ClassName":"hammer","MaxPriceThreshold":30,"MinPriceThreshold":20},{"ClassName":"oar","MaxPriceThreshold":40,"MinPriceThreshold":40}]}`}).status(200)
	preview := economy + "/traders/by-rarity?all=1&search=oar"
	b.get(preview).says("1 price would become what the rarity proposes", "40 → 26")
	b.submit(preview, preview+"&seen=1", nil).leadsTo(preview)
	b.submit(preview, fmt.Sprint(preview, "&seen=", b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID)), nil).leadsTo(economy + "/traders")
	b.get(economy+"/traders").says("1 price was changed.", "Undo")
	b.get(economy + "/traders.csv").says("Oar,tools,6,Tools,expansion,26,26,19.5,0.25,19,19")
	b.importing(instance, nil, uploaded{"db/events.xml", `<events><event name="StaticShed"><nominal>1</nominal><position>fixed</position><limit>child</limit><active>1</active><children><child lootmax="2" lootmin="1" max="1" min="1" type="Land_Shed"/></children></event>` +
		`<event name="StaticGroup"><nominal>1</nominal><position>fixed</position><limit>child</limit><active>1</active></event><event name="StaticOff"><nominal>1</nominal><active>0</active><children><child lootmax="2" lootmin="1" max="1" min="1" type="Land_Shed"/></children></event></events>`},
		uploaded{"cfgeventspawns.xml", `<eventposdef><event name="StaticGroup"><pos x="1" z="2" a="3" group="Sheds"/></event></eventposdef>`},
		uploaded{"cfgeventgroups.xml", `<eventgroupdef><group name="Sheds"><child type="Land_Shed" deloot="1" lootmax="3" lootmin="1" x="0" z="0" a="0" y="0"/></group></eventgroupdef>`},
		uploaded{"custom/loot.xml", `<types><type name="Crowbar"><nominal>1</nominal><flags deloot="1"/><category name="tools"/><usage name="Farm"/></type><type name="Canoe"><nominal>1</nominal><flags deloot="1"/><category name="tools"/><usage name="Coast"/></type></types>`},
		uploaded{"cfgeconomycore.xml", `<economycore><ce folder="custom"><file name="loot.xml" type="types"/></ce></economycore>`}).status(200)
	b.get(economy + "/type?class=crowbar").says("Marked deloot: only events spawn it. Events that bring it: StaticShed and StaticGroup.")
	b.get(economy + "/type?class=canoe").says("No active event places anything that can hold it.")
	b.get(economy + "/type?class=hammer").saysNot("Events that bring it")
	picture := b.get(economy + "/chart.png?of=town")
	if _, err := png.Decode(picture.Body); err != nil {
		t.Error(err)
	}
	b.get(economy + "/chart.png?of=none").status(404)
}
