package web

import (
	"net/url"
	"testing"

	"quartermaster/internal/record"
)

// TestUnusualValuesAreAskedAbout: the pages ask before they store what is hardly meant; who insists, and programs, may store it.
func TestUnusualValuesAreAskedAbout(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	tests := []struct {
		res             *record.Resource
		id, name, value string
		says            string
	}{
		{record.Types, "type", "nominal", "-3", "Nominal is usually 0 or more."},
		{record.Types, "type", "min", "999", "is above “Nominal”"},
		{record.Types, "type", "qmax", "101", "is usually 100 or less."},
		{record.Events, "event", "max", "-1", "is usually 0 or more."},
		{record.EventSpawns, "event-spawn", "positions", "99999 5", "Line 1: X is off the map, which is"},
		{record.PlayerSpawns, "player-spawn", "x", "-5", "X is usually 0 or more."},
		{record.EffectAreas, "effect-area", "z", "99999", "Z is off the map"},
		{record.RandomPresets, "random-preset", "chance", "1.5", "is usually 1 or less."},
		{record.TraderItems, "trader-item", "buy", "-7", "is usually -1 or more."},
	}
	for _, test := range tests {
		edit := instance + "/" + test.res.Path + "/" + oneOf(t, b, instance, test.res) + "/edit"
		form, action := untouchedForm(t, parseHTML(t, b.get(edit).status(200).Body.String()), test.id)
		form = form.with(test.name, test.value)
		before := s.count(`SELECT max(revision) FROM instances`)
		b.sendForm(action, form).leadsTo(edit)
		shown := b.get(edit).says(test.says, "Save anyway", "Not saved yet")
		if s.count(`SELECT max(revision) FROM instances`) != before {
			t.Errorf("%s %s: stored without asking", test.id, test.name)
		}
		again, action := untouchedForm(t, parseHTML(t, shown.Body.String()), test.id)
		b.sendForm(action, again.with("_anyway", "1")).leadsTo(edit)
		b.get(edit).says("was saved.")
		again, action = untouchedForm(t, parseHTML(t, b.get(edit).Body.String()), test.id)
		b.sendForm(action, again).leadsTo(edit) // what is stored is not asked about again
		b.get(edit).saysNot("Save anyway")
	}
	b.put(instance+"/types", instance+"/types/"+oneOf(t, b, instance, record.Types), url.Values{"nominal": {"-4"}}).status(302)
	if s.count(`SELECT count(*) FROM types WHERE nominal = -4`) != 1 {
		t.Error("a client that asks nothing was asked")
	}
}
