package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// wishes previews and applies a preset without leaving the page of the settings.
func wishes(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Willa", false)
	instance := user.Instance("Livonia")
	page := webtest.SettingsOf(instance) + "/party"
	b.SignIn("willa@example.org")
	b.Open(page + "#ai-preset")
	b.Do(chromedp.Click(chromedp.CSS(`#ai-preset summary`)))
	b.Do(chromedp.SendKeys(chromedp.ID("ai-preset-prompt"), "max members 12, paint the moon"))
	b.Do(chromedp.Click(chromedp.CSS(`[data-preset-ask] .form-end button`)))
	b.Until(`document.activeElement.id === "ai-preset-outcome"`)
	b.Says("1 field would change", "Members at most", "12 players", "“paint the moon” was left out")
	if at := b.Text(`location.pathname`); at != page {
		t.Errorf("the preview leads to %s", at)
	}
	b.Size(360, 740)
	if over := webtest.Evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
		t.Errorf("the preview is %d pixels wider than the screen", over)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-preset-example]`)))
	b.Until(`document.querySelector("#ai-preset-outcome").textContent.includes("7 fields")`)
	if path := b.Follow(chromedp.Click(chromedp.CSS(`form[action$="/apply"] button`))); path != page {
		t.Errorf("applying leads to %s", path)
	}
	b.Says("7 fields were changed.")
	if text := user.SettingText(instance, "party"); !strings.Contains(text, `"MaxMembersInParty": 6`) {
		t.Error(text)
	}
}
