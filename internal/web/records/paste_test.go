package records_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

func TestPastedEntriesBecomeRecords(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := webtest.Furnish(b)
	page := instance + "/paste"
	tests := []struct {
		name, text string
		res        *record.Resource
		created    int64
	}{
		{
			"types without their element",
			`<type name="Mod_Gun"><nominal>5</nominal><lifetime>7200</lifetime><usage name="Military"/></type>` + "\n" +
				`<type name="Mod_Mag"><nominal>3</nominal></type>`,
			record.Types, 2,
		},
		{
			"a whole types.xml",
			`<?xml version="1.0" encoding="UTF-8"?>` + "\n<types>\n<type name=\"Mod_Vest\"><nominal>2</nominal></type>\n</types>", record.Types, 1,
		},
		{
			"spawnable types", `<type name="Mod_Gun"><attachments chance="1.0"><item name="Mod_Mag" chance="1.0"/></attachments></type>`,
			record.SpawnableTypes, 1,
		},
		{
			"events",
			`<event name="StaticModCrash"><nominal>1</nominal><min>0</min><max>0</max><lifetime>300</lifetime><restock>0</restock><active>` +
				`1</active></event>`,
			record.Events, 1,
		},
		{"event spawns", `<event name="StaticModCrash"><pos x="1" z="2" a="3"/></event>`, record.EventSpawns, 1},
		{"a trader", "<Trader> Mod Trader\n\t<Category> Guns\n\t\tMod_Gun,\tW,\t100,\t50\n", record.TraderItems, 1},
	}
	for _, test := range tests {
		before := b.Count(`SELECT count(*) FROM ` + test.res.Name)
		form := url.Values{"text": {test.text}}
		b.Submit(page, page, form).Status(200).Says("Preview of the import", "nothing was changed", "Import this")
		if now := b.Count(`SELECT count(*) FROM ` + test.res.Name); now != before {
			t.Fatalf("%s: the preview stored something", test.name)
		}
		form.Set("import", "1")
		b.Submit(page, page, form).LeadsTo(page)
		told := b.Get(page).Says("created", "Undo").Body.String()
		if now := b.Count(`SELECT count(*) FROM ` + test.res.Name); now != before+test.created {
			t.Errorf("%s: %d records, want %d more than %d", test.name, now, test.created, before)
		}
		_, rest, _ := strings.Cut(told, instance+"/history/")
		undo, _, _ := strings.Cut(strings.ReplaceAll(rest, "&amp;", "&"), `"`)
		b.Submit(page, instance+"/history/"+undo, nil).Status(302)
		if now := b.Count(`SELECT count(*) FROM ` + test.res.Name); now != before {
			t.Errorf("%s: undo leaves %d records, want %d", test.name, now, before)
		}
		b.Get(page)
		b.Submit(page, page, form).LeadsTo(page)
		b.Get(page)
	}
	for _, wrong := range []string{"", "hello", "<types><type name=", "<economy/>"} {
		b.Submit(page, page, url.Values{"text": {wrong}}).LeadsTo(page)
		b.Get(page).Says("needs your attention")
	}
}

func TestDuplicateRecords(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	for _, p := range b.RecordPages() {
		sid := webtest.OneOf(t, b, instance, p.Resource)
		list := instance + "/" + p.Resource.Path
		copied := list + "/create?copy=" + sid
		b.Get(list + "/" + sid + "/edit").Status(200).Says(`href="` + copied + `"`)
		id := strings.ReplaceAll(p.One, " ", "-")
		form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(copied).Status(200).Body.String()), id)
		if len(form.Values("class_name")) > 0 {
			form = form.With("class_name", "Another_"+p.Resource.Name)
		}
		before := b.Count(`SELECT count(*) FROM ` + p.Resource.Name)
		b.SendForm(action, form.With("_anyway", "1")).Status(302)
		if after := b.Count(`SELECT count(*) FROM ` + p.Resource.Name); after != before+1 && p.Resource != record.PlayerLists {
			t.Errorf("%s: the copy was not stored: %s", p.Many, b.Get(copied).Body.String())
		}
	}
	b.Get(instance + "/types/create?copy=nothing").Status(404)
}
