package sequence

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder is a set of files that somebody imports.
type folder struct {
	name  string
	files []upload
}

// genuineRoot is where files of the game lie, which are not part of the project.
var genuineRoot = filepath.Join("..", "..", "..", "shared", "data")

// genuineFolders are imported as they are: whole missions, profiles and mods.
var genuineFolders = []string{
	"vanilla-ce/chernarusplus", "vanilla-ce/enoch", "vanilla-ce/malformed/halloweenOffline.enoch",
	"vanilla-ce/seasonal/halloweenOffline.chernarusplus",
	"vanilla-versions/DZ_116/dayzOffline.chernarusplus", "vanilla-versions/DZ_122/dayzOffline.chernarusplus",
	"vanilla-versions/DZ_125/dayzOffline.chernarusplus",
	"community-ce/eschuderer", "community-ce/omniv1", "expansion/eschuderer", "expansion/omniv1", "expansion/omniv1/profiles",
	"trader/helkhiana", "player-lists",
	"server-files/cfggameplay", "server-files/globals", "server-files/expansion-map", "server-files/expansion-quests", "server-files/serverdz",
	"server-files/rcon",
	"server-files/cfgweather", "server-files/cfgeventgroups", "server-files/mapgroup", "server-files/economy",
	"server-files/expansion-p2pmarket",
}

// genuine returns the game's own files where they lie beside the checkout.
func genuine(t *testing.T) (all []folder) {
	t.Helper()
	for _, name := range genuineFolders {
		if f := readFolder(t, name); len(f.files) > 0 {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		t.Log("the game's own files are not here: the sequences are made of files of our own alone")
	}
	return all
}

const largest = 1 << 20 // bytes of a file that sequences are made of

func readFolder(t *testing.T, name string) folder {
	t.Helper()
	root := filepath.Join(genuineRoot, filepath.FromSlash(name))
	out := folder{name: strings.ReplaceAll(name, "/", "_")}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // what is not there is left out
		}
		data, err := os.ReadFile(path)
		if err != nil || len(data) > largest || strings.HasSuffix(path, ".gz") {
			return err
		}
		place, err := filepath.Rel(root, path)
		out.files = append(out.files, upload{filepath.ToSlash(place), data})
		return err
	})
	check(t, err)
	return out
}

