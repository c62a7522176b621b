package web_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// interruptions are what happens to people while they edit: mistakes, and a session that ends in another tab.
func interruptions(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Nils", false)
	instance := user.Instance("Livonia")
	b.SignIn("nils@example.org")
	settingByKeyboard(t, user, b, instance)
	brokenText(t, user, b, instance)
	sessionEnds(t, user, b, instance)
	sessionEndsUnderScripts(t, user, b, instance)
}

// settingByKeyboard changes a setting and saves it without the mouse.
func settingByKeyboard(t *testing.T, user *webtest.Browser, b *webtest.Tab, instance string) {
	t.Helper()
	b.Open(webtest.MarketOf(instance) + "/general")
	before := user.SettingText(instance, "general")
	b.TabTo(`#setting-LampAmount_OneInX`)
	b.Do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("7"))
	b.Follow(chromedp.KeyEvent(kb.Enter))
	b.Says("General was saved.")
	want := regexp.MustCompile(`("LampAmount_OneInX": )\d+`).ReplaceAllString(before, "${1}7")
	if got := user.SettingText(instance, "general"); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// brokenText sends a text that is no JSON: it stays in its box, with the place of the mistake.
func brokenText(t *testing.T, user *webtest.Browser, b *webtest.Tab, instance string) {
	t.Helper()
	b.Open(webtest.MarketOf(instance) + "/general?view=raw")
	before := user.SettingText(instance, "general")
	const broken = "{\n  \"m_Version\": 15,\n  \"EnableLamps\": }"
	b.Do(chromedp.SetValue(chromedp.CSS(`textarea[name=document]`), broken))
	b.Follow(chromedp.Click(chromedp.CSS(`main .form-end button`)))
	excuse(b, "status of 422")
	b.Says("Line 3, column 18", "Nothing was saved")
	if text := b.Text(`document.querySelector("textarea[name=document]").value`); text != broken {
		t.Errorf("the box holds %q", text)
	}
	if user.SettingText(instance, "general") != before {
		t.Error("something was saved")
	}
}

// beside is another tab of the same browser.
func beside(b *webtest.Tab) *webtest.Tab {
	b.TB.Helper()
	ctx, closeTab := chromedp.NewContext(b.Context)
	b.TB.Cleanup(closeTab)
	if err := chromedp.Do(ctx); err != nil {
		b.TB.Fatal(err)
	}
	return &webtest.Tab{Context: ctx, TB: b.TB, Base: b.Base}
}

func signOut(b *webtest.Tab) {
	b.TB.Helper()
	b.Open("/profile")
	b.Follow(chromedp.Click(chromedp.CSS(`form[action="/logout"] button`)))
}

// sessionEnds logs out in another tab while a form is open: what was entered comes through, once the user is back.
func sessionEnds(t *testing.T, user *webtest.Browser, b *webtest.Tab, instance string) {
	t.Helper()
	b.Open(webtest.MarketOf(instance) + "/trader-zones")
	b.Do(chromedp.SendKeys(chromedp.ID("trader-zone-name"), "Camp"), chromedp.SetValue(chromedp.ID("trader-zone-DisplayName"),
		`"Camp" & <co>`))
	other := beside(b)
	signOut(other)
	b.Follow(chromedp.Click(chromedp.CSS(`#trader-zone .form-end button`)))
	b.Says("Page Expired", "You are logged out")
	other.SignIn("nils@example.org")
	b.Follow(chromedp.Click(chromedp.CSS(`#resend button`)))
	b.Says("You are logged in as Nils.")
	b.Follow(chromedp.Click(chromedp.CSS(`#resend button`)))
	excuse(b, "status of 419")
	b.Says("Camp was created.")
	row := user.Named(instance, record.TraderZones, "Camp")
	if text := string(record.TraderZones.FileOf(row)); !strings.Contains(text, `"\"Camp\" & <co>"`) {
		t.Errorf("stored %s", text)
	}
}

// sessionEndsUnderScripts logs in anew in another tab while a page is open that sends its forms by scripts.
func sessionEndsUnderScripts(t *testing.T, user *webtest.Browser, b *webtest.Tab, instance string) {
	t.Helper()
	user.ImportDocument(webtest.MarketOf(instance)+"/market-categories", webtest.File{
		Name: "Ammo.json", Text: webtest.CategoryJSON,
	}).Status(302)
	category := webtest.MarketOf(instance) + "/market-categories/" +
		record.MarketCategories.SID(user.Named(instance, record.MarketCategories, "Ammo"))
	b.Open(category)
	other := beside(b)
	signOut(other)
	lowest := `[data-item-form] [name="MinPriceThreshold"]`
	status := `document.querySelector("[data-item-status]").textContent`
	b.Do(chromedp.SetValue(chromedp.CSS(lowest), "30"))
	webtest.Evaluate[bool](b, `document.querySelector(`+webtest.Quoted(lowest)+`).dispatchEvent(new Event("change", { bubbles: true }))`)
	b.Until(status + `.startsWith("You are logged out.")`)
	if path := other.SignInTo("nils@example.org"); path != category {
		t.Errorf("the sign-in leads to %s, want the page that waits for it", path)
	}
	b.Do(chromedp.SendKeys(chromedp.CSS(lowest), kb.Enter))
	b.Until(status + ` === "Saved"`)
	excuse(b, "status of 419")
	if got, want := user.Get(category+"/generate").Body.String(),
		strings.Replace(webtest.CategoryJSON, `"MinPriceThreshold": 25`, `"MinPriceThreshold": 30`, 1); got != want {
		t.Error(cmp.Diff(want, got))
	}
}
