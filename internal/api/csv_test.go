package api_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/storetest"
)

// csv gets a path as CSV.
func (c client) csv(t testing.TB, path string) reply {
	t.Helper()
	return c.accepting(t, path, "text/csv")
}

func (c client) accepting(t testing.TB, path, accept string) reply {
	t.Helper()
	req := c.request(t, http.MethodGet, path, http.NoBody)
	req.Header.Set("Accept", accept)
	return c.roundTrip(t, req)
}

// column returns the cells of a column, joined by blanks, of CSV without quotes.
func column(t testing.TB, text, name string) string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(text, "\r\n"), "\r\n")
	var cells []string
	for i, header := range strings.Split(lines[0], ",") {
		if header != name {
			continue
		}
		for _, line := range lines[1:] {
			cells = append(cells, strings.Split(line, ",")[i])
		}
		return strings.Join(cells, " ")
	}
	t.Fatalf("no column %s in %s", name, lines[0])
	return ""
}

func TestCSVOfARecord(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, scope := c.instance(t)
	class := c.class(t, instance, "AK101", "")
	path, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+class+
		`,"nominal":5,"crafted":true,"usage_ids":[2,1],"source_file":"mods/a, b.xml"}`)
	r := c.get(t, path)
	text := func(member string) string { return strings.Trim(r.at("data."+member), `"`) }
	want := "id,sid,instance_id,instance_classname_id,name,nominal,lifetime,restock,min,qmin,qmax,cost,count_in_cargo,count_in_hoarders," +
		"count_in_map," +
		"count_in_players,crafted,deloot,category_id,tag_id,usage_ids,value_ids,tag_ids,enabled,source_file,created_at,updated_at\r\n" +
		strings.Join([]string{
			text("id"), text("sid"), number(scope.InstanceID), class, "AK101,5,,,,,,,false,false,false,false,true,false,,,2 1,,,true",
			`"mods/a, b.xml"`, text("created_at"), text("updated_at"),
		}, ",") + "\r\n"
	for _, address := range []string{path, instance + "/types"} {
		got := c.csv(t, address)
		got.exactly(t, 200, want)
		if h := got.header; h.Get("Content-Type") != "text/csv; charset=utf-8" ||
			h.Get("Content-Disposition") != "attachment; filename=types.csv" || h.Get("Vary") != "Accept" {
			t.Errorf("%v", h)
		}
	}
}

func TestWhoGetsCSV(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.create(t, instance+"/events", minimalEvent)
	for accept, want := range map[string]string{
		"":                                    "application/json",
		"*/*":                                 "application/json",
		"application/json, text/csv":          "application/json",
		"application/json;q=0.5, text/csv":    "text/csv; charset=utf-8",
		"text/csv, application/json":          "text/csv; charset=utf-8",
		"text/csv;q=0.5, application/json":    "application/json",
		"Text/CSV; q=0.9, */*;q=0.1":          "text/csv; charset=utf-8",
		"text/csv;q=0":                        "application/json",
		"text/csv;q=x":                        "application/json",
		"text/html, text/csv;q=0.9, */*;q=.1": "application/json",
		"nonsense/, text/csv":                 "text/csv; charset=utf-8",
	} {
		if got := c.accepting(t, instance+"/events", accept); got.status != 200 || got.header.Get("Content-Type") != want {
			t.Errorf("Accept: %s is answered %d %s, want %s", accept, got.status, got.header.Get("Content-Type"), want)
		}
	}
}

func TestCSVLists(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, stranger := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		empty, _ := c.instance(t)
		c.events(t, instance, "Alpha", "Beta", "Gamma", "Delta")
		c.must(t, 200, "PATCH", instance+"/events/"+column(t, c.csv(t, instance+"/events?search=beta").body, "sid"), `{"active":false}`)
		for query, want := range map[string]string{
			"":                              "Alpha Beta Gamma Delta",
			"?search=ta":                    "Beta Delta",
			"?active=0":                     "Beta",
			"?sort=name":                    "Alpha Beta Delta Gamma",
			"?sort=-name&search=a&active=1": "Gamma Delta Alpha",
			"?per_page=2":                   "Alpha Beta",
			"?page=2&per_page=3":            "Delta",
			"?page=9":                       "",
			"?search=none":                  "",
		} {
			if got := column(t, c.csv(t, instance+"/events"+query).body, "name"); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		if r := c.csv(t, empty+"/events"); r.status != 200 || !strings.HasPrefix(r.body, "id,sid,") || strings.Count(r.body, "\n") != 1 {
			t.Errorf("an empty list is %d %s", r.status, r.body)
		}
		for _, path := range []string{
			instance + "/events", instance + "/events?page=1", instance + "/events/none", "/api/v1/instances/0000000000/types",
		} {
			stranger.csv(t, path).exactly(t, 404, body404)
		}
		for _, path := range []string{"/api/v1/maps", "/api/v1/type-usages", "/api/v1/mods", "/api/v1/classnames"} {
			if r := c.csv(t, path); r.status != 200 || !strings.HasPrefix(r.body, "id,sid,name") {
				t.Errorf("%s: %d %s", path, r.status, r.body)
			}
		}
	})
}

