package docform_test

import (
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// Who saves a form that was drawn before somebody else saved is told so, keeps what he entered, and can save it again.
func TestFormsOfStaleDocuments(t *testing.T) {
	t.Parallel()
	tests := []struct {
		list, name, text, form string
		field, first, second   string
		status                 int // of the answer to the second one
	}{
		{webtest.Categories, "Ammo", webtest.CategoryJSON, "market-category", "display_name", "First", "Second", 302},
		{webtest.Traders, "Weapons", webtest.TraderJSON, "market-trader", "DisplayName", "First", "Second", 302},
		{webtest.Zones, "Green", webtest.ZoneJSON, "trader-zone", "DisplayName", "First", "Second", 302},
		{
			"/ai-loadouts", "Guard", webtest.LoadoutJSON, "AI-loadout", "data", `{"Sets":[{"ClassName":"First"}]}`,
			`{"Sets":[{"ClassName":"Second"}]}`, 422,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := webtest.OpenShop(t)
			address := s.Imported(tt.list, tt.name, tt.text)
			form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, s.Get(address+"/edit").Status(200).Body.String()), tt.form)
			s.SendForm(action, form.With(tt.field, tt.first)).LeadsTo(address + "/edit")
			s.Get(address + "/edit").Status(200) // takes the notice

			page := s.SendForm(action, form.With(tt.field, tt.second)).Status(tt.status)
			if tt.status == 302 {
				page = s.Get(address + "/edit").Status(200)
			}
			page.Says("Someone has saved this file since you opened the page", "Second")
			if file := s.File(address); !strings.Contains(file, "First") || strings.Contains(file, "Second") {
				t.Fatalf("the file was written over: %s", file)
			}
			again, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, page.Body.String()), tt.form)
			s.SendForm(action, again).LeadsTo(address + "/edit")
			if file := s.File(address); !strings.Contains(file, "Second") {
				t.Errorf("the second save did not write: %s", file)
			}
		})
	}
}
