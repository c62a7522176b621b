package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/revisions"
	"quartermaster/internal/storetest"
)

// batch sends operations, each as JSON.
func (c client) batch(t testing.TB, instance string, operations ...string) reply {
	t.Helper()
	return c.send(t, "POST", instance+"/batch", batchBody(operations))
}

func batchBody(operations []string) string {
	return `{"operations":[` + strings.Join(operations, ",") + `]}`
}

// step is an operation of a batch; an empty sid is not sent.
func step(op, resource, sid, data string) string {
	text := fmt.Sprintf(`{"op":%q,"resource":%q`, op, resource)
	if sid != "" {
		text += fmt.Sprintf(`,"sid":%q`, sid)
	}
	if data != "" {
		text += `,"data":` + data
	}
	return text + "}"
}

func event(name string, nominal int) string {
	return fmt.Sprintf(`{"name":%q,"nominal":%d,"min":0,"max":2,"lifetime":60}`, name, nominal)
}

func TestBatchOfEveryOperation(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		class, id := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`}`)
		old, _ := c.create(t, instance+"/events", event("Old", 1))
		gone, _ := c.create(t, instance+"/events", event("Gone", 1))
		_, before, _ := s.latest(t, scope)
		r := c.batch(t, instance,
			step("create", "events", "", event("New", 1)),
			step("update", "events", sidOf(old), `{"nominal":"7","children":[{"type":"A"}]}`),
			step("delete", "events", sidOf(gone), ""),
			step("upsert", "events", "", event("Made", 2)),
			step("upsert", "events", "", `{"name":"New","nominal":3}`),
			step("upsert", "events", sidOf(old), `{"name":"Renamed"}`),
			step("delete", "classnames", sidOf(class), ""),
			step("create", "classnames", "", `{"name":"ak101"}`),
		)
		r.expect(t, 200, "data.results.0.op", `"create"`, "data.results.0.status", "201", "data.results.0.data.nominal", "1",
			"data.results.1.status", "200",
			"data.results.1.data.nominal", "7", "data.results.1.data.children_count", "1", "data.results.1.data.name", `"Old"`,
			"data.results.2", `{"op":"delete","result":true,"status":200}`, "data.results.3.status", "201", "data.results.3.data.name", `"Made"`,
			"data.results.4.status", "200", "data.results.4.data.nominal", "3", "data.results.4.data.id", r.at("data.results.0.data.id"),
			"data.results.4.data.sid", r.at("data.results.0.data.sid"), "data.results.5.data.name", `"Renamed"`, "data.results.5.data.nominal", "7",
			"data.results.6", `{"deleted":{"types":1},"op":"delete","result":true,"status":200}`, "data.results.7.data.name", `"ak101"`,
			"data.results.8", "absent")
		if got := c.get(t, instance+"/events").names("name"); got != "Renamed New Made" {
			t.Errorf("events %s", got)
		}
		path := instance + "/events/" + strings.Trim(r.at("data.results.4.data.sid"), `"`)
		c.get(t, path).exactly(t, 200, `{"data":`+result(r, 4)+"}")
		revision, after, changes := s.latest(t, scope)
		if after != before+1 || revision.Action != "batch" || revisions.Summary(revision.Summary) != "8 operations" || len(changes) != 9 {
			t.Errorf("%d revisions after %d, the last %+v with %d changes", after, before, revision, len(changes))
		}
	})
}

// result cuts the record of the nth result out of the body, in the order of its fields.
func result(r reply, n int) string {
	part := strings.Split(r.body, `{"op":`)[n+1]
	_, part, _ = strings.Cut(part, `"data":`)
	return strings.TrimSuffix(part, "},")
}

