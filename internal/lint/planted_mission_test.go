package lint_test

import "strings"

// smallMission is a mission of our own in which the lint finds nothing.
func smallMission() files {
	return files{
		"cfgeconomycore.xml": `<economycore>
	<classes><rootclass name="DefaultWeapon" /></classes>
	<defaults><default name="dyn_radius" value="30" /></defaults>
</economycore>
`,
		"cfglimitsdefinition.xml": `<lists>
	<categories><category name="tools" /><category name="weapons" /></categories>
	<tags><tag name="floor" /></tags>
	<usageflags><usage name="Military" /><usage name="Town" /></usageflags>
	<valueflags><value name="Tier1" /><value name="Tier3" /></valueflags>
</lists>
`,
		"cfglimitsdefinitionuser.xml": `<user_lists>
	<usageflags><user name="TownMilitary"><usage name="Town" /><usage name="Military" /></user></usageflags>
	<valueflags></valueflags>
</user_lists>
`,
		"db/types.xml": `<types>
    <type name="Wrench">` + usual + where + `</type>
    <type name="AKM">` + usual + flags + `<category name="weapons"/><usage user="TownMilitary"/></type>
</types>
`,
		"db/events.xml": `<events>
    <event name="StaticHeliCrash"><nominal>1</nominal><min>1</min><max>3</max><lifetime>2100</lifetime>` +
			`<secondary>InfectedArmy</secondary>` + settings + children + `</event>
    <event name="InfectedArmy"><nominal>0</nominal><min>0</min><max>0</max><lifetime>3</lifetime>` +
			`<position>player</position><limit>custom</limit><active>1</active>` + children + `</event>
</events>
`,
		"db/globals.xml": `<variables>
    <var name="IdleModeStartup" type="0" value="1"/>
    <var name="LootDamageMax" type="1" value="0.82"/>
    <var name="LootDamageMin" type="1" value="0.0"/>
</variables>
`,
		"db/economy.xml": `<economy>
    <animals init="1" load="0" respawn="1" save="0"/>
    <vehicles init="1" load="1" respawn="1" save="1"/>
</economy>
`,
		"cfgeventspawns.xml": `<eventposdef><event name="StaticHeliCrash"><pos x="500" z="600" a="0" group="Camp" /></event></eventposdef>`,
		"cfgeventgroups.xml": `<eventgroupdef><group name="Camp"><child type="Wreck_UH1Y" x="0" z="0" a="0"/></group></eventgroupdef>`,
		"cfgspawnabletypes.xml": `<spawnabletypes><type name="AKM"><damage min="0.1" max="0.5"/><cargo ` +
			`preset="foodVillage"/></type></spawnabletypes>`,
		"cfgrandompresets.xml": `<randompresets><cargo chance="0.5" name="foodVillage"><item name="Wrench" ` +
			`chance="1"/></cargo></randompresets>`,
		"cfgplayerspawnpoints.xml": `<playerspawnpoints><fresh><generator_posbubbles><pos x="500" ` +
			`z="600"/></generator_posbubbles><group_params><lifetime>-1</lifetime><counter>-1</counter></group_params></fresh></playerspawnpoints>`,
		"cfgEffectArea.json": `{"Areas":[{"AreaName":"Gas","Type":"ContaminatedArea_Static","TriggerType":"ContaminatedTrigger",
	"Data":{"Pos":[500,0,600],"Radius": 50,"PosHeight":20,"NegHeight":10}}]}`,
		"cfgIgnoreList.xml":  `<ignore><type name="Bandage"></type></ignore>`,
		"cfgenvironment.xml": `<env><territories><file path="env/zombie_territories.xml"/></territories></env>`,
		"env/zombie_territories.xml": `<territory-type><territory color="1"><zone name="InfectedArmy" smin="0" smax="1" dmin="1" dmax="2" ` +
			`x="500" z="600" r="50"/></territory></territory-type>`,
		"cfggameplay.json": `{
	"version": 123,
	"PlayerData": { "StaminaData": { "staminaMax": 100.0 } },
	"WorldsData": {
		"objectSpawnersArr": [],
		"environmentMinTemps": [-3, -2, 0, 4, 9, 14, 18, 17, 13, 11, 9, 0],
		"environmentMaxTemps": [3, 5, 7, 14, 19, 24, 26, 25, 21, 16, 10, 5]
	}
}`,
		"cfgweather.xml": `<weather reset="0" enable="1"><fog><current actual="0.1" time="10" duration="10"/><limits min="0.0" ` +
			`max="1.0"/></fog></weather>`,
		"mapgroupproto.xml": `<prototype><group name="Land_Shed" lootmax="20"><usage name="Town"/><container name="a" ` +
			`lootmax="20"><category name="tools"/><category name="weapons"/><tag name="floor"/>` + strings.Repeat(`<point pos="0 0 0" range="1" `+
			`height="1"/>`,
			20) + `</container></group></prototype>`,
		"mapgrouppos.xml":             `<map><group name="Land_Shed" pos="500 1 600" rpy="0 0 0" a="0" /></map>`,
		"cfgundergroundtriggers.json": `{"Triggers":[{"Position":[1,2,3],"Orientation":[0,0,0],"Size":[1,1,1],"EyeAccommodation":0.5}]}`,
	}
}
