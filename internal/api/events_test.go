package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestEventWithDefaults(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, scope := c.instance(t)
	path, _ := c.create(t, instance+"/events", minimalEvent)
	want := []string{
		"data.instance_id", number(scope.InstanceID), "data.name", `"LootTest"`, "data.nominal", "1", "data.min", "0", "data.max", "2",
		"data.lifetime", "60",
		"data.restock", "0", "data.safe_radius", "0", "data.distance_radius", "0", "data.cleanup_radius", "0", "data.active", "true",
		"data.children", "[]", "data.children_count", "0", "data.position", `"fixed"`, "data.limit", `"child"`, "data.secondary", "null",
		"data.deletable", "false", "data.init_random", "false", "data.remove_damaged", "false", "data.source_file", "null", "data.raw", "absent",
	}
	c.get(t, path).expect(t, 200, want...)
	c.create(t, instance+"/events", minimalEvent)
	c.get(t, instance+"/events").expect(t, 200, "meta.total", "2", "data.0.children_count", "0", "data.0.children", "absent")
}

const fullEvent = `{"name":"VehicleX","nominal":5,"min":3,"max":1,"lifetime":"300","restock":10,"safe_radius":500,"distance_radius":0,` +
	`"cleanup_radius":1000,
	"active":0,"secondary":"InfectedArmy","position":"player","limit":"mixed","deletable":true,"init_random":1,"remove_damaged":"1",
	"children":[{"type":"Car","min":1,"max":2,"lootmin":3,"lootmax":4,"unknown":5},{"type":" Truck ","min":null}],
	"children_count":99,"slot":3,"raw":"x","id":7,"sid":"x","instance_id":3}`

const storedChildren = `[{"lootmax":4,"lootmin":3,"max":2,"min":1,"type":"Car"},{"lootmax":0,"lootmin":0,"max":0,"min":null,` +
	`"type":"Truck"}]`

func TestEveryFieldOfAnEvent(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		path, _ := c.create(t, instance+"/events", fullEvent)
		first := c.get(t, path)
		first.expect(t, 200, "data.name", `"VehicleX"`, "data.nominal", "5", "data.min", "3", "data.max", "1", "data.lifetime", "300",
			"data.restock", "10",
			"data.safe_radius", "500", "data.distance_radius", "0", "data.cleanup_radius", "1000", "data.active", "false", "data.secondary",
			`"InfectedArmy"`,
			"data.position", `"player"`, "data.limit", `"mixed"`, "data.deletable", "true", "data.init_random", "true", "data.remove_damaged",
			"true",
			"data.children", storedChildren, "data.children_count", "2")
		required := `{"name":"VehicleX","nominal":5,"min":3,"max":1,"lifetime":300`
		c.must(t, 200, "PUT", path, required+`}`).exactly(t, 200, first.body)
		changed := c.must(t, 200, "PUT", path, required+`,"restock":null,"secondary":null,"active":true,"position":null,`+
			`"children":{"b":{"type":"Boat"}}}`)
		changed.expect(t, 200, "data.restock", "null", "data.secondary", "null", "data.active", "true", "data.position", "null", "data.limit",
			`"mixed"`,
			"data.children_count", "1", "data.children.0.type", `"Boat"`)
		c.get(t, path).exactly(t, 200, changed.body)
		c.get(t, instance+"/events?include=children").expect(t, 200, "data.0.children.0.type", `"Boat"`, "data.0.children_count", "1")
		c.must(t, 200, "PATCH", path, `{"children":null}`).expect(t, 200, "data.children", "[]", "data.children_count", "0")
		c.must(t, 200, "PATCH", path, `{"nominal":0}`).expect(t, 200, "data.nominal", "0", "data.min", "3")
		c.send(t, "DELETE", path, "").exactly(t, 200, `{"result":true}`)
		c.get(t, path).exactly(t, 404, body404)
	})
}

