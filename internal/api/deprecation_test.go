package api_test

import (
	"slices"
	"testing"
	"time"

	"quartermaster/internal/api"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
)

// ending is a table in which every endpoint will go, at noon in Berlin.
func ending() []endpoint.Group {
	const list = "/api/v1/instances/{instance}/events"
	cutoff := time.Date(2027, 3, 1, 12, 0, 0, 0, time.FixedZone("CET", 3600))
	until := func(replacement string) *endpoint.Deprecation {
		return &endpoint.Deprecation{Cutoff: cutoff, Replacement: replacement}
	}
	download := served()[slices.IndexFunc(served(), func(e endpoint.Endpoint) bool { return e.Action == "download file" })]
	download.Deprecated = until("/api/v2/files/{path}")
	return []endpoint.Group{{Name: "Ending", Resources: []endpoint.Resource{{Endpoints: []endpoint.Endpoint{
		{Method: "GET", Path: "/api/v1/health", Operation: endpoint.Served(endpoint.Table())[0].Operation, Deprecated: until("/api/v2/health")},
		{Method: "GET", Path: list, Action: endpoint.List, Record: record.Events, Deprecated: until("https://new.example.org/v2/{instance}")},
		{Method: "POST", Path: list, Action: endpoint.Create, Record: record.Events},
		{Method: "GET", Path: list + "/{event}", Action: endpoint.Get, Record: record.Events, Deprecated: until("/api/v2/{event}/of/{instance}")},
		download,
	}}}}}
}

func TestDeprecation(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(7), func(c *api.Config) { c.Table = ending() })
	c, free, nobody := s.user(t), s.freeUser(t), s.anonymous()
	instance, _ := c.instance(t)
	sid, events := sidOf(instance), instance+"/events"
	record, _ := c.create(t, events, minimalEvent)
	tests := []struct {
		name         string
		as           client
		method, path string
		status       int
		successor    string // none where the endpoint stays, or no endpoint was found
	}{
		{"success", c, "GET", events, 200, "https://new.example.org/v2/" + sid},
		{"HEAD", c, "HEAD", record, 200, "/api/v2/" + sidOf(record) + "/of/" + sid},
		{"not there", c, "GET", events + "/%3E%3B%20x", 404, "/api/v2/%3E;%20x/of/" + sid},
		{"rest of a path", c, "GET", instance + "/files/a%20b/c%22d.xml", 404, "/api/v2/files/a%20b/c%22d.xml"},
		{"no token", nobody, "GET", events, 401, "https://new.example.org/v2/" + sid},
		{"plan", free, "GET", events, 403, "https://new.example.org/v2/" + sid},
		{"without a token", nobody, "GET", "/api/v1/health", 503, "/api/v2/health"},
		{"not deprecated", c, "POST", events, 422, ""},
		{"wrong verb", c, "PUT", events, 405, ""},
		{"no route", c, "GET", "/api/v1/nothing", 404, ""},
		{"too many", c, "GET", events, 200, "https://new.example.org/v2/" + sid},
		{"too many", c, "GET", events, 429, "https://new.example.org/v2/" + sid},
	}
	for _, tt := range tests {
		r := tt.as.send(t, tt.method, tt.path, "")
		want := map[string]string{"Deprecation": "", "Sunset": "", "Link": ""}
		if tt.successor != "" {
			want = map[string]string{
				"Deprecation": "@1803898800", "Sunset": "Mon, 01 Mar 2027 11:00:00 GMT", "Link": "<" + tt.successor + `>; rel="successor-version"`,
			}
		}
		for name, value := range want {
			if got := r.header.Get(name); r.status != tt.status || got != value {
				t.Errorf("%s: status %d, %s %q, want %d and %q", tt.name, r.status, name, got, tt.status, value)
			}
		}
	}
}

func TestReplacementThatCannotBeFilled(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("accepted")
		}
	}()
	table := ending()
	table[0].Resources[0].Endpoints[1].Deprecated.Replacement = "/api/v2/{server}"
	api.New(api.Config{Table: table})
}

func TestNothingIsDeprecatedYet(t *testing.T) {
	t.Parallel()
	for _, e := range endpoint.Served(endpoint.Table()) {
		if e.Deprecated != nil {
			t.Errorf("%s %s", e.Method, e.Path)
		}
	}
}
