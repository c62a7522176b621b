package docform_test

import (
	"net/url"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// TestUnusualValuesAreAskedAbout: the pages ask before they store what is hardly meant; who insists, and programs, may store it.
func TestUnusualValuesAreAskedAbout(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	tests := []struct {
		res             *record.Resource
		id, name, value string
		says            string
	}{
		{record.Types, "type", "nominal", "-3", "Nominal is below 0."},
		{record.Types, "type", "min", "999", "is above “Nominal”"},
		{record.Types, "type", "qmax", "101", "is above 100."},
		{record.Events, "event", "max", "-1", "is below 0."},
		{record.EventSpawns, "event-spawn", "positions", "99999 5", "Line 1: X is off the map, which is"},
		{record.PlayerSpawns, "player-spawn", "x", "-5", "X is below 0."},
		{record.EffectAreas, "effect-area", "z", "99999", "Z is off the map"},
		{record.RandomPresets, "random-preset", "chance", "1.5", "is above 1."},
		{record.TraderItems, "trader-item", "buy", "-7", "is below -1."},
	}
	for _, test := range tests {
		edit := instance + "/" + test.res.Path + "/" + webtest.OneOf(t, b, instance, test.res) + "/edit"
		form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(edit).Status(200).Body.String()), test.id)
		form = form.With(test.name, test.value)
		before := s.Count(`SELECT max(revision) FROM instances`)
		b.SendForm(action, form).LeadsTo(edit)
		shown := b.Get(edit).Says(test.says, "Save anyway", "Not saved yet")
		if s.Count(`SELECT max(revision) FROM instances`) != before {
			t.Errorf("%s %s: stored without asking", test.id, test.name)
		}
		again, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, shown.Body.String()), test.id)
		b.SendForm(action, again.With("_anyway", "1")).LeadsTo(edit)
		b.Get(edit).Says("was saved.")
		again, action = webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(edit).Body.String()), test.id)
		b.SendForm(action, again).LeadsTo(edit) // what is stored is not asked about again
		b.Get(edit).SaysNot("Save anyway")
	}
	b.Put(instance+"/types", instance+"/types/"+webtest.OneOf(t, b, instance, record.Types), url.Values{"nominal": {"-4"}}).Status(302)
	if s.Count(`SELECT count(*) FROM types WHERE nominal = -4`) != 1 {
		t.Error("a client that asks nothing was asked")
	}
}
