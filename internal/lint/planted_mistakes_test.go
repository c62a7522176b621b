package lint_test

import (
	"fmt"
	"slices"
	"strings"
)

// mistake is a mistake that owners make, and the finding that it must lead to.
type mistake struct {
	name    string
	typical bool // one of the 25 that are made most often
	plant   []change
	rule    string
	about   string // in the name of the record or file, or in the message
}

// change changes one file of a mission. Without an anchor, text replaces the whole file; with old, text replaces old; otherwise it goes
// before the last anchor.
type change struct{ file, old, anchor, text string }

// alone reports whether a mistake leaves nothing of a file for others.
func (m mistake) alone() bool {
	return m.rule == "broken-file" || slices.ContainsFunc(m.plant, func(c change) bool { return c.anchor == "" && c.old == "" })
}

func typesEntry(text string) []change {
	return []change{{file: "db/types.xml", anchor: "</types>", text: text}}
}

func eventsEntry(text string) []change {
	return []change{{file: "db/events.xml", anchor: "</events>", text: text}}
}

func spawnable(text string) []change {
	return inside("cfgspawnabletypes.xml", "</spawnabletypes>", text)
}

func presets(text string) []change { return inside("cfgrandompresets.xml", "</randompresets>", text) }

func spawns(text string) []change             { return inside("cfgeventspawns.xml", "</eventposdef>", text) }
func replaced(file, old, new string) []change { return []change{{file: file, old: old, text: new}} }
func whole(file, text string) []change        { return []change{{file: file, text: text}} }

func inside(file, anchor, text string) []change {
	return []change{{file: file, anchor: anchor, text: text}}
}

// loot is an entry of types.xml with these numbers and further elements; where is what says where it spawns.
func loot(name, numbers, more string) []change {
	return typesEntry(`<type name="` + name + `">` + numbers + `<cost>100</cost>` + more + `</type>`)
}

const (
	flags = `<flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>`
	usual = `<nominal>5</nominal><lifetime>3600</lifetime><restock>0</restock><min>2</min><quantmin>-1</quantmin><quantmax>-1</quantmax>`
	where = flags + `<category name="tools"/><tag name="floor"/><usage name="Military"/><value name="Tier3"/>`
)

// event is an entry of events.xml.
func event(name, counts, more string) []change {
	return eventsEntry(`<event name="` + name + `">` + counts + `<lifetime>300</lifetime>` + more + `</event>`)
}

const (
	counts   = `<nominal>3</nominal><min>1</min><max>3</max>`
	settings = `<position>fixed</position><limit>child</limit><active>1</active>`
	children = `<children><child lootmax="0" lootmin="0" max="3" min="1" type="Wreck_UH1Y"/></children>`
)

// spawnPoints is a file of player spawns with these parameters, and these positions besides its own.
func spawnPoints(parameters, positions string) string {
	return `<playerspawnpoints><fresh>` + parameters + `<generator_posbubbles><pos x="500" z="600"/>` + positions +
		`</generator_posbubbles></fresh></playerspawnpoints>`
}

// The files of the trader mod.
const (
	traderConfig  = "profiles/Trader/TraderConfig.txt"
	traderObjects = "profiles/Trader/TraderObjects.txt"
)

// traderText is a TraderConfig.txt with a currency of that value and these lines.
func traderText(value int, lines string) string {
	return fmt.Sprintf("<CurrencyName> #tm_ruble\n<Currency> MoneyRuble1, %d\n<Trader> Food\n<Category> Fruit\n%s<FileEnd>\n", value, lines)
}

func safePositions(list string) []change {
	return replaced("cfgEffectArea.json", `{"Areas"`, `{"SafePositions":[`+list+`],"Areas"`)
}

func prototype(text string) []change { return inside("mapgroupproto.xml", "</prototype>", text) }
func building(attributes string) []change {
	return inside("mapgrouppos.xml", "</map>", `<group `+attributes+` rpy="0 0 0" a="0" />`)
}

func territory(attributes, animals string) []change {
	return inside("cfgenvironment.xml", "</territories>", `<territory `+attributes+`><file usable="zombie_territories"/>`+animals+
		`</territory>`)
}