// ours are small files of every kind, with what is odd in genuine ones.
func ours() []folder {
	return []folder{
		{"economy", []upload{
			{"db/types.xml", []byte(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<types>
    <!-- weapons -->
    <type name="AKM">
        <nominal>12</nominal>
        <lifetime>3600</lifetime>
        <restock>0</restock>
        <min>6</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="weapons"/>
        <usage name="Military"/>
        <usage name="military"/>
        <usage name="Military"/>
        <value name="Tier3"/>
        <value name="TIER4"/>
    </type>
    <type name="akm_mag"><nominal>5</nominal><tag name="Shelves"/><tag name="floor" /></type>
	<type name="Apple" />
    <type name="Apple">
        <nominal>1</nominal>
        <nominal>2</nominal>
    </type>
</types>
`)},
			{
				"cfgspawnabletypes.xml",
				[]byte("<?xml version=\"1.0\"?>\r\n<spawnabletypes>\r\n\t<type name=\"AKM\">\r\n\t\t<hoarder />\r\n\t\t<damage min=\"0.1\" " +
					"max=\"0.60\" />\r\n" +
					"\t\t<attachments chance=\"0.50\">\r\n\t\t\t<item name=\"Mag\" chance=\"1.00\" />\r\n\t\t</attachments>\r\n\t\t<attachments " +
					"chance=\"0.50\">\r\n\t\t\t<item name=\"Mag\" chance=\"1.00\" />\r\n\t\t</attachments>\r\n" +
					"\t\t<cargo preset=\"food\" />\r\n\t\t<cargo preset=\"food\" />\r\n\t</type>\r\n\t<type name=\"apple\" />\r\n</spawnabletypes>\r\n"),
			},
			{"cfgrandompresets.xml", []byte(`<randompresets>
	<cargo chance="0.16" name="food">
		<item name="Apple" chance="0.10" />
		<item name="Apple" chance="0.10" />
	</cargo>
	<attachments chance="0.50" name="food" />
</randompresets>
`)},
			{"db/events.xml", []byte(`<events>
    <event name="VehicleBoat">
        <nominal>5</nominal><min>3</min><max>7</max><lifetime>300</lifetime><restock>0</restock>
        <saferadius>500</saferadius><distanceradius>500</distanceradius><cleanupradius>200</cleanupradius>
        <flags deletable="0" init_random="0" remove_damaged="1"/>
        <position>fixed</position><limit>mixed</limit><active>1</active>
        <children><child lootmax="0" lootmin="0" max="5" min="3" type="Boat_01_Orange"/>` +
				`<child lootmax="0" lootmin="0" max="5" min="3" type="Boat_01_Orange"/></children>
    </event>
    <event name="InfectedCity"><active>0</active></event>
</events>
`)},
			{
				"cfgeventspawns.xml",
				[]byte("<eventposdef>\n\t<event name=\"VehicleBoat\">\n\t\t<zone smin=\"1\" smax=\"2\" dmin=\"3\" dmax=\"4\" r=\"45\" />\n\t\t<pos " +
					"x=\"1.500000\" z=\"2\" a=\"0.0\" />\n\t\t<pos x=\"1.500000\" z=\"2\" a=\"0.0\" />\n\t</event>\n\t<event name=\"InfectedCity\" " +
					"/>\n</eventposdef>\n"),
			},
			{
				"db/messages.xml",
				[]byte("<messages>\n    <message>\n        <delay>2</delay>\n        <text>Hello #name</text>\n    </message>\n    " +
					"<message><deadline>600</deadline><shutdown>1</shutdown><text>Down in #tmin</text></message>\n</messages>\n"),
			},
			{
				"cfgeconomycore.xml",
				[]byte("<economycore>\n\t<classes>\n\t\t<rootclass name=\"DefaultWeapon\" />\n\t</classes>\n\t<defaults>\n\t\t<default " +
					"name=\"dyn_radius\" value=\"30\" />\n\t\t<default name=\"log_hivewarning\" value=\"true\" />\n\t</defaults>\n\t<ce " +
					"folder=\"mods\">\n\t\t<file name=\"x_types.xml\" type=\"types\" />\n\t</ce>\n</economycore>\n"),
			},
			{
				"mods/x_types.xml",
				[]byte("<types>\n  <type name=\"X_Gun\"><nominal>3</nominal><usage name=\"XZone\"/></type>\n  <type " +
					"name=\"AkM\"><nominal>4</nominal></type>\n</types>"),
			},
			{
				"cfglimitsdefinition.xml",
				[]byte("<lists>\n    <categories>\n        <category name=\"Weapons\"/>\n    </categories>\n    <tags>\n        <tag " +
					"name=\"floor\"/>\n    </tags>\n    <usageflags>\n        <usage name=\"MILITARY\"/>\n        <usage name=\"XZone\"/>\n    " +
					"</usageflags>\n    <valueflags>\n        <value name=\"Tier1\"/>\n    </valueflags>\n</lists>\n"),
			},
			{
				"cfgEffectArea.json",
				[]byte("{\n    \"Areas\": [\n        {\n            \"AreaName\": \"Gas\",\n            \"Type\": \"ContaminatedArea_Static\",\n    " +
					"        \"Data\": {\n                \"Pos\": [ 10.0, 0, 30 ],\n                \"Radius\": 100,\n                \"NegHeight\": " +
					"2.50\n            },\n            \"PlayerData\": { \"AroundPartName\": \"a\", \"PPERequesterType\": \"b\" }\n        },\n        " +
					"{ \"AreaName\": \"Bare\" }\n    ],\n    \"SafePositions\": []\n}"),
			},
			{"db/globals.xml", []byte("<variables>\n    <var name=\"AnimalMaxCount\" type=\"0\" value=\"200\"/>\n</variables>\n")},
			{"cfggameplay.json", []byte("{ \"version\": 122, \"GeneralData\": { \"disableBaseDamage\": false } }")},
		}},
		{
			"spawns-new",
			[]upload{{
				"cfgplayerspawnpoints.xml",
				[]byte("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<playerspawnpoints>\n    <fresh>\n        <spawn_params>\n   " +
					"         <min_dist_infected>30</min_dist_infected>\n        </spawn_params>\n        <generator_posbubbles>\n            <group " +
					"name=\"West\">\n                <pos x=\"1.2345\" z=\"2\" />\n                <pos x=\"5\" z=\"6\" />\n            </group>\n     " +
					"       <group name=\"East\">\n                <pos x=\"7\" z=\"8\" />\n            </group>\n        </generator_posbubbles>\n    " +
					"</fresh>\n    <hop>\n        <generator_posbubbles>\n            <group name=\"West\">\n                <pos x=\"1\" z=\"1\" />\n " +
					"           </group>\n        </generator_posbubbles>\n    </hop>\n    <travel>\n        <generator_posbubbles>\n            <pos " +
					"x=\"2\" z=\"2\" />\n        </generator_posbubbles>\n    </travel>\n</playerspawnpoints>\n"),
			}},
		},
		{
			"spawns-old",
			[]upload{{
				"cfgplayerspawnpoints.xml",
				[]byte("<playerspawnpoints>\n    <fresh>\n        <generator_posbubbles>\n            <pos x=\"3\" z=\"3\" />\n        " +
					"</generator_posbubbles>\n    </fresh>\n    <travel>\n        <generator_posbubbles>\n            <pos x=\"4\" z=\"4\" />\n        " +
					"</generator_posbubbles>\n    </travel>\n</playerspawnpoints>\n"),
			}},
		},
		{"lists", []upload{
			{"ban.txt", []byte("// banned\r\n76561198000000001\t//Survivor - cheats\r\nName only // x\r\n76561198000000001\r\n")},
			{"whitelist.txt", []byte("76561198000000002 //Friend\n76561198000000003")},
			{"BattlEye/bans.txt", []byte("0123456789abcdef0123456789abcdef 60 for an hour\n11111111111111111111111111111111 -1 for good\n")},
			{"priority.txt", []byte("76561198000000002;")},
		}},
		{"trader-one", []upload{
			{
				"Trader/TraderConfig.txt",
				[]byte("<CurrencyName> #tm\n\t<Currency> Rouble,\t1\n\t<Currency> Gold,\t3725.606636\n// first\n<Trader> Food\n\t<Category> " +
					"Fruit\n\t\tApple,\t*,\t10,\t-1 // cheap\n\t\tApple,\tW,\t11,\t-1\n<Trader> Guns\n\t<Category> " +
					"Rifles\n\t\tAKM,\tW,\t1000,\t500\n<OpenFile> More.txt\n<FileEnd>\n"),
			},
			{"Trader/More.txt", []byte("\t\tAKM_Mag,\t*,\t50,\t20\n\t<Category> Mags\n\t\tMag,\t*,\t5,\t2\n<Trader> Last\n<FileEnd>\n")},
			{
				"Trader/TraderObjects.txt",
				[]byte("<TraderMarker>\t0\n<TraderMarkerPosition>\t1, 2, " +
					"3\n<TraderMarkerSafezone>\t100\n\n<Object>\tSurvivorM_Boris\n<ObjectPosition>\t1,\t2,\t3\n<ObjectOrientation>\t0,\t0," +
					"\t0\n<ObjectAttachment>\tHat\n<FileEnd>\n"),
			},
		}},
		{
			"trader-two",
			[]upload{{
				"Trader/TraderConfig.txt",
				[]byte("<CurrencyName> Money\n<Currency> Gold, 100\n<Trader> Food\n<Category> Meat\nSteak, *, 10, 5\n<Trader> Cars\n<Category> " +
					"Cars\nOffroad, V, 9000, -1\n<FileEnd>"),
			}},
		},
		{"expansion", []upload{
			{
				"profiles/ExpansionMod/Settings/GeneralSettings.json",
				[]byte("{\n    \"m_Version\": 15,\n    \"DisableShootToUnlock\": 0,\n    \"EnableHUDNightvisionOverlay\": 1,\n    \"OwnKey\": " +
					"[1.50, null]\n}"),
			},
			{
				"profiles/ExpansionMod/Settings/RaidSettings.json",
				[]byte("{\"m_Version\":5,\"ExplosionTime\":30.0,\"Schedule\":[{\"Weekday\":\"SUNDAY\",\"StartHour\":0,\"StartMinute\":0," +
					"\"DurationMinutes\":1440}]}"),
			},
			{
				"profiles/ExpansionMod/Market/Ammo.json",
				[]byte("{\n    \"m_Version\": 12,\n    \"DisplayName\": \"#AMMO\",\n    \"Icon\": \"Deliver\",\n    \"Color\": \"FBFCFEFF\",\n    " +
					"\"IsExchange\": 0,\n    \"InitStockPercent\": 75.0,\n    \"Items\": [\n        {\n            \"ClassName\": \"ammo_12ga\",\n     " +
					"       \"MaxPriceThreshold\": 10,\n            \"MinPriceThreshold\": 5,\n            \"SellPricePercent\": -1.0,\n            " +
					"\"MaxStockThreshold\": 500,\n            \"MinStockThreshold\": 1,\n            \"QuantityPercent\": -1,\n            " +
					"\"SpawnAttachments\": [],\n            \"Variants\": []\n        }\n    ]\n}"),
			},
			{
				"profiles/ExpansionMod/Traders/Gunsmith.json",
				[]byte("{\n    \"m_Version\": 12,\n    \"DisplayName\": \"Gunsmith\",\n    \"TraderIcon\": \"Deliver\",\n    \"Currencies\": " +
					"[\"money\"],\n    \"Categories\": [\"Ammo\"],\n    \"Items\": {\"ammo_12ga\": 1}\n}"),
			},
			{
				"profiles/ExpansionMod/Loadouts/Army.json",
				[]byte("{\n    \"ClassName\": \"\",\n    \"Chance\": 1.0,\n    \"Quantity\": {\"Min\": 0.0, \"Max\": 0.0},\n    \"Health\": [],\n   " +
					" \"InventoryAttachments\": [],\n    \"InventoryCargo\": [],\n    \"ConstructionPartsBuilt\": [],\n    \"Sets\": []\n}"),
			},
			{
				"mpmissions/dayzOffline.chernarusplus/expansion/traderzones/Green.json",
				[]byte("{\n    \"m_Version\": 6,\n    \"m_DisplayName\": \"Green\",\n    \"Position\": [1.0, 2.0, 3.0],\n    \"Radius\": 100.0,\n   " +
					" \"BuyPricePercent\": 100.0,\n    \"SellPricePercent\": -1.0,\n    \"Stock\": {\"ammo_12ga\": 10}\n}"),
			},
		}},
		{"odd", []upload{
			{"broken/types.xml", []byte("<types><type name=\"A\"><nominal>1</oops></type></types>")},
			{"db/events.xml", []byte("<events>")},
			{"cfggameplay.json", []byte("{")},
			{"globals.xml", nil},
			{"readme.txt", []byte("<notes> are no economy file\n")},
			{"..", []byte("x")},
			{"notes", []byte("x")},
			{"notes/today.txt", []byte("y")},
			{"cfgspawnabletypes.xml", []byte("\xff\xfe<\x00s\x00p\x00a\x00w\x00n\x00a\x00b\x00l\x00e\x00t\x00y\x00p\x00e\x00s\x00/\x00>\x00")},
			{
				"latin/types.xml",
				[]byte("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<types>\n    <!-- na\xefve -->\n    <type " +
					"name=\"Latin\"><nominal>1</nominal></type>\n</types>\n"),
			},
		}},
	}
}
