package api_test

import (
	"strings"
	"testing"
)

func TestEventSpawns(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, scope := c.instance(t)
	scenario{
		path: instance + "/event-spawns", required: []string{"name"}, least: `{"name":"StaticX"}`,
		fresh: []string{
			"instance_id", number(scope.InstanceID),
			"name", `"StaticX"`,
			"zone_r", "null",
			"zone_smin", "null",
			"zone_smax", "null",
			"zone_dmin", "null",
			"zone_dmax", "null",
			"positions", "[]",
			"children_count", "0",
		},
		full: `{"name":" StaticX ","zone_r":45.5,"zone_smin":"2","zone_smax":1e1,"zone_dmin":0,"zone_dmax":-1,"children_count":9,
			"positions":[{"x":7500.25,"z":"8200"},{"x":0,"z":0,"y":1.5,"a":-90,"group":"Camp","other":1}]}`,
		stored: []string{
			"name", `"StaticX"`,
			"zone_r", "45.5",
			"zone_smin", "2",
			"zone_smax", "10",
			"zone_dmin", "0",
			"zone_dmax", "-1",
			"children_count", "2",
			"positions", `[{"a":null,"group":null,"x":7500.25,"y":null,"z":8200},{"a":-90,"group":"Camp","x":0,"y":1.5,"z":0}]`,
		},
		again: `{"name":"StaticX"}`,
		cleared: []string{
			"zone_r", "null",
			"zone_smin", "null",
			"zone_smax", "null",
			"zone_dmin", "null",
			"zone_dmax", "null",
			"positions", "[]",
		},
		refusals: []refusal{
			{`{"name":5}`, "name", "The name field must be a string."},
			{`{"zone_r":"wide"}`, "zone_r", "The zone r field must be a number."},
			{`{"zone_smin":true}`, "zone_smin", "The zone smin field must be a number."},
			{`{"zone_r":1e400}`, "zone_r", "The zone r field must not be greater than 1.7976931348623157e+308."},
			{`{"positions":"here"}`, "positions", "The positions field must be an array."},
			{`{"positions":[{"x":1}]}`, "positions.0.z", "The positions.0.z field is required."},
			{`{"positions":[{"x":1,"z":2},{"x":null,"z":3}]}`, "positions.1.x", "The positions.1.x field is required."},
			{`{"positions":[{"x":1,"z":"far"}]}`, "positions.0.z", "The positions.0.z field must be a number."},
			{`{"positions":[{"x":1,"z":2,"group":[]}]}`, "positions.0.group", "The positions.0.group field must be a string."},
		},
	}.run(t, c)
	c.create(t, instance+"/event-spawns", `{"name":"VehicleCar"}`)
	c.create(t, instance+"/event-spawns", `{"name":"VehicleCar","positions":[{"x":1,"z":2}]}`)
	c.finds(t, instance+"/event-spawns", "children_count", map[string]string{
		"": "0 1", "search=hicle": "0 1", "search=static": "", "sort=-children_count": "1 0",
	})
}

func TestSpawnableTypes(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	class, other := c.class(t, instance, "AKM", ""), c.class(t, instance, "M4A1", "")
	invalidChance := refusal{
		`{"blocks":[{"kind":"cargo","items":[{"name":"A"},{"name":"B","chance":"often"}]}]}`, "blocks.0.items.1.chance",
		"The blocks.0.items.1.chance field must be a number.",
	}
	scenario{
		path: instance + "/spawnable-types", required: []string{"instance_classname_id"}, least: `{"instance_classname_id":` + class + `}`,
		fresh: []string{
			"instance_classname_id", class,
			"name", `"AKM"`,
			"damage_min", "null",
			"damage_max", "null",
			"hoarder", "0",
			"blocks", "[]",
			"children_count", "0",
		},
		full: `{"instance_classname_id":"` + other + `","name":"Forged","damage_min":0,"damage_max":"1","hoarder":true,"children_count":7,` +
			`"blocks":[
			{"kind":"attachments","chance":0.5,"items":[{"name":"A","chance":1},{"name":" B "}]},{"kind":"cargo","preset":"foodVillage"},` +
			`{"kind":"cargo","items":null}]}`,
		stored: []string{
			"instance_classname_id", other,
			"name", `"M4A1"`,
			"damage_min", "0",
			"damage_max", "1",
			"hoarder", "1",
			"children_count", "3",
			"blocks", `[{"chance":0.5,"items":[{"chance":1,"name":"A"},{"chance":null,"name":"B"}],"kind":"attachments","preset":null},` +
				`{"chance":null,"items":[],"kind":"cargo","preset":"foodVillage"},{"chance":null,"items":[],"kind":"cargo","preset":null}]`,
		},
		again:   `{"instance_classname_id":` + other + `}`,
		cleared: []string{"damage_min", "null", "damage_max", "null", "blocks", "[]"},
		refusals: []refusal{
			{`{"damage_min":-0.01}`, "damage_min", "The damage min field must be at least 0."},
			{`{"damage_max":1.01}`, "damage_max", "The damage max field must not be greater than 1."},
			{`{"damage_max":"much"}`, "damage_max", "The damage max field must be a number.|The damage max field must not be greater than 1."},
			{`{"hoarder":2}`, "hoarder", "The hoarder field must be true or false."},
			{`{"hoarder":null}`, "hoarder", "The hoarder field must be true or false."},
			{`{"blocks":[{"chance":1}]}`, "blocks.0.kind", "The blocks.0.kind field is required."},
			{`{"blocks":[{"kind":"Cargo"}]}`, "blocks.0.kind", "The selected blocks.0.kind is invalid."},
			{`{"blocks":[{"kind":"cargo","items":5}]}`, "blocks.0.items", "The blocks.0.items field must be an array."},
			{`{"blocks":[{"kind":"cargo","items":[{"chance":1}]}]}`, "blocks.0.items.0.name", "The blocks.0.items.0.name field is required."},
			{`{"instance_classname_id":999999}`, "instance_classname_id", "The selected instance classname id is invalid."},
			invalidChance,
		},
	}.run(t, c)
	c.create(t, instance+"/spawnable-types", `{"instance_classname_id":`+class+`}`)
	c.create(t, instance+"/spawnable-types", `{"instance_classname_id":`+class+`}`)
	c.create(t, instance+"/spawnable-types", `{"instance_classname_id":`+other+`}`)
	c.finds(t, instance+"/spawnable-types", "name", map[string]string{
		"search=km": "AKM AKM", "search=M4": "M4A1", "sort=-name": "M4A1 AKM AKM", "search=none": "",
	})
}

