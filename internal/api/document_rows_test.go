package api_test

import (
	"strings"
	"testing"
)

func TestRowsOfDocumentsAreChangedTogether(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{
		name: "profiles/Mod/Shops.json",
		content: "{\n  \"Shops\": [\n" +
			"    {\"Name\": \"A\", \"Price\": 10, \"Share\": 0.50, \"At\": {\"x\": 1.5}, \"Items\": [{\"C\": \"AKM\", \"N\": 3}]},\n" +
			"    {\"Name\": \"B\",   \"Price\": 15, \"Share\": 1.0, \"At\": {\"x\": 2.5}, " +
			"\"Items\": [{\"C\": \"M4A1\", \"N\": 4}, {\"C\": \"Apple\", \"N\": 5}]}\n" +
			"  ]\n}\n",
	}, upload{name: "profiles/Mod/List.json", content: "[{\"a\": 1, \"b\": \"x\"}, {\"a\": 2, \"b\": \"y\"}]\n"}).expect(t, 200)
	file, one := instance+"/files/profiles/Mod/Shops.json", instance+"/documents/profiles-mod-shops-json"
	before := c.get(t, file).body
	bulk := func(body string) reply { t.Helper(); return c.send(t, "POST", one+"/bulk", body) }
	bulk(`{"at":"Shops","q":"Price>10","operations":[{"op":"multiply","field":"Price","value":1.5}],"dry_run":true}`).expect(t, 200,
		"data.matched", "1", "data.changed", "1", "data.revision", "null", "data.rows.0.path", `"Shops.1"`,
		"data.rows.0.changes.Price", "[15,23]")
	c.get(t, file).exactly(t, 200, before)
	bulk(`{"at":"Shops","operations":[{"op":"add","field":"Price","value":1},{"op":"set","field":"Name","value":"S"},`+
		`{"op":"max","field":"At.x","value":2}]}`).expect(t, 200, "data.changed", "2")
	bulk(`{"at":"Shops.*.Items","q":"-C:A*","operations":[{"op":"set","field":"N","value":9},`+
		`{"op":"replace","field":"C","find":"m4","value":"M16"}]}`).
		expect(t, 200, "data.matched", "1", "data.rows.0.path", `"Shops.1.Items.0"`)
	bulk(`{"at":"Shops.0.Items","operations":[{"op":"set","field":"C","value":null}]}`).expect(t, 200, "data.rows.0.changes.C", `["AKM",""]`)
	bulk(`{"at":"Shops","operations":[{"op":"add","field":"Price","value":0}]}`).expect(t, 200, "data.changed", "0", "data.revision", "null")
	c.get(t, file).exactly(t, 200, "{\n  \"Shops\": [\n"+
		"    {\"Name\": \"S\", \"Price\": 11, \"Share\": 0.50, \"At\": {\"x\": 1.5}, \"Items\": [{\"C\": \"\", \"N\": 3}]},\n"+
		"    {\"Name\": \"S\",   \"Price\": 16, \"Share\": 1.0, \"At\": {\"x\": 2}, "+
		"\"Items\": [{\"C\": \"M16A1\", \"N\": 9}, {\"C\": \"Apple\", \"N\": 5}]}\n"+
		"  ]\n}\n")
	for body, field := range map[string]string{
		`{"at":"Shop","operations":[{"op":"add","field":"Price","value":1}]}`:           "at",
		`{"at":"Shops","q":"\"","operations":[{"op":"add","field":"Price","value":1}]}`: "q",
		`{"at":"Shops","operations":[{"op":"add","field":"Prices","value":1}]}`:         "operations.0.field",
		`{"at":"Shops","operations":[{"op":"add","field":"Name","value":1}]}`:           "operations.0.field",
		`{"at":"Shops","operations":[{"op":"divide","field":"Price","value":0}]}`:       "operations.0.value",
		`{"at":"Shops","operations":[{"op":"set","field":"Price","value":null}]}`:       "operations.0.value",
		`{"at":"Shops","operations":[{"op":"replace","field":"Name","value":"a"}]}`:     "operations.0.find",
		`{"at":"Shops","operations":[{"op":"set","field":"Price","value":"much"}]}`:     "document.Shops.0.Price",
		`{"at":"Shops","operations":[]}`:                                                "operations",
	} {
		if r := bulk(body); r.status != 422 || !strings.Contains(r.body, `"`+field+`"`) {
			t.Errorf("%s: %d %s", body, r.status, r.body)
		}
	}
	list := instance + "/documents/profiles-mod-list-json/bulk"
	c.send(t, "POST", list, `{"q":"b:y","operations":[{"op":"multiply","field":"a","value":2}]}`).expect(t, 200, "data.rows.0.path", `"1"`)
	c.get(t, instance+"/files/profiles/Mod/List.json").exactly(t, 200, "[{\"a\": 1, \"b\": \"x\"}, {\"a\": 4, \"b\": \"y\"}]\n")
}

// TestRowsTellNoSecrets: what is a secret by its name, or an address that is one, is neither a column nor found by a filter.
func TestRowsTellNoSecrets(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{
		name:    "profiles/Mod/Hooks.json",
		content: `[{"Name": "A", "Token": "s3cret", "To": "https://discord.com/api/webhooks/1/abc"}, {"Name": "B", "Token": "", "To": ""}]`,
	}).expect(t, 200)
	bulk := func(q, field string) reply {
		t.Helper()
		return c.send(t, "POST", instance+"/documents/profiles-mod-hooks-json/bulk", `{"q":"`+q+`","dry_run":true,"operations":[{"op":"replace",`+
			`"field":"`+field+`","find":"a","value":"b"}]}`)
	}
	for _, field := range []string{"Token", "To"} {
		bulk("", field).expect(t, 422)
	}
	for q, matched := range map[string]string{"Token:s3*": "0", "s3cret": "0", "To:*abc*": "0", "webhooks": "0", "Name:A": "1"} {
		bulk(q, "Name").expect(t, 200, "data.matched", matched)
	}
}
