package api_test

import (
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestRevisions(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		sid := sidOf(event)
		c.must(t, 200, "PATCH", event, `{"nominal":7}`)
		c.create(t, instance+"/messages", `{"text":"Hello"}`)

		list := c.get(t, instance+"/revisions?per_page=2")
		list.expect(t, 200, "meta.total", "4")
		list.expect(t, 200, "data.0.number", "4")
		list.expect(t, 200, "data.1.summary", `"events: LootTest"`)
		list.expect(t, 200, "data.1.author", `"`+authorOf(t, s, c)+`"`)
		list.expect(t, 200, "data.1.changes_count", "1")

		one := c.get(t, instance+"/revisions/3")
		one.expect(t, 200, "data.action", `"update"`)
		one.expect(t, 200, "data.changes.0.resource", `"events"`)
		one.expect(t, 200, "data.changes.0.before", `{"nominal":1}`)
		one.expect(t, 200, "data.changes.0.after", `{"nominal":7}`)
		one.expect(t, 200, "meta.total", "1")
		c.get(t, instance+"/revisions/1?page=2&per_page=1").expect(t, 200, "data.changes.0.resource", `"economy_cores"`)

		c.must(t, 200, "DELETE", event, "")
		ofRecord := c.get(t, instance+"/revisions?resource=events&sid="+sid+"&per_page=2")
		ofRecord.expect(t, 200, "meta.total", "3")
		ofRecord.expect(t, 200, "data.0.changes.0.after", "null")
		ofRecord.expect(t, 200, "data.1.changes.0.after", `{"nominal":7}`)
	})
}

func TestCompareRevisions(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		c.must(t, 200, "PATCH", event, `{"nominal":7}`)
		c.must(t, 200, "PATCH", event, `{"nominal":8}`)
		c.create(t, instance+"/messages", `{"text":"Hello"}`)
		diff := c.get(t, instance+"/revisions/2/diff")
		diff.expect(t, 200, "meta.total", "2")
		diff.expect(t, 200, "data.0.change", `"changed"`)
		diff.expect(t, 200, "data.0.before", `{"nominal":1}`)
		diff.expect(t, 200, "data.0.after", `{"nominal":8}`)
		diff.expect(t, 200, "data.1.change", `"added"`)
		diff.expect(t, 200, "data.1.before", "null")
		c.get(t, instance+"/revisions/4/diff?to=3").expect(t, 200, "data.0.after", `{"nominal":7}`)
		c.get(t, instance+"/revisions/2/diff?per_page=1&page=2").expect(t, 200, "data.0.resource", `"messages"`)
		c.get(t, instance+"/revisions/2/diff?page=9").expect(t, 200, "data", "[]")
	})
}

func TestRevertTo(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		event, _ := c.create(t, instance+"/events", minimalEvent)
		then := c.get(t, event)
		c.must(t, 200, "PATCH", event, `{"nominal":7}`)
		c.create(t, instance+"/messages", `{"text":"Hello"}`)
		_, total, _ := s.latest(t, scope)

		dry := c.must(t, 200, "POST", instance+"/revisions/2/revert", `{"dry_run":true}`)
		dry.expect(t, 200, "data", `{"created":0,"deleted":1,"dry_run":true,"resources":[`+
			`{"created":0,"deleted":0,"resource":"events","updated":1},{"created":0,"deleted":1,"resource":"messages","updated":0}],`+
			`"revision":null,"updated":1,"warnings":[]}`)
		if _, after, _ := s.latest(t, scope); after != total {
			t.Errorf("a dry run makes revision %d", after)
		}
		c.must(t, 200, "POST", instance+"/revisions/2/revert", "").expect(t, 200, "data.revision", "5")
		if now := c.get(t, event); now.at("data.nominal") != then.at("data.nominal") {
			t.Errorf("%s", now.body)
		}
		c.get(t, instance+"/messages").expect(t, 200, "meta.total", "0")
		c.must(t, 200, "POST", instance+"/revisions/2/revert", `{}`).expect(t, 200, "data.revision", "null")

		c.must(t, 200, "POST", instance+"/revisions/4/revert", `{"resource":"events","sid":"`+sidOf(event)+`"}`).expect(t, 200, "data.updated",
			"1")
		c.get(t, event).expect(t, 200, "data.nominal", "7")
		c.get(t, instance+"/messages").expect(t, 200, "meta.total", "0")
	})
}

