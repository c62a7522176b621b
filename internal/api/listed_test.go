package api_test

import (
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/storetest"
)

// lists returns the endpoints of surface A that answer a list, or a page of one: not the layers of the map, which are always the same, and
// not files.
func (f furnished) lists(t *testing.T) (list []endpoint.Endpoint) {
	t.Helper()
	for _, e := range served() {
		if e.Method != http.MethodGet || e.OnSurface() != endpoint.A || e.Action == "layers of geo" || e.Action == "export revisions" ||
			strings.HasSuffix(e.Path, ".csv") {
			continue
		}
		if answer := f.get(t, f.path(e)); strings.HasPrefix(answer.body, `{"data":[`) ||
			strings.Contains(answer.body, `"meta":{"current_page":`) {
			list = append(list, e)
		}
	}
	return list
}

// TestAllListsTakeFilters, those of records and all others.
func TestAllListsTakeFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		f := furnish(t, s.user(t), "Listed")
		lists := f.lists(t)
		if len(lists) < 40 {
			t.Errorf("%d lists", len(lists))
		}
		for _, e := range lists {
			all := f.get(t, f.path(e))
			same := f.get(t, f.path(e)+"?q=*")
			if same.status != 200 || same.at("data.0") != all.at("data.0") || same.at("meta.total") != all.at("meta.total") {
				t.Errorf("%s with everything: %d %s", e.Path, same.status, same.body)
			}
			for _, q := range []string{"nosuchfield:1", "-nosuchfield:1", "a%7Cb", "a%20OR%20b", "%28a%29"} {
				if wrong := f.get(t, f.path(e)+"?q="+q); wrong.status != 422 || wrong.at("errors.q.0") == "absent" {
					t.Errorf("%s with %s: %d %s", e.Path, q, wrong.status, wrong.body)
				}
			}
			if none := f.get(t, f.path(e)+"?q=nothingiscalledso"); none.status != 200 || none.at("data.0") != "absent" ||
				none.at("data.changes.0") != "absent" {
				t.Errorf("%s with nothing: %d %s", e.Path, none.status, none.body)
			}
		}
	})
}

// TestKinds of types, which follow from the name or else the category, and of class names of the instance and of the catalog.
func TestKinds(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	const file = `<types><type name="AKM"><nominal>20</nominal><category name="weapons"/></type>` +
		`<type name="Mag_AKM_30Rnd"><nominal>20</nominal><category name="weapons"/></type>
		<type name="Own_Thing"><nominal>5</nominal><category name="weapons"/></type>
		<type name="Apple"><nominal>30</nominal><category name="food"/></type></types>`
	c.upload(t, instance+"/files", upload{"types.xml", file}).expect(t, 200)
	for path, want := range map[string]string{
		"/types?q=kind:gun":                 "AKM Own_Thing",
		"/types?q=kind:GUN+nominal>10":      "AKM",
		"/types?q=-kind:gun,food":           "Mag_AKM_30Rnd",
		"/types?q=kind:magazine&per_page=1": "Mag_AKM_30Rnd",
		"/classnames?q=kind:food":           "Apple",
		"/types?q=kind:animal":              "",
	} {
		if got := c.get(t, instance+path).names("name"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	c.bulk(t, instance+"/types", `"q":"kind:magazine","dry_run":true`, `{"op":"set","field":"nominal","value":1}`).expect(t, 200,
		"data.matched", "1", "data.rows.0.name", `"Mag_AKM_30Rnd"`)
	c.get(t, "/api/v1/classnames?q=kind:gun").expect(t, 200)
	for _, path := range []string{
		instance + "/types?q=kind:guns", "/api/v1/classnames?q=-kind:rifle", instance + "/types?q=kind>gun", instance + "/messages?q=kind:gun",
	} {
		c.get(t, path).expect(t, 422)
	}
}

func TestFiltersOfOtherLists(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.create(t, instance+"/events", minimalEvent)
		c.create(t, instance+"/messages", `{"text":"Welcome"}`)
		c.create(t, instance+"/events", `{"name":"LootMin","nominal":1,"min":5,"max":9,"lifetime":60}`)
		author := strings.Trim(c.get(t, instance+"/revisions").at("data.0.author"), `"`)
		for path, want := range map[string]string{
			"/revisions?q=number:2..3":                                             "3 2",
			"/revisions?q=-number:1":                                               "4 3 2",
			"/revisions?q=number>1&per_page=2&page=2":                              "2",
			"/revisions?q=created:1d&of=messages":                                  "3",
			"/revisions?q=changes_count:0":                                         "",
			"/revisions?q=by:%22" + strings.ReplaceAll(author, " ", "%20") + "%22": "4 3 2 1",
		} {
			if got := c.get(t, instance+path).names("number"); got != want {
				t.Errorf("%s: %s, want %s", path, got, want)
			}
		}
		c.get(t, instance+"/revisions?q=number>1&per_page=2&page=2").expect(t, 200, "meta.total", "3", "links.next", "null")
		c.get(t, instance+"/revisions/1/diff?q=change:added+resource:messages").expect(t, 200, "meta.total", "1", "data.0.resource", `"messages"`)
		c.get(t, instance+"/revisions/2?q=resource:events").expect(t, 200, "meta.total", "1", "data.changes.0.title", `"LootTest"`)
		c.get(t, instance+"/lint?q=resource:events+name:lootmin").expect(t, 200, "data.0.name", `"LootMin"`)
		c.get(t, instance+"/lint/summary?q=-rule:min-over-nominal+severity:error").expect(t, 200, "data.0.rule", "absent")
		c.get(t, instance+"/files?q=file:*/events.xml").expect(t, 200, "data.0.records", "2", "data.1", "absent")
		c.get(t, instance+"/documents?q=slug:globals").expect(t, 200, "data.0.slug", `"globals"`, "data.1", "absent")
		c.get(t, instance+"/recipes/built-in?q=*hardcore*").expect(t, 200, "data.0.sid", `"hardcore"`, "data.1", "absent")
		for path, message := range map[string]string{
			"/revisions?q=by:nobody":      "The q field is not understood: “by:nobody”: nobody here is called “nobody”.",
			"/files?q=-path:db/evnts.xml": "no path is called “db/evnts.xml”; did you mean mpmissions/dayzOffline.chernarusplus/db/events.xml?",
			"/documents?q=-slug:glbals":   "no slug is called “glbals”; did you mean globals?",
			"/revisions?q=-action:creat":  "no action is called “creat”; did you mean create?",
			"/lint?q=rule:min-over-nomin": "did you mean min-over-nominal?",
			"/deliveries?q=status:faild":  "did you mean failed?",
			"/deliveries?q=sent>x":        "sent is a number",
		} {
			wrong := c.get(t, instance+path)
			if got := wrong.at("errors.q.0"); wrong.status != 422 || !strings.Contains(got, message) {
				t.Errorf("%s: %d %s, want %s", path, wrong.status, got, message)
			}
		}
	})
}
