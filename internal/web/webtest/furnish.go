package webtest

import (
	"context"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/recordform"
)

// FurnishMore makes a record of each resource that no file brings.
func FurnishMore(b *Browser, instance string) {
	b.TB.Helper()
	rows, err := b.DB.All(context.Background(), record.InstanceClassnames, b.Scope(instance), "r.name = $", "AKM")
	if err != nil || len(rows) != 1 {
		b.TB.Fatal(rows, err)
	}
	class := recordform.Shown(record.InstanceClassnames.Field("id"), rows[0][record.InstanceClassnames.Index("id")])
	onClass := func(text string) string { return strings.ReplaceAll(text, "CLASS", class) }
	b.Accepted(instance, record.TypePresets,
		`{"title": "More <rifles>", "nominal": 25, "usage_ids": [1], "value_ids": [4, 3], "category_id": null}`)
	b.Accepted(instance, record.ServerMods, `{"name": "@CF", "position": 1, "steam_id": "1559212036"}`)
	b.Accepted(instance, record.EventSpawns, `{"name": "StaticHeliCrash", "zone_r": 45.5, "positions": [
		{"x": 7500.5, "z": 8200, "a": 90}, {"x": 1, "z": 2, "y": 0.25, "group": "a \"group\" - of <two>"}]}`)
	b.Accepted(instance, record.SpawnableTypes, onClass(`{"instance_classname_id": CLASS, "damage_min": 0.1, "hoarder": 1, "blocks": [
		{"kind": "cargo", "preset": "foodVillage"},
		{"kind": "attachments", "chance": 0.5, "items": [{"name": "AK_WoodBttstck", "chance": 0.8}, {"name": "odd name"}]}]}`))
	b.Accepted(instance, record.RandomPresets,
		`{"name": "foodVillage", "type": "cargo", "chance": 0.15, "items": [{"name": "BakedBeansCan", "chance": 0.2}, {"name": "Apple"}]}`)
	seller := b.Accepted(instance, record.TraderSellers,
		`{"name": "Consume & Trade", "position": [11590.6, 57.6, -14680.1], "orientation": [180, 0, 0],
		"safezone_radius": 100, "object_class": "SurvivorM_Boris", "attachments": ["TShirt_White", "Jeans_Blue"]}`)
	category := b.Accepted(instance, record.TraderCategories, `{"name": "Rifles", "seller_id": `+seller+`}`)
	b.Accepted(instance, record.TraderItems, onClass(`{"instance_classname_id": CLASS, "seller_id": `+seller+`, "category_id": `+category+
		`, "quantity_code": "W", "buy": 1200.5, "sell": -1}`))
	b.Accepted(instance, record.TraderCurrencies, onClass(`{"instance_classname_id": CLASS, "value": 100}`))
	b.Accepted(instance, record.PlayerLists, `{"type": "ban", "player_id": "76561198000000001", "name": "Sur<vivor>", "note": "two\nlines",
		"steam_id": "76561198000000001", "expires_at": "2027-01-31T12:00:30Z", "is_public": true}`)
	b.Accepted(instance, record.PlayerLists, `{"type": "whitelist", "player_id": "2", "name": "Friend", "note": "123"}`)
	b.Accepted(instance, record.PlayerSpawns, `{"x": 6063.02, "z": 1931.9, "y": 1.5}`)
	b.Accepted(instance, record.PlayerSpawns, `{"x": 1, "z": 2, "type": "hop", "comment": "Elektrozavodsk", "group": "West"}`)
	b.Accepted(instance, record.EffectAreas,
		`{"area_name": "Radio tower", "type": "ContaminatedArea_Static", "x": 7500, "z": 8200.25, "radius": 120, "data": {"NegHeight": 10}}`)
	b.Accepted(instance, record.Messages, `{"text": "Welcome to #name", "delay": 2, "onconnect": true}`)
}

// Accepted stores what a program would send, and returns the record's id.
func (b *Browser) Accepted(instance string, res *record.Resource, body string) string {
	b.TB.Helper()
	ctx, scope := context.Background(), b.Scope(instance)
	values, problems, err := res.Accept(ctx, jsontree.ParseBody([]byte(body)), store.References{DB: b.DB, Scope: scope}, false)
	if err != nil || len(problems) > 0 {
		b.TB.Fatal(res.Name, problems, err)
	}
	row, err := b.DB.Create(ctx, res, scope, values)
	if err != nil {
		b.TB.Fatal(err)
	}
	return recordform.Shown(res.Field("id"), row[res.Index("id")])
}