func TestHistoryRefuses(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, scope := c.instance(t)
		class, id := c.create(t, instance+"/classnames", `{"name":"AKM"}`)
		kind, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`}`)
		later, _ := c.create(t, instance+"/messages", `{"text":"Hello"}`)
		c.must(t, 200, "DELETE", class, "")
		c.create(t, instance+"/classnames", `{"name":"akm"}`)
		record := func(resource, path string) string {
			return `{"resource":"` + resource + `","sid":"` + sidOf(path) + `"}`
		}
		requests := []struct {
			name, method, path, body string
			status                   int
			message                  string
		}{
			{"no number", "GET", "/revisions/x", "", 404, "Not Found."},
			{"no such revision", "GET", "/revisions/99", "", 404, "Not Found."},
			{"a number beyond all", "GET", "/revisions/99999999999999999999", "", 404, "Not Found."},
			{"the revision before the first", "POST", "/revisions/0/revert", "", 404, "Not Found."},
			{"from no such revision", "GET", "/revisions/99/diff", "", 404, "Not Found."},
			{"to no such revision", "GET", "/revisions/1/diff?to=99", "", 422, "The selected to is invalid."},
			{"to no number", "GET", "/revisions/1/diff?to=x", "", 422, "The to field must be an integer."},
			{"a resource alone", "GET", "/revisions?resource=events", "", 422, "The sid field is required when resource is present."},
			{"a sid alone", "POST", "/revisions/1/revert", `{"sid":"0123456789"}`, 422, "The resource field is required when sid is present."},
			{"a resource of nobody", "GET", "/revisions?resource=users&sid=0123456789", "", 422, "The selected resource is invalid."},
			{"a table's name", "GET", "/revisions?resource=instance_classnames&sid=0123456789", "", 422, "The selected resource is invalid."},
			{"a list for a sid", "POST", "/revisions/1/revert", `{"resource":"events","sid":["a"]}`, 422, "The sid field must be a string."},
			{"a file", "POST", "/revisions/1/revert", `{"resource":"files","sid":"0123456789"}`, 422, "Files go back with the whole instance only."},
			{"no such record", "POST", "/revisions/1/revert", `{"resource":"events","sid":"0123456789"}`, 404, "Not Found."},
			{
				"a record that was made later", "POST", "/revisions/3/revert", record("messages", later), 422,
				"The record did not exist at this revision.",
			},
			{
				"a name that is taken", "POST", "/revisions/4/revert", record("classnames", class), 422,
				"Another record now has the name or the position of this one.",
			},
			{
				"made on a deleted one", "POST", "/revisions/4/revert", record("types", kind), 422,
				"The instance classname that the record refers to is gone.",
			},
			{"no boolean", "POST", "/revisions/1/revert", `{"dry_run":"perhaps"}`, 422, "The dry run field must be true or false."},
		}
		_, total, _ := s.latest(t, scope)
		for _, r := range requests {
			answer := c.send(t, r.method, instance+r.path, r.body)
			if answer.status != r.status || answer.at("message") != `"`+r.message+`"` {
				t.Errorf("%s: %d %s", r.name, answer.status, answer.body)
			}
		}
		for _, path := range []string{"/revisions", "/revisions/1", "/revisions/1/diff"} {
			other.must(t, 404, http.MethodGet, instance+path, "")
		}
		other.must(t, 404, http.MethodPost, instance+"/revisions/1/revert", "")
		if _, after, _ := s.latest(t, scope); after != total {
			t.Errorf("what is refused makes revision %d of %d", after, total)
		}
	})
}

// TestHistoryShowsNoSecrets: neither passwords nor what is never part of an answer.
func TestHistoryShowsNoSecrets(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.upload(t, instance+"/files", upload{"types.xml", oneType})
		path := c.get(t, instance+"/revisions/2?per_page=100").body + c.get(t, instance+"/revisions/1/diff?per_page=100").body
		for _, hidden := range []string{`"raw"`, `"slot"`, `"skeleton"`, `"password"`} {
			if strings.Contains(path, hidden) {
				t.Errorf("the history shows %s", hidden)
			}
		}
	})
}

// TestARepeatedRevertRunsOnce: with a key, a repetition does not take back what came after.
func TestARepeatedRevertRunsOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, scope := c.instance(t)
		c.create(t, instance+"/events", minimalEvent)
		revert := func() reply {
			req := c.request(t, http.MethodPost, instance+"/revisions/1/revert", strings.NewReader(`{"dry_run":false}`))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Idempotency-Key", "once")
			return c.roundTrip(t, req)
		}
		first := revert()
		c.create(t, instance+"/events", minimalEvent)
		if again := revert(); again.body != first.body || first.at("data.revision") != "3" {
			t.Errorf("%s, then %s", first.body, again.body)
		}
		if _, total, _ := s.latest(t, scope); total != 4 {
			t.Errorf("%d revisions", total)
		}
	})
}
