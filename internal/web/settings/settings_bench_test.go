package settings_test

import (
	"strconv"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// BenchmarkSettingsPage measures opening and saving the pages with the most fields, through the whole handler.
func BenchmarkSettingsPage(b *testing.B) {
	s := webtest.Open(b, func(c *site.Config, _ *account.Options) { c.FormLimit = 0 })
	ada := s.User("Ada", false)
	gui := webtest.SettingsOf(ada.Instance("A"))
	for _, slug := range []string{"hardline", "market", "namalsk-adventure"} {
		file := grown(expansion.Setting(slug))
		ada.ImportJSON(gui+"/"+slug, "Settings.json", expansion.Text(file)).Status(302)
	}
	for _, place := range []string{"/general", "/market", "/namalsk-adventure", "/hardline", "/hardline?at=ItemRarity"} {
		page := ada.Get(gui + place).Status(200)
		form, action := webtest.UntouchedForm(b, webtest.ParseHTML(b, page.Body.String()), "setting")
		b.Run("open"+place, func(b *testing.B) {
			b.ReportMetric(float64(len(form)), "values")
			for b.Loop() {
				ada.Get(gui + place)
			}
		})
		b.Run("save"+place, func(b *testing.B) {
			for b.Loop() {
				ada.SendForm(action, form).Status(302)
			}
		})
	}
}

// grown is a document with the default values whose lists of objects have thirty members, and its maps as many as the
// largest genuine one.
func grown(d *expansion.Schema) *jsontree.Object {
	document := d.Default()
	for _, f := range d.Fields() {
		switch {
		case f.Shape == expansion.List && f.Type == expansion.Object:
			list := make([]any, 30)
			for i := range list {
				list[i] = f.NewMember()
			}
			document.Set(f.Name, list)
		case f.Shape == expansion.Map && f.Type != expansion.Object && f.Type != expansion.Vector:
			entries := new(jsontree.Object)
			for i := range 1349 {
				entries.Set("class_"+strconv.Itoa(i), f.NewMember())
			}
			document.Set(f.Name, entries)
		}
	}
	return document
}
