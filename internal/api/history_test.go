package api_test

import (
	"encoding/json"
	"testing"

	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// latest returns the newest revision, how many there are, and what the newest did.
func (s *server) latest(t testing.TB, scope store.Scope) (store.Revision, int64, []store.Change) {
	t.Helper()
	revisions, total, err := s.db.Revisions(t.Context(), scope, 0, 1)
	check(t, err)
	changes, err := s.db.Changes(t.Context(), scope, revisions[0].Number, 0, 10)
	check(t, err)
	return revisions[0], total, changes
}

// fieldsOf reads the fields of one side of a change but for the time of it, as JSON text by name.
func fieldsOf(t testing.TB, side string) map[string]string {
	t.Helper()
	raw := map[string]json.RawMessage{}
	if side != "" {
		check(t, json.Unmarshal([]byte(side), &raw))
	}
	fields := map[string]string{}
	for name, value := range raw {
		if name != "updated_at" {
			fields[name] = string(value)
		}
	}
	return fields
}

func TestEveryWriteMakesOneRevision(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		core := surfaceB(instance) + "/economy-core"
		event, _ := c.create(t, instance+"/events", minimalEvent)
		class, id := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		kind, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`,"usage_ids":[1]}`)
		steps := []struct {
			name, method, path, body string
			action, resource         string
			before, after            map[string]string
		}{
			{"one field", "PATCH", event, `{"nominal":7}`, "update", "events", map[string]string{"nominal": "1"}, map[string]string{"nominal": "7"}},
			{
				"children", "PATCH", event, `{"children":[{"type":"A"}]}`, "update", "events",
				map[string]string{"children": "[]", "children_count": "0"},
				map[string]string{"children": `[{"type":"A","min":0,"max":0,"lootmin":0,"lootmax":0}]`, "children_count": "1"},
			},
			{
				"links", "PATCH", kind, `{"usage_ids":[2,1],"nominal":0}`, "update", "types",
				map[string]string{"usage_ids": "[1]", "nominal": "null"},
				map[string]string{"usage_ids": "[2,1]", "nominal": "0"},
			},
			{
				"a name", "PUT", class, `{"name":"AK74"}`, "update", "instance_classnames",
				map[string]string{"name": `"AK101"`},
				map[string]string{"name": `"AK74"`},
			},
			{
				"the economy core", "POST", core, `{"dyn_radius":31,"log_ce_loop":true}`, "update", "economy_cores",
				map[string]string{"dyn_radius": "30", "log_ce_loop": "0"},
				map[string]string{"dyn_radius": "31", "log_ce_loop": "1"},
			},
			{
				"the instance", "PATCH", surfaceB(instance), `{"port":2302}`, "update", "instances",
				map[string]string{"port": "null"},
				map[string]string{"port": "2302"},
			},
		}
		_, before, _ := s.latest(t, scope)
		for i, step := range steps {
			c.must(t, 200, step.method, step.path, step.body)
			revision, total, changes := s.latest(t, scope)
			if total != before+int64(i)+1 || revision.Number != total || revision.Action != step.action || revision.Author == "" ||
				len(changes) != 1 {
				t.Fatalf("%s: %d revisions, the last %+v with %+v", step.name, total, revision, changes)
			}
			if change := changes[0]; change.Resource != step.resource || !equalFields(fieldsOf(t, change.Before), step.before) ||
				!equalFields(fieldsOf(t, change.After), step.after) {
				t.Errorf("%s: %+v", step.name, change)
			}
			c.get(t, instance).expect(t, 200, "data.revision", number(total))
		}
	})
}

func equalFields(got, want map[string]string) bool {
	same := len(got) == len(want)
	for name, value := range want {
		same = same && got[name] == value
	}
	return same
}