// TestCSVOfMoreThanOnePiece: the service reads a long list in several pieces.
func TestCSVOfMoreThanOnePiece(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	const n = 2_500
	lines, names := []string{"name,nominal,min,max,lifetime"}, make([]string, n)
	for i := range n {
		names[i] = "E" + strconv.Itoa(i)
		lines = append(lines, names[i]+","+strconv.Itoa(n-i)+",0,0,1")
	}
	c.upsert(t, instance+"/events", lines...).exactly(t, 200, counts(n, 0, 0))
	for query, first := range map[string]string{"": "E0", "?sort=nominal": "E2499", "?sort=-nominal": "E0"} {
		got := strings.Fields(column(t, c.csv(t, instance+"/events"+query).body, "name"))
		if len(got) != n || got[0] != first {
			t.Errorf("%s: %d records, the first %s", query, len(got), got[0])
		}
	}
}

// TestCSVComesBackUnchanged exports every resource of a furnished instance and imports what came out.
func TestCSVComesBackUnchanged(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, scope := c.instance(t)
	class := c.class(t, instance, "AK101", `,"display_name":"=1+1"`)
	c.class(t, instance, "-Minus", `,"display_name":"'@quoted"`)
	_, seller := c.create(t, instance+"/trader-sellers", `{"name":"Trader","position":[1,2,3],"object_class":"Boris","attachments":["A"]}`)
	_, category := c.create(t, instance+"/trader-categories", `{"seller_id":`+number(seller)+`,"name":"Food"}`)
	for _, r := range []struct{ resource, body string }{
		{"types", `{"instance_classname_id":` + class + `,"nominal":5,"tag_ids":[3,1],"value_ids":[2]}`},
		{"types", `{"instance_classname_id":` + class + `,"source_file":"mods/x.xml","enabled":false}`},
		{"presets", `{"title":"Preset","usage_ids":[1,2]}`},
		{"events", fullEvent},
		{"events", fullEvent},
		{"event-spawns", `{"name":"A","zone_r":1.5,"positions":[{"x":1,"z":2}]}`},
		{"spawnable-types", `{"instance_classname_id":` + class + `,"damage_min":0.1,"hoarder":1}`},
		{"random-presets", `{"name":"P","type":"cargo","chance":0.15}`},
		{"player-spawns", `{"x":6063.02,"z":-1931.9,"comment":"a;b","y":1e-7}`},
		{
			"player-lists",
			`{"type":"ban","player_id":"76561198000000001","name":"=cmd|'/c calc'!A1","note":"line\r\none\nline ` +
				`two\rthree","steam_id":"76561198000000001","expires_at":"2027-01-31T12:00:00Z"}`,
		},
		{
			"trader-items",
			`{"seller_id":` + number(seller) + `,"category_id":` + number(category) + `,"instance_classname_id":` + class +
				`,"quantity_code":"W","buy":25}`,
		},
		{
			"trader-items",
			`{"seller_id":` + number(seller) + `,"category_id":` + number(category) + `,"instance_classname_id":` + class + `,"quantity":-5}`,
		},
		{"trader-currencies", `{"instance_classname_id":` + class + `,"value":100}`},
		{"effect-areas", `{"area_name":"R","x":7500,"data":{"a":1}}`},
		{"messages", `{"text":"Welcome, \"you\"","onconnect":true,"delay":2}`},
	} {
		c.create(t, instance+"/"+r.resource, r.body)
	}
	_, err := s.db.Exec(t.Context(), `UPDATE instance_classnames SET display_name = '' WHERE name = '-Minus'`)
	check(t, err)
	_, before, _ := s.latest(t, scope)
	for _, resource := range []string{
		"classnames", "types", "presets", "events", "event-spawns", "spawnable-types", "random-presets", "player-spawns", "player-lists",
		"trader-sellers", "trader-categories", "trader-items", "trader-currencies", "effect-areas", "messages",
	} {
		out := c.csv(t, instance+"/"+resource).body
		n := strings.Count(out, "Z\r\n")
		if n == 0 {
			t.Errorf("%s: no records in %s", resource, out)
		}
		c.do(t, "POST", instance+"/"+resource, "text/csv", out).exactly(t, 200, counts(0, 0, n))
	}
	if _, after, changes := s.latest(t, scope); after != before {
		t.Errorf("%+v", changes)
	}
}

