package schedule

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// layered is an owner with a layer, which a schedule turns on and off.
type layered struct {
	owner
	layer store.Layer
}

func newLayered(t *testing.T, db *store.DB, values record.Values) layered {
	t.Helper()
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	l := layered{layer: store.Layer{Name: "Double loot", State: "off"}}
	err := db.Edit(t.Context(), scope, "layer", func(e *store.Edit) error { return e.AddLayer(t.Context(), &l.layer, 10) })
	if err != nil {
		t.Fatal(err)
	}
	values["what"], values["layer"] = record.ScheduledLayer, l.layer.SID
	row, err := db.Create(t.Context(), record.Schedules, scope, values)
	if err != nil {
		t.Fatal(err)
	}
	l.owner = owner{db, scope, record.Schedules.SID(row)}
	return l
}

// runs returns what was queued of the schedule, in its order: on, off.
func (l layered) runs(t *testing.T) string {
	t.Helper()
	rows, err := l.db.Query(t.Context(), `SELECT payload FROM jobs WHERE instance_id = $1 AND kind = $2 ORDER BY id`, l.scope.InstanceID,
		ChangeKind)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text []byte
		var p payload
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &p); err != nil || p.Layer != l.layer.SID {
			t.Fatal(string(text), err)
		}
		list = append(list, map[bool]string{false: "on", true: "off"}[p.Off])
	}
	return strings.Join(list, " ")
}

// TestLayersGoOnAndOff: after each of some waits two services look what is due. The plan is on from 10 hours on, for 2 hours.
func TestLayersGoOnAndOff(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		one, other := storetest.Twice(t)
		begin := one.Time()
		at := func(hours int) int64 { return begin.Add(time.Duration(hours) * time.Hour).UnixMicro() }
		once := record.Values{"at": at(10), "until": at(12)}
		daily := record.Values{"cron": begin.Add(10 * time.Hour).UTC().Format("4 15 * * *"), "for": "2h"}
		for name, c := range map[string]struct {
			values      record.Values
			hours       []int // at which somebody looks
			runs, state string
		}{
			"before":                {once, []int{9}, "", ""},
			"in time":               {once, []int{10, 11, 12, 13}, "on off", ""},
			"caught up":             {once, []int{11, 11}, "on", "queued"},
			"missed":                {once, []int{13, 14}, "", "skipped"},
			"off when it is back":   {once, []int{11, 90}, "on off", ""},
			"daily":                 {daily, []int{11, 13, 35, 37}, "on off on off", ""},
			"daily, one missed":     {daily, []int{15, 35, 37}, "on off", ""},
			"daily, two missed":     {daily, []int{59, 61}, "on off", ""},
			"daily, gone for weeks": {daily, []int{11, 24 * 30}, "on off", ""},
		} {
			t.Run(name, func(t *testing.T) {
				values := record.Values{}
				for field, value := range c.values {
					values[field] = value
				}
				l, clock := newLayered(t, one, values), &clock{begin}
				for _, hours := range c.hours {
					clock.now = begin.Add(time.Duration(hours)*time.Hour + time.Minute)
					startDue(t, service(one, clock, nil), service(other, clock, nil))
					l.endJobs(t)
				}
				s := l.schedule(t)
				if got := l.runs(t); got != c.runs {
					t.Errorf("runs: %s, want %s", got, c.runs)
				}
				if c.state == "skipped" && (*s.LastStatus != c.state || s.LastResult.Sentence() == "" || s.NextAt != nil) {
					t.Errorf("the schedule says %+v", s)
				}
				if isOn := strings.HasSuffix(c.runs, "on"); isOn != (s.EndsAt != nil) {
					t.Errorf("it ends at %v", s.EndsAt)
				}
			})
		}
	})
}

// TestALayerFollowsDeliveries: it goes on before the next one, also when that is planned, or planned otherwise, later on.
func TestALayerFollowsDeliveries(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		db := storetest.Open(t)
		begin := db.Time().Truncate(time.Minute)
		hours := func(n int) time.Time { return begin.Add(time.Duration(n) * time.Hour) }
		l := newLayered(t, db, record.Values{"at": hours(10).UnixMicro(), "until": hours(40).UnixMicro(), "before": int64(15)})
		s := service(db, &clock{begin}, nil)
		expect := func(want time.Time) {
			t.Helper()
			startDue(t, s)
			if got := l.schedule(t); got.NextAt == nil || !got.NextAt.Time().Equal(want) {
				t.Errorf("it goes on at %v, want %v", got.NextAt.Time(), want)
			}
		}
		expect(hours(10))
		deliver := record.Values{"what": record.ScheduledDelivery, "at": hours(12).UnixMicro()}
		row, err := db.Create(t.Context(), record.Schedules, l.scope, deliver)
		if err != nil {
			t.Fatal(err)
		}
		expect(hours(12).Add(-15 * time.Minute))
		sid := record.Schedules.SID(row)
		if _, err := db.Update(t.Context(), record.Schedules, l.scope, sid, record.Values{"at": hours(10).UnixMicro()}); err != nil {
			t.Fatal(err)
		}
		expect(hours(10).Add(-15 * time.Minute))
		if _, err := db.Delete(t.Context(), record.Schedules, l.scope, sid); err != nil {
			t.Fatal(err)
		}
		expect(hours(10))
	})
}

