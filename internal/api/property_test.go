package api_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
)

// writable is where records of a resource are made and changed.
type writable struct {
	furnished
	resource *record.Resource
	list     string   // address
	one      string   // address of the record that is changed
	verbs    []string // that change it
	wrapper  string   // where an answer has the record
}

// creatable are the resources whose records a user makes.
func (f furnished) creatable() (list []writable) {
	for _, e := range served() {
		if e.Action == endpoint.Create {
			list = append(list, writable{f, e.Record, f.path(e), f.one(e.Record), []string{"PUT", "PATCH"}, "data."})
		}
	}
	return list
}

// each runs a property of every one of the resources, in an instance of its own, and looks at the database afterwards.
func each(t *testing.T, list func(furnished) []writable, property func(*rapid.T, *testing.T, writable)) {
	t.Helper()
	s := start(t)
	s.catalog(t, record.Classname{Name: "AKM", Payload: "{}", DefaultTypeValues: "{}"})
	for i, w := range list(furnish(t, s.user(t), "Mine")) {
		t.Run(w.resource.Path, func(t *testing.T) {
			t.Parallel()
			own := list(furnish(t, s.user(t), "Mine"))[i]
			rapid.Check(t, func(rt *rapid.T) { property(rt, t, own) })
			own.consistent(t)
		})
	}
}

// TestRightBodies: what the declaration allows is taken, answered as it was sent, and can be sent back without a change.
func TestRightBodies(t *testing.T) {
	t.Parallel()
	each(t, furnished.creatable, func(rt *rapid.T, t *testing.T, w writable) {
		body := bodyOf(w.resource, w.ids).Draw(rt, "body")
		made := w.must(t, 201, "POST", w.list, body)
		one := w.list + "/" + strings.Trim(made.at("data.sid"), `"`)
		defer w.must(t, 200, "DELETE", one, "")
		w.answers(rt, body, made)
		same(rt, made.body, w.get(t, one).body)
		same(rt, made.body, w.must(t, 200, "PUT", one, made.at("data")).body)
		body = bodyOf(w.resource, w.ids).Draw(rt, "change")
		changed := w.must(t, 200, "PATCH", one, body)
		w.answers(rt, body, changed)
		same(rt, changed.body, w.get(t, one).body)
	})
}

// inStep are fields that follow others of the same body.
var inStep = []string{"tag_id", "tag_ids", "quantity", "quantity_code"}

// answers compares the texts, whole numbers and flags of a body with those of the answer.
func (w writable) answers(rt *rapid.T, body string, answer reply) {
	sent := reply{body: body}
	for _, f := range w.resource.Fields {
		want := sent.at(f.Name)
		if want == "absent" || want == "null" || slices.Contains(inStep, f.Name) {
			continue
		}
		got := answer.at(w.wrapper + f.Name)
		switch f.Type {
		case record.Text:
		case record.Int:
			want = strings.Trim(want, `"`)
		case record.Flag:
			want = fmt.Sprint(strings.Trim(want, `"`) == "1" || want == "true")
			got = strings.NewReplacer("0", "false", "1", "true").Replace(got)
		default:
			continue
		}
		if got != want {
			rt.Fatalf("%s was sent as %s and is answered as %s", f.Name, want, got)
		}
	}
}

// TestOneWrongField: a body with one value that the declaration does not allow is refused by that field, and changes nothing.
func TestOneWrongField(t *testing.T) {
	t.Parallel()
	each(t, furnished.creatable, func(rt *rapid.T, t *testing.T, w writable) {
		field := w.resource.Field(rapid.SampledFrom(w.fields()).Draw(rt, "field"))
		mistake := rapid.SampledFrom(wrongs(field)).Draw(rt, "mistake")
		body := w.spoiled(bodyOf(w.resource, w.ids).Draw(rt, "body"), field.Name, mistake.value)
		before := w.get(t, w.one).body + w.get(t, w.list).at("meta.total")
		for method, path := range map[string]string{"POST": w.list, "PUT": w.one, "PATCH": w.one} {
			r := w.send(t, method, path, body)
			if r.status != 422 || !told(r, field.Name, field.Name+mistake.at) {
				rt.Fatalf("%s %s: %d %s", method, body, r.status, r.body)
			}
		}
		same(rt, before, w.get(t, w.one).body+w.get(t, w.list).at("meta.total"))
	})
}

// fields are the names of those that a body may set.
func (w writable) fields() (names []string) {
	for _, f := range w.resource.Fields {
		if f.Writable() {
			names = append(names, f.Name)
		}
	}
	return names
}

// spoiled is the body with another value for the field; of a name that appears twice the last one counts.
func (w writable) spoiled(body, field, value string) string {
	separator := ","
	if body == "{}" {
		separator = ""
	}
	return fmt.Sprintf("%s%s%q:%s}", strings.TrimSuffix(body, "}"), separator, field, value)
}

// told tells whether the errors name the place, and nothing beside the field.
func told(r reply, field, place string) bool {
	var answer struct {
		Message string
		Errors  map[string][]string
	}
	if json.Unmarshal([]byte(r.body), &answer) != nil || answer.Message == "" || len(answer.Errors[place]) == 0 {
		return false
	}
	for name := range answer.Errors {
		if name != field && !strings.HasPrefix(name, field+".") {
			return false
		}
	}
	return true
}

