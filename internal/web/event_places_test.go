package web

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestEventsAreSavedWithTheirPlaces: the counts, children and places of an event are one form and one revision.
func TestEventsAreSavedWithTheirPlaces(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	event := b.add(instance, record.Events, record.Values{"name": "StaticBoat", "nominal": int64(1), "lifetime": int64(60)})
	places := b.add(instance, record.EventSpawns, record.Values{"name": "StaticBoat", "positions": `[{"x":1,"z":2,"y":null,"a":null,"group":null}]`})
	sid := places[strings.LastIndex(places, "/")+1:]
	field := func(key, name string) string { return "places[" + key + "][" + name + "]" }
	form, action := untouchedForm(t, parseHTML(t, b.get(event+"/edit").status(200).says("Places", "1 2").Body.String()), "event")
	before := s.count(`SELECT max(revision) FROM instances`)
	b.sendForm(action, form.with("nominal", "3").with("name", "StaticShip").with(field(sid, "positions"), "1 2\r\n3 4 - 90")).leadsTo(event + "/edit")
	if after := s.count(`SELECT max(revision) FROM instances`); after != before+1 {
		t.Errorf("%d revisions, want 1", after-before)
	}
	if name, n := b.field(record.EventSpawns, places, "name"), b.field(record.EventSpawns, places, "children_count"); name != "StaticShip" || n != int64(2) {
		t.Errorf("places: %v, %v", name, n)
	}
	if b.field(record.Events, event, "nominal") != int64(3) {
		t.Error("the event was not saved")
	}
	form, action = untouchedForm(t, parseHTML(t, b.get(event+"/edit").Body.String()), "event")
	b.sendForm(action, form.with("nominal", "4").with(field(sid, "positions"), "1 here")).leadsTo(event + "/edit")
	b.get(event+"/edit").says("Line 1", "1 here", `value="4"`)
	if b.field(record.Events, event, "nominal") != int64(3) {
		t.Error("half of it was saved")
	}

	alone := b.add(instance, record.Events, record.Values{"name": "StaticTrain", "lifetime": int64(60)})
	form, action = untouchedForm(t, parseHTML(t, b.get(alone+"/edit").Body.String()), "event")
	b.sendForm(action, form.with("nominal", "1")).leadsTo(alone + "/edit")
	if n := s.count(`SELECT count(*) FROM event_spawns`); n != 1 {
		t.Errorf("%d event spawns without a place, want 1", n)
	}
	b.sendForm(action, form.with(field("new", "positions"), "5 6")).leadsTo(alone + "/edit")
	if n := s.count(`SELECT count(*) FROM event_spawns WHERE name = 'StaticTrain'`); n != 1 {
		t.Errorf("%d event spawns of the new place, want 1", n)
	}
}