func TestRandomPresets(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	scenario{
		path: instance + "/random-presets", required: []string{"name", "type", "chance"}, least: `{"name":"food","type":"cargo","chance":"0.15"}`,
		fresh: []string{"name", `"food"`, "type", `"cargo"`, "chance", "0.15", "items", "[]", "items_count", "0"},
		full: `{"name":"optics","type":"attachments","chance":1,"items":[{"name":"ACOGOptic","chance":0.2},{"name":"KazuarOptic"}],` +
			`"items_count":0}`,
		stored: []string{
			"name", `"optics"`,
			"type", `"attachments"`,
			"chance", "1",
			"items", `[{"chance":0.2,"name":"ACOGOptic"},{"chance":null,"name":"KazuarOptic"}]`,
			"items_count", "2",
		},
		again:   `{"name":"optics","type":"attachments","chance":1}`,
		cleared: []string{"items", "[]"},
		refusals: []refusal{
			{`{"type":"weapons"}`, "type", "The selected type is invalid."},
			{`{"chance":"half"}`, "chance", "The chance field must be a number."},
			{`{"name":"` + strings.Repeat("x", 256) + `"}`, "name", "The name field must not be greater than 255 characters."},
			{`{"items":{"a":{"chance":1}}}`, "items.a.name", "The items.a.name field is required."},
		},
	}.run(t, c)
	for _, body := range []string{
		`{"name":"food","type":"cargo","chance":0}`, `{"name":"Foot","type":"attachments","chance":1}`,
		`{"name":"food","type":"cargo","chance":0.5}`,
	} {
		c.create(t, instance+"/random-presets", body)
	}
	c.finds(t, instance+"/random-presets", "name", map[string]string{
		"type=cargo":             "food food",
		"type=attachments":       "Foot",
		"type=Cargo":             "",
		"type=none":              "",
		"type=":                  "food Foot food",
		"search=FOO":             "food Foot food",
		"search=foot&type=cargo": "",
	})
}

func TestPlayerSpawns(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	scenario{
		path: instance + "/player-spawns", required: []string{"x", "z"}, least: `{"x":12,"z":"1e3"}`,
		fresh: []string{
			"x", `"12.00"`,
			"z", `"1000.00"`,
			"type", `"fresh"`,
			"comment", "null",
			"y", "null",
			"a", "null",
			"group", "null",
		},
		full: `{"x":"6063.018","z":-0.005,"type":"hop","comment":"Elektro","y":5.125,"a":"90","group":"West"}`,
		stored: []string{
			"x", `"6063.02"`,
			"z", `"-0.01"`,
			"type", `"hop"`,
			"comment", `"Elektro"`,
			"y", "5.125",
			"a", "90",
			"group", `"West"`,
		},
		again: `{"x":6063.02,"z":"-0.01"}`,
		cleared: []string{
			"comment", "null", "y", "null", "a", "null", "group", "null",
		},
		refusals: []refusal{
			{`{"x":"far"}`, "x", "The x field must be a number."},
			{`{"x":false}`, "x", "The x field must be a number."},
			{`{"z":2147483648}`, "z", "The z field must not be greater than 2147483647."},
			{`{"z":"-2147483649"}`, "z", "The z field must be at least -2147483648."},
			{`{"type":"Fresh"}`, "type", "The selected type is invalid."},
			{`{"type":null}`, "type", "The type field must be a string.|The selected type is invalid."},
		},
	}.run(t, c)
	for _, body := range []string{
		`{"x":1,"z":1,"comment":"Kamenka"}`, `{"x":2,"z":1,"type":"travel","group":"Kamen"}`, `{"x":3,"z":1,"type":"hop"}`,
	} {
		c.create(t, instance+"/player-spawns", body)
	}
	c.finds(t, instance+"/player-spawns", "x", map[string]string{
		"":             "1.00 2.00 3.00",
		"type=fresh":   "1.00",
		"type=travel":  "2.00",
		"type=x":       "",
		"search=kamen": "1.00 2.00",
		"sort=-x":      "3.00 2.00 1.00",
	})
}
