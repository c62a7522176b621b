package api_test

import (
	"fmt"
	"testing"

	"quartermaster/internal/storetest"
)

// class makes a class name with the rest of its body and returns its id as text.
func (c client) class(t testing.TB, instance, name, rest string) string {
	t.Helper()
	_, id := c.create(t, instance+"/classnames", fmt.Sprintf(`{"name":%q%s}`, name, rest))
	return number(id)
}

func TestTypeMadeByHand(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, scope := c.instance(t)
	id := c.class(t, instance, "AK101", "")
	path, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+id+`}`)
	c.get(t, path).expect(t, 200, "data.instance_id", number(scope.InstanceID), "data.instance_classname_id", id, "data.name", `"AK101"`,
		"data.nominal", "null", "data.lifetime", "null", "data.restock", "null", "data.min", "null", "data.qmin", "null", "data.qmax", "null",
		"data.cost", "null", "data.count_in_cargo", "false", "data.count_in_hoarders", "false", "data.count_in_map", "false",
		"data.count_in_players", "false", "data.crafted", "false", "data.deloot", "false", "data.category_id", "null", "data.tag_id", "null",
		"data.enabled", "true", "data.usage_ids", "[]", "data.value_ids", "[]", "data.tag_ids", "[]", "data.source_file", "null",
		"data.slot", "absent", "data.raw", "absent")
}

const fullType = `{"instance_classname_id":%s,"nominal":10,"lifetime":"3600","restock":0,"min":20,"qmin":-1,"qmax":100,"cost":100,
	"count_in_cargo":true,"count_in_hoarders":1,"count_in_map":"1","count_in_players":false,"crafted":0,"deloot":"0","category_id":6,
	"usage_ids":[3,1,3],"value_ids":{"0":2,"1":"1"},"tag_ids":[2,1],"tag_id":3,"enabled":false,"source_file":"mods/x_types.xml",
	"name":"Other","slot":5,"raw":"x","id":1,"sid":"x","instance_id":1,"updated_at":null}`

func TestEveryFieldOfAType(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		id := c.class(t, instance, "AK101", "")
		path, _ := c.create(t, instance+"/types", fmt.Sprintf(fullType, id))
		want := []string{
			"data.name", `"AK101"`, "data.nominal", "10", "data.lifetime", "3600", "data.restock", "0", "data.min", "20", "data.qmin", "-1",
			"data.qmax", "100",
			"data.cost", "100", "data.count_in_cargo", "true", "data.count_in_hoarders", "true", "data.count_in_map", "true",
			"data.count_in_players", "false",
			"data.crafted", "false", "data.deloot", "false", "data.category_id", "6", "data.usage_ids", "[3,1]", "data.value_ids", "[2,1]",
			"data.tag_ids", "[2,1]", "data.tag_id", "2", "data.enabled", "false", "data.source_file", `"mods/x_types.xml"`,
		}
		first := c.get(t, path)
		first.expect(t, 200, want...)
		c.must(t, 200, "PUT", path, `{"instance_classname_id":`+id+`}`).exactly(t, 200, first.body)
		c.must(t, 200, "PATCH", path, ``).exactly(t, 200, first.body)
		cleared := c.must(t, 200, "PATCH", path,
			`{"nominal":null,"lifetime":"","restock":null,"count_in_cargo":null,"category_id":null,"usage_ids":null,"value_ids":[],`+
				`"source_file":null}`)
		cleared.expect(t, 200, "data.nominal", "null", "data.lifetime", "null", "data.restock", "null", "data.count_in_cargo", "null",
			"data.category_id", "null", "data.usage_ids", "[]", "data.value_ids", "[]", "data.source_file", "null", "data.min", "20", "data.tag_ids",
			"[2,1]")
		c.get(t, path).exactly(t, 200, cleared.body)
		c.must(t, 200, "PATCH", path, `{"nominal":0}`).expect(t, 200, "data.nominal", "0", "data.lifetime", "null")
	})
}

func TestTagAndTags(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		id := c.class(t, instance, "AK101", "")
		steps := []struct{ body, tag, tags string }{
			{`"tag_ids":[3,1]`, "3", "[3,1]"},
			{`"tag_id":2`, "2", "[2]"},
			{`"tag_ids":[1],"tag_id":2`, "1", "[1]"},
			{`"tag_ids":[],"tag_id":2`, "null", "[]"},
			{`"tag_ids":[2,3]`, "2", "[2,3]"},
			{`"nominal":1`, "2", "[2,3]"},
			{`"tag_id":null`, "null", "[]"},
		}
		path, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+id+`,"tag_id":1}`)
		c.get(t, path).expect(t, 200, "data.tag_id", "1", "data.tag_ids", "[1]")
		for _, step := range steps {
			c.must(t, 200, "PUT", path, `{"instance_classname_id":`+id+`,`+step.body+`}`)
			c.get(t, path).expect(t, 200, "data.tag_id", step.tag, "data.tag_ids", step.tags)
		}
	})
}

