package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/storetest"
)

const bodyReviewed = `{"message":"Changes of this instance are made in drafts and reviewed."}`

// exempt are the endpoints with the permission to edit that are not refused at once where changes are reviewed. Of those that may change
// what players meet, the store refuses what does.
var exempt = map[endpoint.Action]bool{
	"batch": true, "undo revision": true, "revert to revision": true, // which may be about lists of players alone
	"merge draft": true, "refresh draft": true, "create draft": true, "delete draft": true, // which change drafts, or ask the store
	"create layer": true, "change layer": true, "delete layer": true, "turn layer on": true, "turn layer off": true, "settle layer": true,
	"review layer": true,
	"cancel job":   true, "update lint rules": true, "add logs": true, "delete log": true, "copy recipe": true,
}

// TestNoEndpointGetsRoundTheReview sends every request that changes something as the owner of an instance whose changes are reviewed.
func TestNoEndpointGetsRoundTheReview(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Mine")
		f.must(t, 200, "PATCH", "/api/instance/"+f.instance, `{"review":"required"}`)
		met := func() (n string) {
			const text = `SELECT CAST(count(*) AS TEXT) FROM changes WHERE instance_id = $1 AND resource NOT IN
				('player_lists', 'recipes', 'type_presets', 'lint_settings', 'server_mods', 'instances')`
			check(t, f.server.db.QueryRow(t.Context(), text, f.scope.InstanceID).Scan(&n))
			return n
		}
		before := met()
		for _, e := range deletionsLast(inInstance()) {
			if e.Method == http.MethodGet || e.Action == "delete instance" {
				continue
			}
			r := f.send(t, e.Method, f.path(e), f.bodyFor(e))
			proposes := e.Operation != nil && e.Operation.Proposes // a layer
			isFree := e.Record != nil && e.Operation == nil && !e.Record.Reviewed()
			switch {
			case e.Reviewed() && !proposes && (r.status != http.StatusForbidden || r.body != bodyReviewed):
				t.Errorf("%s %s: %d %.200s", e.Method, e.Path, r.status, r.body)
			case !e.Reviewed() && e.Needs() == access.Edit && !exempt[e.Action] && !isFree:
				t.Errorf("%s %s is not reviewed, and not among those that need not be", e.Method, e.Path)
			case isFree && r.status >= 300 && e.Action != endpoint.ImportCSV:
				t.Errorf("%s %s: %d %.200s", e.Method, e.Path, r.status, r.body)
			}
			if after := met(); after != before {
				t.Fatalf("%s %s has changed what players meet: %d %.200s", e.Method, e.Path, r.status, r.body)
			}
		}
		if f.get(t, "/api/v1/instances/"+f.instance).at("data.review") != `"required"` {
			t.Error("the setting is gone")
		}
	})
}

func deletionsLast(list []endpoint.Endpoint) []endpoint.Endpoint {
	last := func(e endpoint.Endpoint) int { return len(e.Method) / len(http.MethodDelete) }
	slices.SortStableFunc(list, func(a, b endpoint.Endpoint) int { return last(a) - last(b) })
	return list
}

// TestReviewedChanges: what the endpoints leave to the store is refused as well, unless it concerns lists of players alone.
func TestReviewedChanges(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	sid := c.event(t, "One", 5)
	c.patch(t, sid, 6)
	number := c.get(t, c.path).at("data.revision")
	on := c.layer(t, "Known", 6, 7, "One")
	draft := strings.Trim(c.must(t, 201, "POST", c.path+"/drafts", `{"name":"Try"}`).at("data.sid"), `"`)
	d := tried{c.client, "/api/v1/instances/" + draft}
	d.patch(t, strings.Trim(d.get(t, d.path+"/events").at("data.0.sid"), `"`), 9)
	c.must(t, 200, "PATCH", surfaceB(c.path), `{"review":"required"}`).expect(t, 200, "review", `"required"`)
	refused := [][3]string{
		{"POST", c.path + "/batch", `{"operations":[{"op":"update","resource":"events","sid":` + `"` + sid + `","data":{"nominal":8}}]}`},
		{"POST", c.path + "/revisions/" + number + "/undo", ""},
		{"POST", c.path + "/revisions/1/revert", ""},
		{"POST", d.path + "/merge", ""},
		{"POST", on + "/on", ""},
		{"POST", on + "/settle", ""},
		{"PATCH", surfaceB(c.path), `{"mission":"other.map"}`},
		{"PATCH", surfaceB(c.path), `{"use_types_config":false}`},
		{"PATCH", c.path + "/events/" + sid, `{"nominal":"broken"}`},
		{"PATCH", c.path + "/events/" + sid, `{"nominal":8,"reason":"no"}`},
		{"PUT", c.path + "/texts/db/events.xml", `{"text":"<events/>"}`},
	}
	for _, one := range refused {
		c.send(t, one[0], one[1], one[2]).exactly(t, 403, bodyReviewed)
	}
	c.upload(t, c.path+"/files", upload{"db/messages.xml", "<messages><message><text>Hi</text></message></messages>"}).
		exactly(t, 403, bodyReviewed)
	if got := c.nominal(t, sid); got != "6" {
		t.Errorf("the event is at %s", got)
	}
	c.must(t, 404, "PATCH", c.path+"/events/none", `{"nominal":8}`)
	c.must(t, 200, "POST", c.path+"/events/bulk", `{"dry_run":true,"q":"*","operations":[{"op":"set","field":"nominal","value":3}]}`)
	c.must(t, 200, "POST", c.path+"/revisions/"+number+"/undo", `{"dry_run":true}`)
	c.must(t, 200, "PATCH", surfaceB(c.path), `{"name":"Renamed"}`)
	ban := `{"type":"ban","name":"Who","player_id":"76561198000000001"}`
	c.must(t, 201, "POST", c.path+"/player-lists", ban)
	c.must(t, 200, "POST", c.path+"/batch", `{"operations":[{"op":"create","resource":"player-lists","data":`+ban+`}]}`)
	last := c.get(t, c.path).at("data.revision")
	c.must(t, 200, "POST", c.path+"/revisions/"+last+"/undo", "")
	c.must(t, 200, "PATCH", surfaceB(c.path), `{"review":"off"}`)
	c.patch(t, sid, 8)
}

