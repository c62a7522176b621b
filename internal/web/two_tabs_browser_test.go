package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

// twoTabsByKeys edits a record with the keyboard while somebody else does: Ctrl-S saves, what both have changed is shown, and a page with
// unsaved changes asks before it is left.
func twoTabsByKeys(t *testing.T, s *testSite, b *tab) {
	user := s.user("Theo", false)
	instance := user.instance("Two")
	event := user.add(instance, record.Events, record.Values{"name": "StaticBoat", "nominal": int64(1), "min": int64(0), "max": int64(9), "lifetime": int64(60)})
	b.signIn("theo@example.org")
	b.open(event + "/edit")
	if leavesFreely(b) != true {
		t.Error("an untouched page asks before it is left")
	}
	b.do(chromedp.SendKeys(chromedp.ID("event-nominal"), kb.End+"5"))
	b.until(`[...document.querySelectorAll("[data-dirty] .unsaved")].some((text) => getComputedStyle(text).display === "block")`)
	if leavesFreely(b) {
		t.Error("a page with unsaved changes does not ask before it is left")
	}
	b.follow(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	b.says("StaticBoat was saved.")

	b.do(chromedp.SendKeys(chromedp.ID("event-nominal"), kb.End+"0"))
	form, action := untouchedForm(t, parseHTML(t, user.get(event+"/edit").Body.String()), "event")
	user.sendForm(action, form.with("nominal", "3").with("max", "8")).status(302)
	b.follow(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	b.says("Nothing was saved yet", "150", "by Theo", "Max")
	if user.field(record.Events, event, "nominal") != int64(3) {
		t.Error("it was saved over")
	}
	b.do(chromedp.Click(chromedp.ID("theirs-0")))
	b.follow(chromedp.KeyEvent("s", chromedp.KeyModifiers(2)))
	if nominal, most := user.field(record.Events, event, "nominal"), user.field(record.Events, event, "max"); nominal != int64(3) || most != int64(8) {
		t.Errorf("stored %v and %v, want theirs", nominal, most)
	}
}

// leavesFreely reports whether the page may be left without a question.
func leavesFreely(b *tab) bool {
	return evaluate[bool](b, `window.dispatchEvent(new Event("beforeunload", { cancelable: true }))`)
}
