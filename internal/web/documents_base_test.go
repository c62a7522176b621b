package web

import (
	"strings"
	"testing"
)

// Who saves a form that was drawn before somebody else saved is told so, keeps what he entered, and can save it again.
func TestFormsOfStaleDocuments(t *testing.T) {
	t.Parallel()
	tests := []struct {
		list, name, text, form string
		field, first, second   string
		status                 int // of the answer to the second one
	}{
		{categories, "Ammo", categoryJSON, "market-category", "display_name", "First", "Second", 302},
		{traders, "Weapons", traderJSON, "market-trader", "DisplayName", "First", "Second", 302},
		{zones, "Green", zoneJSON, "trader-zone", "DisplayName", "First", "Second", 302},
		{"/ai-loadouts", "Guard", loadoutJSON, "AI-loadout", "data", `{"Sets":[{"ClassName":"First"}]}`, `{"Sets":[{"ClassName":"Second"}]}`, 422},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := openShop(t)
			address := s.imported(tt.list, tt.name, tt.text)
			form, action := untouchedForm(t, parseHTML(t, s.get(address+"/edit").status(200).Body.String()), tt.form)
			s.sendForm(action, form.with(tt.field, tt.first)).leadsTo(address + "/edit")
			s.get(address + "/edit").status(200) // takes the notice

			page := s.sendForm(action, form.with(tt.field, tt.second)).status(tt.status)
			if tt.status == 302 {
				page = s.get(address + "/edit").status(200)
			}
			page.says("Somebody has saved this file since you opened the page", "Second")
			if file := s.file(address); !strings.Contains(file, "First") || strings.Contains(file, "Second") {
				t.Fatalf("the file was written over: %s", file)
			}
			again, action := untouchedForm(t, parseHTML(t, page.Body.String()), tt.form)
			s.sendForm(action, again).leadsTo(address + "/edit")
			if file := s.file(address); !strings.Contains(file, "Second") {
				t.Errorf("the second save did not write: %s", file)
			}
		})
	}
}
