package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestEffectAreas(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	scenario{
		path: instance + "/effect-areas", required: []string{"area_name"}, least: `{"area_name":"Tower"}`,
		fresh: []string{
			"area_name", `"Tower"`,
			"type", "null",
			"trigger_type", "null",
			"x", `"0.00"`,
			"y", `"0.00"`,
			"z", `"0.00"`,
			"radius", `"0.00"`,
			"height", `"0.00"`,
			"particle_name", "null",
			"data", "{}",
			"player_data", "{}",
		},
		full: `{"area_name":"Ship","type":"ContaminatedArea_Static","trigger_type":"ContaminatedTrigger","x":"13300.125","y":-12,"z":3.1e3,` +
			`"radius":".5",
			"height":25.004,"particle_name":"graphics/gas","data":{"NegHeight":10,"Own":[1.50,{"a":null}],"empty":""},` +
			`"player_data":{"AroundPartName":"x/y"}}`,
		stored: []string{
			"area_name", `"Ship"`,
			"type", `"ContaminatedArea_Static"`,
			"trigger_type", `"ContaminatedTrigger"`,
			"x", `"13300.13"`,
			"y", `"-12.00"`,
			"z", `"3100.00"`,
			"radius", `"0.50"`,
			"height", `"25.00"`,
			"particle_name", `"graphics/gas"`,
			"data", `{"NegHeight":10,"Own":[1.50,{"a":null}],"empty":null}`,
			"player_data", `{"AroundPartName":"x/y"}`,
		},
		again: `{"area_name":"Ship"}`,
		cleared: []string{
			"type", "null",
			"trigger_type", "null",
			"x", "null",
			"y", "null",
			"z", "null",
			"radius", "null",
			"height", "null",
			"particle_name", "null",
			"data", "{}",
			"player_data", "{}",
		},
		refusals: []refusal{
			{`{"area_name":["x"]}`, "area_name", "The area name field must be a string."},
			{`{"x":"1,5"}`, "x", "The x field must be a number."},
			{`{"radius":2147483647.5}`, "radius", "The radius field must not be greater than 2147483647."},
			{`{"height":1e10}`, "height", "The height field must not be greater than 2147483647."},
			{`{"data":"x"}`, "data", "The data field must be an array."},
			{`{"player_data":[1,2]}`, "player_data", "The player data field must be an array."},
		},
	}.run(t, c)
	c.create(t, instance+"/effect-areas", `{"area_name":"Rify","x":"2147483647","y":-2147483648}`)
	c.create(t, instance+"/effect-areas", `{"area_name":"Pavlovo","data":[]}`)
	c.finds(t, instance+"/effect-areas", "x", map[string]string{
		"": "2147483647.00 0.00", "search=PAV": "0.00", "search=rif": "2147483647.00", "sort=x": "0.00 2147483647.00",
	})
}

// TestDecimals: numbers and texts in, texts with two decimals out, rounded as on paper.
func TestDecimals(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		path, _ := c.create(t, instance+"/effect-areas", `{"area_name":"Tower"}`)
		for sent, want := range map[string]string{
			"12":            "12.00",
			`"12.00"`:       "12.00",
			`"1e3"`:         "1000.00",
			"1.005":         "1.01",
			"1.0049":        "1.00",
			"-1.005":        "-1.01",
			"0.285":         "0.29",
			`"0.1"`:         "0.10",
			"-0.001":        "0.00",
			"5e-324":        "0.00",
			"-0":            "0.00",
			`" 7 "`:         "7.00",
			`"+3.5"`:        "3.50",
			"123456789.125": "123456789.13",
			"2147483647":    "2147483647.00",
		} {
			c.must(t, 200, "PATCH", path, `{"x":`+sent+`}`).expect(t, 200, "data.x", `"`+want+`"`)
			c.get(t, path).expect(t, 200, "data.x", `"`+want+`"`)
		}
	})
}

func TestMessages(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	longest := strings.Repeat("é", 160)
	scenario{
		path: instance + "/messages", required: []string{"text"}, least: `{"text":"` + longest + `"}`,
		fresh: []string{
			"text", `"` + longest + `"`,
			"delay", "null",
			"repeat", "null",
			"deadline", "null",
			"onconnect", "false",
			"countdown", "false",
			"shutdown", "false",
		},
		full: `{"text":"Restart in #tmin","delay":0,"repeat":"30","deadline":240,"onconnect":1,"countdown":"1","shutdown":true}`,
		stored: []string{
			"text", `"Restart in #tmin"`,
			"delay", "0",
			"repeat", "30",
			"deadline", "240",
			"onconnect", "true",
			"countdown", "true",
			"shutdown", "true",
		},
		again:   `{"text":"Restart in #tmin"}`,
		cleared: []string{"delay", "null", "repeat", "null", "deadline", "null"},
		refusals: []refusal{
			{`{"text":"` + longest + `x"}`, "text", "The text field must not be greater than 160 characters."},
			{`{"text":"a\u0001b"}`, "text", "The text field format is invalid."},
			{`{"delay":-1}`, "delay", "The delay field must be at least 0."},
			{`{"repeat":1.5}`, "repeat", "The repeat field must be an integer."},
			{`{"deadline":2147483648}`, "deadline", "The deadline field must not be greater than 2147483647."},
			{`{"onconnect":"yes"}`, "onconnect", "The onconnect field must be true or false."},
			{`{"shutdown":null}`, "shutdown", "The shutdown field must be true or false."},
		},
	}.run(t, c)
	c.create(t, instance+"/messages", `{"text":"Welcome"}`)
	c.create(t, instance+"/messages", `{"text":"Come back"}`)
	c.finds(t, instance+"/messages", "text", map[string]string{
		"search=COME": "Welcome Come back", "search=100%25": "", "sort=text": "Come back Welcome",
	})
}
