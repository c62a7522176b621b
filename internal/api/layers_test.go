package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// tried is an instance in which drafts and layers are tried.
type tried struct {
	client
	path string
}

func tryIn(t *testing.T) tried {
	t.Helper()
	c := start(t).user(t)
	path, _ := c.instance(t)
	return tried{c, path}
}

// event makes an event and returns its sid.
func (c tried) event(t *testing.T, name string, nominal int) string {
	t.Helper()
	body := fmt.Sprintf(`{"name":%q,"nominal":%d,"min":1,"max":2,"lifetime":3,"restock":4,"position":"fixed","limit":"child"}`, name, nominal)
	return strings.Trim(c.must(t, 201, "POST", c.path+"/events", body).at("data.sid"), `"`)
}

func (c tried) nominal(t *testing.T, sid string) string {
	t.Helper()
	return c.get(t, c.path+"/events/"+sid).at("data.nominal")
}

func (c tried) patch(t *testing.T, sid string, nominal int) {
	t.Helper()
	c.must(t, 200, "PATCH", c.path+"/events/"+sid, fmt.Sprintf(`{"nominal":%d}`, nominal))
}

// layer makes a layer that changes the nominal of events by name, and returns its path.
func (c tried) layer(t *testing.T, name string, before, after int, events ...string) string {
	t.Helper()
	var rows []string
	for _, event := range events {
		rows = append(rows, fmt.Sprintf(`{"resource":"events","name":%q,"state":"changed","changes":{"nominal":[%d,%d]}}`, event, before, after))
	}
	made := c.must(t, 201, "POST", c.path+"/layers", fmt.Sprintf(`{"name":%q,"from":{"changes":[%s]}}`, name, strings.Join(rows, ",")))
	made.expect(t, 201, "data.state", `"off"`)
	return c.path + "/layers/" + strings.Trim(made.at("data.sid"), `"`)
}

func TestDraftsOverTheWire(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := tryIn(t)
		one, two := c.event(t, "One", 5), c.event(t, "Two", 5)
		made := c.must(t, 201, "POST", c.path+"/drafts", `{"name":"Winter","note":"less"}`)
		made.expect(t, 201, "data.draft_of", `"`+sidOf(c.path)+`"`)
		made.expect(t, 201, "data.name", `"Winter"`)
		d := tried{c.client, "/api/v1/instances/" + strings.Trim(made.at("data.sid"), `"`)}
		if made.at("data.base_revision") != c.get(t, c.path).at("data.revision") {
			t.Errorf("the draft is based on %s", made.at("data.base_revision"))
		}
		c.get(t, c.path+"/drafts").expect(t, 200, "data.0.note", `"less"`)
		c.get(t, "/api/v1/instances?drafts=1").expect(t, 200, "data.1.draft_of", `"`+sidOf(c.path)+`"`)
		if n := c.get(t, "/api/v1/instances").at("meta.total"); n != "1" {
			t.Errorf("with a draft the list has %s instances", n)
		}
		own := strings.Trim(d.get(t, d.path+"/events?search=One").at("data.0.sid"), `"`)
		d.patch(t, own, 9)
		d.patch(t, strings.Trim(d.get(t, d.path+"/events?search=Two").at("data.0.sid"), `"`), 7)
		c.patch(t, two, 6)
		compared := d.get(t, d.path+"/comparison")
		compared.expect(t, 200, "data.rows.0.changes.nominal", `[5,9]`)
		compared.expect(t, 200, "data.rows.0.sid", `"`+own+`"`)
		compared.expect(t, 200, "data.rows.1.conflict.nominal", `[5,7,6]`)
		compared.expect(t, 200, "meta.total", `2`)
		refused := d.must(t, 409, "POST", d.path+"/merge", `{}`)
		if c.nominal(t, one) != "5" {
			t.Errorf("a refused merge has changed something")
		}
		key := strings.Trim(refused.at("conflicts.0.sid"), `"`) + ".nominal"
		dry := d.must(t, 200, "POST", d.path+"/merge", fmt.Sprintf(`{"dry_run":true,"choices":{%q:"theirs"}}`, key))
		dry.expect(t, 200, "data.rows_count", `2`)
		d.must(t, 200, "POST", d.path+"/merge", fmt.Sprintf(`{"choices":{%q:"theirs"}}`, key))
		if got := c.nominal(t, one) + c.nominal(t, two); got != "97" {
			t.Errorf("after the merge the values are %s", got)
		}
		d.get(t, d.path+"/comparison").expect(t, 200, "data.rows", `[]`)
		c.get(t, c.path+"/layers").expect(t, 200, "data.0.state", `"settled"`)
		if c.get(t, c.path+"/drafts").at("data.0.merged_at") == "null" {
			t.Error("the draft is not marked as merged")
		}
		c.patch(t, one, 11)
		d.must(t, 200, "POST", d.path+"/refresh", `{}`)
		if got := d.nominal(t, own); got != "11" {
			t.Errorf("after taking in, the draft has %s", got)
		}
		c.get(t, c.path+"/comparison?with="+sidOf(d.path)).expect(t, 200, "data.rows", `[]`)
		c.must(t, 422, "POST", c.path+"/merge", `{}`)
		c.must(t, 200, "DELETE", c.path+"/drafts/"+sidOf(d.path), "")
		c.must(t, 404, "GET", d.path, "")
	})
}

