package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// manyTypes is a types.xml of types with the nominal values 0, 1, 2 and so on.
func manyTypes(names ...string) string {
	var b strings.Builder
	b.WriteString("<types>\n")
	for i, name := range names {
		fmt.Fprintf(&b, "    <type name=%q>\n        <nominal>%d</nominal>\n        <usage name=\"Military\"/>\n    </type>\n", name, i)
	}
	return b.String() + "</types>\n"
}

// addressOf finds the record of a name.
func (c client) addressOf(t testing.TB, list, name string) string {
	t.Helper()
	return list + "/" + strings.Trim(c.get(t, list+"?search="+name).at("data.0.sid"), `"`)
}

// differs expects the records of a difference, each as JSON without what follows its sid.
func (r reply) differs(t testing.TB, state string, records ...string) {
	t.Helper()
	r.expect(t, 200, "data.state", `"`+state+`"`, "data.changed", fmt.Sprint(state != "unchanged"), "data.notes", "[]",
		fmt.Sprintf("data.records.%d", len(records)), "absent")
	for i, want := range records {
		at := fmt.Sprintf("data.records.%d.", i)
		if got := strings.Trim(r.at(at+"op"), `"`) + " " + strings.Trim(r.at(at+"name"), `"`) + " " + r.at(at+"fields"); got != want {
			t.Errorf("record %d: %s, want %s", i, got, want)
		}
	}
}

func TestDiffShowsWhatWasChanged(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{"types.xml", manyTypes("AKM", "SKS", "FNX", "Mosin", "Deagle")}).expect(t, 200,
		"data.files.0.created", "5")
	imported := c.get(t, instance+"/revisions").at("data.0.number")
	types, diff := instance+"/types", instance+"/files/"+main+"db/types.xml?diff=1"
	r := c.get(t, diff)
	r.differs(t, "unchanged")
	r.expect(t, 200, "data.path", `"`+main+`db/types.xml"`, "data.kind", `"types"`, "data.unified", `""`)

	sks := c.addressOf(t, types, "SKS")
	c.must(t, 200, "PATCH", c.addressOf(t, types, "AKM"), `{"nominal":8,"lifetime":60}`)
	c.must(t, 200, "PATCH", sks, `{"usage_ids":[]}`)
	c.must(t, 200, "PATCH", c.addressOf(t, types, "Mosin"), `{"nominal":null}`)
	changes := []string{
		`changed AKM {"lifetime":{"new":60,"old":null},"nominal":{"new":8,"old":0}}`,
		`changed SKS {"usage_ids":{"new":[],"old":["Military"]}}`,
		`changed Mosin {"nominal":{"new":null,"old":3}}`,
	}
	r = c.get(t, diff)
	r.differs(t, "changed", changes...)
	r.expect(t, 200, "data.added_count", "0", "data.removed_count", "0", "data.changed_count", "3",
		"data.records.1.resource", `"types"`, "data.records.1.sid", `"`+sks[strings.LastIndexByte(sks, '/')+1:]+`"`)
	for _, line := range []string{`--- imported\/` + strings.ReplaceAll(main, "/", `\/`), `\n-        <nominal>0<`, `\n+        <nominal>8<`} {
		if !strings.Contains(r.body, line) {
			t.Errorf("the text lacks %s: %s", line, r.body)
		}
	}
	c.get(t, instance+"/files").expect(t, 200, "data.0.state", `"new"`, "data.1.state", `"changed"`)

	c.must(t, 200, "DELETE", c.addressOf(t, types, "FNX"), "")
	_, class := c.create(t, instance+"/classnames", `{"name":"Hammer","payload":{},"default_type_values":{}}`)
	c.create(t, types, fmt.Sprintf(`{"instance_classname_id":%d,"name":"Hammer","nominal":9}`, class))
	c.get(t, diff).differs(t, "changed", append(changes,
		`added Hammer {"count_in_cargo":{"new":false,"old":null},"count_in_hoarders":{"new":false,"old":null},"count_in_map":{"new":false,`+
			`"old":null},`+
			`"count_in_players":{"new":false,"old":null},"crafted":{"new":false,"old":null},"deloot":{"new":false,"old":null},`+
			`"name":{"new":"Hammer","old":null},"nominal":{"new":9,"old":null}}`,
		`removed FNX {"name":{"new":null,"old":"FNX"},"nominal":{"new":null,"old":2},"usage_ids":{"new":null,"old":["Military"]}}`)...)

	c.must(t, 200, "POST", instance+"/revisions/"+imported+"/revert", "")
	c.get(t, diff).differs(t, "unchanged")
}

func TestDiffOfFilesWithoutRecords(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	files := instance + "/files"
	c.upload(t, files, upload{"mpmissions/any/db/globals.xml", "<variables/>\n"}, upload{
		"mpmissions/any/init.c", "void main() {}\n",
	}).expect(t,
		200)
	for _, name := range []string{"db/globals.xml", "init.c"} {
		c.get(t, files+"/"+main+name+"?diff=1").differs(t, "unchanged")
	}
	c.get(t, files+"/"+main+"cfgeconomycore.xml?diff=1").expect(t, 200, "data.state", `"new"`, "data.added_count", "1",
		"data.records.0.resource", `"economy_cores"`)
}

func TestDiffAsAPatch(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{"types.xml", "<types>\n<type name=\"AKM\"><nominal>1</nominal></type>\n</types>\n"})
	c.must(t, 200, "PATCH", c.addressOf(t, instance+"/types", "AKM"), `{"nominal":2}`)
	req := c.request(t, "GET", instance+"/files/"+main+"db/types.xml?diff=1", http.NoBody)
	req.Header.Set("Accept", "text/x-diff")
	r := c.roundTrip(t, req)
	r.exactly(t, 200, "--- imported/"+main+"db/types.xml\n+++ generated/"+main+"db/types.xml\n@@ -1,3 +1,3 @@\n <types>\n"+
		"-<type name=\"AKM\"><nominal>1</nominal></type>\n+<type name=\"AKM\"><nominal>2</nominal></type>\n </types>\n")
	if kind := r.header.Get("Content-Type"); kind != "text/x-diff; charset=utf-8" {
		t.Errorf("content type %s", kind)
	}
}

func TestDiffIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{"types.xml", oneType})
	file := instance + "/files/" + main + "db/types.xml"
	c.get(t, file+"?diff=0").exactly(t, 200, oneType)
	c.get(t, file+"?diff=").exactly(t, 200, oneType)
	c.get(t, file+"?diff=yes").exactly(t, 422, invalid("diff", "The diff field must be true or false."))
	for _, missing := range []string{
		"/none.xml", "/" + main, "/" + main + "db/Types.xml", "/../types.xml", "/" + main + "db/types.xml%00", "/%2e%2e/x",
	} {
		c.get(t, instance+"/files"+missing+"?diff=1").exactly(t, 404, body404)
	}
	s.user(t).get(t, file+"?diff=1").exactly(t, 404, body404)
	s.anonymous().get(t, file+"?diff=1").exactly(t, 401, `{"message":"Unauthenticated."}`)
}