// TestNoFormulas: what a spreadsheet would take for a formula stands behind an apostrophe, and numbers do not.
func TestNoFormulas(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	names := []string{"=1+1", "+x", "-x", "@x", "'=x", "-5", "x=1", "'x"}
	lines := []string{"text"}
	for _, name := range names {
		c.create(t, instance+"/messages", fmt.Sprintf(`{"text":%q}`, name))
	}
	if got, want := column(t, c.csv(t, instance+"/messages").body, "text"), "'=1+1 '+x '-x '@x ''=x -5 x=1 'x"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	lines = append(lines, strings.Fields(column(t, c.csv(t, instance+"/messages").body, "text"))...)
	second, _ := c.instance(t)
	c.upsert(t, second+"/messages", lines...).exactly(t, 200, counts(len(names), 0, 0))
	if got, want := c.get(t, second+"/messages").at("data.0.text"), `"=1+1"`; got != want {
		t.Errorf("%s came in as %s", want, got)
	}
}

// TestCSVAtItsOwnAddress: each list is at its path with .csv behind it what it is for clients that prefer CSV, in pages too.
func TestCSVAtItsOwnAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	world := furnish(t, s.user(t), "Mine")
	for _, e := range served() {
		if !e.AnswersCSV() || !world.holds(e) {
			continue
		}
		path := world.path(e)
		for _, query := range []string{"", "?per_page=1&sort=-id"} {
			got, want := world.get(t, path+query), world.csv(t, strings.TrimSuffix(path, ".csv")+query)
			if got.status != 200 || got.body != want.body || got.header.Get("Content-Type") != "text/csv; charset=utf-8" {
				t.Errorf("%s%s: %d %v\n%s\nwant\n%s", path, query, got.status, got.header, got.body, want.body)
			}
			if paged := linksOf(got.header)["first"] != ""; e.Action == endpoint.ExportCSV && paged != (query != "") {
				t.Errorf("%s%s: the pages are %q", path, query, got.header.Get("Link"))
			}
		}
	}
}

// TestCSVThatAClientHas: CSV is answered 304 to who has it, whether it is remembered or not, and JSON at the same address is another
// answer.
func TestCSVThatAClientHas(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	list := instance + "/events"
	event, _ := c.create(t, list, minimalEvent)
	for _, path := range []string{list, list + "?per_page=1", list + ".csv", event} {
		first := c.csv(t, path)
		tag := first.header.Get("ETag")
		again := func(c client) reply {
			r := c.request(t, http.MethodGet, path, http.NoBody)
			r.Header.Set("Accept", "text/csv")
			r.Header.Set("If-None-Match", tag)
			return c.roundTrip(t, r)
		}
		if first.status != 200 || tag == "" || tag == c.get(t, list).header.Get("ETag") {
			t.Errorf("%s: %d with the tag %q", path, first.status, tag)
		}
		for range 2 {
			again(c).exactly(t, http.StatusNotModified, "")
		}
		c.send(t, "PATCH", event, `{"nominal":`+strconv.Itoa(len(path)+20)+`}`)
		if now := again(c); now.status != 200 || now.body == first.body {
			t.Errorf("%s: %d after a change", path, now.status)
		}
	}
}

// TestCSVToItsOwnAddress: what a list exports comes back unchanged, whatever its content type says, as its path takes it with that of CSV.
func TestCSVToItsOwnAddress(t *testing.T) {
	t.Parallel()
	s := start(t)
	world := furnish(t, s.user(t), "Mine")
	for _, e := range served() {
		if e.Action != endpoint.ImportCSV {
			continue
		}
		path := world.path(e)
		file := world.get(t, path).body
		for _, kind := range []string{"text/csv", "application/x-www-form-urlencoded", "application/json"} {
			world.do(t, "POST", path, kind, file).expect(t, 200, "data.created", "0", "data.updated", "0")
		}
		world.do(t, "POST", strings.TrimSuffix(path, ".csv"), "text/csv", file).expect(t, 200, "data.created", "0", "data.updated", "0")
		world.send(t, "POST", path, `{"name":"x"}`).expect(t, 422)
	}
}
