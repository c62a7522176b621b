package webtest

import (
	"strings"
)

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
