package history_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestHistoryOfAFileOfTheMod leads back to the file byte for byte, also when the record is gone.
func TestHistoryOfAFileOfTheMod(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		tests := []struct {
			list, one, file, was, is string
			detail                   bool // the record has a page beside its form
		}{
			{"/market-traders", "market trader", webtest.TraderJSON, `"Gun"`, `"Knife"`, true},
			{"/market-categories", "market category", webtest.CategoryJSON, `100.00`, `55`, true},
			{"/trader-zones", "trader zone", webtest.ZoneJSON, `3700.50`, `4000`, false},
			{"/ai-loadouts", "AI loadout", `{"InventoryAttachments": [ ], "Health": [{"Min": 0.50, "Max": 1.0}]}`, `0.50`, `0.7`, true},
		}
		for _, tt := range tests {
			t.Run(tt.list[1:], func(t *testing.T) {
				t.Parallel()
				s := webtest.OpenShop(t)
				address := s.Imported(tt.list, "Kept", tt.file)
				before := s.Revision()
				s.Imported(tt.list, "Kept", strings.Replace(tt.file, tt.was, tt.is, 1))
				history := historyOf(s, address)
				link := `href="` + history + `">History</a>`
				s.Get(address + "/edit").Says(link)
				if tt.detail {
					s.Get(address).Says(link)
				}
				back := history + "/" + fmt.Sprint(before)
				s.Get(history).Says(strings.Trim(tt.is, `"`), tt.one, `href="`+address+`/edit"`, `href="`+back+`">Go back to this version</a>`,
					`href="`+s.Gui+tt.list+`" aria-current="page"`)

				s.Submit(back, back, nil).LeadsTo(s.Instance + "/history/" + fmt.Sprint(s.Revision()))
				s.Get(s.Instance+"/history/"+fmt.Sprint(s.Revision())).Says("The "+tt.one+" is back at revision "+fmt.Sprint(before)+".",
					"Expansion "+strings.ReplaceAll(tt.list[1:], "-", " ")+": Kept back to")
				holds(s, address, tt.file)
				s.Delete(address+"/edit", address, nil).Status(302)
				s.Submit(history, back, nil).Status(302)
				holds(s, address, tt.file)
			})
		}
	})
}

// historyOf is where the history of a file of the mod is.
func historyOf(s *webtest.Shop, address string) string {
	return s.Instance + "/expansion" + strings.TrimPrefix(address, s.Gui) + "/history"
}

func holds(s *webtest.Shop, address, want string) {
	s.TB.Helper()
	if text := s.File(address); text != want {
		s.TB.Errorf("the file is %s", text)
	}
}

func TestHistoryOfSettings(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.OpenShop(t)
		page := s.Gui + "/general"
		s.Put(page, page, url.Values{"EnableLamps": {"1"}}).Status(302)
		before, first := s.File(page), s.Revision()
		row, err := s.DB.Update(t.Context(), record.ExpansionSettings, s.Scope(s.Instance), "general", record.Values{
			"document": `{"m_Version":16,"EnableGravecross":1}`,
		})
		if err != nil {
			t.Fatal(err)
		}
		history := historyOf(s, s.Gui+"/settings/"+record.ExpansionSettings.SID(row))
		s.Get(page).Says(`href="` + history + `">History</a>`)
		s.Get(history).Says("EnableGravecross", `href="`+page+`"`, "Expansion settings")
		s.Get(s.Instance+"/history/"+fmt.Sprint(first+1)).Says("Expansion settings", `href="`+history+`">History<span`)
		back := history + "/" + fmt.Sprint(first)
		s.Submit(back, back, nil).Status(302)
		holds(s, page, before)
	})
}

// TestNobodySeesTheHistoryOfOthersFiles nor goes back in it.
func TestNobodySeesTheHistoryOfOthersFiles(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.OpenShop(t)
		history := historyOf(s, s.Imported("/market-categories", "Kept", webtest.CategoryJSON))
		stranger := s.Site.User("Bo", false)
		stranger.Get(history).Status(403)
		stranger.Submit("/instances", history+"/2", nil).Status(403)
		s.Send("POST", history+"/2", nil).Status(419)
		s.Get(strings.Replace(history, "market-categories", "market-traders", 1)).Status(404)
	})
}