func TestHistoryOfMakingAndDeleting(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, scope := c.instance(t)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		revision, total, changes := s.latest(t, scope)
		if revision.Action != "create" || len(changes) != 1 || changes[0].Title != "LootTest" || changes[0].Before != "" ||
			fieldsOf(t, changes[0].After)["nominal"] != "1" {
			t.Errorf("%+v %+v", revision, changes)
		}
		if revision.Author == "" || revision.Author != authorOf(t, s, c) || revision.Author == authorOf(t, s, other) {
			t.Errorf("author %q", revision.Author)
		}
		c.must(t, 200, "DELETE", event, "")
		revision, after, changes := s.latest(t, scope)
		if after != total+1 || revision.Action != "delete" || len(changes) != 1 || changes[0].After != "" ||
			fieldsOf(t, changes[0].Before)["name"] != `"LootTest"` {
			t.Errorf("%d revisions, %+v %+v", after, revision, changes)
		}

		class, id := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`}`)
		c.must(t, 200, "DELETE", class, "")
		_, last, changes := s.latest(t, scope)
		if last != after+3 || len(changes) != 2 || changes[0].Resource != "types" || changes[1].Resource != "instance_classnames" {
			t.Errorf("%d revisions, %+v", last, changes)
		}
	})
}

func authorOf(t testing.TB, s *server, c client) string {
	t.Helper()
	user, err := s.accounts.ByID(t.Context(), c.userID)
	check(t, err)
	return user.Name
}

func TestWhatChangesNothingLeavesNoTrace(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		event, _ := c.create(t, instance+"/events", fullEvent)
		_, id := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		kind, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`,"usage_ids":[2,1]}`)
		for _, table := range []string{"events", "types", "instances", "economy_cores"} {
			_, err := s.db.Exec(t.Context(), "UPDATE "+table+" SET updated_at = $1", int64(1_600_000_000_000_000))
			check(t, err)
		}
		const old = `"2020-09-13T12:26:40.000000Z"`
		_, total, _ := s.latest(t, scope)
		typeBody := `{"instance_classname_id":` + number(id)
		requests := []struct {
			method, path, body string
			status             int
			updated            string // where the answer tells when the record changed
		}{
			{"PUT", event, fullEvent, 200, "data.updated_at"},
			{"PATCH", event, `{"nominal":"5"}`, 200, "data.updated_at"},
			{"PATCH", event, ``, 200, "data.updated_at"},
			{"PUT", kind, typeBody + `,"usage_ids":[2,1,2]}`, 200, "data.updated_at"},
			{"PUT", kind, typeBody + `}`, 200, "data.updated_at"},
			{"PATCH", surfaceB(instance), `{"name":"Test","map_id":1}`, 200, "updated_at"},
			{"POST", surfaceB(instance) + "/economy-core", `{"dyn_radius":30,"log_ce_loop":false}`, 200, ""},
			{"PUT", event, `{"name":"X"}`, 422, ""},
			{"POST", instance + "/classnames", `{"name":"ak101"}`, 422, ""},
			{"DELETE", instance + "/events/none", ``, 404, ""},
		}
		for _, r := range requests {
			answer := c.must(t, r.status, r.method, r.path, r.body)
			if r.updated != "" && answer.at(r.updated) != old {
				t.Errorf("%s %s %s: %s", r.method, r.path, r.body, answer.at(r.updated))
			}
			if _, now, changes := s.latest(t, scope); now != total {
				t.Fatalf("%s %s %s made a revision: %+v", r.method, r.path, r.body, changes)
			}
		}
		answer := c.must(t, 200, "PATCH", event, `{"nominal":6}`)
		if answer.at("data.updated_at") <= old || answer.at("data.created_at") > answer.at("data.updated_at") {
			t.Errorf("a change leaves the times as they are: %s", answer.body)
		}
	})
}

func TestImportIsOneRevisionForEachFile(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		_, before, _ := s.latest(t, scope)
		c.upload(t, instance+"/files", upload{"types.xml", oneType}, upload{"events.xml", oneEvent})
		revision, after, _ := s.latest(t, scope)
		if after != before+2 || revision.Action != "import" || revisions.Summary(revision.Summary) != "import db/events.xml" {
			t.Errorf("%d revisions after %d, the last %+v", after, before, revision)
		}
		c.upload(t, instance+"/files", upload{"types.xml", oneType}, upload{"events.xml", oneEvent})
		if _, again, changes := s.latest(t, scope); again != after {
			t.Errorf("the same files again made a revision: %+v", changes)
		}
	})
}
