package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/notes"
	"quartermaster/internal/notes/notestest"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

const (
	body409  = `{"message":"A request with this Idempotency-Key is still running."}`
	otherUse = "The Idempotency-Key was used for another request."
	badKey   = "The Idempotency-Key must have 1 to 255 visible ASCII characters."
)

// keyed sends a POST with a key.
func (c client) keyed(t testing.TB, key, path, body string) reply {
	t.Helper()
	return c.headed(t, "POST", path, body, "Idempotency-Key", key)
}

// again compares an answer with the first one of its key.
func (r reply) again(t testing.TB, first reply) {
	t.Helper()
	r.exactly(t, first.status, first.body)
	for name, want := range map[string]string{
		"Idempotent-Replayed": "true", "ETag": first.etag(), "Content-Type": "application/json", "Cache-Control": "no-cache, private",
	} {
		if got := r.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// done expects an answer to something that was done.
func (r reply) done(t testing.TB) reply {
	t.Helper()
	if r.status > 202 || r.header.Get("Idempotent-Replayed") != "" {
		t.Fatalf("status %d, headers %v: %s", r.status, r.header, r.body)
	}
	return r
}

// faultyType makes a type that the lint offers to mend.
func (f furnished) faultyType(t testing.TB) (sid string) {
	t.Helper()
	types := "/api/v1/instances/" + f.instance + "/types"
	one, _ := f.create(t, types, `{"instance_classname_id":`+number(f.ids["instance_classnames"])+`,"nominal":5,"min":10}`)
	return sidOf(one)
}

// territories uploads a file of territories and returns its name.
func (f furnished) territories(t testing.TB) (name string) {
	t.Helper()
	const file = `<territory-type><territory color="1"><zone name="InfectedCity" smin="0" smax="0" dmin="1" dmax="5" x="1" z="2" ` +
		`r="30"/></territory></territory-type>`
	f.upload(t, "/api/v1/instances/"+f.instance+"/files", upload{"env/zombie_territories.xml", file}).expect(t, 200)
	return "zombie_territories.xml"
}

// eventMade makes an event and returns the number of the revision.
func (f furnished) eventMade(t testing.TB) string {
	t.Helper()
	instance := "/api/v1/instances/" + f.instance
	f.create(t, instance+"/events", minimalEvent)
	return f.get(t, instance+"/revisions").at("data.0.number")
}

// TestEveryPostTakesAKey repeats each POST: what was done the first time is answered again, and not done again.
func TestEveryPostTakesAKey(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Keyed").further()
		f.server.deliver(t)
		var repeat []func(t *testing.T)
		for _, e := range served() {
			if e.Method != http.MethodPost || e.TakesFiles() {
				continue
			}
			t.Run(e.Path, func(t *testing.T) {
				body, path := f.bodyFor(e), f.path(e)
				switch e.Action {
				case "undo revision":
					path = fill(e, with(f.params(e), "revision", f.eventMade(t)))
				case "change zones":
					body, path = `{"operations":[{"op":"set","field":"dmax","value":2}]}`, path+"?file=env/"+f.territories(t)
				case "change rows":
					body = `{"at":"territories.territory","operations":[{"op":"set","field":"type","value":"Herd"}]}`
					path = fill(e, with(f.params(e), "document", "environment"))
				case "convert traders":
					body = `{"from":"dr-jones","to":"expansion"}`
				case "create instance":
					body = `{"name":"Other","map_id":1}`
				case "create draft":
					body = `{"name":"Copied"}`
				case "transfer instance":
					return // who has handed an instance over sees other things; see TestTransfer
				case "create layer":
					body = fmt.Sprintf(newLayer, "Keyed", "Keyed")
				case "create comment":
					body = `{"text":"Keyed"}`
				case "review layer":
					return // which somebody else has to; see TestLayersAreReviewed
				case "merge draft", "refresh draft":
					body, path = `{}`, fill(e, with(f.params(e), "instance", f.draft))
				case "invite":
					body = `{"role":"viewer"}`
				case "create token", "create instance token":
					body = `{"name":"Bot","permissions":["read"]}`
				case "upload pack":
					body = packOf("keyed", "Keyed", "")
				case "run recipes":
					body = `{"recipes":["` + f.sids[record.Recipes] + `"],"dry_run":true}`
				case endpoint.ImportCSV:
					body = "sid\n" + f.sids[e.Record] + "\n"
				case "bulk":
					body = `{"q":"-*","operations":[{"op":"delete"}]}`
				case "batch":
					body = `{"operations":[{"op":"create","resource":"events","data":` + minimalEvent + `}]}`
				case "propose economy":
					body = `{"operations":[{"op":"delete","resource":"types","sid":"` + f.sids[record.Types] + `"}]}`
				case "deliver", "roll back":
					body = `{"override":true,"reason":"Keyed"}`
				case "command server":
					body = `{"command":"lock"}`
				case "fix findings":
					body = `{"findings":[{"rule":"min-over-nominal","sid":"` + f.faultyType(t) + `"}]}`
				}
				first := f.keyed(t, e.Path, path, body).done(t)
				if first.status == 202 {
					f.await(t, first)
				}
				repeat = append(repeat, func(t *testing.T) { f.keyed(t, e.Path, path, body).again(t, first) })
			})
		}
		before := f.snapshot(t)
		for _, again := range repeat {
			again(t)
		}
		if after := f.snapshot(t); after != before {
			t.Errorf("the repetitions have changed something:\n%s", cmp.Diff(before, after))
		}
	})
}