// TestBatchTellsEveryFault: whatever is wrong, nothing is changed.
func TestBatchTellsEveryFault(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, stranger := s.user(t), s.user(t)
		instance, scope := c.instance(t)
		elsewhere, _ := c.instance(t)
		foreign, _ := stranger.instance(t)
		mine, _ := c.create(t, instance+"/events", event("Mine", 1))
		c.create(t, instance+"/events", event("Twice", 1))
		c.create(t, instance+"/events", event("Twice", 2))
		class, _ := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		second, _ := c.create(t, elsewhere+"/events", event("Elsewhere", 1))
		theirs, theirID := stranger.create(t, foreign+"/classnames", `{"name":"Secret"}`)
		category := number(stranger.category(t, "theirs"))
		const noSID = "The selected sid is invalid."
		tests := []struct{ name, operation, field, message string }{
			{
				"no integer", step("create", "events", "", `{"name":"X","nominal":"x","min":0,"max":2,"lifetime":60}`), "data.nominal",
				"The nominal field must be an integer.",
			},
			{"a required field", step("create", "classnames", "", `{}`), "data.name", "The name field is required."},
			{
				"nested", step("update", "events", sidOf(mine), `{"children":[{"type":"A"},{}]}`), "data.children.1",
				"The children.1 field is required.",
			},
			{"no such record", step("update", "events", "0000000000", `{}`), "sid", noSID},
			{"of another instance", step("update", "events", sidOf(second), `{}`), "sid", noSID},
			{"of another user", step("delete", "classnames", sidOf(theirs), ""), "sid", noSID},
			{"of another resource", step("upsert", "events", sidOf(class), `{}`), "sid", noSID},
			{"without a sid", step("delete", "events", "", ""), "sid", "The sid field is required."},
			{"no such operation", step("replace", "events", "", `{}`), "op", "The selected op is invalid."},
			{"without an operation", `{"resource":"events","data":{}}`, "op", "The op field is required."},
			{"no such resource", step("create", "maps", "", `{}`), "resource", "The selected resource is invalid."},
			{"a resource that is read only", step("create", "files", "", `{}`), "resource", "The selected resource is invalid."},
			{"without data", step("create", "events", "", ""), "data", "The data field must be present."},
			{"data is a text", step("create", "events", "", `"x"`), "data", "The data field must be an array."},
			{
				"several", step("upsert", "events", "", `{"name":"Twice","nominal":9}`), "data",
				"Several records have the same name: the sid must tell which one is meant.",
			},
			{"an upsert that has to create", step("upsert", "events", "", `{"name":"Other"}`), "data.nominal", "The nominal field is required."},
			{
				"an upsert without its key", step("upsert", "events", "", `{"nominal":1,"min":0,"max":2,"lifetime":60}`), "data.name",
				"The name field is required.",
			},
			{"taken", step("create", "classnames", "", `{"name":"ak101"}`), "data.name", "The name has already been taken."},
			{
				"class name of another user", step("create", "types", "", `{"instance_classname_id":`+number(theirID)+`}`),
				"data.instance_classname_id", "The selected instance classname id is invalid.",
			},
			{
				"category of another user", step("update", "classnames", sidOf(class), `{"category_id":`+category+`}`), "data.category_id",
				"The selected category id is invalid.",
			},
		}
		_, before, _ := s.latest(t, scope)
		state := c.get(t, instance+"/events?include=children").body
		fine := step("create", "events", "", event("Fine", 1))
		all := []string{fine}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				r := c.batch(t, instance, fine, step("update", "events", sidOf(mine), `{"nominal":5}`), tt.operation, fine)
				r.expect(t, 422, "message", fmt.Sprintf("%q", tt.message))
				if !strings.HasPrefix(r.body, fmt.Sprintf(`{"message":%q,"errors":{"operations.2.%s":[%q]`, tt.message, tt.field, tt.message)) {
					t.Error(r.body)
				}
			})
			all = append(all, tt.operation)
		}
		r := c.batch(t, instance, all...)
		for i, tt := range tests {
			if want := fmt.Sprintf(`"operations.%d.%s":[%q`, i+1, tt.field, tt.message); !strings.Contains(r.body, want) {
				t.Errorf("%s is not told: %s", want, r.body)
			}
		}
		if _, after, _ := s.latest(t, scope); after != before || c.get(t, instance+"/events?include=children").body != state {
			t.Errorf("%d revisions after %d: %s", after, before, c.get(t, instance+"/events").body)
		}
	})
}

