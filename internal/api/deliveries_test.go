package api_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/delivery"
	"quartermaster/internal/gameserver/gameservertest"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/storetest"
)

// delivering is a client whose instance has a game server in a folder.
type delivering struct {
	client
	path, dir string
}

func startDelivering(t *testing.T) delivering {
	t.Helper()
	dir := gameServer(t, smallServer())
	s := start(t, reaching(dir))
	c := s.user(t)
	path, _ := c.instance(t)
	c.must(t, 200, "PUT", path+"/target", `{"protocol":"folder","dir":"`+dir+`"}`)
	c.upload(t, path+"/files", upload{"mpmissions/dayzOffline.chernarusplus/db/types.xml", oneType}).expect(t, 200, "data.files.0.status",
		`"imported"`)
	return delivering{c, path, dir}
}

// deliver makes the deliveries and pulls that are jobs until the test ends.
func (s *server) deliver(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := queue.New(s.db, slog.New(slog.DiscardHandler), "default")
	w.Handle(s.jobs, delivery.Kind, access.Read, s.deliveries)
	w.Handle(s.jobs, pull.Kind, access.Read, s.pulls)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
}

func (d delivering) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(name)))
	check(t, err)
	return string(text)
}

// order asks for a delivery, a rollback or a pull, and returns what it has done: on a busy machine the answer is a job.
func (c client) order(t *testing.T, path, body string) reply {
	t.Helper()
	r := c.send(t, "POST", path, body)
	if r.status != 202 {
		return r
	}
	return c.await(t, r)
}

// await waits for the job that an answer names, and returns what it has done, as an answer without a job would.
func (c client) await(t *testing.T, r reply) reply {
	t.Helper()
	job := "/api/v1/jobs/" + strings.Trim(r.at("data.sid"), `"`)
	c.get(t, job+"/events") // which end with the job
	ended := c.get(t, job)
	if ended.at("data.status") != `"done"` {
		return reply{status: 422, body: ended.body}
	}
	return reply{status: 200, body: `{"data":` + ended.at("data.result") + `}`}
}

// change changes the only type.
func (d delivering) change(t *testing.T) {
	t.Helper()
	typ := strings.Trim(d.get(t, d.path+"/types").at("data.0.sid"), `"`)
	d.must(t, 200, "PATCH", d.path+"/types/"+typ, `{"nominal":77}`)
}

// TestADeliveryThereAndBack goes all the way: plan, diff, delivery, list, rollback.
func TestADeliveryThereAndBack(t *testing.T) {
	t.Parallel()
	d := startDelivering(t)
	d.server.deliver(t)
	const types = main + "db/types.xml"
	old := d.read(t, types)
	d.change(t)
	plan := d.get(t, d.path+"/delivery-plan")
	plan.expect(t, 200, "data.server.running", "null", "data.blocked", "[]")
	if !strings.Contains(plan.body, `types.xml","status":"changed"`) {
		t.Error(plan.body)
	}
	d.get(t, d.path+"/delivery-plan/"+types).expect(t, 200, "data.changed", "true", "data.changed_count", "1")
	sent := d.order(t, d.path+"/deliveries", "")
	sent.expect(t, 200, "data.status", `"done"`, "data.can_roll_back", "true")
	if !strings.Contains(d.read(t, types), "77") {
		t.Error("it has not arrived")
	}
	d.get(t, d.path+"/deliveries").expect(t, 200, "meta.total", "1", "data.0.sid", sent.at("data.sid"))
	one := d.path + "/deliveries/" + strings.Trim(sent.at("data.sid"), `"`)
	d.get(t, one).expect(t, 200, "data.files.0.status", `"sent"`)
	dry := d.must(t, 200, "POST", one+"/rollback", `{"dry_run":true}`)
	dry.expect(t, 200, "data.dry_run", "true", "data.before", sent.at("data.sid"), "data.deliveries", "1", "data.files.0.effect", `"deleted"`,
		"data.files.0.sha256", "null")
	if !strings.Contains(dry.body, `types.xml","effect":"restored"`) || !strings.Contains(d.read(t, types), "77") {
		t.Error(dry.body)
	}
	d.get(t, one+"/rollback/"+types).expect(t, 200, "data.changed", "true", "data.changed_count", "1")
	d.get(t, one+"/rollback/none.xml").expect(t, 404)
	d.must(t, 200, "POST", d.path+"/deliveries", `{"dry_run":true}`).expect(t, 200, "data.blocked", "[]")
	d.order(t, one+"/rollback", `{}`).expect(t, 200, "data.status", `"done"`, "data.before", sent.at("data.sid"))
	if got := d.read(t, types); got != old {
		t.Errorf("it is %q again, not %q", got, old)
	}
	d.must(t, 404, "POST", d.path+"/deliveries/none/rollback", "")
	d.must(t, 200, "DELETE", one+"/copies", "").exactly(t, 200, `{"result":true}`)
	d.get(t, one).expect(t, 200, "data.can_roll_back", "false")
	d.must(t, 404, "DELETE", d.path+"/deliveries/none/copies", "")
}

