package web_test

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/schedule"
	"quartermaster/internal/web/webtest"
)

// mostWeekendClicks is how far it is from the idea of double loot to its weekend.
const mostWeekendClicks = 25

// weekend doubles the nominal of all types from Friday to Monday: tried in a draft, kept as a layer, and planned. It goes on and off by
// itself.
func weekend(t *testing.T, user *webtest.Browser, b *webtest.Tab, instance string) {
	t.Helper()
	c := &clicker{Tab: b}
	c.Open(instance)
	c.click(`.heading .actions a[href$="/drafts"]`)
	c.enter("#draft [name=name]", "Double loot")
	c.click("#draft button[type=submit]")
	c.click(`main a[href$="/types"]`)
	c.click("#many a")
	c.clicks += 3 // a list is opened, an entry chosen, and added
	c.Do(chromedp.SetValue(chromedp.ID("add"), "nominal:multiply"), chromedp.Click(chromedp.CSS(".bulk-add button")), chromedp.KeyEvent("2"))
	c.click("#change .form-end button")
	c.click("#change .form-end button")
	c.click(`aside.notice a[href$="/comparison"]`)
	c.click(`#bring-in button[formaction$="/layers"]`)
	c.Says("This layer is off")
	c.click(`.heading .actions a[href*="/calendar/plan"]`)
	c.click("#plan .form-end button")
	c.Says("Planned.", "Double loot")
	t.Logf("%d clicks", c.clicks)
	if c.clicks >= mostWeekendClicks {
		t.Errorf("it takes %d clicks, not less than %d", c.clicks, mostWeekendClicks)
	}
	days := []time.Weekday{time.Friday, time.Monday}
	for i, want := range []int64{10, 5} {
		if day := turnsNext(t, user, instance).Weekday(); day != days[i] {
			t.Errorf("it turns on a %s", day)
		}
		if got := user.Nominal(instance, "Apple"); got != want {
			t.Errorf("then nominal is %v, want %d", got, want)
		}
	}
}

// turnsNext has the schedule of an instance do what it does next, and returns when that is.
func turnsNext(t *testing.T, user *webtest.Browser, instance string) time.Time {
	t.Helper()
	scope := user.Scope(instance)
	at := time.UnixMicro(user.Count(`SELECT next_at FROM schedules WHERE instance_id = $1`, scope.InstanceID)).UTC()
	works := map[string]schedule.Work{record.ScheduledLayer: turning{layers.New(user.DB, ownpacks.New(user.DB, nil))}}
	s := schedule.New(user.DB, user.Pages.Jobs, works, func() time.Time { return at.Add(time.Second) })
	if err := s.StartDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	job := queue.Job{UserID: scope.UserID, InstanceID: scope.InstanceID, Scope: scope}
	const next = `SELECT sid, payload FROM jobs WHERE instance_id = $1 AND kind = $2 AND finished_at IS NULL`
	err := user.DB.QueryRow(t.Context(), next, scope.InstanceID, schedule.ChangeKind).Scan(&job.SID, &job.Payload)
	if err == nil {
		_, err = s.Run(t.Context(), job, func(int, int, say.Message) {})
	}
	if err == nil {
		_, err = user.DB.Exec(t.Context(), `UPDATE jobs SET state = 'done', finished_at = 1 WHERE sid = $1`, job.SID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// turning is what a schedule of a layer does.
type turning struct{ *layers.Service }

func (w turning) Run(ctx context.Context, o schedule.Order, _ func(int, int, say.Message)) (say.Message, error) {
	turn, rule := w.TurnOn, "layer-on"
	if o.Off {
		turn, rule = w.TurnOff, "layer-off"
	}
	_, err := turn(ctx, o.Scope, o.Layer, layers.Ask{By: o.By})
	return say.New(rule, "name", "Double loot"), err
}