var mistakes = []mistake{
	{"unknown category", true, loot("Qm_A1", usual, flags+`<category name="guns"/><usage name="Military"/>`), "unknown-category", "Qm_A1"},
	{"unknown usage", true, loot("Qm_A2", usual, flags+`<category name="tools"/><usage name="Barracks"/>`), "unknown-usage", "Qm_A2"},
	{
		"unknown value", true, loot("Qm_A3", usual, flags+`<category name="tools"/><usage name="Military"/><value name="Tier9"/>`),
		"unknown-value", "Qm_A3",
	},
	{
		"unknown tag", false, loot("Qm_A4", usual, flags+`<category name="tools"/><tag name="roof"/><usage name="Military"/>`), "unknown-tag",
		"Qm_A4",
	},
	{
		"unknown group of usages", false, loot("Qm_A5", usual, flags+`<category name="tools"/><usage user="NoSuchGroup"/>`), "unknown-usage",
		"Qm_A5",
	},
	{
		"other letters than in the limits", true, loot("Qm_A6", usual, flags+`<category name="tools"/><usage name="military"/>`), "letter-case",
		"Qm_A6",
	},
	{
		"min above nominal", true, loot("Qm_A7", `<nominal>5</nominal><lifetime>3600</lifetime><min>9</min>`, where), "min-over-nominal",
		"Qm_A7",
	},
	{
		"quantmin above quantmax", false,
		loot("Qm_A8", `<nominal>5</nominal><lifetime>3600</lifetime><min>2</min><quantmin>80</quantmin><quantmax>20</quantmax>`, where),
		"quantity-range", "Qm_A8",
	},
	{
		"one of quantmin and quantmax is -1", false,
		loot("Qm_A9", `<nominal>5</nominal><lifetime>3600</lifetime><min>2</min><quantmin>-1</quantmin><quantmax>20</quantmax>`, where),
		"quantity-range", "Qm_A9",
	},
	{"lifetime 0", true, loot("Qm_B1", `<nominal>5</nominal><lifetime>0</lifetime><min>2</min>`, where), "lifetime-range", "Qm_B1"},
	{
		"lifetime above 45 days", false, loot("Qm_B2", `<nominal>5</nominal><lifetime>38880000</lifetime><min>2</min>`, where), "lifetime-range",
		"Qm_B2",
	},
	{"nominal without category, usage and value", true, loot("Qm_B3", usual, flags), "no-place", "Qm_B3"},
	{"nominal without usage and value", false, loot("Qm_B4", usual, flags+`<category name="tools"/>`), "no-place", "Qm_B4"},
	{
		"crafted with nominal", false, loot("Qm_B5", usual, strings.Replace(where, `crafted="0"`, `crafted="1"`, 1)), "crafted-with-nominal",
		"Qm_B5",
	},
	{"count_in_map 0", false, loot("Qm_B6", usual, strings.Replace(where, `count_in_map="1"`, `count_in_map="0"`, 1)), "not-counted", "Qm_B6"},
	{
		"class twice", true, typesEntry(`<type name="Qm_B7">` + usual + where + `</type><type name="Qm_B7">` + usual + where + `</type>`),
		"duplicate-class", "Qm_B7",
	},
	{"misspelt element", true, loot("Qm_B8", `<nominl>5</nominl>`, where), "misspelt-element", "Qm_B8"},
	{
		"misspelt attribute", false, loot("Qm_B9", usual, flags+`<category name="tools"/><usage namne="Military"/><usage name="Military"/>`),
		"misspelt-element", "Qm_B9",
	},
	{"misspelt element around an entry", false, typesEntry(`<tpye name="Qm_C1">` + usual + `</tpye>`), "misspelt-element", "tpye"},
	{"blank before a name", true, typesEntry(`<type name=" Qm_C2">` + usual + where + `</type>`), "blank-in-name", "Qm_C2"},
	{"blank in a usage", false, loot("Qm_C3", usual, flags+`<category name="tools"/><usage name="Military "/>`), "blank-in-name", "Qm_C3"},
	{"blank inside a class", false, typesEntry(`<type name="Qm C4">` + usual + where + `</type>`), "odd-class-name", "Qm C4"},
	{
		"two categories", false, loot("Qm_C5", usual, flags+`<category name="tools"/><category name="food"/><usage name="Military"/>`),
		"several-categories", "Qm_C5",
	},
	{"a word as number", false, loot("Qm_C6", `<nominal>many</nominal><lifetime>3600</lifetime>`, where), "not-a-number", "Qm_C6"},
	{"a number below 0", false, loot("Qm_C7", `<nominal>-5</nominal><lifetime>3600</lifetime>`, where), "negative-number", "Qm_C7"},
	{
		"loot on the ignore list", false,
		append(loot("Qm_C8", usual, where), inside("cfgIgnoreList.xml", "</ignore>", `<type name="Qm_C8"></type>`)...), "ignored-type", "Qm_C8",
	},
	{"misspelt class", false, replaced("db/types.xml", `name="Wrench"`, `name="Wrenchh"`), "misspelt-class", "Wrenchh"},
	{"category that no building has", false, append(loot("Qm_C9", usual, flags+`<category name="qmthings"/><usage name="Military"/>`),
		inside("cfglimitsdefinition.xml", "</categories>", `<category name="qmthings"/>`)...), "no-container", "Qm_C9"},

	{"broken types", true, replaced("db/types.xml", "</types>", ""), "broken-file", "db/types.xml"},
	{"empty types", true, whole("db/types.xml", ""), "broken-file", "db/types.xml"},
	{"no entries in types", false, whole("db/types.xml", "<types>\n</types>\n"), "empty-file", "db/types.xml"},
	{"types without outer element", false, whole("db/types.xml", "<typs><entry/></typs>"), "unread-file", "db/types.xml"},
	{"broken cfggameplay.json", true, replaced("cfggameplay.json", `"version": `, `"version"; `), "broken-file", "cfggameplay.json"},
	{"broken cfgweather.xml", false, replaced("cfgweather.xml", "</weather>", ""), "broken-file", "cfgweather.xml"},
	{"broken mapgroupproto.xml", false, replaced("mapgroupproto.xml", "</prototype>", ""), "broken-file", "mapgroupproto.xml"},
	{"broken mapgrouppos.xml", false, whole("mapgrouppos.xml", `<map><group name="Land_Shed" pos="1 2 3"`), "broken-file", "mapgrouppos.xml"},
	{"broken globals.xml", false, replaced("db/globals.xml", "</variables>", ""), "broken-file", "db/globals.xml"},

	{
		"<ce> file that is not there", true,
		inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm"><file name="qm_missing.xml" type="types"/></ce>`), "missing-file",
		"qm_missing.xml",
	},
	{
		"<ce> file without .xml", true,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm2"><file name="qm_types" type="types"/></ce>`),
			whole("qm2/qm_types.xml", `<types><type name="Qm_D1">`+usual+where+`</type></types>`)...), "missing-file", "qm_types.xml” is",
	},
	{
		"<ce> file twice", false,
		append(inside("cfgeconomycore.xml", "</economycore>",
			`<ce folder="qm3"><file name="qm_a.xml" type="types"/><file name="qm_a.xml" type="types"/></ce>`),
			whole("qm3/qm_a.xml", `<types><type name="Qm_D2">`+usual+where+`</type></types>`)...), "file-loaded-twice", "qm_a.xml",
	},
	{
		"file that is not loaded", true, whole("qm4/qm_types.xml", `<types><type name="Qm_D3">`+usual+where+`</type></types>`),
		"file-not-loaded", "qm4/qm_types.xml",
	},
	{
		"file loaded as something else", false,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm5"><file name="qm_b.xml" type="events"/></ce>`),
			whole("qm5/qm_b.xml", `<types><type name="Qm_D4">`+usual+where+`</type></types>`)...), "file-not-loaded", "qm5/qm_b.xml",
	},
	{"territory file that is not there", false, append(inside("cfgenvironment.xml", "</territories>", `<file path="env/qm_territories.xml"/>`),
		whole("env/qm_other_territories.xml", "<territory-type/>")...), "missing-file", "qm_territories.xml"},
	{
		"territory without path", false,
		inside("cfgenvironment.xml", "</territories>",
			`<territory type="Herd" name="Qm" behavior="DZDeerGroupBeh"><file usable="qm_nopath_territories"/></territory>`),
		"unwired-territory", "qm_nopath",
	},
	{
		"object file that is not there", true,
		replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["./custom/qm_missing.json"]`), "missing-file",
		"custom/qm_missing.json",
	},
	{
		"object with a foreign path", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom/qm_objects.json"]`),
			whole("custom/qm_objects.json", `{"Objects":[{"name":"DZ/structures/house.p3d","pos":[1,2,3],"ypr":[0,0,0]}]}`)...), "object-file",
		"DZ/structures",
	},
	{
		"object outside the map", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom/qm_objects2.json"]`),
			whole("custom/qm_objects2.json", `{"Objects":[{"name":"Land_Tank_Small","pos":[99000,2,3],"ypr":[0,0,0]}]}`)...), "object-file",
		"Land_Tank_Small",
	},

	{"event name without a prefix", true, event("QmHeliCrash", counts, settings+children), "event-prefix", "QmHeliCrash"},
	{
		"event min above max", true, event("AmbientQm1", `<nominal>3</nominal><min>8</min><max>3</max>`, settings+children),
		"event-min-over-max", "AmbientQm1",
	},
	{
		"unknown secondary", false, event("AmbientQm2", counts, `<secondary>InfectedQm</secondary>`+settings+children), "unknown-secondary",
		"AmbientQm2",
	},
	{
		"unknown limit", false, event("AmbientQm3", counts, `<position>fixed</position><limit>childs</limit><active>1</active>`+children),
		"unknown-event-value", "AmbientQm3",
	},
	{
		"unknown position", false, event("AmbientQm4", counts, `<position>fixd</position><limit>child</limit><active>1</active>`+children),
		"unknown-event-value", "AmbientQm4",
	},
	{"event without children", true, event("AmbientQm5", counts, settings+`<children/>`), "event-without-children", "AmbientQm5"},
	{
		"max of all children 0", false,
		event("AmbientQm6", counts, settings+`<children><child lootmax="0" lootmin="0" max="0" min="0" type="Wreck_UH1Y"/></children>`),
		"event-without-children", "AmbientQm6",
	},
	{
		"unknown child", true, event("AmbientQm7", counts, settings+strings.Replace(children, "Wreck_UH1Y", "Qm_NoSuchClass", 1)),
		"unknown-event-child", "AmbientQm7",
	},
	{
		"lootmin above lootmax", false,
		event("AmbientQm8", counts, settings+`<children><child lootmax="2" lootmin="5" max="3" min="1" type="Wreck_UH1Y"/></children>`),
		"event-min-over-max", "AmbientQm8",
	},
	{"event without a position", true, event("StaticQm9", counts, settings+children), "event-without-position", "StaticQm9"},
	{
		"event twice", false, append(event("AmbientQm10", counts, settings+children), event("AmbientQm10", counts, settings+children)...),
		"duplicate-name", "AmbientQm10",
	},
	{
		"event spawn without an event", false, spawns(`<event name="StaticQmNone"><pos x="100" z="100" a="0"/></event>`), "spawn-without-event",
		"StaticQmNone",
	},
	{
		"unknown group", false,
		append(event("StaticQm11", counts, settings+children), spawns(`<event name="StaticQm11"><pos x="100" z="100" a="0" `+
			`group="QmNoGroup"/></event>`)...),
		"unknown-group", "StaticQm11",
	},
	{
		"position outside the map", false,
		append(event("StaticQm12", counts, settings+children), spawns(`<event name="StaticQm12"><pos x="99000" z="100" a="0"/></event>`)...),
		"outside-map", "StaticQm12",
	},
	{
		"zone with smin above smax", false,
		append(event("StaticQm13", counts, settings+children), spawns(`<event name="StaticQm13"><zone smin="5" smax="1" dmin="0" dmax="0" `+
			`r="40"/><pos x="100" z="100" a="0"/></event>`)...),
		"zone-range", "StaticQm13",
	},
	{
		"a comma in a position", false,
		append(event("StaticQm14", counts, settings+children), spawns(`<event name="StaticQm14"><pos x="100,5" z="100" a="0"/></event>`)...),
		"not-a-number", "StaticQm14",
	},
	{
		"fewer positions than wanted", false,
		append(event("StaticQm15", counts, settings+children), spawns(`<event name="StaticQm15"><pos x="100" z="100" a="0"/></event>`)...),
		"too-few-positions", "StaticQm15",
	},
	{
		"event group without children", false, inside("cfgeventgroups.xml", "</eventgroupdef>", `<group name="QmEmpty"></group>`),
		"group-content", "QmEmpty",
	},
	{
		"event group that no position has", false,
		inside("cfgeventgroups.xml", "</eventgroupdef>", `<group name="QmUnused"><child type="Wreck_UH1Y" x="0" z="0" a="0"/></group>`),
		"unused-group", "QmUnused",
	},
	{
		"misspelt class in an event group", false,
		inside("cfgeventgroups.xml", "</eventgroupdef>", `<group name="QmMisspelt"><child type="Wreck_UH1YY" x="0" z="0" a="0"/></group>`),
		"group-content", "Wreck_UH1YY",
	},

	{"damage min above max", false, spawnable(`<type name="AKM"><damage min="0.8" max="0.2"/></type>`), "damage-range", "AKM"},
	{"missing preset", true, spawnable(`<type name="SKS"><cargo preset="qmNoPreset"/></type>`), "missing-preset", "SKS"},
	{
		"chance above 1", false, spawnable(`<type name="Mosin9130"><cargo chance="50"><item name="AKM" chance="1"/></cargo></type>`),
		"chance-range", "Mosin9130",
	},
	{
		"chance with a comma", false, spawnable(`<type name="Izh43Shotgun"><cargo chance="0,5"><item name="AKM" chance="1"/></cargo></type>`),
		"not-a-number", "Izh43Shotgun",
	},
	{
		"preset and items", false, spawnable(`<type name="UMP45"><cargo preset="foodVillage"><item name="AKM" chance="1"/></cargo></type>`),
		"preset-and-items", "UMP45",
	},
	{
		"preset and chance", false, spawnable(`<type name="FNX45"><cargo preset="foodVillage" chance="0.5"/></type>`), "preset-and-chance",
		"FNX45",
	},
	{
		"misspelt attachments", false, spawnable(`<type name="CZ75"><attachement chance="1"><item name="AKM"/></attachement></type>`),
		"misspelt-element", "CZ75",
	},
	{
		"unknown item", true, spawnable(`<type name="MKII"><cargo chance="1"><item name="Qm_NoSuchClass"/></cargo></type>`),
		"unknown-spawnable-class", "MKII",
	},
	{"empty preset", false, presets(`<cargo chance="0.5" name="qmEmpty"></cargo>`), "empty-preset", "qmEmpty"},

	{
		"unknown member of a user group", false,
		inside("cfglimitsdefinitionuser.xml", "</usageflags>", `<user name="QmGroup"><usage name="QmNowhere"/></user>`), "unknown-group-member",
		"QmGroup",
	},
	{
		"unknown usage of a building", false,
		inside("mapgroupproto.xml", "</prototype>", `<group name="Land_Qm" lootmax="1"><usage name="QmNowhere"/></group>`), "prototype-name",
		"QmNowhere",
	},
	{
		"no player spawns", false, whole("cfgplayerspawnpoints.xml", "<playerspawnpoints><fresh></fresh></playerspawnpoints>"),
		"no-player-spawns", "cfgplayerspawnpoints.xml",
	},
	{
		"unknown effect area type", false, replaced("cfgEffectArea.json", `"ContaminatedArea_Static"`, `"ContaminatedArea_Statik"`),
		"effect-area-type", "ContaminatedArea_Statik",
	},
	{
		"effect area without radius", false, replaced("cfgEffectArea.json", `"Radius": `, `"Radius": 0, "WasRadius": `), "skipped-area",
		"",
	},
	{
		"shutdown without deadline", false,
		whole("db/messages.xml", `<messages><message><shutdown>1</shutdown><text>Qm bye</text></message></messages>`),
		"shutdown-without-deadline", "Qm bye",
	},

	{
		"unknown variable", true, inside("db/globals.xml", "</variables>", `<var name="ZombieMaxCuont" type="0" value="5"/>`),
		"unknown-variable", "ZombieMaxCuont",
	},
	{
		"wrong type of a variable", false, replaced("db/globals.xml", `name="LootDamageMax" type="1"`, `name="LootDamageMax" type="0"`),
		"variable-value", "LootDamageMax",
	},
	{
		"a switch that is neither 0 nor 1", false,
		replaced("db/globals.xml", `name="IdleModeStartup" type="0" value="1"`, `name="IdleModeStartup" type="0" value="10800"`),
		"variable-value", "IdleModeStartup",
	},
	{"economy outside 0 and 1", false, replaced("db/economy.xml", `<animals init="1"`, `<animals init="2"`), "economy-flag", "animals"},
	{
		"group of the economy that is wiped", false, replaced("db/economy.xml", `vehicles init="1" load="1"`, `vehicles init="1" load="0"`),
		"economy-flag", "vehicles",
	},
	{
		"twelve temperatures", false, replaced("cfggameplay.json", `"environmentMinTemps": [`, `"environmentMinTemps": [1, `), "gameplay-value",
		"environmentMinTemps",
	},
	{"key twice", false, replaced("cfggameplay.json", `"version": `, `"version": 1, "version": `), "duplicate-key", "version"},
	{"misspelt key", false, replaced("cfggameplay.json", `"staminaMax"`, `"staminaMx"`), "gameplay-value", "staminaMx"},
	{"weather with min above max", false, replaced("cfgweather.xml", `<limits min="0.0"`, `<limits min="5.0"`), "weather-range", "limits"},
	{
		"weather beyond what there is", false, replaced("cfgweather.xml", `<limits min="0.0" max="1.0"`, `<limits min="0.0" max="80"`),
		"document-value", "limits.max",
	},
	{
		"no snow on Chernarus", false,
		whole("cfgweather.xml", `<weather reset="0" enable="1"><snowfall><limits min="0" max="0.5"/></snowfall></weather>`), "weather-range",
		"snowfall",
	},
	{
		"weather without time to change", false,
		whole("cfgweather.xml", `<weather enable="1"><fog><timelimits min="0" max="0"/></fog></weather>`), "weather-range", "timelimits",
	},
	{
		"temperatures swapped", false, replaced("cfggameplay.json", `"environmentMinTemps": [-3, `, `"environmentMinTemps": [55, `),
		"gameplay-value", "has 55 for month 1",
	},
	{
		"backslash in a path", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom\\qm_objects3.json"]`),
			whole("custom/qm_objects3.json", `{"Objects":[]}`)...), "gameplay-value", "separates folders",
	},
	{
		"number out of bounds in cfggameplay.json", false, replaced("cfggameplay.json", `"staminaMax": 100.0`, `"staminaMax": 1000000.0`),
		"gameplay-value", "staminaMax",
	},
	{
		"objects that are turned by directions", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom/qm_objects4.json"]`),
			whole("custom/qm_objects4.json",
				`{"Objects":[{"name":"Land_Qm1","pos":[1,2,3],"ypr":[0.6,0.0,0.8]},{"name":"Land_Qm2","pos":[1,2,3],"ypr":[0.8,0.0,0.6]},`+
					`{"name":"Land_Qm3","pos":[1,2,3],"ypr":[0.6,0.8,0]}]}`)...), "object-file", "direction",
	},
	{
		"scale of an object out of bounds", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom/qm_objects5.json"]`),
			whole("custom/qm_objects5.json", `{"Objects":[{"name":"Land_Qm1","pos":[1,2,3],"ypr":[0,0],"scale":1000}]}`)...), "document-value",
		"Objects.0.scale",
	},
	{
		"slot of player gear without a condition", false,
		append(replaced("cfggameplay.json", `"PlayerData": {`, `"PlayerData": { "spawnGearPresetFiles": ["custom/qm_gear.json"],`),
			whole("custom/qm_gear.json",
				`{"spawnWeight":1,"attachmentSlotItemSets":[{"slotName":"Body","discreteItemSets":[{"itemType":"Shirt","spawnWeight":1}]}]}`)...),
		"gear-preset", "attributes",
	},
	{
		"weight of player gear below 1", false,
		append(replaced("cfggameplay.json", `"PlayerData": {`, `"PlayerData": { "spawnGearPresetFiles": ["custom/qm_gear2.json"],`),
			whole("custom/qm_gear2.json", `{"spawnWeight":0}`)...), "document-value", "spawnWeight",
	},
	{
		"box of a restricted area", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"playerRestrictedAreaFiles": ["custom/qm_area.json"]`),
			whole("custom/qm_area.json", `{"areaName":"Qm","PRABoxes":[[[1,2,3],[0,0,0]]]}`)...), "restricted-area", "PRABoxes.0",
	},
	{
		"objects that serverDZ.cfg switches off", true,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom/qm_objects6.json"]`),
			append(whole("custom/qm_objects6.json", `{"Objects":[]}`), whole("serverDZ.cfg", "hostname = \"Qm\";\n")...)...), "server-config",
		"enableCfgGameplayFile",
	},
	{"setting that cfggameplay.json overrides", false, append(whole("cfggameplay.json", `{"WorldsData":{"lightingConfig":1}}`),
		whole("serverDZ.cfg", "enableCfgGameplayFile = 1;\nlightingConfig = 0;\n")...), "server-config", "lightingConfig"},
	{
		"lock that is raided in no steps", false, whole("profiles/CodeLock/CodeLockConfig.json", `{"RaidIncrements":0}`), "pack-error",
		"RaidIncrements",
	},
	{
		"teleport of no type", false, whole("profiles/CommunityOnlineTools/Teleports.json",
			`{"Types":["Towns"],"Locations":[{"Type":"Town","Name":"A","Position":[1,2,3]}]}`), "pack-rule", "Town",
	},
	{"bank that waits for letters", false, whole("profiles/KR_BANKING/server-config.json", `{"MenuDelay":"long"}`), "pack-value", "MenuDelay"},
	{"server for too many players", false, whole("serverDZ.cfg", "hostname = \"Qm\";\nmaxPlayers = 500;\n"), "document-value", "maxPlayers"},
	{
		"food that cannot decay", false,
		replaced("db/globals.xml", `</variables>`,
			`<var name="FoodDecay" type="0" value="1"/><var name="WorldWetTempUpdate" type="0" value="0"/></variables>`),
		"variable-value", "FoodDecay",
	},
	{
		"infected without a zone", true,
		append(whole("cfgenvironment.xml", `<env><territories><file path="env/qm_few.xml"/></territories></env>`),
			change{
				file: "env/qm_few.xml",
				text: `<territory-type><territory><zone name="InfectedArmy" smin="0" smax="1" dmin="1" dmax="2" x="500" z="600" ` +
					`r="50"/></territory></territory-type>`,
			},
			eventsEntry(`<event name="InfectedQmLost"><nominal>5</nominal><min>1</min><max>3</max><lifetime>3</lifetime><position>` +
				`player</position><limit>custom</limit><active>1</active>` + children + `</event>`)[0]), "infected-without-zone", "InfectedQmLost",
	},
	{
		"territories loaded twice", false, inside("cfgenvironment.xml", "</territories>", `<file path="env/zombie_territories.xml"/>`),
		"file-loaded-twice", "zombie_territories",
	},
	{
		"zone of an event that does not exist", false,
		append(inside("cfgenvironment.xml", "</territories>", `<file path="env/qm_zombie_territories.xml"/>`),
			whole("env/qm_zombie_territories.xml",
				`<territory-type><territory color="1"><zone name="InfectedQm" smin="0" smax="0" dmin="1" dmax="2" x="100" z="100" `+
					`r="50"/></territory></territory-type>`)...), "territory-zone", "InfectedQm",
	},
	{
		"underground trigger", false, whole("cfgundergroundtriggers.json", `{"Triggers":[{"Position":[1,2],"EyeAccommodation":2}]}`),
		"underground-trigger", "Position",
	},
	{
		"missing semicolon in serverDZ.cfg", false,
		whole("serverDZ.cfg",
			"hostname = \"Qm\"\nmaxPlayers = 60;\nclass Missions { class DayZ { template=\"dayzOffline.chernarusplus\"; }; };\n"),
		"broken-file", "semicolon",
	},

	{"byte order mark in serverDZ.cfg", false, whole("serverDZ.cfg", "\ufeffhostname = \"Qm\";\n"), "server-config", "byte order mark"},
	{
		"nobody needs a password to administer", false,
		whole("serverDZ.cfg", "hostname = \"Qm\";\npasswordAdmin = \"\";\nserverTime = \"noon\";\n"), "server-config", "passwordAdmin",
	},
	{
		"areaflags.map with too few bits", false,
		whole("areaflags.map", "\x08\x00\x00\x00\x01\x00\x00\x00\x00\x3c\x00\x00\x00\x3c\x00\x00\x10\x00\x00\x00"+strings.Repeat("\x00", 16)+
			"\x01\x00\x00\x00\x01"),
		"area-flags", "values",
	},
	{"removal of objects with an orientation", false, whole("expansion/objects/Qm.map", "-Land_Qm|100 0 100|90 0 0\n"), "map-file", "radius"},

	{
		"airdrop outside the map", false,
		whole("expansion/missions/Airdrop_Qm.json", `{"m_Version":3,"Enabled":1,"DropLocation":{"x":99000.0,"z":5.0,"Name":"Qm","Radius":50.0}}`),
		"outside-map", "Airdrop_Qm",
	},

	{
		"types without flags", true, loot("Qm_E1", usual, `<category name="tools"/><tag name="floor"/><usage name="Military"/>`),
		"missing-flags", "Qm_E1",
	},
	{"empty usage", true, loot("Qm_E2", usual, where+`<usage name=""/>`), "empty-name", "Qm_E2"},
	{"usage as text", true, loot("Qm_E3", usual, where+`<usage>Military</usage>`), "text-inside", "Qm_E3"},
	{"min without nominal", true, loot("Qm_E4", `<lifetime>3600</lifetime><min>2</min>`, where), "min-without-nominal", "Qm_E4"},
	{"Cyrillic letters in a class", true, typesEntry(`<type name="Qm_Е5">` + usual + where + `</type>`), "odd-class-name", "Qm_Е5"},
	{
		"Cyrillic letters in a child", false, event("AmbientQmE5", counts, settings+strings.Replace(children, "Wreck_UH1Y", "Wreck_UН1Y", 1)),
		"odd-class-name", "Wreck_UН1Y",
	},
	{"Greek letters in the name of an event", false, event("AmbientQmΕ5", counts, settings+children), "mixed-scripts", "AmbientQmΕ5"},
	{
		"quantmin and quantmax 0", false,
		loot("Qm_E6", `<nominal>5</nominal><lifetime>3600</lifetime><min>2</min><quantmin>0</quantmin><quantmax>0</quantmax>`, where),
		"quantity-range", "Qm_E6",
	},
	{
		"more than the map has room for", true, loot("Qm_E7", `<nominal>60000</nominal><lifetime>3600</lifetime><min>2</min>`, where),
		"nominal-over-room", "Qm_E7",
	},
	{
		"lifetime too large for the game", false, loot("Qm_E8", `<nominal>5</nominal><lifetime>99999999999</lifetime><min>2</min>`, where),
		"number-too-large", "Qm_E8",
	},
	{"nominal twice", false, loot("Qm_E9", usual+`<nominal>7</nominal>`, where), "repeated-element", "Qm_E9"},
	{"nominal as attribute", false, loot("Qm_F1", `<nominal value="5"/><lifetime>3600</lifetime>`, where), "misspelt-element", "Qm_F1"},
	{"flag 2", false, loot("Qm_F2", usual, strings.Replace(where, `deloot="0"`, `deloot="2"`, 1)), "flag-value", "Qm_F2"},

	{
		"min of the only child above max", false,
		event("AmbientQmF3", counts, settings+strings.Replace(children, `max="3" min="1"`, `max="3" min="9"`, 1)), "event-min-over-max",
		"AmbientQmF3",
	},
	{
		"radius below 0", false, event("AmbientQmF4", counts, "<saferadius>-100</saferadius>"+settings+children), "negative-number",
		"AmbientQmF4",
	},
	{
		"child below 0", false, event("AmbientQmF5", counts, settings+strings.Replace(children, `lootmin="0"`, `lootmin="-3"`, 1)),
		"negative-number", "AmbientQmF5",
	},
	{
		"event of lifetime 0", false,
		eventsEntry(`<event name="AmbientQmF6">` + counts + `<lifetime>0</lifetime>` + settings + children + `</event>`), "lifetime-range",
		"AmbientQmF6",
	},
	{
		"event with nominal 0 and min", false, event("AmbientQmF7", `<nominal>0</nominal><min>2</min><max>3</max>`, settings+children),
		"min-without-nominal", "AmbientQmF7",
	},
	{
		"secondary that is no infected", false, event("AmbientQmF8", counts, `<secondary>StaticHeliCrash</secondary>`+settings+children),
		"unknown-secondary", "AmbientQmF8",
	},
	{
		"event without lifetime", false, eventsEntry(`<event name="AmbientQmF9">` + counts + settings + children + `</event>`), "missing-number",
		"AmbientQmF9",
	},
	{
		"position twice", true,
		append(event("AmbientQmG1", counts, settings+children), spawns(`<event name="AmbientQmG1"><pos x="100" z="100" a="0"/><pos x="100" `+
			`z="100" a="0"/></event>`)...),
		"repeated-position", "AmbientQmG1",
	},
	{
		"position at 0", true,
		append(event("AmbientQmG2", counts, settings+children), spawns(`<event name="AmbientQmG2"><pos x="0" z="0" a="0"/></event>`)...),
		"position-at-origin", "AmbientQmG2",
	},
	{
		"position without x", false,
		append(event("AmbientQmG3", counts, settings+children), spawns(`<event name="AmbientQmG3"><pos z="100" a="0"/></event>`)...),
		"empty-name", "AmbientQmG3",
	},
	{
		"event group twice", false,
		inside("cfgeventgroups.xml", "</eventgroupdef>",
			`<group name="QmTwice"><child type="Wreck_UH1Y" x="0" z="0" a="0"/></group><group name="QmTwice"><child type="Wreck_UH1Y" x="0" `+
				`z="0" a="0"/></group>`),
		"group-content", "QmTwice",
	},
	{
		"child of a group without a class", false,
		inside("cfgeventgroups.xml", "</eventgroupdef>", `<group name="QmNameless"><child x="0" z="0" a="0"/></group>`), "missing-value", "type",
	},

	{
		"items without a chance", true, spawnable(`<type name="Engraved1911"><attachments><item name="AKM" chance="1"/></attachments></type>`),
		"block-without-chance", "Engraved1911",
	},
	{
		"item twice", false,
		spawnable(`<type name="Deagle"><cargo chance="1"><item name="AKM" chance="1"/><item name="AKM" chance="1"/></cargo></type>`),
		"repeated-item", "Deagle",
	},
	{
		"item without a name", false, spawnable(`<type name="Glock19"><cargo chance="1"><item chance="1"/></cargo></type>`), "empty-name",
		"Glock19",
	},

	{
		"folder in other letter case", true,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="QM6"><file name="qm_case.xml" type="types"/></ce>`),
			whole("qm6/qm_case.xml", `<types><type name="Qm_G4">`+usual+where+`</type></types>`)...), "path-letter-case", "QM6",
	},
	{
		"<ce> without a folder", false, inside("cfgeconomycore.xml", "</economycore>", `<ce><file name="qm_nofolder.xml" type="types"/></ce>`),
		"economy-core", "folder",
	},
	{
		"<ce> file without a type", false,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm7"><file name="qm_c.xml" types="types"/></ce>`),
			whole("qm7/qm_c.xml", `<types><type name="Qm_G5">`+usual+where+`</type></types>`)...), "economy-core", "types”",
	},
	{
		"unknown type of a <ce> file", false,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm8"><file name="qm_d.xml" type="type"/></ce>`),
			whole("qm8/qm_d.xml", `<types><type name="Qm_G6">`+usual+where+`</type></types>`)...), "economy-core", "type “type”",
	},
	{
		"default that is no number", false, replaced("cfgeconomycore.xml", `name="dyn_radius" value="30"`, `name="dyn_radius" value="far"`),
		"economy-core", "dyn_radius",
	},
	{
		"usage twice", false, inside("cfglimitsdefinition.xml", "</usageflags>", `<usage name="QmTwice"/><usage name="QmTwice"/>`),
		"limits-definition", "QmTwice",
	},
	{"usage without a name", false, inside("cfglimitsdefinition.xml", "</usageflags>", `<usage name=""/>`), "limits-definition", "no name"},

	{
		"player spawns with min over max", true,
		whole("cfgplayerspawnpoints.xml",
			spawnPoints(`<spawn_params><min_dist_player>150</min_dist_player><max_dist_player>65</max_dist_player></spawn_params>`,
				"")),
		"player-spawn-values", "min_dist_player",
	},
	{
		"distance below 0", false,
		whole("cfgplayerspawnpoints.xml", spawnPoints(`<spawn_params><min_dist_infected>-5</min_dist_infected></spawn_params>`, "")),
		"player-spawn-values", "min_dist_infected",
	},
	{
		"grid without a width", false,
		whole("cfgplayerspawnpoints.xml", spawnPoints(`<generator_params><grid_width>0</grid_width></generator_params>`, "")),
		"player-spawn-values", "grid_width",
	},
	{
		"a word as switch of groups", false,
		whole("cfgplayerspawnpoints.xml", spawnPoints(`<group_params><enablegroups>on</enablegroups></group_params>`, "")),
		"player-spawn-values", "enablegroups",
	},
	{"player spawn twice", false, whole("cfgplayerspawnpoints.xml", spawnPoints("", `<pos x="500" z="600"/>`)), "repeated-position", ""},
	{"player spawn at 0", false, whole("cfgplayerspawnpoints.xml", spawnPoints("", `<pos x="0" z="0"/>`)), "position-at-origin", ""},
	{"player spawn without z", false, whole("cfgplayerspawnpoints.xml", spawnPoints("", `<pos x="100"/>`)), "empty-name", "<pos>"},

	{
		"lighting that the map does not have", true, replaced("cfggameplay.json", `"WorldsData": {`, `"WorldsData": { "lightingConfig": 9,`),
		"gameplay-value", "lightingConfig",
	},
	{"lighting of serverDZ.cfg", false, whole("serverDZ.cfg", "lightingConfig = 9;\n"), "server-config", "lightingConfig"},
	{"no mission", false, whole("serverDZ.cfg", "hostname = \"Qm\";\n"), "server-config", "template"},
	{"misspelt setting", false, whole("serverDZ.cfg", "hostname = \"Qm\";\nmaxPlayer = 60;\n"), "server-config", "maxPlayer"},
	{"no such time", false, whole("serverDZ.cfg", "serverTime = \"2015/13/8/17/23\";\n"), "server-config", "2015/13"},
	{"RCon without a password", false, whole("profiles/BattlEye/BEServer_x64.cfg", "RConPort 2305\n"), "battleye-config", "RConPassword"},
	{
		"misspelt setting of BattlEye", false, whole("profiles/BattlEye/BEServer_x64.cfg", "RConPassword secret\nRConPrt 2305\n"),
		"battleye-config", "RConPrt",
	},
	{
		"weather twice", false, replaced("cfgweather.xml", "</weather>", `<fog><limits min="0" max="1"/></fog></weather>`), "weather-range",
		"appears twice",
	},
	{"a word for a switch of the weather", false, replaced("cfgweather.xml", `reset="0"`, `reset="maybe"`), "weather-range", "maybe"},
	{
		"vehicles that are not saved", false,
		replaced("db/economy.xml", `<vehicles init="1" load="1" respawn="1" save="1"`, `<vehicles init="1" load="1" respawn="1" save="0"`),
		"economy-flag", "not saved",
	},
	{
		"group of the economy without a flag", false, replaced("db/economy.xml", `<animals init="1" `, `<animals `), "economy-flag",
		"has no init",
	},
	{
		"zone twice", false,
		inside("env/zombie_territories.xml", "</territory>",
			strings.Repeat(`<zone name="InfectedArmy" smin="0" smax="0" dmin="0" dmax="0" x="700" z="700" r="50"/>`,
				2)),
		"territory-zone", "appears twice",
	},
	{
		"zone at 0", false,
		inside("env/zombie_territories.xml", "</territory>",
			`<zone name="InfectedArmy" smin="0" smax="0" dmin="0" dmax="0" x="0" z="0" r="50"/>`),
		"territory-zone", "corner",
	},
	{
		"zone without a radius", false,
		inside("env/zombie_territories.xml", "</territory>", `<zone name="InfectedArmy" smin="0" smax="0" dmin="0" dmax="0" x="710" z="700"/>`),
		"missing-value", ".r ",
	},
	{
		"animals with min over max", false,
		inside("cfgenvironment.xml", "</territories>",
			`<territory type="Ambient" name="AmbientQm" behavior="DZAmbientLifeGroupBeh"><item name="zoneCountMin" val="9"/><item `+
				`name="zoneCountMax" val="1"/></territory>`),
		"environment-value", "zoneCountMin",
	},
	{
		"misspelt kind of animals", false,
		inside("cfgenvironment.xml", "</territories>", `<territory type="Ambiente" name="AmbientQm2" behavior="DZAmbientLifeGroupBeh"/>`),
		"document-value", "Ambient may",
	},
	{"ignored class without a name", false, inside("cfgIgnoreList.xml", "</ignore>", `<type name=""></type>`), "ignored-type", "no name"},
	{
		"trigger without a size", false,
		whole("cfgundergroundtriggers.json", `{"Triggers":[{"Position":[1,2,3],"Orientation":[0,0,0],"Size":[0,1,1],"EyeAccommodation":0.5}]}`),
		"underground-trigger", "Size",
	},
	{"object at 0", false, append(replaced("cfggameplay.json", `"objectSpawnersArr": []`, `"objectSpawnersArr": ["custom/qm_objects7.json"]`),
		whole("custom/qm_objects7.json", `{"Objects":[{"name":"Land_Qm1","pos":[0,0,0],"ypr":[0,0,0]}]}`)...), "object-file", "corner"},
	{
		"effect area with a text for a number", false, replaced("cfgEffectArea.json", `"PosHeight":20`, `"PosHeight":"high"`),
		"effect-area-value", "PosHeight",
	},
	{
		"effect area with a number below 0", false, replaced("cfgEffectArea.json", `"NegHeight":10`, `"NegHeight":-10`), "effect-area-value",
		"NegHeight",
	},
	{"effect area at 0", false, replaced("cfgEffectArea.json", `"Pos":[500,0,600]`, `"Pos":[0,0,0]`), "position-at-origin", "Gas"},
	{
		"countdown to nothing", false,
		whole("db/messages.xml", `<messages><message><countdown>1</countdown><text>Qm soon</text></message></messages>`),
		"shutdown-without-deadline", "Qm soon",
	},

	{"currency of value 0", true, whole(traderConfig, traderText(0, "Apple, *, 10, 5\n")), "trader-line", "MoneyRuble1"},
	{
		"no <FileEnd>", true, whole(traderConfig, strings.Replace(traderText(1, "Apple, *, 10, 5\n"), "<FileEnd>", "", 1)), "trader-file",
		"<FileEnd>",
	},
	{"long comment", false, whole(traderConfig, "/* mine */\n"+traderText(1, "Apple, *, 10, 5\n")), "trader-file", "/*"},
	{"letter in a price", false, whole(traderConfig, traderText(1, "Apple, *, 1O, 5\n")), "trader-line", "Apple"},
	{"comma missing", false, whole(traderConfig, traderText(1, "Apple *, 10, 5\n")), "trader-line", "Apple"},
	{"misspelt tag of the trader", false, whole(traderConfig, traderText(1, "<Categroy> Qm\nApple, *, 10, 5\n")), "trader-file", "Categroy"},
	{
		"marker of no trader", false,
		append(whole(traderConfig, traderText(1, "Apple, *, 10, 5\n")), whole(traderObjects,
			"<TraderMarker> 7\n<TraderMarkerPosition> 1, 2, 3\n<TraderMarkerSafezone> 0\n<FileEnd>\n")...),
		"trader-file", "trader 7",
	},
	{
		"trader without a marker", false,
		append(whole(traderConfig, traderText(1, "Apple, *, 10, 5\n")), whole(traderObjects, "<FileEnd>\n")...), "trader-place", "Food",
	},
	{
		"vehicles without a place", false,
		append(whole(traderConfig, traderText(1, "OffroadHatchback, V, 10, 5\n")), whole(traderObjects,
			"<TraderMarker> 0\n<TraderMarkerPosition> 1, 2, 3\n<TraderMarkerSafezone> 0\n<FileEnd>\n")...),
		"trader-place", "vehicles",
	},
	{
		"trading from afar", false, whole("profiles/Trader/TraderVariables.txt", "<TradingDistance> 30\n<FileEnd>\n"), "trader-file",
		"TradingDistance",
	},
	{
		"a text for a number in a settings file", true,
		whole("profiles/ExpansionMod/Settings/BookSettings.json", `{"m_Version":4,"EnableBook":1,"DisplayServerSettingsInServerInfoTab":"yes"}`),
		"expansion-value", "DisplayServerSettingsInServerInfoTab",
	},
	{
		"a text for a number in a settings file without a version", false,
		whole("profiles/ExpansionMod/Settings/BookSettings.json", `{"DisplayServerSettingsInServerInfoTab":"on"}`), "expansion-value",
		"DisplayServerSettingsInServerInfoTab",
	},

	{
		"entries of types alone", false,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm9"><file name="qm_e.xml" type="types"/></ce>`),
			whole("qm9/qm_e.xml", `<type name="Qm_H1">`+usual+where+`</type><type name="Qm_H2">`+usual+where+`</type>`)...), "unread-file",
		"qm9/qm_e.xml",
	},
	{
		"entries alone in the main types", false, whole("db/types.xml", `<type name="Qm_H3">`+usual+where+`</type>`), "unread-file",
		"entries alone",
	},
	{
		"entries before the outer element", false, whole("db/types.xml", `<type name="Qm_H3">`+usual+where+`</type><types></types>`),
		"unread-file", "entries alone",
	},
	{
		"entries behind the outer element", false, whole("db/types.xml", `<types></types><type name="Qm_H3">`+usual+where+`</type>`),
		"unread-file", "more behind",
	},
	{
		"two files of types in one", false,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm10"><file name="qm_f.xml" type="types"/></ce>`),
			whole("qm10/qm_f.xml", strings.Repeat(`<types><type name="Qm_H4">`+usual+where+`</type></types>`, 2))...), "unread-file",
		"qm10/qm_f.xml",
	},
	{
		"backslash in the folder of a <ce>", false,
		append(inside("cfgeconomycore.xml", "</economycore>", `<ce folder="qm11\sub"><file name="qm_g.xml" type="types"/></ce>`),
			whole("qm11/sub/qm_g.xml", `<types><type name="Qm_H5">`+usual+where+`</type></types>`)...), "economy-core", `qm11\sub`,
	},
	{
		"object file named twice", false,
		append(replaced("cfggameplay.json", `"objectSpawnersArr": []`,
			`"objectSpawnersArr": ["custom/qm_objects8.json", "./custom/qm_objects8.json"]`),
			whole("custom/qm_objects8.json", `{"Objects":[]}`)...), "file-loaded-twice", "qm_objects8.json",
	},
	{
		"section at the wrong level", false,
		replaced("cfggameplay.json", `"PlayerData": {`, `"StaminaData": { "staminaMax": 200.0 }, "PlayerData": {`), "gameplay-value",
		"looks for it in “PlayerData”",
	},
	{
		"child of a group by its place on the map", false,
		inside("cfgeventgroups.xml", "</eventgroupdef>", `<group name="QmFar"><child type="Wreck_UH1Y" x="7000" z="8000" a="0"/></group>`),
		"group-content", "QmFar",
	},
	{
		"misspelt animal", false,
		inside("cfgenvironment.xml", "</territories>",
			`<territory type="Herd" name="Deer" behavior="DZDeerGroupBeh"><agent type="Male" chance="1"><spawn `+
				`configName="Animal_CervusElaphuss" chance="1"/></agent></territory>`),
		"environment-value", "Animal_CervusElaphuss",
	},
	{"typographic quotes", false, whole("serverDZ.cfg", "hostname = “Qm”;\n"), "server-config", "typographic quotes"},
	{
		"category before the first trader", false,
		whole(traderConfig, "<CurrencyName> #tm_ruble\n<Currency> MoneyRuble1, 1\n<Category> Fruit\nApple, *, 10, 5\n<Trader> Food\n<FileEnd>\n"),
		"trader-file", "category before",
	},
	{
		"item before the first trader", false,
		whole(traderConfig, "<CurrencyName> #tm_ruble\n<Currency> MoneyRuble1, 1\nApple, *, 10, 5\n<Trader> Food\n<FileEnd>\n"), "trader-file",
		"item before",
	},
	{"neither bought nor sold", false, whole(traderConfig, traderText(1, "Apple, *, -1, -1\n")), "trader-line", "Apple"},
	{
		"market item without a class", false,
		whole("profiles/ExpansionMod/Market/Qm.json",
			`{"m_Version":12,"DisplayName":"Qm","Items":[{"ClassName":"","MaxPriceThreshold":10,"MinPriceThreshold":5,"MaxStockThreshold":10,`+
				`"MinStockThreshold":1}]}`),
		"empty-name", "Items.0.ClassName",
	},
	{
		"trader zone without a radius", false,
		whole("expansion/traderzones/Qm.json",
			`{"m_Version":6,"m_DisplayName":"Qm","Position":[500,0,600],"Radius":0,"BuyPricePercent":100,"SellPricePercent":-1,"Stock":{}}`),
		"area-without-radius", "Qm",
	},
	{
		"trader zone outside the map", false,
		whole("expansion/traderzones/Qm2.json",
			`{"m_Version":6,"m_DisplayName":"Qm2","Position":[99000,0,600],"Radius":50,"BuyPricePercent":100,"SellPricePercent":-1,"Stock":{}}`),
		"outside-map", "Qm2",
	},
	{
		"safe zone without a radius", false,
		whole("expansion/settings/SafeZoneSettings.json",
			`{"m_Version":11,"Enabled":1,"CircleZones":[{"Center":[500,0,600],"Radius":0}],"PolygonZones":[]}`),
		"area-without-radius", "CircleZones.0",
	},
	{
		"safe zone of two corners", false,
		whole("expansion/settings/SafeZoneSettings.json",
			`{"m_Version":11,"Enabled":1,"CircleZones":[],"PolygonZones":[{"Positions":[[1,0,600],[2,0,700]]}]}`),
		"area-without-radius", "PolygonZones.0",
	},
	{
		"safe zone outside the map", false,
		whole("expansion/settings/SafeZoneSettings.json",
			`{"m_Version":11,"Enabled":1,"CircleZones":[],"PolygonZones":[{"Positions":[[1,0,600],[99000,0,700],[2,0,800]]}]}`),
		"outside-map", "Positions.1",
	},
	{
		"character of quests outside the map", false,
		whole("profiles/ExpansionMod/Quests/NPCs/QuestNPC_77.json",
			`{"ConfigVersion":6,"ID":77,"ClassName":"ExpansionQuestNPCDenis","Position":[99000.0,0,500],"NPCName":"Denis"}`),
		"outside-map", "QuestNPC_77",
	},
	{
		"patrol outside the map", false,
		whole("expansion/settings/AIPatrolSettings.json",
			`{"m_Version":32,"Enabled":1,"Patrols":[{"Name":"P","Persist":0,"Faction":"West","NumberOfAI":3,"Behaviour":"LOOP","Waypoints":[[500,`+
				`0,99000]]}]}`),
		"outside-map", "Waypoints.0",
	},

	{"decimals in nominal", true, loot("Qm_W1", `<nominal>5.5</nominal><lifetime>3600</lifetime><min>2</min>`, where), "not-whole", "Qm_W1"},
	{
		"decimals in an event", false, event("AmbientQmW2", `<nominal>3</nominal><min>1</min><max>3.5</max>`, settings+children), "not-whole",
		"AmbientQmW2",
	},
	{
		"group of player spawns without a position", false,
		replaced("cfgplayerspawnpoints.xml", "</generator_posbubbles>", `<group name="QmEmpty"></group></generator_posbubbles>`),
		"empty-spawn-group", "QmEmpty",
	},
	{"safe position outside the map", false, safePositions("[99000,5]"), "outside-map", "SafePositions"},
	{"safe position at 0", false, safePositions("[0,0]"), "position-at-origin", "SafePositions"},
	{"safe position twice", false, safePositions("[500,600],[500,600]"), "repeated-position", "SafePositions"},
	{"lootmax below 0", false, prototype(`<group name="Land_QmW3" lootmax="-1"></group>`), "prototype-value", "Land_QmW3"},
	{
		"lootmax of a container below 0", false, prototype(`<group name="Land_QmW4"><container name="a" lootmax="-2"></container></group>`),
		"prototype-value", "Land_QmW4",
	},
	{
		"building described twice", false, prototype(`<group name="Land_QmW5"></group><group name="Land_qmW5"></group>`), "prototype-value",
		"Land_qmW5",
	},
	{
		"loot point that is no place", false,
		prototype(`<group name="Land_QmW6"><container name="a"><point pos="1,2,3" range="1" height="1"/></container></group>`),
		"prototype-value", "Land_QmW6",
	},
	{"building outside the map", false, building(`name="Land_Shed" pos="99000 1 700"`), "building-place", "x 99000"},
	{"building placed without a prototype", false, building(`name="Land_QmNone" pos="500 1 700"`), "building-place", "Land_QmNone"},
	{
		"building twice at one place", false,
		building(`name="Land_Shed" pos="512 1 700" rpy="0 0 0" a="0" /><group name="Land_Shed" pos="512 1 700"`), "building-place",
		"at the same place",
	},
	{
		"item twice at one trader", false, whole(traderConfig, traderText(1, "Apple, *, 10, 5\nPear, *, 10, 5\nApple, *, 10, 5\n")),
		"repeated-trader-item", "Apple",
	},
	{
		"item twice at one trader for two prices", false,
		whole(traderConfig, traderText(1, "Apple, *, 10, 5\n<Category> More\nApple, *, 8, 5\n")), "repeated-trader-item", "Apple",
	},
	{
		"misspelt behavior", false, territory(`type="Herd" name="QmDeer" behavior="DZDeerGroupBehaviour"`, ""), "environment-value",
		"DZDeerGroupBehaviour",
	},
	{
		"unknown type of a territory", false, territory(`type="Heard" name="QmHeard" behavior="DZDeerGroupBeh"`, ""), "environment-value",
		"QmHeard",
	},
	{
		"unknown type of an agent", false,
		territory(`type="Herd" name="QmMal" behavior="DZDeerGroupBeh"`, `<agent type="Mal" chance="1"></agent>`), "environment-value", "QmMal",
	},
	{
		"unknown word of a root class", false, inside("cfgeconomycore.xml", "</classes>", `<rootclass name="QmRoot" reportMemoryLOD="never" />`),
		"economy-core", "reportMemoryLOD",
	},

	{"ban without an id", false, whole("ban.txt", "12345 // Qm\n"), "malformed-id", "12345"},
}

// unfound are mistakes that the lint does not find, with the reasons.
var unfound = map[string]string{
	"weather switched off, but changed":       "what an owner has changed is not known without the version that it comes from",
	"unknown slot in a preset of player gear": "slots of mods are not known",
}