func TestTypeStartsWithTheValuesOfItsClassname(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		tests := []struct {
			name, proposed, body string
			want                 []string
		}{
			{
				"numbers", `{"nominal":5,"min":"2","cost":100.0,"unknown":1}`, ``,
				[]string{"data.nominal", "5", "data.min", "2", "data.cost", "100", "data.lifetime", "null"},
			},
			{"what is sent counts", `{"nominal":5,"min":2}`, `,"nominal":0,"min":null`, []string{"data.nominal", "0", "data.min", "null"}},
			{
				"no numbers", `{"nominal":"many","min":null,"lifetime":[1],"restock":{},"cost":1.5,"qmin":false}`, ``,
				[]string{
					"data.nominal", "null", "data.min", "null", "data.lifetime", "null", "data.restock", "null", "data.cost", "null", "data.qmin", "null",
				},
			},
			{
				"too large", `{"nominal":2147483648,"min":-2147483649,"lifetime":99999999999999999999,"restock":2147483647}`, ``,
				[]string{"data.nominal", "null", "data.min", "null", "data.lifetime", "null", "data.restock", "2147483647"},
			},
			{
				"nothing but numbers", `{"slot":1,"category_id":6,"tag_id":1,"enabled":false,"instance_id":9,"id":9}`, ``,
				[]string{"data.category_id", "null", "data.tag_id", "null", "data.enabled", "true"},
			},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				id := c.class(t, instance, tt.name, `,"default_type_values":`+tt.proposed)
				path, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+id+tt.body+`}`)
				c.get(t, path).expect(t, 200, tt.want...)
				var slot *int64
				check(t, s.db.QueryRow(t.Context(), `SELECT slot FROM types WHERE instance_classname_id = `+id).Scan(&slot))
				if slot != nil {
					t.Errorf("slot %d", *slot)
				}
				c.must(t, 200, "PUT", path, `{"instance_classname_id":`+id+`,"nominal":77}`)
				c.must(t, 200, "PUT", path, `{"instance_classname_id":`+id+`}`).expect(t, 200, "data.nominal", "77")
			})
		}
	})
}

func TestTypeRefusals(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, stranger := s.user(t), s.user(t)
	instance, _ := c.instance(t)
	second, _ := c.instance(t)
	foreign, _ := stranger.instance(t)
	id := c.class(t, instance, "AK101", "")
	elsewhere := c.class(t, second, "AK101", "")
	theirs := stranger.class(t, foreign, "AK101", "")
	category := number(stranger.category(t, "theirs"))
	tests := []struct{ name, body, field, message string }{
		{
			"class name of another instance", `{"instance_classname_id":` + elsewhere + `}`, "instance_classname_id",
			"The selected instance classname id is invalid.",
		},
		{
			"class name of another user", `{"instance_classname_id":` + theirs + `}`, "instance_classname_id",
			"The selected instance classname id is invalid.",
		},
		{"no such class name", `{"instance_classname_id":999999}`, "instance_classname_id", "The selected instance classname id is invalid."},
		{
			"class name is a list", `{"instance_classname_id":[` + id + `]}`, "instance_classname_id",
			"The instance classname id field must be an integer.",
		},
		{"category of another user", `{"category_id":` + category + `}`, "category_id", "The selected category id is invalid."},
		{"number in words", `{"nominal":"5.0"}`, "nominal", "The nominal field must be an integer."},
		{"fraction", `{"nominal":5.5}`, "nominal", "The nominal field must be an integer."},
		{"too large", `{"nominal":2147483648}`, "nominal", "The nominal field must not be greater than 2147483647."},
		{"too small", `{"nominal":-2147483649}`, "nominal", "The nominal field must be at least -2147483648."},
		{"beyond 64 bits", `{"nominal":1e30}`, "nominal", "The nominal field must not be greater than 2147483647."},
		{"flag in words", `{"deloot":"on"}`, "deloot", "The deloot field must be true or false."},
		{"enabled has no null", `{"enabled":null}`, "enabled", "The enabled field must be true or false."},
		{"usages are no list", `{"usage_ids":5}`, "usage_ids", "The usage ids field must be an array."},
		{"no such usage", `{"usage_ids":[1,99999]}`, "usage_ids.1", "The selected usage_ids.1 is invalid."},
		{"usage is no number", `{"usage_ids":["x"]}`, "usage_ids.0", "The usage_ids.0 field must be an integer."},
		{"no such value", `{"value_ids":[99999]}`, "value_ids.0", "The selected value_ids.0 is invalid."},
		{"no such tag", `{"tag_id":99999}`, "tag_id", "The selected tag id is invalid."},
		{"file elsewhere", `{"source_file":"../types.xml"}`, "source_file", "The source file field format is invalid."},
		{
			"file behind folders that lead elsewhere", `{"source_file":"db/../../types.xml"}`, "source_file",
			"The source file field format is invalid.",
		},
		{"file in the same folder twice", `{"source_file":"db/./types.xml"}`, "source_file", "The source file field format is invalid."},
		{"file at the root of the disk", `{"source_file":"/types.xml"}`, "source_file", "The source file field format is invalid."},
		{"file of other records", `{"source_file":"DB/events.xml"}`, "source_file", "The selected source file is invalid."},
		{"file of none", `{"source_file":"cfgweather.xml"}`, "source_file", "The selected source file is invalid."},
		{"saved world", `{"source_file":"storage_1/types.xml"}`, "source_file", "The source file field format is invalid."},
		{"groups of events", `{"source_file":"mods/cfgEventGroups.xml"}`, "source_file", "The source file field format is invalid."},
		{"file of another sort", `{"source_file":"types.txt"}`, "source_file", "The source file field format is invalid."},
	}
	path, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+id+`}`)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c.send(t, "PATCH", path, tt.body).exactly(t, 422, invalid(tt.field, tt.message))
		})
	}
	c.send(t, "POST", instance+"/types", `{"nominal":1}`).exactly(t, 422, invalid("instance_classname_id",
		"The instance classname id field is required."))
}

func TestTypeFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		for _, entry := range []struct{ name, body string }{
			{"AK101", `"category_id":6,"usage_ids":[1,2],"value_ids":[4],"tag_ids":[1,2]`},
			{"Hammer", `"category_id":1,"usage_ids":[2],"enabled":false,"source_file":"mods/a_types.xml"`},
			{"Apple", `"tag_ids":[2],"value_ids":[1,4]`},
		} {
			c.create(t, instance+"/types", `{"instance_classname_id":`+c.class(t, instance, entry.name, "")+`,`+entry.body+`}`)
		}
		for query, want := range map[string]string{
			"":                               "AK101 Hammer Apple",
			"search=A":                       "AK101 Hammer Apple",
			"search=ap":                      "Apple",
			"category=6":                     "AK101",
			"usage=2":                        "AK101 Hammer",
			"usage=1":                        "AK101",
			"value=4":                        "AK101 Apple",
			"tag=2":                          "AK101 Apple",
			"tag=1":                          "AK101",
			"usage=2&value=4":                "AK101",
			"usage=2&status=disabled":        "Hammer",
			"status=enabled":                 "AK101 Apple",
			"source_file=mods/a_types.xml":   "Hammer",
			"source_file=none.xml":           "",
			"usage=none":                     "AK101 Hammer Apple",
			"usage=99999":                    "",
			"sort=name":                      "AK101 Apple Hammer",
			"sort=-name&search=a&per_page=2": "Hammer Apple",
			"sort=category_id":               "Apple Hammer AK101",
		} {
			r := c.get(t, instance+"/types?"+query)
			if got := r.names("name"); r.status != 200 || got != want {
				t.Errorf("%s: %d %q, want %q", query, r.status, got, want)
			}
		}
	})
}

func TestInclude(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.create(t, instance+"/types", `{"instance_classname_id":`+c.class(t, instance, "AK101", "")+`,"usage_ids":[2,1],"value_ids":[4]}`)
	c.create(t, instance+"/types", `{"instance_classname_id":`+c.class(t, instance, "AK74", "")+`}`)
	tests := []struct{ query, usages, values, second string }{
		{"", "absent", "absent", "absent"},
		{"include=usage_ids", "[2,1]", "absent", "[]"},
		{"include=usage_ids,value_ids", "[2,1]", "[4]", "[]"},
		{"include[]=value_ids&include[]=usage_ids", "[2,1]", "[4]", "[]"},
		{"include=raw,slot,none", "absent", "absent", "absent"},
	}
	for _, tt := range tests {
		c.get(t, instance+"/types?"+tt.query).expect(t, 200, "data.0.usage_ids", tt.usages, "data.0.value_ids", tt.values, "data.1.usage_ids",
			tt.second,
			"data.0.raw", "absent", "data.0.slot", "absent", "data.0.name", `"AK101"`)
	}
}