func TestLayersOverTheWire(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := tryIn(t)
		sid := c.event(t, "One", 10)
		first, second := c.layer(t, "First", 10, 20, "One"), c.layer(t, "Second", 10, 30, "One")
		c.must(t, 200, "POST", first+"/on", `{"dry_run":true}`)
		want := func(value string, why string) {
			t.Helper()
			if got := c.nominal(t, sid); got != value {
				t.Fatalf("%s: %s, not %s", why, got, value)
			}
		}
		want("10", "after a dry run")
		c.must(t, 200, "POST", first+"/on", `{}`).expect(t, 200, "data.state", `"on"`)
		want("20", "with the first")
		c.must(t, 200, "POST", first+"/on", `{}`).expect(t, 200, "data.revision", `null`)
		c.get(t, second).expect(t, 200, "data.rows.0.now", `"applies"`)
		c.must(t, 200, "POST", second+"/on", `{}`).expect(t, 200, "data.with.0.name", `"First"`)
		want("30", "with both")
		c.must(t, 422, "DELETE", second, "")
		c.must(t, 200, "POST", first+"/off", `{}`)
		want("30", "with the second")
		c.must(t, 200, "POST", second+"/off", `{}`)
		want("10", "without layers")
		c.must(t, 200, "POST", first+"/on", `{}`)
		c.must(t, 200, "POST", second+"/on", `{}`)
		c.must(t, 200, "POST", second+"/off", `{}`)
		want("20", "with the first again")
		c.patch(t, sid, 25)
		c.must(t, 200, "POST", first+"/off", `{}`).expect(t, 200, "data.kept.0.name", `"One"`)
		want("25", "what was edited since")
		c.get(t, first).expect(t, 200, "data.rows.0.conflict.nominal", `[10,20,25]`)
		c.must(t, 409, "POST", first+"/on", `{}`).expect(t, 409, "conflicts.0.conflict.nominal", `[10,20,25]`)
		c.must(t, 200, "POST", first+"/on", `{"prefer":"theirs"}`)
		want("20", "with theirs")
		c.must(t, 200, "POST", first+"/settle", `{}`).expect(t, 200, "data.state", `"settled"`)
		c.must(t, 200, "POST", first+"/off", `{}`)
		want("20", "what is settled")
		c.must(t, 200, "DELETE", first, "")
	})
}

func TestLayersOfRevisions(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	kept, gone := c.event(t, "Kept", 10), c.event(t, "Gone", 3)
	c.patch(t, kept, 15)
	first := c.get(t, c.path).at("data.revision")
	c.must(t, 200, "DELETE", c.path+"/events/"+gone, "")
	last := c.get(t, c.path).at("data.revision")
	made := c.must(t, 201, "POST", c.path+"/layers", `{"name":"Done","from":{"revisions":[`+first+","+last+`]}}`)
	made.expect(t, 201, "data.rows.0.now", `"already"`)
	path := c.path + "/layers/" + strings.Trim(made.at("data.sid"), `"`)
	c.must(t, 200, "POST", path+"/on", `{}`)
	c.must(t, 200, "POST", path+"/off", `{}`)
	if got := c.nominal(t, kept) + c.nominal(t, gone); got != "103" {
		t.Errorf("after turning off what two revisions did: %s", got)
	}
	c.must(t, 200, "POST", path+"/on", `{}`)
	if got := c.nominal(t, kept); got != "15" {
		t.Errorf("after turning it on again: %s", got)
	}
	c.must(t, 404, "GET", c.path+"/events/"+gone, "")
}