// TestBatchUpsertsByKey finds each resource's records by its key.
func TestBatchUpsertsByKey(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		class := c.class(t, instance, "Ärmel", "")
		_, sellerID := c.create(t, instance+"/trader-sellers", `{"name":"Trader"}`)
		_, category := c.create(t, instance+"/trader-categories", `{"seller_id":`+number(sellerID)+`,"name":"Food"}`)
		item := `"seller_id":` + number(sellerID) + `,"category_id":` + number(category) + `,"instance_classname_id":` + class
		tests := []struct{ resource, create, update, other string }{
			{"classnames", `{"name":"AK101"}`, `{"name":"ak101","display_name":"x"}`, `{"name":"AK102"}`},
			{"types", `{"instance_classname_id":` + class + `}`, `{"instance_classname_id":"` + class + `","nominal":5,"usage_ids":[2,1]}`, ""},
			{"events", event("A", 1), `{"name":"A","nominal":2}`, event("a", 1)},
			{"presets", `{"title":"P"}`, `{"title":"P","nominal":2}`, `{"title":"p"}`},
			{"event-spawns", `{"name":"A"}`, `{"name":"A","zone_r":2}`, `{"name":"B"}`},
			{"spawnable-types", `{"instance_classname_id":` + class + `}`, `{"instance_classname_id":` + class + `,"hoarder":true}`, ""},
			{
				"random-presets", `{"name":"P","type":"cargo","chance":1}`, `{"name":"P","type":"cargo","chance":0.5}`,
				`{"name":"P","type":"attachments","chance":1}`,
			},
			{"player-spawns", `{"x":1.25,"z":2}`, `{"x":"1.25","z":2.001,"type":"fresh","comment":"c"}`, `{"x":1.25,"z":2,"type":"hop"}`},
			{
				"player-lists", `{"type":"ban","player_id":"1","name":"A"}`, `{"type":"ban","player_id":"1","note":"n"}`,
				`{"type":"whitelist","player_id":"1","name":"A"}`,
			},
			{"messages", `{"text":"Hello"}`, `{"text":" Hello ","delay":2}`, `{"text":"hello"}`},
			{"effect-areas", `{"area_name":"R"}`, `{"area_name":"R","x":2}`, `{"area_name":"S"}`},
			{"trader-sellers", `{"name":"S"}`, `{"name":"S","position":[1,2,3],"safezone_radius":1}`, `{"name":"T"}`},
			{
				"trader-categories", `{"seller_id":` + number(sellerID) + `,"name":"C"}`, `{"seller_id":` + number(sellerID) + `,"name":"C"}`,
				`{"seller_id":` + number(sellerID) + `,"name":"D"}`,
			},
			{"trader-items", `{` + item + `}`, `{` + item + `,"buy":5}`, ""},
			{"trader-currencies", `{"instance_classname_id":` + class + `,"value":1}`, `{"instance_classname_id":` + class + `,"value":2}`, ""},
		}
		for _, tt := range tests {
			t.Run(tt.resource, func(t *testing.T) {
				t.Parallel()
				upsert := func(data string) string { return step("upsert", tt.resource, "", data) }
				r := c.batch(t, instance, upsert(tt.create), upsert(tt.update))
				id := r.at("data.results.0.data.id")
				r.expect(t, 200, "data.results.0.status", "201", "data.results.1.status", "200", "data.results.1.data.id", id)
				again := c.batch(t, instance, upsert(tt.update))
				again.expect(t, 200, "data.results.0.status", "200", "data.results.0.data.id", id, "data.results.0.data.updated_at",
					r.at("data.results.1.data.updated_at"))
				if tt.other != "" {
					c.batch(t, instance, upsert(tt.other)).expect(t, 200, "data.results.0.status", "201")
				}
			})
		}
		c.batch(t, instance, step("upsert", "classnames", "", `{"name":"äRMEL"}`)).expect(t, 200, "data.results.0.data.id", class)
	})
}