// TestWhatIsChangedWhileALayerIsOn counts at once.
func TestWhatIsChangedWhileALayerIsOn(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	begin := db.Time().Truncate(time.Second)
	at := func(hours int) int64 { return begin.Add(time.Duration(hours) * time.Hour).UnixMicro() }
	for name, c := range map[string]struct {
		change record.Values
		next   int64 // 0: never
		ends   bool
	}{
		"longer":       {record.Values{"until": at(5)}, at(5), true},
		"for how long": {record.Values{"until": nil, "for": "3h"}, at(3), true},
		"put off":      {record.Values{"at": at(50), "until": at(60)}, at(0), true},
		"switched off": {record.Values{"enabled": int64(0)}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLayered(t, db, record.Values{"at": at(0), "until": at(2)})
			startDue(t, service(db, &clock{begin.Add(time.Minute)}, nil))
			if _, err := db.Update(t.Context(), record.Schedules, l.scope, l.sid, c.change); err != nil {
				t.Fatal(err)
			}
			s := l.schedule(t)
			next := int64(0)
			if s.NextAt != nil {
				next = int64(*s.NextAt)
			}
			late := next - c.next
			if late < 0 || late > time.Minute.Microseconds()*5 || c.ends != (s.EndsAt != nil) {
				t.Errorf("next at %d, want %d; it ends at %v", next, c.next, s.EndsAt)
			}
			l.endJobs(t)
		})
	}
}

// TestALayerThatWasHeldBack: what was said of it stays, unless somebody has turned it on meanwhile, and no run begins when its time is
// over.
func TestALayerThatWasHeldBack(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	begin := db.Time().Truncate(time.Second)
	for _, turnedOn := range []bool{false, true} {
		t.Run(fmt.Sprint(turnedOn), func(t *testing.T) {
			l := newLayered(t, db, record.Values{"at": begin.UnixMicro(), "until": begin.Add(time.Hour).UnixMicro()})
			c := &clock{begin.Add(time.Minute)}
			works := map[string]Work{record.ScheduledLayer: work{err: Held(say.New("layer-proposed", "name", "Double loot"))}}
			s := service(db, c, works)
			startDue(t, s)
			job := queue.Job{SID: *l.schedule(t).LastJob, UserID: l.scope.UserID, InstanceID: l.scope.InstanceID, Scope: l.scope}
			if err := db.QueryRow(t.Context(), `SELECT payload FROM jobs WHERE sid = $1`, job.SID).Scan(&job.Payload); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Run(t.Context(), job, func(int, int, say.Message) {}); err == nil {
				t.Fatal("it was not held back")
			}
			l.endJobs(t)
			if turnedOn {
				if _, err := db.Exec(t.Context(), `UPDATE layers SET state = 'on' WHERE sid = $1`, l.layer.SID); err != nil {
					t.Fatal(err)
				}
			}
			c.now = begin.Add(2 * time.Hour)
			startDue(t, s)
			want := map[bool]string{false: "on", true: "on off"}[turnedOn]
			if got := l.schedule(t); l.runs(t) != want || got.EndsAt != nil || !turnedOn && *got.LastStatus != heldBack {
				t.Errorf("runs %s, the schedule says %+v", l.runs(t), got)
			}
			if _, err := s.Run(t.Context(), job, func(int, int, say.Message) {}); err == nil ||
				err.Error() != "Its time passed before it could run." {
				t.Errorf("a run that begins too late ends with %v", err)
			}
			l.endJobs(t)
		})
	}
}

// TestALateAnnouncementIsSkipped, and said so.
func TestALateAnnouncementIsSkipped(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	o := newOwner(t, db, record.Values{"what": record.ScheduledAnnouncement, "text": "Soon!", "cron": "0 * * * *"})
	next := o.schedule(t).NextAt.Time()
	c := &clock{next.Add(20 * time.Minute)}
	startDue(t, service(db, c, nil))
	if s := o.schedule(t); o.jobs(t) != 0 || *s.LastStatus != skipped || !s.NextAt.Time().Equal(next.Add(time.Hour)) {
		t.Errorf("%d runs, the schedule says %+v", o.jobs(t), s)
	}
	c.now = next.Add(time.Hour + time.Minute)
	startDue(t, service(db, c, nil))
	if o.jobs(t) != 1 {
		t.Errorf("%d runs", o.jobs(t))
	}
}