// Furnish makes an instance with what files bring.
func Furnish(b *Browser) string {
	instance := b.Instance("Livonia & <Hardcore>")
	b.Import(instance, map[string]string{"mode": "merge"}, File{"types.xml", TypesXML}, File{"events.xml", EventsXML}).Status(200)
	b.Add(instance, record.InstanceClassnames, record.Values{"name": "Sur<name>"})
	return instance
}

// TypesXML is a types.xml with a few types.
const TypesXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<types>
    <type name="AKM">
        <nominal>20</nominal>
        <lifetime>28800</lifetime>
        <restock>0</restock>
        <min>10</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="weapons"/>
        <usage name="Military"/>
        <usage name="Coast"/>
        <value name="Tier4"/>
    </type>
    <type name="Apple">
        <lifetime>5400</lifetime>
        <usage name="Farm"/>
    </type>
</types>
`

// EventsXML is an events.xml with a few events.
const EventsXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<events>
    <event name="VehicleHatchback">
        <nominal>8</nominal>
        <min>5</min>
        <max>11</max>
        <lifetime>300</lifetime>
        <restock>0</restock>
        <saferadius>500</saferadius>
        <distanceradius>500</distanceradius>
        <cleanupradius>200</cleanupradius>
        <flags deletable="0" init_random="0" remove_damaged="1"/>
        <position>fixed</position>
        <limit>mixed</limit>
        <active>1</active>
        <children>
            <child lootmax="0" lootmin="0" max="5" min="3" type="Hatchback"/>
            <child lootmax="0" lootmin="0" max="4" min="2" type="Hatchback_Blue"/>
        </children>
    </event>
</events>
`

// ShedFiles are a mission with a shed in which hammers lie, and oars that have no building.
var ShedFiles = []File{
	{
		"cfglimitsdefinition.xml",
		`<lists><categories><category name="tools"/></categories><usageflags><usage name="Farm"/><usage name="Coast"/></usageflags></lists>`,
	},
	{
		"mapgroupproto.xml",
		`<prototype><group name="Land_Shed" lootmax="2"><usage name="Farm"/><container lootmax="1"><category ` +
			`name="tools"/><point/><point/></container></group></prototype>`,
	},
	{"mapgrouppos.xml", `<map>` + strings.Repeat(`<group name="land_shed" pos="100.5 5 200"/>`, 3) + `</map>`},
	{
		"db/types.xml",
		`<types><type name="Hammer"><nominal>4</nominal><category name="tools"/><usage name="Farm"/></type><type ` +
			`name="Oar"><nominal>6</nominal><category name="tools"/><usage name="Coast"/></type></types>`,
	},
	{
		"cfgspawnabletypes.xml",
		`<spawnabletypes><type name="ZmbM_Farmer"><cargo chance="0.25"><item name="Hammer"/></cargo></type></spawnabletypes>`,
	},
}

const (
	// MissionFolder is the mission of Chernarus below the root of a server, with the slash.
	MissionFolder = "mpmissions/dayzOffline.chernarusplus/"
	// SomeGlobals is a db/globals.xml with a comment and two values.
	SomeGlobals = "<variables>\n    <!-- ours -->\n    <var name=\"AnimalMaxCount\" type=\"0\" value=\"200\"/>\n    <var " +
		"name=\"ZombieMaxCount\" type=\"0\" value=\"900\"/>\n</variables>\n"
	// SomeZones is a file of territories below env.
	SomeZones = `<territory-type>
    <territory color="1">
        <zone name="InfectedCity" smin="0" smax="0" dmin="2" dmax="4" x="1.5" z="2" r="60"/>
    </territory>
</territory-type>
`
)

// WithGameFiles makes an instance with files below its mission folder.
func (b *Browser) WithGameFiles(files ...File) (instance string) {
	b.TB.Helper()
	instance = b.Instance("A")
	for i := range files {
		files[i].Name = MissionFolder + files[i].Name
	}
	b.Import(instance, nil, files...)
	return instance
}
