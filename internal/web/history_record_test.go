package web

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestHistoryOfAFileOfTheMod leads back to the file byte for byte, also when the record is gone.
func TestHistoryOfAFileOfTheMod(t *testing.T) {
	t.Parallel()
	tests := []struct {
		list, one, file, was, is string
		detail                   bool // the record has a page beside its form
	}{
		{"/market-traders", "market trader", traderJSON, `"Gun"`, `"Knife"`, true},
		{"/market-categories", "market category", categoryJSON, `100.00`, `55`, true},
		{"/trader-zones", "trader zone", zoneJSON, `3700.50`, `4000`, false},
		{"/ai-loadouts", "AI loadout", `{"InventoryAttachments": [ ], "Health": [{"Min": 0.50, "Max": 1.0}]}`, `0.50`, `0.7`, true},
	}
	for _, tt := range tests {
		t.Run(tt.list[1:], func(t *testing.T) {
			t.Parallel()
			s := openShop(t)
			address := s.imported(tt.list, "Kept", tt.file)
			before := s.revision()
			s.imported(tt.list, "Kept", strings.Replace(tt.file, tt.was, tt.is, 1))
			history := s.historyOf(address)
			link := `href="` + history + `">History</a>`
			s.get(address + "/edit").says(link)
			if tt.detail {
				s.get(address).says(link)
			}
			back := history + "/" + itoa(before)
			s.get(history).says(strings.Trim(tt.is, `"`), tt.one, `href="`+address+`/edit"`, `href="`+back+`">Go back to this version</a>`, `href="`+s.gui+tt.list+`" aria-current="page"`)

			s.submit(back, back, nil).leadsTo(s.instance + "/history/" + itoa(s.revision()))
			s.get(s.instance+"/history/"+itoa(s.revision())).says("The "+tt.one+" is back at revision "+itoa(before)+".", "Expansion "+strings.ReplaceAll(tt.list[1:], "-", " ")+": Kept back to")
			s.holds(address, tt.file)
			s.delete(address+"/edit", address, nil).status(302)
			s.submit(history, back, nil).status(302)
			s.holds(address, tt.file)
		})
	}
}

// historyOf is where the history of a file of the mod is.
func (s *shop) historyOf(address string) string {
	return s.instance + "/expansion" + strings.TrimPrefix(address, s.gui) + "/history"
}

func (s *shop) holds(address, want string) {
	s.t.Helper()
	if text := s.file(address); text != want {
		s.t.Errorf("the file is %s", text)
	}
}

func TestHistoryOfSettings(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	page := s.gui + "/general"
	s.put(page, page, url.Values{"EnableLamps": {"1"}}).status(302)
	before, first := s.file(page), s.revision()
	row, err := s.db.Update(t.Context(), record.ExpansionSettings, s.scope(s.instance), "general", record.Values{"document": `{"m_Version":16,"EnableGravecross":1}`})
	if err != nil {
		t.Fatal(err)
	}
	history := s.historyOf(s.gui + "/settings/" + record.ExpansionSettings.SID(row))
	s.get(page).says(`href="` + history + `">History</a>`)
	s.get(history).says("EnableGravecross", `href="`+page+`"`, "Expansion settings")
	s.get(s.instance+"/history/"+itoa(first+1)).says("settings file", `href="`+history+`">History of this record</a>`)
	back := history + "/" + itoa(first)
	s.submit(back, back, nil).status(302)
	s.holds(page, before)
}

// TestNobodySeesTheHistoryOfOthersFiles nor goes back in it.
func TestNobodySeesTheHistoryOfOthersFiles(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	history := s.historyOf(s.imported("/market-categories", "Kept", categoryJSON))
	stranger := s.testSite.user("Bo", false)
	stranger.get(history).status(403)
	stranger.submit("/instances", history+"/2", nil).status(403)
	s.send("POST", history+"/2", nil).status(419)
	s.get(strings.Replace(history, "market-categories", "market-traders", 1)).status(404)
}
