package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// events makes events with the given names, in order.
func (c client) events(t testing.TB, instance string, names ...string) {
	t.Helper()
	for _, name := range names {
		c.create(t, instance+"/events", fmt.Sprintf(`{"name":%q,"nominal":1,"min":0,"max":2,"lifetime":60}`, name))
	}
}

func TestEnvelope(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.events(t, instance, "A", "B", "C", "D", "E")
	path := strings.ReplaceAll(s.url+instance+"/events", "/", `\/`)
	tests := []struct {
		name, query       string
		first, last       string // queries
		prev, next        string // queries; empty for null
		page, size, total int
		names             string
	}{
		{"no parameters", "", "page=1", "page=1", "", "", 1, 15, 5, "A B C D E"},
		{"first page", "?per_page=2", "per_page=2&page=1", "per_page=2&page=3", "", "per_page=2&page=2", 1, 2, 5, "A B"},
		{"middle", "?per_page=2&page=2", "per_page=2&page=1", "per_page=2&page=3", "per_page=2&page=1", "per_page=2&page=3", 2, 2, 5, "C D"},
		{
			"page stands last", "?page=2&per_page=2", "per_page=2&page=1", "per_page=2&page=3", "per_page=2&page=1", "per_page=2&page=3", 2, 2, 5,
			"C D",
		},
		{"last page", "?per_page=2&page=3", "per_page=2&page=1", "per_page=2&page=3", "per_page=2&page=2", "", 3, 2, 5, "E"},
		{"beyond the end", "?per_page=2&page=7", "per_page=2&page=1", "per_page=2&page=3", "per_page=2&page=6", "", 7, 2, 5, ""},
		{"nothing found", "?search=none", "search=none&page=1", "search=none&page=1", "", "", 1, 15, 0, ""},
		{
			"encoding", "?search=a+b%2Fé&include[]=children", "search=a%20b%2F%C3%A9&include%5B%5D=children&page=1",
			"search=a%20b%2F%C3%A9&include%5B%5D=children&page=1", "", "", 1, 15, 0, "",
		},
		{"empty parameters are left out", "?search=&active=1", "active=1&page=1", "active=1&page=1", "", "", 1, 15, 5, "A B C D E"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := c.get(t, instance+"/events"+tt.query)
			link := func(query string) string {
				if query == "" {
					return "null"
				}
				return `"` + path + "?" + query + `"`
			}
			tail := fmt.Sprintf(`],"links":{"first":%s,"last":%s,"prev":%s,"next":%s},"meta":{"current_page":%d,"per_page":%d,"total":%d}}`,
				link(tt.first), link(tt.last), link(tt.prev), link(tt.next), tt.page, tt.size, tt.total)
			if r.status != 200 || !strings.HasPrefix(r.body, `{"data":[`) || !strings.HasSuffix(r.body, tail) {
				t.Errorf("%s\nwant the end %s", r.body, tail)
			}
			if got := r.names("name"); got != tt.names {
				t.Errorf("records %q, want %q", got, tt.names)
			}
		})
	}
}

func TestFollowingNextVisitsEveryRecordOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.events(t, instance, "Loot1", "Other", "Loot2", "Loot3", "Loot4", "Loot5")
		var seen []string
		for path := instance + "/events?search=loot&per_page=2&sort=-name"; path != ""; {
			r := c.get(t, path)
			seen = append(seen, r.names("name"))
			next := strings.TrimPrefix(strings.Trim(r.at("links.next"), `"`), s.url)
			path = strings.TrimSuffix(next, "null")
		}
		if got := strings.Join(seen, "|"); got != "Loot5 Loot4|Loot3 Loot2|Loot1" {
			t.Errorf("visited %s", got)
		}
	})
}