func TestKeyIsForOneRequest(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		theirs, _ := other.instance(t)
		events := instance + "/events"
		first := c.keyed(t, "k", events, minimalEvent).done(t)
		for name, r := range map[string]reply{
			"another body":   c.keyed(t, "k", events, minimalEvent+" "),
			"another path":   c.keyed(t, "k", instance+"/classnames", minimalEvent),
			"another query":  c.keyed(t, "k", events+"?x=1", minimalEvent),
			"another one's":  c.keyed(t, "k", theirs+"/events", minimalEvent),
			"another method": c.keyed(t, "k", surfaceB(instance)+"/economy-core", `{}`),
		} {
			t.Run(name, func(t *testing.T) { r.exactly(t, 422, invalid("Idempotency-Key", otherUse)) })
		}
		c.keyed(t, "K", events, minimalEvent).done(t)
		other.keyed(t, "k", theirs+"/events", minimalEvent).done(t)
		c.must(t, 201, "POST", events, minimalEvent)
		c.keyed(t, "k", events, minimalEvent).again(t, first)
		c.get(t, events).expect(t, 200, "meta.total", "3")
		c.headed(t, "PATCH", events+"/"+strings.Trim(first.at("data.sid"), `"`), `{"nominal":2}`, "Idempotency-Key", "k").expect(t, 200,
			"data.nominal", "2")
	})
}

func TestKeysThatAreNone(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	for name, headers := range map[string][]string{
		"empty":     {""},
		"too long":  {strings.Repeat("k", 256)},
		"blank":     {"a b"},
		"tab":       {"a\tb"},
		"not ASCII": {"schlüssel"},
		"two":       {"a", "b"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pairs []string
			for _, value := range headers {
				pairs = append(pairs, "Idempotency-Key", value)
			}
			c.headed(t, "POST", instance+"/events", minimalEvent, pairs...).exactly(t, 422, invalid("Idempotency-Key", badKey))
		})
	}
	c.keyed(t, strings.Repeat("~", 255), instance+"/events", minimalEvent).done(t)
	c.keyed(t, "!", instance+"/events", minimalEvent).done(t)
}

// TestKeysStandBehindTheFirstChecks repeats a request that would be answered from its key.
func TestKeysStandBehindTheFirstChecks(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(4))
	c := s.user(t)
	instance, _ := c.instance(t)
	events := instance + "/events"
	first := c.keyed(t, "k", events, minimalEvent).done(t)
	again := c.keyed(t, "k", events, minimalEvent)
	again.again(t, first)
	again.rates(t, "4", "2", "", "")

	s.anonymous().keyed(t, "k", events, minimalEvent).exactly(t, 401, body401)
	check(t, s.accounts.SetPlan(t.Context(), c.userID, "free"))
	c.keyed(t, "k", events, minimalEvent).exactly(t, 403, body403)
	check(t, s.accounts.SetPlan(t.Context(), c.userID, "platinum"))
	check(t, s.db.DeleteInstance(t.Context(), c.userID, sidOf(instance)))
	c.keyed(t, "k", events, minimalEvent).again(t, first)
	c.keyed(t, "k", events, minimalEvent).exactly(t, 429, body429)
}

func TestFailureFreesTheKey(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.keyed(t, "k", instance+"x/events", minimalEvent).exactly(t, 404, body404)
	c.keyed(t, "k", instance+"/events", `{"name":"Loot"}`).expect(t, 422)
	c.keyed(t, "k", instance+"/events", strings.Repeat("x", 2<<20)).exactly(t, 413, body413)
	c.keyed(t, "k", instance+"/events", strings.Repeat("x", 9<<20)).exactly(t, 413, body413)
	c.keyed(t, "k", instance+"/events", minimalEvent).done(t)
}

func TestKeyOfARunningRequest(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for name, running := range map[string]notes.Notes{"on one server": notes.None{}, "noted for others": notestest.NewMemory()} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				refusesWhatRuns(t, running)
			})
		}
	})
}