// TestOverride: managers change things at once for a reason, in the body or the query; nobody else does.
func TestOverride(t *testing.T) {
	t.Parallel()
	s := start(t)
	owner, member := s.user(t), s.user(t)
	path, scope := owner.instance(t)
	c := tried{owner, path}
	sid := c.event(t, "One", 5)
	c.must(t, 200, "PATCH", surfaceB(path), `{"review":"required"}`)
	one := path + "/events/" + sid
	c.must(t, 422, "PATCH", one, `{"nominal":6,"override":true}`).expect(t, 422, "errors.reason.0", `"The reason field is required."`)
	c.must(t, 200, "PATCH", one, `{"nominal":6,"override":true,"reason":"It burns"}`)
	revision := path + "/revisions/" + c.get(t, path).at("data.revision")
	c.get(t, revision).expect(t, 200, "data.override", `"It burns"`)
	c.must(t, 200, "PATCH", one+"?override=1&reason=Again", `{"nominal":7}`)
	c.must(t, 200, "DELETE", one+"?override=1&reason=Again", "")
	c.must(t, 201, "POST", path+"/events?override=true&reason=Csv", `{"name":"Two","nominal":1,"min":1,"max":2,"lifetime":3,"restock":4,`+
		`"position":"fixed","limit":"child"}`)
	c.do(t, "POST", path+"/messages.csv?override=1&reason=Csv", "text/csv", "text\nHello\n").expect(t, 200, "data.created", "1")
	c.upload(t, path+"/files?override=1&reason=Files", upload{"db/messages.xml", "<messages><message><text>Hi</text></message></messages>"}).
		expect(t, 200)
	c.must(t, 200, "PATCH", surfaceB(path), `{"mission":"other.map","override":true,"reason":"New map"}`)
	c.get(t, path+"/audit?what=review.overridden").expect(t, 200, "meta.total", "7", "data.0.details.reason", `"New map"`)
	c.get(t, path+"/audit?what=review.changed").expect(t, 200, "meta.total", "1")
	f := furnished{client: owner, scope: scope}
	f.joined(t, member, access.Deployer)
	member.must(t, 403, "POST", path+"/messages", `{"text":"Hi","override":true,"reason":"I want"}`).
		exactly(t, 403, `{"message":"This needs the permission manage; your role is deployer."}`)
	f.joined(t, member, access.Manager)
	limited := member
	made := member.must(t, 201, "POST", "/api/v1/tokens", `{"name":"Bot","permissions":["read","edit"]}`)
	limited.token = strings.Trim(made.at("data.token"), `"`)
	for _, path := range []string{path + "/messages", path + "/events/bulk"} {
		limited.must(t, 403, "POST", path, `{"text":"Hi","q":"*","operations":[{"op":"delete"}],"override":true,"reason":"I want"}`)
	}
	limited.must(t, 403, "POST", path+"/batch",
		`{"override":true,"reason":"I want","operations":[{"op":"create","resource":"messages","data":{"text":"Hi"}}]}`)
	member.must(t, 201, "POST", path+"/messages", `{"text":"Hi","override":true,"reason":"I want"}`)
}