// TestFollowingNextOfABody: what a body asks for stays in the links, over what the query says.
func TestFollowingNextOfABody(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.events(t, instance, "Loot1", "Other", "Loot2", "Loot3", "Loot4", "Loot5")
		first := c.send(t, "GET", instance+"/events?per_page=4&sort=name&active=1",
			`{"per_page":2,"search":"loot","sort":"-name","include":["children"],"page":1,"none":null}`)
		first.expect(t, 200, "links.next", `"`+s.url+instance+`/events?active=1&per_page=2&search=loot&sort=-name&include%5B%5D=children&page=2"`)
		var seen []string
		for r := first; ; {
			seen = append(seen, r.names("name"))
			r.expect(t, 200, "meta.per_page", "2", "data.0.children", "[]")
			next := strings.Trim(r.at("links.next"), `"`)
			if next == "null" {
				break
			}
			r = c.get(t, strings.TrimPrefix(next, s.url))
		}
		if got := strings.Join(seen, "|"); got != "Loot5 Loot4|Loot3 Loot2|Loot1" {
			t.Errorf("visited %s", got)
		}
		for _, path := range []string{instance + "/events", "/api/v1/mods", instance + "/revisions"} {
			c.send(t, "GET", path, `{"per_page":1}`).expect(t, 200, "links.first", `"`+s.url+path+`?per_page=1&page=1"`)
		}
		c.send(t, "GET", "/api/instance", `{"amount":1,"like":"e"}`).expect(t, 200, "first_page_url",
			`"`+s.url+`/api/instance?amount=1&like=e&page=1"`)
		long := c.send(t, "GET", instance+"/events", `{"per_page":1,"search":"`+strings.Repeat("x", 5000)+`"}`)
		long.expect(t, 200, "links.first", `"`+s.url+instance+`/events?page=1"`)
	})
}

func TestPerPageAndPage(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		tests := []struct {
			query, body string
			page, size  string
		}{
			{"per_page=1", "", "1", "1"},
			{"per_page=100", "", "1", "100"},
			{"per_page=101", "", "1", "100"},
			{"per_page=0", "", "1", "1"},
			{"per_page=-5", "", "1", "1"},
			{"per_page=99999999999999999999", "", "1", "100"},
			{"per_page=1e999", "", "1", "100"},
			{"per_page=abc", "", "1", "15"},
			{"per_page=5abc", "", "1", "15"},
			{"per_page=Infinity", "", "1", "15"},
			{"per_page=nan", "", "1", "15"},
			{"per_page=0x1p4", "", "1", "15"},
			{"per_page=", "", "1", "15"},
			{"per_page[]=5", "", "1", "15"},
			{"per_page=%205%20", "", "1", "5"},
			{"per_page=7", `{"per_page":3}`, "1", "3"},
			{"", `{"per_page":1000}`, "1", "100"},
			{"", `{"per_page":"8"}`, "1", "8"},
			{"", `{"per_page":"many"}`, "1", "15"},
			{"", `{"per_page":[5]}`, "1", "15"},
			{"", `{"per_page":null}`, "1", "15"},
			{"per_page=4", `{"per_page":`, "1", "4"},
			{"", `{"page":3}`, "3", "15"},
			{"page=0", "", "1", "15"},
			{"page=-1", "", "1", "15"},
			{"page=abc", "", "1", "15"},
			{"page=1.5", "", "1", "15"},
			{"page=", "", "1", "15"},
			{"page[]=2", "", "1", "15"},
			{"page=2147483647", "", "2147483647", "15"},
			{"page=99999999999999999999", "", "1", "15"},
			{"page=3&page=2", "", "2", "15"},
		}
		for _, tt := range tests {
			t.Run(tt.query+" "+tt.body, func(t *testing.T) {
				t.Parallel()
				c.send(t, "GET", "/api/v1/instances?"+tt.query, tt.body).expect(t, 200, "meta.current_page", tt.page, "meta.per_page", tt.size)
			})
		}
	})
}