// values are what clients send, right and wrong, for any field.
var values = []string{
	"null", "true", "false", "0", "1", "-1", "5", "5.0", "5.5", "1e3", "1e400", "2147483647", "2147483648", "-2147483649",
	"99999999999999999999",
	`""`, `" "`, `"5"`, `"+5"`, `"05"`, `"x"`, `" trimmed "`, `"a\u0000b"`, `"\ud83d\ude00"`, `"é"`, `"fixed"`, `"child"`, `"192.0.2.1"`,
	`"a/b.xml"`,
	"[]", "{}", "[1]", "[1,2,1]", `["x",null]`, `{"0":1,"1":2}`, `{"a":{"b":[1,"",null]}}`, `{"nominal":1e10,"slot":3,"min":"x"}`,
	"[0,1e-7,1e300]",
	`[{"type":"Car"}]`, `[{"type":"Car","min":null,"max":"7","lootmin":2147483648}]`, `{"k":{"type":"Boat","lootmax":3}}`, `[[]]`, `[{}]`,
	`"2027-01-31"`, `"0001-01-01"`, `"ban"`, `"cargo"`, `"*"`, `"76561198000000001"`, `[{"kind":"cargo","items":[{"name":"A"}]}]`,
	`[{"x":1,"z":"2"}]`,
	`"` + strings.Repeat("x", 300) + `"`,
}

// TestAnyBody sends random bodies to every request that writes: none makes the server fail, what a 2xx answers is what a GET
// gives afterwards, and a 422 changes nothing.
func TestAnyBody(t *testing.T) {
	t.Parallel()
	each(t, furnished.everything, func(rt *rapid.T, t *testing.T, w writable) {
		if w.list != "" {
			w.make(rt, t)
		}
		w.change(rt, t)
	})
}

// everything is what can be written over either surface.
func (f furnished) everything() []writable {
	one := "/api/instance/" + f.instance
	return append(f.creatable(),
		writable{f, record.Instances, instances, one, []string{"PATCH"}, ""},
		writable{f, record.EconomyCores, "", one + "/economy-core", []string{"POST", "PATCH"}, ""})
}

// anyBody draws a right body in which some fields, also those that are not writable, have any value.
func (w writable) anyBody(rt *rapid.T) string {
	body := bodyOf(w.resource, w.ids).Draw(rt, "body")
	for _, f := range w.resource.Fields {
		if rapid.IntRange(0, 11).Draw(rt, "spoil "+f.Name) == 0 {
			body = w.spoiled(body, f.Name, rapid.SampledFrom(values).Draw(rt, f.Name))
		}
	}
	return body
}

// make makes a record. Only a GET of an instance has the map.
func (w writable) make(rt *rapid.T, t *testing.T) {
	r, taken := w.write(rt, t, "POST", w.list)
	if !taken {
		return
	}
	one := w.list + "/" + strings.Trim(r.at(w.wrapper+"sid"), `"`)
	got := w.get(t, one).body
	if at := strings.LastIndex(got, `,"map":{`); w.list == instances && at > 0 {
		got = got[:at] + "}"
	}
	same(rt, r.body, got)
	w.must(t, 200, "DELETE", one, "")
}

// change changes the record; a refusal leaves it as it is.
func (w writable) change(rt *rapid.T, t *testing.T) {
	if w.resource == record.Instances { // where changes are reviewed, the next ones would be refused
		w.must(t, 200, "PATCH", w.one, `{"review":"off"}`)
	}
	before := w.get(t, w.one).body
	r, taken := w.write(rt, t, rapid.SampledFrom(w.verbs).Draw(rt, "verb"), w.one)
	if taken {
		before = r.body
	}
	same(rt, before, w.get(t, w.one).body)
}

func (w writable) write(rt *rapid.T, t *testing.T, method, path string) (r reply, taken bool) {
	body := w.anyBody(rt)
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

// consistent looks at the stored records: counts are those of what they count, and references lead somewhere.
func (f furnished) consistent(t *testing.T) {
	t.Helper()
	for _, r := range record.All() {
		if r.Scope != record.InInstance {
			continue
		}
		for _, row := range f.stored(t, r) {
			counted(t, r, row)
		}
	}
	var broken string
	if f.server.db.Driver() == "sqlite" && f.server.db.QueryRow(t.Context(),
		`SELECT "table" FROM pragma_foreign_key_check`).Scan(&broken) == nil {
		t.Errorf("%s refers to what is not there", broken)
	}
}

func counted(t *testing.T, r *record.Resource, row record.Row) {
	t.Helper()
	for i, f := range r.Fields {
		if f.Count == "" {
			continue
		}
		var list []json.RawMessage
		check(t, json.Unmarshal([]byte(row[i].(string)), &list))
		if n := row[r.Index(f.Count)]; !reflect.DeepEqual(n, int64(len(list))) {
			t.Errorf("%s: %v counted, %d there", r.Name, n, len(list))
		}
	}
}
