package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// copiedRows copies a row that holds a colour and moves the copy up, all without asking the server before the save.
func copiedRows(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Rosa", false)
	instance := user.Instance("Rows")
	page := webtest.SettingsOf(instance) + "/book"
	user.ImportJSON(page, "BookSettings.json",
		`{"Links": [{"Name": "Rules", "URL": "https://example.org/a", "IconName": "Homepage", "IconColor": -16777216}]}`).Status(302)
	b.SignIn("rosa@example.org")
	b.Open(page)
	const last = `[data-setting-rows] [data-setting-row]:last-of-type`
	b.Do(chromedp.Click(chromedp.CSS(`[data-row-do=copy]`)), chromedp.SetValue(chromedp.CSS(last+` [name$="[Name]"]`), "News"))
	b.Do(chromedp.Click(chromedp.CSS(last + ` [data-row-do=up]`)))
	b.Follow(chromedp.Submit(chromedp.ID("setting")))
	got := strings.Join(strings.Fields(user.SettingText(instance, "book")), "")
	const link = `"URL":"https://example.org/a","IconName":"Homepage","IconColor":-16777216}`
	if want := `[{"Name":"News",` + link + `,{"Name":"Rules",` + link + `]`; !strings.Contains(got, want) {
		t.Errorf("%s is not in %s", want, got)
	}
}
