package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// wishes previews and applies a preset without leaving the page of the settings.
func wishes(t *testing.T, s *testSite, b *tab) {
	user := s.user("Willa", false)
	instance := user.instance("Livonia")
	page := settingsOf(instance) + "/party"
	b.signIn("willa@example.org")
	b.open(page + "#ai-preset")
	b.do(chromedp.Click(chromedp.CSS(`#ai-preset summary`)))
	b.do(chromedp.SendKeys(chromedp.ID("ai-preset-prompt"), "max members 12, paint the moon"))
	b.do(chromedp.Click(chromedp.CSS(`[data-preset-ask] .form-end button`)))
	b.until(`document.activeElement.id === "ai-preset-outcome"`)
	b.says("1 field would change", "Members at most", "12 players", "“paint the moon” was left out")
	if at := b.text(`location.pathname`); at != page {
		t.Errorf("the preview leads to %s", at)
	}
	b.size(360, 740)
	if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the preview is %d pixels wider than the screen", over)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-preset-example]`)))
	b.until(`document.querySelector("#ai-preset-outcome").textContent.includes("7 fields")`)
	if path := b.follow(chromedp.Click(chromedp.CSS(`form[action$="/apply"] button`))); path != page {
		t.Errorf("applying leads to %s", path)
	}
	b.says("7 fields were changed.")
	if text := user.settingText(instance, "party"); !strings.Contains(text, `"MaxMembersInParty": 6`) {
		t.Error(text)
	}
}