// TestBatchCountsWhatGoesAlong, for each of several records that are deleted together.
func TestBatchCountsWhatGoesAlong(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		class := c.class(t, instance, "AK101", "")
		var deletions []string
		for items := range 3 {
			seller, id := c.create(t, instance+"/trader-sellers", `{"name":"Trader"}`)
			_, category := c.create(t, instance+"/trader-categories", `{"seller_id":`+number(id)+`,"name":"Food"}`)
			for range items {
				c.create(t, instance+"/trader-items", `{"seller_id":`+number(id)+`,"category_id":`+number(category)+`,"instance_classname_id":`+class+
					`}`)
			}
			deletions = append(deletions, step("delete", "trader-sellers", sidOf(seller), ""))
		}
		c.batch(t, instance, deletions...).expect(t, 200, "data.results.0.deleted", `{"trader-categories":1}`,
			"data.results.1.deleted", `{"trader-categories":1,"trader-items":1}`, "data.results.2.deleted",
			`{"trader-categories":1,"trader-items":2}`)
		c.get(t, instance+"/trader-items").expect(t, 200, "meta.total", "0")
	})
}

// TestUniqueNamesWithinABatch: a name is free as soon as an earlier operation has given it up, and taken once one has it.
func TestUniqueNamesWithinABatch(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		const taken = "The name has already been taken."
		tests := []struct {
			name  string
			steps []string // op, sid of the class name that was called so at first, new name
			want  string   // names in the end, or the field that is refused
		}{
			{"given up by renaming", []string{"update A X", "create - A"}, "X B C A"},
			{"given up by deleting", []string{"delete A", "create - a", "delete B"}, "C a"},
			{"a chain", []string{"update C D", "update B C", "update A B"}, "B C D"},
			{"a circle", []string{"update A X", "update B A", "update C B", "update A C"}, "C A B"},
			{"exchanged twice", []string{"update A X", "update B A", "update A B", "update A X", "update B Y", "update A A", "update B B"}, "A B C"},
			{"letter case alone", []string{"update A a"}, "a B C"},
			{"made and renamed", []string{"create - D", "upsert - D", "create - E"}, "A B C D E"},
			{"taken by a creation", []string{"create - D", "create - d"}, "operations.1.data.name"},
			{"taken by renaming", []string{"update A D", "create - d"}, "operations.1.data.name"},
			{"taken still", []string{"update A B", "update B D"}, "operations.0.data.name"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				instance, _ := c.instance(t)
				sids := map[string]string{"-": ""}
				for _, name := range []string{"A", "B", "C"} {
					path, _ := c.create(t, instance+"/classnames", fmt.Sprintf(`{"name":%q}`, name))
					sids[name] = sidOf(path)
				}
				var operations []string
				for _, line := range tt.steps {
					words := append(strings.Fields(line), "")
					operations = append(operations, step(words[0], "classnames", sids[words[1]], fmt.Sprintf(`{"name":%q}`, words[2])))
				}
				r := c.batch(t, instance, operations...)
				if r.status != 200 {
					r.exactly(t, 422, invalid(tt.want, taken))
					return
				}
				if got := c.get(t, instance+"/classnames").names("name"); got != tt.want {
					t.Errorf("%s, want %s", got, tt.want)
				}
			})
		}
	})
}

// TestBatchKeepsStrangersOut: an instance of somebody else is not there.
func TestBatchKeepsStrangersOut(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, stranger := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		mine, _ := stranger.instance(t)
		path, _ := c.create(t, instance+"/events", event("Secret", 1))
		stranger.batch(t, instance, step("create", "events", "", event("Stolen", 1))).exactly(t, 404, body404)
		r := stranger.batch(t, mine, step("update", "events", sidOf(path), `{"nominal":9}`))
		r.exactly(t, 422, invalid("operations.0.sid", "The selected sid is invalid."))
		c.get(t, path).expect(t, 200, "data.nominal", "1")
	})
}