func TestSort(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		for _, body := range []string{
			`{"name":"b","nominal":2,"min":0,"max":0,"lifetime":1,"secondary":"x"}`, `{"name":"B","nominal":1,"min":0,"max":0,"lifetime":1}`,
			`{"name":"a","nominal":10,"min":0,"max":0,"lifetime":1,"secondary":"X"}`, `{"name":"é","nominal":-1,"min":0,"max":0,"lifetime":1}`,
		} {
			c.create(t, instance+"/events", body)
		}
		for sort, want := range map[string]string{
			"name":        "B a b é",
			"-name":       "é b a B",
			"nominal":     "é B b a",
			"-nominal":    "a b B é",
			"secondary":   "B é a b",
			"-secondary":  "b a é B",
			"id":          "b B a é",
			"-id":         "é a B b",
			"-created_at": "é a B b",
			"children":    "b B a é",
			"slot":        "b B a é",
			"raw":         "b B a é",
			"unknown":     "b B a é",
			"":            "b B a é",
			"-":           "b B a é",
			"name;drop":   "b B a é",
			"NAME":        "b B a é",
		} {
			r := c.get(t, instance+"/events?sort="+url.QueryEscape(sort))
			if got := r.names("name"); r.status != 200 || got != want {
				t.Errorf("sort=%s: %d %q, want %q", sort, r.status, got, want)
			}
		}
	})
}

func TestSearch(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.events(t, instance, "AK101", "100%", "a_b", "axb", `back\slash`, "Škoda", "ČERNARUS")
		for term, want := range map[string]string{
			"ak":       "AK101",
			"k10":      "AK101",
			"AK101":    "AK101",
			"%":        "100%",
			"_":        "a_b",
			"A_B":      "a_b",
			`\`:        `back\\slash`,
			"škoda":    "Škoda",
			"ŠKO":      "Škoda",
			"černarus": "ČERNARUS",
			"%25":      "",
			"'":        "",
			`"`:        "",
			"k1%":      "",
			"  ak  ":   "AK101",
			" ":        "AK101 100% a_b axb back\\\\slash Škoda ČERNARUS",
		} {
			r := c.get(t, instance+"/events?search="+url.QueryEscape(term))
			if got := r.names("name"); r.status != 200 || got != want {
				t.Errorf("search=%s: %d %q, want %q", term, r.status, got, want)
			}
		}
	})
}

func TestFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.events(t, instance, "On")
		c.create(t, instance+"/events", `{"name":"Off","nominal":1,"min":0,"max":0,"lifetime":1,"active":false}`)
		for query, want := range map[string]string{
			"active=1":            "On",
			"active=0":            "Off",
			"active=":             "On Off",
			"active=2":            "On Off",
			"active=yes":          "On Off",
			"active[]=1":          "On Off",
			"active=0&search=o":   "Off",
			"active=1&search=off": "",
			"ACTIVE=1":            "On Off",
		} {
			r := c.get(t, instance+"/events?"+query)
			if got := r.names("name"); r.status != 200 || got != want {
				t.Errorf("%s: %d %q, want %q", query, r.status, got, want)
			}
		}
		c.send(t, "GET", instance+"/events", `{"active":false}`).expect(t, 200, "meta.total", "2")
		c.send(t, "GET", instance+"/events", `{"active":0}`).expect(t, 200, "meta.total", "1")
	})
}

func TestMaps(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	c.get(t, "/api/v1/maps?search=chernarusplus").expect(t, 200, "meta.total", "1", "data.0.name", `"Chernarus"`,
		"data.0.name_short", `"chernarusplus"`, "data.0.world_size", "15360", "data.0.is_modded", "false")
	c.get(t, "/api/v1/maps?search=enoch").expect(t, 200, "data.0.name", `"Livonia"`, "data.0.world_size", "12800")
	c.get(t, "/api/v1/maps?search=namalsk").expect(t, 200, "data.0.is_modded", "true")
}