func TestEventRefusals(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	path, _ := c.create(t, instance+"/events", minimalEvent)
	tests := []struct{ name, body, field, message string }{
		{"required is emptied", `{"nominal":null}`, "nominal", "The nominal field is required."},
		{"name too long", `{"name":"` + strings.Repeat("x", 256) + `"}`, "name", "The name field must not be greater than 255 characters."},
		{"position", `{"position":"Fixed"}`, "position", "The selected position is invalid."},
		{"limit", `{"limit":"none"}`, "limit", "The selected limit is invalid."},
		{"flag", `{"active":"yes"}`, "active", "The active field must be true or false."},
		{"no flag", `{"active":null}`, "active", "The active field must be true or false."},
		{"children are no list", `{"children":"Car"}`, "children", "The children field must be an array."},
		{"child without a type", `{"children":[{"type":"Car"},{"min":1}]}`, "children.1.type", "The children.1.type field is required."},
		{"child with a blank type", `{"children":[{"type":"  "}]}`, "children.0.type", "The children.0.type field is required."},
		{"child's type is a number", `{"children":[{"type":5}]}`, "children.0.type", "The children.0.type field must be a string."},
		{
			"child's number", `{"children":[{"type":"Car","lootmin":"x"}]}`, "children.0.lootmin",
			"The children.0.lootmin field must be an integer.",
		},
		{
			"child's number too large", `{"children":[{"type":"Car","max":3000000000}]}`, "children.0.max",
			"The children.0.max field must not be greater than 2147483647.",
		},
		{"keyed child", `{"children":{"first":{"type":null}}}`, "children.first.type", "The children.first.type field is required."},
		{
			"too many children", `{"children":[` + strings.Repeat(`{"type":"x"},`, 10_000) + `{"type":"x"}]}`, "children",
			"The children field must not have more than 10000 items.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c.send(t, "PATCH", path, tt.body).exactly(t, 422, invalid(tt.field, tt.message))
		})
	}
	c.send(t, "PATCH", path, `{"children":[7]}`).exactly(t, 422, `{"message":"The children.0 field must be an array.","errors":{`+
		`"children.0":["The children.0 field must be an array."],"children.0.type":["The children.0.type field is required."]}}`)
	c.send(t, "PUT", path, `{"max":"x"}`).exactly(t, 422,
		`{"message":"The name field is required.","errors":{"name":["The name field is required."],`+
			`"nominal":["The nominal field is required."],"min":["The min field is required."],"max":["The max field must be an integer."],`+
			`"lifetime":["The lifetime field is required."]}}`)
	c.get(t, path).expect(t, 200, "data.name", `"LootTest"`, "data.children_count", "0")
}

// TestAnEventIsActiveOrNot: a file that does not say so counts as active, and is left as it is until the event is not.
func TestAnEventIsActiveOrNot(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	const silent = "<events>\n    <event name=\"StaticA\">\n        <nominal>1</nominal>\n    </event>\n    <event name=\"StaticB\">\n     " +
		"   <active> </active>\n    </event>\n</events>\n"
	file := instance + "/files/" + main + "db/events.xml"
	c.upload(t, instance+"/files", upload{"events.xml", silent}).expect(t, 200, "data.files.0.created", "2")
	c.get(t, instance+"/events").expect(t, 200, "data.0.active", "true", "data.1.active", "true")
	c.get(t, instance+"/events?active=1").expect(t, 200, "meta.total", "2")
	c.get(t, file).exactly(t, 200, silent)
	c.upload(t, instance+"/files", upload{"events.xml", silent}).expect(t, 200, "data.files.0.unchanged", "2")
	path := instance + "/events/" + strings.Trim(c.get(t, instance+"/events").at("data.0.sid"), `"`)
	c.must(t, 200, "PATCH", path, `{"nominal":2}`)
	changed := strings.Replace(silent, "<nominal>1<", "<nominal>2<", 1)
	c.get(t, file).exactly(t, 200, changed)
	c.must(t, 200, "PATCH", path, `{"active":false}`)
	if got := c.get(t, file).body; !strings.Contains(got, "<active>0</active>") {
		t.Errorf("still active: %s", got)
	}
	c.must(t, 200, "PATCH", path, `{"active":true}`)
	c.get(t, file).exactly(t, 200, changed)
}