// TestWhatBothHaveChangedIsMerged: a type was changed here and on the server since it was delivered.
func TestWhatBothHaveChangedIsMerged(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		d := startDelivering(t)
		d.server.deliver(t)
		const types = main + "db/types.xml"
		d.change(t)
		d.order(t, d.path+"/deliveries", "").expect(t, 200, "data.status", `"done"`)
		d.order(t, d.path+"/deliveries", "").expect(t, 200, "data.sid", "null", "data.status", `"done"`, "data.files", "[]")
		d.get(t, d.path+"/deliveries").expect(t, 200, "meta.total", "1")
		typ := strings.Trim(d.get(t, d.path+"/types").at("data.0.sid"), `"`)
		d.must(t, 200, "PATCH", d.path+"/types/"+typ, `{"nominal":66,"restock":1234}`)
		check(t, os.WriteFile(filepath.Join(d.dir, types), []byte(strings.Replace(d.read(t, types), "77", "55000", 1)), 0o600))
		d.get(t, d.path+"/delivery-plan?merge=1").expect(t, 200, "data.merge.files.0.conflicts.0.field", `"nominal"`,
			"data.merge.files.0.conflicts.0.base", "77", "data.merge.files.0.conflicts.0.mine", "66", "data.merge.files.0.conflicts.0.theirs",
			"55000",
			"data.merge.files.0.conflicts.1", "absent", "data.merge.differences.0.since.0.fields.nominal.new", "55000", "data.merge.dry_run", "true")
		d.get(t, d.path+"/delivery-plan?merge=1&choices["+typ+"]=theirs").expect(t, 200, "data.merge.files.0.conflicts.0.taken", `"theirs"`)
		for _, body := range []string{`{"merge":{"prefer":"server"}}`, `{"merge":{"choices":{"types":"server"}}}`, `{"merge":[1]}`} {
			d.must(t, 422, "POST", d.path+"/deliveries", body)
		}
		for _, body := range []string{`{"choices":{"types":"server"}}`, `{"choices":"mine"}`, `{"paths":"x"}`, `{"paths":["none.xml"]}`} {
			if r := d.order(t, d.path+"/pull", body); r.status != 422 {
				t.Error(body, r.status, r.body)
			}
		}
		d.order(t, d.path+"/deliveries", "").expect(t, 200, "data.sid", "null", "data.files.0.status", `"changed on the server"`)
		d.order(t, d.path+"/deliveries", `{"merge":{"prefer":"mine","choices":{"`+typ+`.nominal":"theirs"}}}`).expect(t, 200, "data.sent", "1")
		if got := d.read(t, types); !strings.Contains(got, "55000") || !strings.Contains(got, "1234") {
			t.Errorf("the server has\n%s", got)
		}
		d.get(t, d.path+"/delivery-plan?merge=1").expect(t, 200, "data.merge", "null")
	})
}

// TestADeliveryThatTakesLonger is a job, beside which there is no other.
func TestADeliveryThatTakesLonger(t *testing.T) {
	t.Parallel()
	d := startDelivering(t)
	d.change(t)
	answer := d.must(t, 202, "POST", d.path+"/deliveries", "")
	d.must(t, 409, "POST", d.path+"/deliveries", "")
	d.get(t, d.path+"/deliveries/"+strings.Trim(answer.at("data.delivery"), `"`)).expect(t, 200, "data.status", `"queued"`)
	d.must(t, 200, "DELETE", d.path+"/jobs/"+strings.Trim(answer.at("data.sid"), `"`), "")
	d.get(t, d.path+"/deliveries").expect(t, 200, "data.0.status", `"cancelled"`)
}

// TestWhatHoldsADeliveryBack: a problem and a running game server do, unless there is a reason.
func TestWhatHoldsADeliveryBack(t *testing.T) {
	t.Parallel()
	d := startDelivering(t)
	d.server.deliver(t)
	server := gameservertest.Start(t, gameservertest.Config{})
	d.must(t, 200, "PATCH", surfaceB(d.path), `{"ip":"127.0.0.1","query_port":`+number(int64(server.QueryPort))+`}`)
	d.change(t)
	d.get(t, d.path+"/delivery-plan").expect(t, 200, "data.server.running", "true")
	for body, field := range map[string]string{
		`{}`:                                "override",
		`{"override":true}`:                 "reason",
		`{"override":true,"reason":""}`:     "reason",
		`{"prefer":"theirs"}`:               "prefer",
		`{"choices":{"a":"b"}}`:             "choices",
		`{"paths":"ban.txt"}`:               "paths",
		`{"paths":["none.xml"]}`:            "paths.0",
		`{"delete":["` + main + `init.c"]}`: "delete.0",
	} {
		if answer := d.must(t, 422, "POST", d.path+"/deliveries", body); !strings.Contains(answer.body, `"`+field+`":[`) {
			t.Errorf("%s: %s", body, answer.body)
		}
	}
	d.must(t, 201, "POST", d.path+"/player-lists", `{"type":"ban","player_id":"76561198000000001","name":"Survivor"}`)
	d.order(t, d.path+"/deliveries", `{"paths":["ban.txt"],"prefer":"mine"}`).expect(t, 200, "data.status", `"done"`)
	d.order(t, d.path+"/deliveries", `{"override":true,"reason":"It restarts now."}`).expect(t, 200, "data.reason", `"It restarts now."`)
}

func TestAGameServerThatCannotBeReached(t *testing.T) {
	t.Parallel()
	d := startDelivering(t)
	check(t, os.RemoveAll(d.dir))
	for _, path := range []string{"/delivery-plan", "/delivery-plan/" + main + "db/types.xml"} {
		if answer := d.must(t, 422, "GET", d.path+path, ""); !strings.Contains(answer.body, `"target":[`) {
			t.Error(answer.body)
		}
	}
	d.must(t, 422, "POST", d.path+"/deliveries", "")
	d.must(t, 200, "DELETE", d.path+"/target", "")
	d.must(t, 404, "GET", d.path+"/delivery-plan", "")
	d.must(t, 404, "POST", d.path+"/deliveries", "")
}
