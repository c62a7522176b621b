package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestHistoryFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		c.create(t, instance+"/messages", `{"text":"Welcome, all"}`)
		c.must(t, 200, "PATCH", event, `{"nominal":7}`)
		list := instance + "/revisions"
		author := strings.Trim(c.get(t, list).at("data.0.author"), `"`)
		for query, numbers := range map[string]string{
			"?of=events":              "4 2",
			"?of=messages":            "3",
			"?record=LootTest":        "4 2",
			"?record=" + sidOf(event): "4 2",
			"?record=none":            "",
			"?since=2999-01-01":       "",
			"?until=2020-01-01":       "",
			"?since=2020-01-01&until=2999-01-01&of=messages": "3",
			"?by=nobody": "",
		} {
			found := c.get(t, list+query)
			if got := found.names("number"); got != numbers {
				t.Errorf("%s: %s, want %s", query, got, numbers)
			}
			found.expect(t, 200, "meta.total", number(int64(len(strings.Fields(strings.Trim(numbers, ""))))))
		}
		c.get(t, list+"?of=users").exactly(t, 422, invalid("of", "The selected of is invalid."))
		c.get(t, list+"?since=soon").exactly(t, 422, invalid("since", "The since field must be a valid date."))
		c.get(t, list+"/summary").expect(t, 200, "data.people.0.author", `"`+author+`"`, "data.people.0.revisions_count", "4",
			"data.people.0.changes_count", "5", "data.people.1", "absent")
		c.get(t, list+"/export").expect(t, 200, "data.0.revision", "1", "data.4.title", `"LootTest"`, "data.4.before", `{"nominal":1}`,
			"data.4.after", `{"nominal":7}`, "data.5", "absent")
		c.get(t, list+"/export?q=loottest+revision:4").expect(t, 200, "data.0.title", `"LootTest"`, "data.0.after", `{"nominal":7}`, "data.1",
			"absent")
		c.get(t, list+"/export?q=nothing:1").
			expect(t, 422, "errors.q.0", `"The q field is not understood: “nothing:1”: changes have no field “nothing”."`)
		c.get(t, strings.TrimSuffix(list, "/revisions")+"/geo/layers?q=layer:event-spawns").expect(t, 200, "data.0.layer", `"event-spawns"`,
			"data.1", "absent")
		if sheet := c.get(t, list+"/export.csv?q=resource:events+revision:2").body; strings.Count(sheet, "\r\n") != 2 {
			t.Errorf("of events, in the first revision: %s", sheet)
		}
		sheet := c.get(t, list+"/export?format=csv&of=events").body
		if lines := strings.Split(sheet, "\r\n"); len(lines) != 4 || !strings.HasSuffix(lines[2], ",LootTest,changed,nominal,1,7") {
			t.Errorf("%d lines: %s", len(lines), sheet)
		}
		if sheet := c.accepting(t, list+"/export?of=messages", "text/csv").body; !strings.Contains(sheet, `"Welcome, all",created`) {
			t.Error(sheet)
		}
		plan := c.must(t, 200, "POST", list+"/2/revert", `{"dry_run":true,"records":true}`)
		plan.expect(t, 200, "data.records.0.title", `"LootTest"`, "data.records.0.after", `{"nominal":1}`, "data.records.1.after", "null",
			"data.records.2", "absent")
		for _, path := range []string{"?of=events", "/export", "/summary"} {
			other.get(t, list+path).expect(t, 404)
		}
	})
}
