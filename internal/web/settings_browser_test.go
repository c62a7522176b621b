package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// copiedRows copies a row that holds a colour and moves the copy up, all without asking the server before the save.
func copiedRows(t *testing.T, s *testSite, b *tab) {
	user := s.user("Rosa", false)
	instance := user.instance("Rows")
	page := settingsOf(instance) + "/book"
	user.importJSON(page, "BookSettings.json", `{"Links": [{"Name": "Rules", "URL": "https://example.org/a", "IconName": "Homepage", "IconColor": -16777216}]}`).status(302)
	b.signIn("rosa@example.org")
	b.open(page)
	const last = `[data-setting-rows] [data-setting-row]:last-of-type`
	b.do(chromedp.Click(chromedp.CSS(`[data-row-do=copy]`)), chromedp.SetValue(chromedp.CSS(last+` [name$="[Name]"]`), "News"))
	b.do(chromedp.Click(chromedp.CSS(last + ` [data-row-do=up]`)))
	b.follow(chromedp.Submit(chromedp.ID("setting")))
	got := strings.Join(strings.Fields(user.settingText(instance, "book")), "")
	const link = `"URL":"https://example.org/a","IconName":"Homepage","IconColor":-16777216}`
	if want := `[{"Name":"News",` + link + `,{"Name":"Rules",` + link + `]`; !strings.Contains(got, want) {
		t.Errorf("%s is not in %s", want, got)
	}
}