func TestLayersOfTypesAndDocuments(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	const file = `<types>` + "\n\t<!-- ours -->" + `
	<type name="AKM"><nominal>5</nominal><usage name="Town"/></type>
	<type name="M4"><nominal>5</nominal></type>
</types>`
	c.upload(t, c.path+"/files", upload{"types.xml", file})
	written := func() string {
		return c.get(t, c.path+"/texts/"+main+"db/types.xml").at("data.text")
	}
	before := written()
	body := `{"name":"Guns","from":{"changes":[
		{"resource":"types","name":"AKM","changes":{"nominal":[5,8],"usage":{"added":["Military"],"removed":["Town"]}}},
		{"resource":"types","name":"M4","state":"deleted","changes":{}},
		{"resource":"types","name":"SKS","state":"added","changes":{"nominal":[null,4]}},
		{"resource":"documents","name":"` + main + `db/globals.xml","changes":{"ZombieMaxCount":[1000,5]}}]}}`
	c.must(t, 200, "PATCH", c.path+"/documents/globals", `{"document":{"ZombieMaxCount":1000}}`)
	globals := c.get(t, c.path+"/texts/"+main+"db/globals.xml").at("data.text")
	path := c.path + "/layers/" + strings.Trim(c.must(t, 201, "POST", c.path+"/layers", body).at("data.sid"), `"`)
	c.must(t, 200, "POST", path+"/on", `{}`)
	with := written()
	for _, want := range []string{`<!-- ours -->`, `SKS`, `Military`, `<nominal>8</nominal>`} {
		if !strings.Contains(with, want) {
			t.Errorf("with the layer the file has no %s:\n%s", want, with)
		}
	}
	if strings.Contains(with, "M4") || strings.Contains(with, "Town") {
		t.Errorf("with the layer the file is:\n%s", with)
	}
	c.get(t, c.path+"/documents/globals").expect(t, 200, "data.document.ZombieMaxCount", `5`)
	c.must(t, 200, "POST", path+"/off", `{}`)
	if got := written(); got != before {
		t.Errorf("after turning off, the file is\n%s\nand was\n%s", got, before)
	}
	if got := c.get(t, c.path+"/texts/"+main+"db/globals.xml").at("data.text"); got != globals {
		t.Errorf("after turning off, globals.xml is\n%s\nand was\n%s", got, globals)
	}
}

func TestRowsThatNoLayerCanHave(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	c.event(t, "One", 10)
	for _, rows := range []string{
		`{"resource":"nothing","name":"One","changes":{"nominal":[1,2]}}`,
		`{"resource":"events","name":"One","changes":{"colour":[1,2]}}`,
		`{"resource":"events","name":"One","changes":{"nominal":5}}`,
		`{"resource":"events","name":"One","changes":{}}`,
		`{"resource":"events","name":"One","changes":{"nominal":[10,"many"]}}`,
	} {
		c.must(t, 422, "POST", c.path+"/layers", `{"name":"Wrong","from":{"changes":[`+rows+`]}}`)
	}
	c.must(t, 422, "POST", c.path+"/layers", `{"name":"Wrong","from":{}}`)
	c.must(t, 422, "POST", c.path+"/layers", `{"from":{"changes":[]}}`)
}

// Conflicts say what is there now, but for passwords.
func TestConflictsTellNoPasswords(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	c.upload(t, c.path+"/files", upload{"serverDZ.cfg", "hostname = \"Ours\";\npassword = \"topsecret\";\n"})
	for _, changes := range []string{`{"password":["one","other"]}`, `{"text":["one","other"]}`} {
		made := c.must(t, 201, "POST", c.path+"/layers",
			`{"name":"Ask","from":{"changes":[{"resource":"documents","name":"serverDZ.cfg","changes":`+changes+`}]}}`)
		refused := c.must(t, 409, "POST", c.path+"/layers/"+strings.Trim(made.at("data.sid"), `"`)+"/on", `{}`)
		if strings.Contains(made.body+refused.body, "topsecret") {
			t.Errorf("%s: %s", changes, refused.body)
		}
	}
}

// Files of which a pack says that they hold secrets do not travel, whatever they call them: neither with a draft nor between instances.
func TestComparisonsTellNoSecretsOfMods(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	const file, secret = "profiles/VPPAdminTools/Permissions/credentials.txt", "geheim99"
	c.upload(t, c.path+"/files", upload{file, "geheim98\n"}).expect(t, 200)
	draft := "/api/v1/instances/" + strings.Trim(c.must(t, 201, "POST", c.path+"/drafts", `{"name":"Try"}`).at("data.sid"), `"`)
	c.upload(t, draft+"/files", upload{file, secret + "\n"}).expect(t, 200)
	other, _ := c.instance(t)
	for _, path := range []string{
		draft + "/comparison", other + "/comparison?with=" + sidOf(draft), draft + "/comparison?with=" + sidOf(other),
	} {
		if r := c.get(t, path); r.status != 200 || strings.Contains(r.body, "geheim") {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
}
