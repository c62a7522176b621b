package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/schedule"
	"quartermaster/internal/web/webtest"
)

// TestAWeekendOfDoubleLoot: from the layer to Monday it is two clicks, Plan it and the button of its form. What would hold it back is told
// at once, the calendar shows it, and so do a draft of the moment and the secret address.
func TestAWeekendOfDoubleLoot(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Anna", false)
	instance := b.Instance("Chernarus")
	if _, err := b.DB.Create(t.Context(), record.Events, b.Scope(instance), record.Values{"name": "Bear", "nominal": int64(10)}); err != nil {
		t.Fatal(err)
	}
	layer := func(name, after string) string {
		rows := []layers.Row{{Resource: "events", Name: "Bear", State: layers.Changed, Changes: []layers.Change{
			{Field: "nominal", Before: []byte("10"), After: []byte(after)},
		}}}
		own := layers.New(b.DB, ownpacks.New(b.DB, nil))
		l, err := own.Make(t.Context(), b.Scope(instance), layers.About{Name: name}, layers.Off, rows, false)
		if err != nil {
			t.Fatal(err)
		}
		return l.SID
	}
	double, triple := layer("Double loot", "20"), layer("Triple loot", "30")
	list, form := instance+"/calendar", instance+"/calendar/plan?layer="+double
	b.Get(instance+"/layers/"+double).Says("Plan it", "/calendar/plan?layer="+double)
	b.Get(form).Says("On from", "T18:00", "T06:00")
	friday := time.Now().UTC().AddDate(0, 0, 7)
	sent := url.Values{
		"layer": {double}, "at": {friday.Format("2006-01-02") + "T18:00"}, "until": {friday.AddDate(0, 0, 3).Format("2006-01-02") + "T06:00"},
		"time_zone": {"UTC"}, "before": {"0"},
	}
	b.Submit(form, instance+"/calendar/plan", sent).LeadsTo(list)
	b.Get(list).Says("Planned.", "Double loot", "from 18:00", "until 06:00", "/calendar/").SaysNot("What would be held back")
	sent.Set("layer", triple)
	b.Submit(form, instance+"/calendar/plan", sent).LeadsTo(list)
	b.Get(list).Says("is on then, too, and changes the same: Bear: nominal", "What would be held back")
	sent.Set("until", "soon")
	b.Submit(form, instance+"/calendar/plan", sent).LeadsTo(instance + "/calendar/plan?layer=" + triple)
	b.Get(form).Says("This is no date and time")

	recipe, err := b.DB.Create(t.Context(), record.Recipes, b.Scope(instance), record.Values{
		"name": "Long lives", "steps": `[{"resource":"events","q":"*","operations":[{"op":"set","field":"lifetime","value":77}]}]`,
	})
	if err == nil {
		_, err = b.DB.Create(t.Context(), record.Schedules, b.Scope(instance), record.Values{
			"what": record.ScheduledRecipe, "recipe": record.Recipes.SID(recipe), "at": friday.AddDate(0, 0, -1).UnixMicro(),
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	moment := list + "/moment?at=" + friday.AddDate(0, 0, 1).Format("2006-01-02") + "T12:00"
	b.Get(moment).Says("Double loot", "Triple loot", "Open it as a draft", "Recipe: Long lives")
	b.Get(list + "/moment?at=2000-01-01T00:00").Says("None.")
	b.Submit(moment, list+"/moment", url.Values{"at": {friday.AddDate(0, 0, 1).Format("2006-01-02") + "T12:00"}}).Status(http.StatusFound)
	drafts, err := b.DB.Drafts(t.Context(), b.Scope(instance))
	if err != nil || len(drafts) != 1 {
		t.Fatal(drafts, err)
	}
	rows, err := b.DB.All(t.Context(), record.Events, drafts[0].Scope, "")
	if err != nil || len(rows) != 1 || rows[0][record.Events.Index("nominal")] != int64(30) ||
		rows[0][record.Events.Index("lifetime")] != int64(77) {
		t.Errorf("the draft has %v, %v", rows, err)
	}
	if rows, err = b.DB.All(t.Context(), record.Events, b.Scope(instance), ""); err != nil ||
		rows[0][record.Events.Index("nominal")] != int64(10) {
		t.Errorf("the server has %v, %v", rows, err)
	}

	code, err := b.DB.CalendarCode(t.Context(), b.Scope(instance))
	if err != nil {
		t.Fatal(err)
	}
	b.Get("/calendar/"+code+".ics").Says("BEGIN:VCALENDAR\r\n", "SUMMARY:⚠ Layer: Double loot", "T180000Z",
		"Planned by Anna.", "END:VCALENDAR\r\n")
	b.Get("/calendar/" + strings.ToUpper(code) + ".ics").Status(http.StatusNotFound)
	b.Get("/calendar/" + code).Status(http.StatusNotFound)
	b.Submit(list, list+"/code", url.Values{}).LeadsTo(list)
	b.Get("/calendar/" + code + ".ics").Status(http.StatusNotFound)

	at := func() time.Time { return friday.AddDate(0, 0, 1) }
	if err := schedule.New(b.DB, queue.NewJobs(b.DB, nil), nil, at).StartDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Get(list).Says("Double loot")
}

// TestTheOverviewTellsADayBefore what would hold a delivery back. It does not wait for the errors after a change, but begins to look for
// them.
func TestTheOverviewTellsADayBefore(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Anna", false)
	instance := b.Instance("Chernarus")
	b.Add(instance, record.Schedules, record.Values{"what": record.ScheduledDelivery, "cron": "0 * * * *", "time_zone": "UTC"})
	b.Add(instance, record.Events, record.Values{"name": "Bear", "nominal": int64(2)}) // which the game cannot place in a group
	const told = "Within a day, this would be held back"
	b.Get(instance).SaysNot(told)
	if _, err := s.Pages.Lint.Check(t.Context(), b.Scope(instance)); err != nil { // waits for what the page has begun
		t.Fatal(err)
	}
	if n := strings.Count(b.Get(instance).Body.String(), told); n != 1 {
		t.Errorf("what each hour would be held back is told %d times", n)
	}
}
