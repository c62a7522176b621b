package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/record"
)

// values are what clients send, right and wrong, for any field.
var values = []string{
	"null", "true", "false", "0", "1", "-1", "5", "5.0", "5.5", "1e3", "1e400", "2147483647", "2147483648", "-2147483649", "99999999999999999999",
	`""`, `" "`, `"5"`, `"+5"`, `"05"`, `"x"`, `" trimmed "`, `"a\u0000b"`, `"\ud83d\ude00"`, `"é"`, `"fixed"`, `"child"`, `"192.0.2.1"`, `"a/b.xml"`,
	"[]", "{}", "[1]", "[1,2,1]", `["x",null]`, `{"0":1,"1":2}`, `{"a":{"b":[1,"",null]}}`, `{"nominal":1e10,"slot":3,"min":"x"}`,
	`[{"type":"Car"}]`, `[{"type":"Car","min":null,"max":"7","lootmin":2147483648}]`, `{"k":{"type":"Boat","lootmax":3}}`, `[[]]`, `[{}]`,
	`"` + strings.Repeat("x", 300) + `"`,
}

// drawn are the generators of the fields that have to be right for a body to be taken.
type drawn map[string]*rapid.Generator[string]

// writable is where records of a resource are made and changed.
type writable struct {
	client
	list, one string   // addresses; list is empty where there is but one record
	verbs     []string // that change a record
	wrapper   string   // where an answer has the record
	body      *rapid.Generator[string]
}

// TestAnyBody sends random bodies to every request that writes: none makes the server fail, what a 2xx answers is what a GET
// gives afterwards, and a 422 changes nothing.
func TestAnyBody(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	_, class := c.create(t, instance+"/classnames", `{"name":"AK101","default_type_values":{"nominal":5}}`)
	name, small := rapid.StringMatching(`"[A-Z][a-z]{1,9} ?%?"`), rapid.SampledFrom([]string{"0", "1", `"2"`, "-1"})
	both := []string{"PUT", "PATCH"}
	tests := map[string]writable{
		"classnames": {c, instance + "/classnames", "", both, "data.", bodies(record.InstanceClassnames, drawn{"name": name})},
		"types":      {c, instance + "/types", "", both, "data.", bodies(record.Types, drawn{"instance_classname_id": rapid.Just(number(class))})},
		"events": {c, instance + "/events", "", both, "data.", bodies(record.Events,
			drawn{"name": name, "nominal": small, "min": small, "max": small, "lifetime": small})},
		"instances":    {c, instances, "", []string{"PATCH"}, "", bodies(record.Instances, drawn{"name": name, "map_id": rapid.SampledFrom([]string{"1", `"2"`})})},
		"economy core": {c, "", surfaceB(instance) + "/economy-core", []string{"POST", "PATCH"}, "", bodies(record.EconomyCores, nil)},
	}
	for name, w := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) {
				if w.list != "" {
					w.make(t, rt)
				}
				if w.one != "" {
					w.change(t, rt)
				}
			})
		})
	}
}

// bodies draws objects over the fields of a resource: most hold what has to be right, and few other fields.
func bodies(res *record.Resource, right drawn) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		var members []string
		for _, f := range res.Fields {
			generator, known := right[f.Name]
			choice := rapid.IntRange(0, 19).Draw(t, f.Name)
			if choice == 19 || !known && choice == 18 {
				generator = rapid.SampledFrom(values)
			}
			if generator != nil {
				members = append(members, fmt.Sprintf("%q:%s", f.Name, generator.Draw(t, "value")))
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	})
}

// make makes a record, which is the one that is changed from then on. Only a GET of an instance has the map.
func (w *writable) make(t *testing.T, rt *rapid.T) {
	r, taken := w.write(t, rt, "POST", w.list)
	if !taken {
		return
	}
	w.one = w.list + "/" + strings.Trim(r.at(w.wrapper+"sid"), `"`)
	got := w.get(t, w.one).body
	if at := strings.LastIndex(got, `,"map":{`); w.list == instances && at > 0 {
		got = got[:at] + "}"
	}
	same(rt, r.body, got)
}

// change changes the record; a refusal leaves it as it is.
func (w *writable) change(t *testing.T, rt *rapid.T) {
	before := w.get(t, w.one).body
	r, taken := w.write(t, rt, rapid.SampledFrom(w.verbs).Draw(rt, "verb"), w.one)
	if taken {
		before = r.body
	}
	same(rt, before, w.get(t, w.one).body)
}

func (w *writable) write(t *testing.T, rt *rapid.T, method, path string) (r reply, taken bool) {
	body := w.body.Draw(rt, "body")
	r = w.send(t, method, path, body)
	taken = r.status == 200 || r.status == 201
	if !taken && r.status != 422 || !json.Valid([]byte(r.body)) {
		rt.Fatalf("%s %s %s: %d %s", method, path, body, r.status, r.body)
	}
	return r, taken
}

func same(rt *rapid.T, answered, got string) {
	if answered != got {
		rt.Fatalf("the answer was\n%s\nand GET gives\n%s", answered, got)
	}
}
