package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
)

// interruptions are what happens to people while they edit: mistakes, and a session that ends in another tab.
func interruptions(t *testing.T, s *testSite, b *tab) {
	user := s.user("Nils", false)
	instance := user.instance("Livonia")
	b.signIn("nils@example.org")
	settingByKeyboard(t, user, b, instance)
	brokenText(t, user, b, instance)
	sessionEnds(t, user, b, instance)
	sessionEndsUnderScripts(t, user, b, instance)
}

// settingByKeyboard changes a setting and saves it without the mouse.
func settingByKeyboard(t *testing.T, user *browser, b *tab, instance string) {
	t.Helper()
	b.open(guiOf(instance) + "/general")
	before := user.settingText(instance, "general")
	b.tabTo(`#setting-LampAmount_OneInX`)
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("7"))
	b.follow(chromedp.KeyEvent(kb.Enter))
	b.says("General was saved.")
	want := regexp.MustCompile(`("LampAmount_OneInX": )\d+`).ReplaceAllString(before, "${1}7")
	if got := user.settingText(instance, "general"); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// brokenText sends a text that is no JSON: it stays in its box, with the place of the mistake.
func brokenText(t *testing.T, user *browser, b *tab, instance string) {
	t.Helper()
	b.open(guiOf(instance) + "/general?view=raw")
	before := user.settingText(instance, "general")
	const broken = "{\n  \"m_Version\": 15,\n  \"EnableLamps\": }"
	b.do(chromedp.SetValue(chromedp.CSS(`textarea[name=document]`), broken))
	b.follow(chromedp.Click(chromedp.CSS(`main .form-end button`)))
	b.excuse("status of 422")
	b.says("Line 3, column 18", "Nothing was saved")
	if text := b.text(`document.querySelector("textarea[name=document]").value`); text != broken {
		t.Errorf("the box holds %q", text)
	}
	if user.settingText(instance, "general") != before {
		t.Error("something was saved")
	}
}

// beside is another tab of the same browser.
func (b *tab) beside() *tab {
	b.t.Helper()
	ctx, closeTab := chromedp.NewContext(b.Context)
	b.t.Cleanup(closeTab)
	if err := chromedp.Do(ctx); err != nil {
		b.t.Fatal(err)
	}
	return &tab{Context: ctx, t: b.t, base: b.base}
}

func (b *tab) signOut() {
	b.t.Helper()
	b.open("/profile")
	b.follow(chromedp.Click(chromedp.CSS(`form[action="/logout"] button`)))
}

// sessionEnds logs out in another tab while a form is open: what was entered comes through, once the user is back.
func sessionEnds(t *testing.T, user *browser, b *tab, instance string) {
	t.Helper()
	b.open(guiOf(instance) + "/trader-zones")
	b.do(chromedp.SendKeys(chromedp.ID("trader-zone-name"), "Camp"), chromedp.SetValue(chromedp.ID("trader-zone-DisplayName"), `"Camp" & <co>`))
	other := b.beside()
	other.signOut()
	b.follow(chromedp.Click(chromedp.CSS(`#trader-zone .form-end button`)))
	b.says("Page Expired", "You are logged out")
	other.signIn("nils@example.org")
	b.follow(chromedp.Click(chromedp.CSS(`#resend button`)))
	b.says("You are logged in as Nils.")
	b.follow(chromedp.Click(chromedp.CSS(`#resend button`)))
	b.excuse("status of 419")
	b.says("Camp was created.")
	row := user.named(instance, record.TraderZones, "Camp")
	if text := string(record.TraderZones.FileOf(row)); !strings.Contains(text, `"\"Camp\" & <co>"`) {
		t.Errorf("stored %s", text)
	}
}

// sessionEndsUnderScripts logs in anew in another tab while a page is open that sends its forms by scripts.
func sessionEndsUnderScripts(t *testing.T, user *browser, b *tab, instance string) {
	t.Helper()
	user.importDocument(guiOf(instance)+"/market-categories", uploaded{"Ammo.json", categoryJSON}).status(302)
	category := guiOf(instance) + "/market-categories/" + record.MarketCategories.SID(user.named(instance, record.MarketCategories, "Ammo"))
	b.open(category)
	other := b.beside()
	other.signOut()
	lowest := `[data-item-form] [name="MinPriceThreshold"]`
	status := `document.querySelector("[data-item-status]").textContent`
	b.do(chromedp.SetValue(chromedp.CSS(lowest), "30"))
	evaluate[bool](b, `document.querySelector(`+quoted(lowest)+`).dispatchEvent(new Event("change", { bubbles: true }))`)
	b.until(status + `.startsWith("You are logged out.")`)
	if path := other.signInTo("nils@example.org"); path != category {
		t.Errorf("the sign-in leads to %s, want the page that waits for it", path)
	}
	b.do(chromedp.SendKeys(chromedp.CSS(lowest), kb.Enter))
	b.until(status + ` === "Saved"`)
	b.excuse("status of 419")
	if got, want := user.get(category+"/generate").Body.String(), strings.Replace(categoryJSON, `"MinPriceThreshold": 25`, `"MinPriceThreshold": 30`, 1); got != want {
		t.Error(cmp.Diff(want, got))
	}
}
