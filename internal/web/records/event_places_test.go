package records_test

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// TestEventsAreSavedWithTheirPlaces: the counts, children and places of an event are one form and one revision.
func TestEventsAreSavedWithTheirPlaces(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	event := b.Add(instance, record.Events, record.Values{"name": "StaticBoat", "nominal": int64(1), "lifetime": int64(60)})
	places := b.Add(instance, record.EventSpawns, record.Values{
		"name": "StaticBoat", "positions": `[{"x":1,"z":2,"y":null,"a":null,"group":null}]`,
	})
	sid := places[strings.LastIndex(places, "/")+1:]
	field := func(key, name string) string { return "places[" + key + "][" + name + "]" }
	form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(event+"/edit").Status(200).Says("Places", "1 2").Body.String()),
		"event")
	before := s.Count(`SELECT max(revision) FROM instances`)
	b.SendForm(action, form.With("nominal", "3").With("name", "StaticShip").With(field(sid, "positions"),
		"1 2\r\n3 4 - 90")).LeadsTo(event + "/edit")
	if after := s.Count(`SELECT max(revision) FROM instances`); after != before+1 {
		t.Errorf("%d revisions, want 1", after-before)
	}
	if name, n := b.Field(record.EventSpawns, places, "name"),
		b.Field(record.EventSpawns, places, "children_count"); name != "StaticShip" || n != int64(2) {
		t.Errorf("places: %v, %v", name, n)
	}
	if b.Field(record.Events, event, "nominal") != int64(3) {
		t.Error("the event was not saved")
	}
	form, action = webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(event+"/edit").Body.String()), "event")
	b.SendForm(action, form.With("nominal", "4").With(field(sid, "positions"), "1 here")).LeadsTo(event + "/edit")
	b.Get(event+"/edit").Says("Line 1", "1 here", `value="4"`)
	if b.Field(record.Events, event, "nominal") != int64(3) {
		t.Error("half of it was saved")
	}

	alone := b.Add(instance, record.Events, record.Values{"name": "StaticTrain", "lifetime": int64(60)})
	form, action = webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(alone+"/edit").Body.String()), "event")
	b.SendForm(action, form.With("nominal", "1")).LeadsTo(alone + "/edit")
	if n := s.Count(`SELECT count(*) FROM event_spawns`); n != 1 {
		t.Errorf("%d event spawns without a place, want 1", n)
	}
	b.SendForm(action, form.With(field("new", "positions"), "5 6")).LeadsTo(alone + "/edit")
	if n := s.Count(`SELECT count(*) FROM event_spawns WHERE name = 'StaticTrain'`); n != 1 {
		t.Errorf("%d event spawns of the new place, want 1", n)
	}
}
